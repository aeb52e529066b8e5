import { asciiDigits, CodeField, digitsOf } from '../ui/code-field.tsx'
import { Form, fieldOf } from '../ui/form.tsx'
import { Link } from '../ui/link.tsx'
import { usePage } from '../ui/page-context.tsx'
import { NextCode, PhoneField, SentTo } from './phone-parts.tsx'
import type { ScreenProps } from './views.ts'

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
        <PhoneField number={number} />
        {extras && <extras.Remember />}
      </Form>
    </>
  )
}

function CodeForm({ number }: { number: string }) {
  const { text, act } = usePage()
  const submit = (fields: FormData) => act('answerPhoneCode', digitsOf(fieldOf(fields, 'code')))
  return (
    <>
      <SentTo number={number} />
      <Form onSubmit={submit} submit={text('sign-in.submit')}>
        <CodeField describedBy="code-source" first />
      </Form>
      <NextCode onSend={() => act('sendPhoneCode', number)} onChangeNumber={() => act('askForPhone')} />
    </>
  )
}
