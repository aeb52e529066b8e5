import { Link } from '../ui/link.tsx'
import { usePage } from '../ui/page-context.tsx'
import { PasswordForm } from '../ui/password-form.tsx'
import type { View } from './views.ts'

/** All configured sign-in methods: providers, then email address and password, then links. */
function SignIn() {
  const { config, text, extras, isKnown } = usePage()
  const { methods, providers } = config
  return (
    <>
      {extras && <extras.WaysAbove />}
      {methods.password && <PasswordForm />}
      {extras && methods.emailLink && !methods.password && <extras.LinkForm submit={text('sign-in.link')} />}
      {extras && <extras.WaysBelow />}
      {methods.signup && !isKnown && (
        <p className="ways">
          {text('sign-in.new-here')} <Link to="sign-up">{text('sign-in.sign-up')}</Link>
        </p>
      )}
      {extras && methods.signup && (methods.emailLink || methods.phone || providers.length > 0) && (
        <extras.Terms />
      )}
    </>
  )
}

export const signInView: View<'sign-in'> = {
  Body: SignIn,
  // Without a password, the form requests a link.
  busy: (_, { methods }) => (methods.password || !methods.emailLink ? 'sign-in.submitting' : 'busy.sending')
}
