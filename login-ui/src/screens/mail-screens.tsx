import { Button } from '../ui/button.tsx'
import { EmailField } from '../ui/email-field.tsx'
import { Form, fieldOf } from '../ui/form.tsx'
import { Given } from '../ui/given.tsx'
import { Link } from '../ui/link.tsx'
import { usePage } from '../ui/page-context.tsx'
import { Words } from '../ui/words.tsx'
import type { ScreenProps, Views } from './views.ts'

interface MailService {
  name: string
  href: string
}

const gmail: MailService = { name: 'Gmail', href: 'https://mail.google.com/mail/u/0/' }
const outlook: MailService = { name: 'Outlook', href: 'https://outlook.live.com/mail/' }
const yahoo: MailService = { name: 'Yahoo Mail', href: 'https://mail.yahoo.com/' }
const icloud: MailService = { name: 'iCloud Mail', href: 'https://www.icloud.com/mail' }
const proton: MailService = { name: 'Proton Mail', href: 'https://mail.proton.me/' }

/** Whole domains only: similar ones belong to others. */
const services: ReadonlyMap<string, MailService> = new Map([
  ['gmail.com', gmail],
  ['googlemail.com', gmail],
  ['outlook.com', outlook],
  ['hotmail.com', outlook],
  ['live.com', outlook],
  ['msn.com', outlook],
  ['yahoo.com', yahoo],
  ['icloud.com', icloud],
  ['me.com', icloud],
  ['mac.com', icloud],
  ['proton.me', proton],
  ['protonmail.com', proton]
])

/** The mail service of `email`; null: not a well-known one. */
export function mailServiceOf(email: string): MailService | null {
  return services.get(email.slice(email.lastIndexOf('@') + 1).toLowerCase()) ?? null
}

function Forgot() {
  const { text, act } = usePage()
  return (
    <>
      <p>{text('forgot.lead')}</p>
      <Form
        onSubmit={(fields) => act('requestReset', fieldOf(fields, 'email'))}
        submit={text('forgot.submit')}
      >
        <EmailField enter="send" />
      </Form>
      <BackToSignIn />
    </>
  )
}

function EmailLink() {
  const { text, extras } = usePage()
  return (
    <>
      <p>{text('link.lead')}</p>
      {extras && <extras.LinkForm submit={text('link.submit')} />}
      <BackToSignIn />
    </>
  )
}

/** The same for every address, known or not. */
function Sent({ screen: { mail, email } }: ScreenProps<'sent'>) {
  const { text, act } = usePage()
  return (
    <>
      <p>
        <Words of="sent.text" slots={{ email: <Given>{email}</Given> }} />
      </p>
      {mail === 'link' && <p>{text('sent.waiting')}</p>}
      <OpenMail email={email} main />
      <p className="muted">{text('sent.missing')}</p>
      <Button
        name="again"
        onPress={() => (mail === 'link' ? act('requestLink', email) : act('requestReset', email))}
      >
        {text('sent.again')}
      </Button>
      <BackToSignIn />
    </>
  )
}

/** Sends nothing until the button is pressed. Once a mail is sent, the check becomes the main button. */
function Verify({ screen: { email, sent } }: ScreenProps<'verify'>) {
  const { text, act } = usePage()
  return (
    <>
      <p>
        <Words of={sent ? 'verify.sent' : 'verify.lead'} slots={{ email: <Given>{email}</Given> }} />
      </p>
      {sent && <OpenMail email={email} />}
      {sent && (
        <Button name="check" primary onPress={() => act('checkVerification')}>
          {text('verify.check')}
        </Button>
      )}
      <Button name="send" primary={!sent} onPress={() => act('sendVerification')}>
        {text(sent ? 'verify.again' : 'verify.send')}
      </Button>
      <p className="ways">
        <button type="button" className="link" onClick={() => act('startOver')}>
          {text('page.other-account')}
        </button>
      </p>
    </>
  )
}

/** A link to the mailbox, for well-known services. `main`: the next step of nearly everyone. */
function OpenMail({ email, main = false }: { email: string; main?: boolean }) {
  const { text } = usePage()
  const service = mailServiceOf(email)
  return (
    service !== null && (
      <a className={main ? 'button' : 'button plain'} href={service.href} target="_blank" rel="noreferrer">
        {text('sent.open', { service: service.name })}
      </a>
    )
  )
}

/** The link below a form. */
export function BackToSignIn() {
  const { text } = usePage()
  return (
    <p className="ways">
      <Link to="sign-in">{text('page.back')}</Link>
    </p>
  )
}

const sending = () => 'busy.sending' as const

/** Screens around a mail. */
export const mailViews = {
  forgot: { Body: Forgot, busy: sending },
  link: { Body: EmailLink, busy: sending },
  sent: { Body: Sent, busy: sending, badge: () => 'mail' },
  verify: { Body: Verify, badge: () => 'mail' }
} satisfies Partial<Views>
