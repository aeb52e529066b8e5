import type { PageConfig, Provider } from '../page-config.ts'
import { LastUsed } from './last-used.tsx'
import { Link } from './link.tsx'
import { usePage } from './page-context.tsx'
import { PasskeyWay } from './passkey-way.tsx'
import { PhoneWay } from './phone-way.tsx'
import { ProviderButtons } from './provider-button.tsx'
import { Remember } from './remember.tsx'

/** The providers, first that of the account that is asked to sign in once more. */
function ownFirst({ providers, account, reason }: PageConfig): readonly Provider[] {
  const own = reason === 'step-up' ? providers.filter(({ id }) => id === account?.provider) : []
  return [...new Set([...own, ...providers])]
}

/** The ways above the form: federated providers. */
export function WaysAbove() {
  const { config, text } = usePage()
  const { methods, providers } = config
  if (providers.length === 0) return null
  return (
    <>
      <ProviderButtons of={ownFirst(config)} />
      {!methods.password && <Remember />}
      {(methods.password || methods.emailLink) && <p className="divider">{text('sign-in.or')}</p>}
    </>
  )
}

/** The ways below the form: a passkey, a link by email, where the form does not ask for it, and a phone number. */
export function WaysBelow() {
  const { config, text } = usePage()
  const { methods } = config
  return (
    <>
      {methods.passkey !== 'off' && <PasskeyWay />}
      {methods.emailLink && methods.password && (
        <p className="ways">
          <Link to="link">{text('sign-in.link')}</Link>
          <LastUsed way="link" name={text('sign-in.link')} />
        </p>
      )}
      {methods.phone && <PhoneWay isLink={methods.password || methods.emailLink} />}
    </>
  )
}
