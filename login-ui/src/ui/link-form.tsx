import { EmailField } from './email-field.tsx'
import { Form, fieldOf } from './form.tsx'
import { usePage } from './page-context.tsx'

/** Asks for a link by email. `submit`: text of the button. */
export function LinkForm({ submit }: { submit: string }) {
  const { act } = usePage()
  return (
    <Form onSubmit={(fields) => act('requestLink', fieldOf(fields, 'email'))} submit={submit}>
      <EmailField />
    </Form>
  )
}
