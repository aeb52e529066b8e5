import type { PageConfig, Provider } from '../page-config.ts'
import { Link } from '../ui/link.tsx'
import { LinkForm } from '../ui/link-form.tsx'
import { usePage } from '../ui/page-context.tsx'
import { PasswordForm } from '../ui/password-form.tsx'
import { ProviderButtons } from '../ui/provider-button.tsx'
import { Terms } from '../ui/terms.tsx'

/** The providers, first that of the account that is asked to sign in once more. */
function ownFirst({ providers, account, reason }: PageConfig): readonly Provider[] {
  const own = reason === 'step-up' ? providers.filter(({ id }) => id === account?.provider) : []
  return [...new Set([...own, ...providers])]
}

/** All ways to sign in that are configured: providers first, then email address and password, then the links. */
function SignIn() {
  const { config, text, extras } = usePage()
  const { methods, providers } = config
  const byMail = methods.password || methods.emailLink
  return (
    <>
      <ProviderButtons of={ownFirst(config)} />
      {providers.length > 0 && !methods.password && extras && <extras.Remember />}
      {providers.length > 0 && byMail && <p className="divider">{text('sign-in.or')}</p>}
      {methods.password && <PasswordForm />}
      {methods.emailLink &&
        (methods.password ? (
          <p className="ways">
            <Link to="link">{text('sign-in.link')}</Link>
            {extras && <extras.LastUsed way="link" name={text('sign-in.link')} />}
          </p>
        ) : (
          <LinkForm submit={text('sign-in.link')} />
        ))}
      {methods.phone && extras && <extras.PhoneWay isLink={byMail} />}
      {methods.signup && (
        <p className="ways">
          {text('sign-in.new-here')} <Link to="sign-up">{text('sign-in.sign-up')}</Link>
        </p>
      )}
      {methods.signup && (methods.emailLink || methods.phone || providers.length > 0) && <Terms />}
    </>
  )
}

export const signInView = { Body: SignIn }
