import type { Factor } from '../machine.ts'
import { Button } from '../ui/button.tsx'
import { CodeField, digitsOf } from '../ui/code-field.tsx'
import { Form, fieldOf } from '../ui/form.tsx'
import { usePage } from '../ui/page-context.tsx'
import { Given } from '../ui/words.tsx'
import type { ScreenProps } from './views.ts'

/** The second step of sign-in, by the factor that is chosen. */
export function SecondFactor({ screen: { factors, chosen, codeSent } }: ScreenProps<'second-factor'>) {
  const { text, act } = usePage()
  const bySms = chosen.kind === 'sms'
  const asksForCode = !bySms || codeSent
  const submit = (fields: FormData) => act('answerFactor', digitsOf(fieldOf(fields, 'code')))
  return (
    <>
      <p id="code-source">
        {text(bySms ? (codeSent ? 'second-factor.sms-sent' : 'second-factor.sms') : 'second-factor.totp')}
        {chosen.label !== null && (
          <>
            <br />
            <Given>{chosen.label}</Given>
          </>
        )}
      </p>
      {asksForCode && (
        <Form key={chosen.id} onSubmit={submit} submit={text('second-factor.submit')}>
          <CodeField describedBy="code-source" first />
        </Form>
      )}
      {bySms && (
        <Button name="send" primary={!codeSent} onPress={() => act('sendFactorCode')}>
          {text(codeSent ? 'second-factor.send-again' : 'second-factor.send')}
        </Button>
      )}
      <OtherFactors factors={factors.filter(({ id }) => id !== chosen.id)} />
      <p className="ways">
        <button type="button" className="link" onClick={() => act('startOver')}>
          {text('page.other-account')}
        </button>
      </p>
    </>
  )
}

function OtherFactors({ factors }: { factors: readonly Factor[] }) {
  const { text, act } = usePage()
  if (factors.length === 0) return null
  return (
    <section className="others" aria-labelledby="others">
      <h2 id="others">{text('second-factor.others')}</h2>
      {factors.map(({ id, kind, label }) => (
        <Button key={id} name={id} onPress={() => act('chooseFactor', id)}>
          <span>
            {text(`second-factor.kind-${kind}`)}
            {label !== null && (
              <>
                {' · '}
                <bdi>{label}</bdi>
              </>
            )}
          </span>
        </Button>
      ))}
    </section>
  )
}
