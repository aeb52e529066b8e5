import { useMemo } from 'react'
import { thisPasskeyBrowser } from '../../auth/passkey-browser.ts'
import { providerName } from '../../lib/provider-name.ts'
import type { Provider } from '../../page-config.ts'
import { usePage } from '../../ui/page-context.tsx'
import { ProviderIcon } from '../../ui/way-icons.tsx'
import { useAccount } from '../account-context.ts'
import { addPasskey, removePasskey } from '../changes/passkeys.ts'
import { isLastWayIn, linkProvider, passkeyWay, unlinkProvider } from '../changes/ways-in.ts'
import type { OwnAccount } from '../contract.ts'
import { longDate, RowIcon } from '../overview/section.tsx'
import { askWay, ListRow, lastWay, type RowAction } from '../rows/list-row.tsx'
import { changeIn, GuardedList, type Listing, ListScope } from '../rows/list-scope.tsx'
import { TaskButton } from '../task.tsx'
import { Finished } from './guarded.tsx'
import type { AccountScreen } from './screens.ts'
import { SecondStep } from './second-step.tsx'

/** Federated providers, connected or available. */
function ProviderList(listing: Listing) {
  const { changing, asked } = listing
  const changeWay = changeIn(listing, 'providers')
  const { config, text } = usePage()
  const { account } = useAccount()
  const known = config.providers.filter(({ id }) => account.may.providers.includes(id))
  const others = account.providers.filter(
    ({ id }) => id !== 'password' && id !== 'phone' && known.every((provider) => provider.id !== id)
  )

  function actionOf(provider: Provider, isConnected: boolean, isLast: boolean): RowAction {
    const { id } = provider
    // A connected one is announced on the overview.
    const done = isConnected ? 'account-ways.removed' : null
    return {
      id,
      words: text(isConnected ? 'account-ways.remove' : 'account-providers.connect'),
      waits: changing === null || isLast,
      question: isConnected ? askWay(provider.name, account.session.provider === id, text) : undefined,
      onPress: () =>
        changeWay(
          { id, name: provider.name, done },
          isConnected ? unlinkProvider(id) : linkProvider(provider)
        )
    }
  }

  return (
    <ListScope action="providers" changing={changing} asked={asked}>
      <p>{text('account-providers.lead')}</p>
      {changing?.state.done === 'providers' && asked?.done === null && (
        <Finished page="providers" words="account-providers.connected" slots={{ name: asked.name }} />
      )}
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
              remark={isLast ? lastWay(text) : undefined}
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

/** The account's passkeys. */
function PasskeyList(listing: Listing) {
  const { changing, asked } = listing
  const { config, text } = usePage()
  const { account } = useAccount()
  // The session does not say which one it began with.
  const isInUse = account.passkeys.length === 1 && account.session.provider === 'passkey'
  const begun = longDate(config.locale, account.session.startedAt)
  const change = changeIn(listing, 'passkeys')
  return (
    <ListScope action="passkeys" changing={changing} asked={asked}>
      <p>{text('passkey.lead')}</p>
      {account.passkeys.length > 0 && (
        <ul className="ways-list">
          {account.passkeys.map(({ id, name }) => {
            const isLast = isLastWayIn(passkeyWay(id), account, config)
            const shown = name ?? text('passkey.device')
            return (
              <ListRow
                key={id}
                icon={<RowIcon kind="passkey" />}
                name={shown}
                // All that is known: the provider keeps no times.
                details={isInUse ? [text('account-sessions.used', { date: begun })] : []}
                action={{
                  id,
                  words: text('account-ways.remove'),
                  waits: changing === null || isLast,
                  question: askWay(shown, isInUse, text),
                  onPress: () =>
                    change({ id, name: shown, done: 'account-passkeys.removed' }, removePasskey(id))
                }}
                remark={isLast ? lastWay(text) : undefined}
              />
            )
          })}
        </ul>
      )}
      {changing !== null && <AddPasskey {...listing} />}
    </ListScope>
  )
}

/** One of this device, named after where it is kept. Browser only: depends on the device's abilities and name. */
function AddPasskey(listing: Listing) {
  const { text } = usePage()
  const { account } = useAccount()
  const browser = useMemo(thisPasskeyBrowser, [])
  if (!browser.isSupported()) return <p>{text('account-passkeys.none')}</p>
  const names = account.passkeys.map(({ name }) => name)
  const askedFor = (authenticator: string | null) => ({
    id: 'add',
    name: nextName(authenticator ?? browser.deviceName() ?? text('passkey.device'), names),
    done: 'account-ways.added' as const
  })
  const nameBy = (authenticator: string | null) => {
    const asked = askedFor(authenticator)
    listing.onAsk(asked)
    return asked.name
  }
  return (
    <div className="buttons needs-script">
      <TaskButton
        name="add"
        primary={names.length === 0}
        onPress={() => changeIn(listing, 'passkeys')(askedFor(null), addPasskey(nameBy))}
      >
        {text('passkey.add')}
      </TaskButton>
    </div>
  )
}

/** `name`, with a number if it is taken: `Linux`, `Linux 2`. */
export function nextName(name: string, taken: readonly (string | null)[]): string {
  for (let count = 1; ; count++) {
    const numbered = count === 1 ? name : `${name} ${count}`
    if (!taken.includes(numbered)) return numbered
  }
}

/** One file for providers, second steps and passkeys. */
export const wayScreens = {
  providers: {
    Body: () => <GuardedList action="providers">{(listing) => <ProviderList {...listing} />}</GuardedList>,
    heading: (_, text) => text('account-page.providers')
  },
  'second-step': { Body: SecondStep, heading: (_, text) => text('account-second-step.heading') },
  passkeys: {
    Body: () => <GuardedList action="passkeys">{(listing) => <PasskeyList {...listing} />}</GuardedList>,
    heading: (_, text) => text('account-page.passkeys')
  }
} satisfies Record<string, AccountScreen>
