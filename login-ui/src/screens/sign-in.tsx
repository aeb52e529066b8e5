import { Link } from '../ui/link.tsx'
import { usePage } from '../ui/page-context.tsx'
import { PasswordForm } from '../ui/password-form.tsx'
import type { View } from './views.ts'

/** All configured sign-in methods: providers, then email address and password, then links. */
function SignIn() {
  const { config, text, extras, isKnown } = usePage()
  const { methods } = config
  return (
    <>
      {extras && <extras.WaysAbove />}
      {methods.password && <PasswordForm />}
      {extras && methods.emailLink && !methods.password && <extras.LinkForm submit={text('sign-in.link')} />}
      {extras && <extras.WaysBelow />}
      {methods.signup && !isKnown && (
        <p className="ways said">
          {text('sign-in.new-here')} <Link to="sign-up">{text('sign-in.sign-up')}</Link>
        </p>
      )}
    </>
  )
}

export const signInView: View<'sign-in'> = {
  Body: SignIn,
  // Without a password, the form requests a link.
  busy: (_, { methods }) => (methods.password || !methods.emailLink ? 'sign-in.submitting' : 'busy.sending')
}
