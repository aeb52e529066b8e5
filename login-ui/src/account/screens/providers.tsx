import { useState } from 'react'
import { providerName } from '../../lib/provider-name.ts'
import type { Provider } from '../../page-config.ts'
import { usePage } from '../../ui/page-context.tsx'
import { ProviderIcon } from '../../ui/provider-button.tsx'
import { useAccount } from '../account-context.ts'
import { isLastWayIn, linkProvider, unlinkProvider } from '../changes/ways-in.ts'
import type { OwnAccount } from '../contract.ts'
import { askWay, LastWay } from '../rows/last-way.tsx'
import { ListRow, type RowAction } from '../rows/list-row.tsx'
import { type Asked, type Listing, ListScope } from '../rows/list-scope.tsx'
import { Guarded } from './guarded.tsx'
import type { AccountScreen } from './screens.ts'

/** Federated providers, connected or available. */
function Providers() {
  const [asked, setAsked] = useState<Asked | null>(null)
  const list = (changing: Listing['changing']) => (
    <ProviderList changing={changing} asked={asked} onAsk={setAsked} />
  )
  return (
    <Guarded action="providers" atOnce={false} meanwhile={list(null)}>
      {list}
    </Guarded>
  )
}

function ProviderList({ changing, asked, onAsk }: Listing) {
  const { config, text } = usePage()
  const { account } = useAccount()
  const known = config.providers.filter(({ id }) => account.may.providers.includes(id))
  const others = account.providers.filter(
    ({ id }) => id !== 'password' && id !== 'phone' && known.every((provider) => provider.id !== id)
  )

  function actionOf(provider: Provider, isConnected: boolean, isLast: boolean): RowAction {
    const { id } = provider
    const change = () => {
      if (changing === null) return
      const done = isConnected ? 'account-ways.removed' : 'account-providers.connected'
      onAsk({ id, name: provider.name, done })
      changing.changes.change('providers', isConnected ? unlinkProvider(id) : linkProvider(provider))
    }
    return {
      id,
      words: text(isConnected ? 'account-ways.remove' : 'account-providers.connect'),
      waits: changing === null || isLast,
      question: isConnected ? askWay(provider.name, account.session.provider === id, text) : undefined,
      onPress: change
    }
  }

  return (
    <ListScope action="providers" changing={changing} asked={asked}>
      <p>{text('account-providers.lead')}</p>
      <ul className="ways-list">
        {known.map((provider) => {
          const connected = account.providers.find(({ id }) => id === provider.id)
          const isLast = connected !== undefined && isLastWayIn(provider.id, account, config)
          return (
            <ListRow
              key={provider.id}
              icon={<ProviderIcon {...provider} />}
              name={provider.name}
              details={linesOf(connected, account)}
              action={actionOf(provider, connected !== undefined, isLast)}
              remark={isLast ? <LastWay /> : undefined}
            />
          )
        })}
        {others.map(({ id, email }) => (
          <ListRow
            key={id}
            icon={<ProviderIcon id={id} iconSrc={null} />}
            name={providerName(config, id)}
            details={linesOf({ email }, account)}
          />
        ))}
      </ul>
    </ListScope>
  )
}

/** The address at the provider; nothing for one that is not connected. */
function linesOf(connected: { email?: string | undefined } | undefined, account: OwnAccount): string[] {
  const email = connected && (connected.email ?? account.email)
  return email ? [email] : []
}

export const providersScreen: AccountScreen = {
  Body: Providers,
  heading: (_, text) => text('account-page.providers')
}
