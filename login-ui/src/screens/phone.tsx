import { useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { asciiDigits, CodeField, digitsOf } from '../ui/code-field.tsx'
import { Field } from '../ui/field.tsx'
import { Form, fieldOf } from '../ui/form.tsx'
import { Link } from '../ui/link.tsx'
import { usePage } from '../ui/page-context.tsx'
import { Given, Words } from '../ui/words.tsx'
import type { ScreenProps } from './views.ts'

/** How long a message may take before another one is offered, in milliseconds. */
const nextCodeMs = 30_000

/** Sign-in by phone: the number, then the code of the text message. */
export function Phone({ screen: { number, codes } }: ScreenProps<'phone'>) {
  const { text } = usePage()
  return (
    <>
      {codes === 0 ? <NumberForm number={number} /> : <CodeForm key={codes} number={number} />}
      <p className="ways">
        <Link to="sign-in">{text('page.back')}</Link>
      </p>
    </>
  )
}

function NumberForm({ number }: { number: string }) {
  const { text, act, extras } = usePage()
  const submit = (fields: FormData) => act('sendPhoneCode', asciiDigits(fieldOf(fields, 'phone')))
  return (
    <>
      <p>{text('phone.lead')}</p>
      <Form onSubmit={submit} submit={text('second-factor.send')}>
        <Field
          name="phone"
          label={text('field.phone')}
          type="tel"
          dir="ltr"
          autoComplete="tel"
          defaultValue={number}
          describedBy="phone-form"
          hint={
            <p className="muted" id="phone-form">
              <Words
                of="phone.form"
                slots={{ example: <bdi dir="ltr">+1&nbsp;555&nbsp;010&nbsp;0199</bdi> }}
              />
            </p>
          }
        />
        {extras && <extras.Remember />}
      </Form>
    </>
  )
}

function CodeForm({ number }: { number: string }) {
  const { text, act } = usePage()
  const [waits, setWaits] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setWaits(false), nextCodeMs)
    return () => clearTimeout(timer)
  }, [])
  const submit = (fields: FormData) => act('answerPhoneCode', digitsOf(fieldOf(fields, 'code')))
  return (
    <>
      <p id="code-source">
        {text('second-factor.sms-sent')}
        <br />
        <Given>{number}</Given>
      </p>
      <Form onSubmit={submit} submit={text('sign-in.submit')}>
        <CodeField describedBy="code-source" first />
      </Form>
      <p className="muted">{text('phone.next-code')}</p>
      <Button name="send" waits={waits} onPress={() => act('sendPhoneCode', number)}>
        {text('second-factor.send-again')}
      </Button>
      <p className="ways">
        <button type="button" className="link" onClick={() => act('askForPhone')}>
          {text('phone.change')}
        </button>
      </p>
    </>
  )
}
