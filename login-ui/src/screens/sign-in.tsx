import { Link } from '../ui/link.tsx'
import { usePage } from '../ui/page-context.tsx'
import { PasswordForm } from '../ui/password-form.tsx'
import { ProviderButton } from '../ui/provider-button.tsx'

/** All ways to sign in that are configured: providers first, then e-mail address and password, then the links. */
function SignIn() {
  const { config, text } = usePage()
  const { methods, providers } = config
  const byMail = methods.password || methods.emailLink
  return (
    <>
      {providers.length > 0 && (
        <div className="providers">
          {providers.map((provider) => (
            <ProviderButton key={provider.id} provider={provider} />
          ))}
        </div>
      )}
      {providers.length > 0 && byMail && <p className="divider">{text('sign-in.or')}</p>}
      {methods.password && <PasswordForm />}
      {methods.emailLink && (
        <Link to="link" className={methods.password ? 'button plain' : 'button'}>
          {text('sign-in.link')}
        </Link>
      )}
      {methods.password && (
        <p className="ways">
          <Link to="forgot">{text('sign-in.forgot')}</Link>
        </p>
      )}
      {methods.signup && (
        <p className="ways">
          {text('sign-in.new-here')} <Link to="sign-up">{text('sign-in.sign-up')}</Link>
        </p>
      )}
    </>
  )
}

export const signInView = { Body: SignIn }
