import { type ComponentType, useEffect, useState } from 'react'
import type { Factor } from '../account/contract.ts'
import { factorDetail } from '../lib/factor-detail.ts'
import { Button } from '../ui/button.tsx'
import { Form, fieldOf } from '../ui/form.tsx'
import { Given } from '../ui/given.tsx'
import { Link } from '../ui/link.tsx'
import { usePage } from '../ui/page-context.tsx'
import { Words } from '../ui/words.tsx'
import { CodeField, CodeForm, digitsOf, NextCode, NumberForm } from './phone-forms.tsx'
import type { ScreenProps, Views } from './views.ts'

/** The second step of sign-in, with the chosen factor. */
function SecondFactor({ screen: { factors, chosen, codes } }: ScreenProps<'second-factor'>) {
  const { text, act } = usePage()
  const bySms = chosen.kind === 'sms'
  const submit = (fields: FormData) => act('answerFactor', digitsOf(fieldOf(fields, 'code')))
  return (
    <>
      <p id="code-source">
        <Source of={chosen} among={factors} codeSent={codes > 0} />
      </p>
      {(!bySms || codes > 0) && (
        <Form key={chosen.id} onSubmit={submit} submit={text('second-factor.submit')}>
          <CodeField describedBy="code-source" first />
        </Form>
      )}
      {bySms && codes === 0 && (
        <Button name="send" primary onPress={() => act('sendFactorCode')}>
          {text('second-factor.send')}
        </Button>
      )}
      {codes > 0 && <NextCode key={codes} onSend={() => act('sendFactorCode')} />}
      <OtherFactors factors={factors} chosen={chosen} />
      <p className="ways">
        <button type="button" className="link" onClick={() => act('startOver')}>
          {text('page.other-account')}
        </button>
      </p>
    </>
  )
}

interface SourceProps {
  of: Factor
  among: readonly Factor[]
  codeSent: boolean
}

/** Where the code comes from. */
function Source({ of: factor, among, codeSent }: SourceProps) {
  const { config, text } = usePage()
  const detail = factorDetail(factor, among, text, config.locale)
  const name = detail !== '' && <Given>{detail}</Given>
  if (factor.kind === 'totp')
    return name ? <Words of="second-factor.totp-of" slots={{ name }} /> : text('second-factor.totp')
  return (
    <>
      {text(codeSent ? 'second-factor.sms-sent' : 'second-factor.sms')}
      {name && (
        <>
          <br />
          {name}
        </>
      )}
    </>
  )
}

function OtherFactors({ factors, chosen }: { factors: readonly Factor[]; chosen: Factor }) {
  const { config, text, act } = usePage()
  const others = factors.filter(({ id }) => id !== chosen.id)
  if (others.length === 0) return null
  return (
    <section className="others" aria-labelledby="others">
      <h2 id="others">{text('second-factor.others')}</h2>
      {others.map((factor) => {
        const detail = factorDetail(factor, factors, text, config.locale)
        return (
          <Button key={factor.id} name={factor.id} onPress={() => act('chooseFactor', factor.id)}>
            <span>
              {text(`second-factor.kind-${factor.kind}`)}
              {detail !== '' && '\u00a0· '}
              <bdi>{detail}</bdi>
            </span>
          </Button>
        )
      })}
    </section>
  )
}

/** Sign-in by phone: the number, then the code from the text message. */
function Phone({ screen: { number, codes } }: ScreenProps<'phone'>) {
  const { text, act, extras } = usePage()
  const send = (to: string) => act('sendPhoneCode', to)
  return (
    <>
      {codes === 0 ? (
        <NumberForm number={number} onSend={send}>
          {extras && <extras.Remember />}
        </NumberForm>
      ) : (
        <CodeForm
          key={codes}
          number={number}
          submit={text('sign-in.submit')}
          onCode={(code) => act('answerPhoneCode', code)}
          onSend={() => send(number)}
          onChangeNumber={() => act('askForPhone')}
        />
      )}
      <p className="ways">
        <Link to="sign-in">{text('page.back')}</Link>
      </p>
    </>
  )
}

