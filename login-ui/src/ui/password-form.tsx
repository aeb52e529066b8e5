import { EmailField } from './email-field.tsx'
import { Form, fieldOf } from './form.tsx'
import { Link } from './link.tsx'
import { usePage } from './page-context.tsx'
import { PasswordField } from './password-field.tsx'

/** Email address and password of an account. */
export function PasswordForm() {
  const { config, text, act, extras } = usePage()
  const submit = (fields: FormData) =>
    act('signInWithPassword', { email: fieldOf(fields, 'email'), password: fieldOf(fields, 'password') })
  return (
    <Form onSubmit={submit} submit={text('sign-in.submit')}>
      <EmailField />
      <PasswordField
        name="password"
        label={text('field.password')}
        autoComplete={`current-password${config.passkeys.autoComplete}`}
        aside={<Link to="forgot">{text('sign-in.forgot')}</Link>}
      />
      {extras && <extras.Remember />}
    </Form>
  )
}
