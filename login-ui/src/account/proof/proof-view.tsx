import type { View } from '../../screens/views.ts'
import { Field } from '../../ui/field.tsx'
import { FormProblemContext } from '../../ui/field-problem.tsx'
import { Form, fieldOf } from '../../ui/form.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { hasProof } from './proof-config.ts'

/** The first step of a proof: the ways that the account has, with its address as it is. */
function ProveIdentity() {
  const { config, text, extras } = usePage()
  return (
    <>
      <p>{text(hasProof(config) ? 'proof.text' : 'proof.none')}</p>
      {extras && <extras.WaysAbove />}
      {config.methods.password && <PasswordProof />}
      {extras && <extras.WaysBelow />}
    </>
  )
}

/** The address cannot be the wrong one. */
const nothingWrong = { problem: null, fields: new Map(), edit: () => {} }

function PasswordProof() {
  const { text, act, email } = usePage()
  const submit = (fields: FormData) =>
    act('signInWithPassword', { email, password: fieldOf(fields, 'password') })
  return (
    <Form onSubmit={submit} submit={text('proof.submit')}>
      <FormProblemContext value={nothingWrong}>
        <Field
          name="email"
          label={text('field.email')}
          type="email"
          dir="ltr"
          autoComplete="username"
          defaultValue={email}
          readOnly
        />
      </FormProblemContext>
      <PasswordField name="password" label={text('field.password')} autoComplete="current-password" />
    </Form>
  )
}

/** In place of the login page's first screen. */
export const proofView: View<'sign-in'> = {
  Body: ProveIdentity,
  heading: (_, text) => text('second-factor.heading'),
  busy: () => 'sign-in.submitting'
}