/** A new authenticator app: its purpose, then the secret and the first code. */
function Enrol({ screen: { required, enrolment } }: ScreenProps<'enrol'>) {
  const { text, act } = usePage()
  return (
    <>
      {enrolment === null ? (
        <>
          <p>{text(required ? 'enrol.lead-required' : 'enrol.lead-optional')}</p>
          <Button name="start" primary onPress={() => act('startEnrolment')}>
            {text('enrol.start')}
          </Button>
        </>
      ) : (
        <Steps {...enrolment} onCode={(code) => act('finishEnrolment', code)} />
      )}
      {required ? (
        <p className="ways">
          <button type="button" className="link" onClick={() => act('startOver')}>
            {text('page.other-account')}
          </button>
        </p>
      ) : (
        <Button name="skip" onPress={() => act('skipEnrolment')}>
          {text('enrol.skip')}
        </Button>
      )}
    </>
  )
}

// Re-exported for the account page: too small for a file of their own.
export { CodeForm, NumberForm } from './phone-forms.tsx'

/** The screens that ask for a code share most of their code, hence one file. */
export const views = {
  'second-factor': {
    Body: SecondFactor,
    step: ({ chosen, codes }) => `${chosen.id} ${codes}`,
    badge: () => 'lock'
  },
  enrol: {
    Body: Enrol,
    step: ({ enrolment }) => (enrolment === null ? 'start' : 'code'),
    badge: ({ enrolment }) => (enrolment === null ? 'lock' : null)
  },
  phone: {
    Body: Phone,
    step: ({ codes }) => String(codes),
    busy: ({ codes }) => (codes > 0 ? 'busy.checking' : 'busy.sending'),
    badge: ({ codes }) => (codes > 0 ? 'lock' : null)
  }
} satisfies Partial<Views>

/** A new authenticator: its secret, and the app's first code. */
export function Steps({
  onCode,
  ...secret
}: {
  secret: string
  uri: string
  onCode: (code: string) => void
}) {
  const { text } = usePage()
  return (
    <ol className="steps">
      <Secret {...secret} />
      <li>
        <Form onSubmit={(fields) => onCode(digitsOf(fieldOf(fields, 'code')))} submit={text('enrol.submit')}>
          <p id="code-source">{text('enrol.code')}</p>
          <CodeField describedBy="code-source" />
        </Form>
      </li>
    </ol>
  )
}

/** The secret as a picture, a link for an app on the same device, and text. */
function Secret({ secret, uri }: { secret: string; uri: string }) {
  const { text, announce } = usePage()
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    // Without permission the key can be selected by hand.
    await navigator.clipboard?.writeText(secret).then(
      () => {
        setCopied(true)
        announce(text('enrol.copied'))
      },
      () => {}
    )
  }
  return (
    <li>
      <p>{text('enrol.scan')}</p>
      <div className="qr">
        <QrCode of={uri} />
      </div>
      <details className="manual">
        <summary>{text('enrol.manual')}</summary>
        <div className="secret">
          <a href={uri} className="link">
            {text('enrol.open')}
          </a>
          <p>{text('enrol.key')}</p>
          <code dir="ltr" translate="no">
            {secret.replace(/.{4}(?=.)/g, '$& ')}
          </code>
          <button type="button" className="link" onClick={copy}>
            {text(copied ? 'enrol.copied' : 'enrol.copy')}
          </button>
        </div>
      </details>
      <p className="muted">{text('enrol.two')}</p>
    </li>
  )
}

/** The picture is in a file of its own, with its space reserved. Link and text suffice if it cannot be loaded. */
function QrCode({ of: uri }: { of: string }) {
  const { text } = usePage()
  const [Picture, setPicture] = useState<ComponentType<{ of: string; label: string }> | null>(null)
  useEffect(() => {
    import('../ui/qr-picture.tsx').then(
      (chunk) => setPicture(() => chunk.QrPicture),
      () => {}
    )
  }, [])
  return Picture !== null && <Picture of={uri} label={text('enrol.qr')} />
}
