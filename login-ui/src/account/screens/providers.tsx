import { useState } from 'react'
import { providerName } from '../../lib/provider-name.ts'
import type { Provider } from '../../page-config.ts'
import { usePage } from '../../ui/page-context.tsx'
import { useAccount } from '../account-context.ts'
import { linkProvider, unlinkProvider } from '../changes/providers.ts'
import { isLastWayIn } from '../changes/ways-in.ts'
import { LastWay, type Way, WayRow } from '../ways/way-row.tsx'
import { WayScope } from '../ways/way-scope.tsx'
import { Guarded } from './guarded.tsx'
import type { AccountScreen } from './screens.ts'

/** The last request, by its result text. */
type Asked = 'account-ways.added' | 'account-ways.removed'

/** Federated providers, connected or available. */
function Providers() {
  const [asked, setAsked] = useState<Asked | null>(null)
  const list = (changing: Way['changing']) => (
    <ProviderList changing={changing} asked={asked} onAsk={setAsked} />
  )
  return (
    <Guarded action="providers" atOnce={false} meanwhile={list(null)}>
      {list}
    </Guarded>
  )
}

interface ProviderListProps extends Way {
  asked: Asked | null
  onAsk: (asked: Asked) => void
}

function ProviderList({ changing, asked, onAsk }: ProviderListProps) {
  const { config, text } = usePage()
  const { account } = useAccount()
  const known = config.providers.filter(({ id }) => account.may.providers.includes(id))
  const others = account.providers.filter(
    ({ id }) => id !== 'password' && id !== 'phone' && known.every((provider) => provider.id !== id)
  )

  function actionOf(provider: Provider, isConnected: boolean) {
    const { id } = provider
    const isLast = isConnected && isLastWayIn(id, account, config)
    const connect = () => {
      if (changing === null) return
      const { changes } = changing
      onAsk(isConnected ? 'account-ways.removed' : 'account-ways.added')
      changes.change(
        'providers',
        isConnected
          ? unlinkProvider({ calls: changes.calls, config, id })
          : linkProvider({ loadSdk: changes.loadSdk, provider })
      )
    }
    const words = text(isConnected ? 'account-ways.remove' : 'account-providers.connect')
    return { action: { id, words, waits: changing === null || isLast, onPress: connect }, isLast }
  }

  return (
    <WayScope action="providers" changing={changing} doneText={asked === null ? null : text(asked)}>
      <p>{text('account-providers.lead')}</p>
      <ul className="ways-list">
        {known.map((provider) => {
          const connected = account.providers.find(({ id }) => id === provider.id)
          const { action, isLast } = actionOf(provider, connected !== undefined)
          return (
            <WayRow
              key={provider.id}
              name={provider.name}
              detail={connected === undefined ? undefined : (connected.email ?? account.email)}
              action={action}
              remark={isLast ? <LastWay /> : undefined}
            />
          )
        })}
        {others.map(({ id, email }) => (
          <WayRow key={id} name={providerName(config, id)} detail={email} />
        ))}
      </ul>
    </WayScope>
  )
}

export const providersScreen: AccountScreen = {
  Body: Providers,
  heading: (_, text) => text('account-page.providers')
}
