import { problemOf } from '../../auth/errors.ts'
import type { LoadSdk } from '../../auth/sdk-contract.ts'
import type { PageConfig, Provider } from '../../page-config.ts'
import { type Change, refusedChange } from './change.ts'
import { freshAccount } from './fresh-account.ts'
import type { ProviderCalls } from './provider-calls.ts'
import { removeWayIn } from './ways-in.ts'

/**
 * Connects a federated provider through a popup: its sign-in then opens this account. Never by redirect, for
 * which the SDK would keep the account's tokens in browser storage.
 */
export function linkProvider({ loadSdk, provider }: { loadSdk: LoadSdk; provider: Provider }): Change {
  return async (proof) => {
    const fresh = await freshAccount(loadSdk, proof)
    if (fresh.kind === 'refused') return refusedChange(fresh)
    const answer = await fresh.account.link(provider)
    if (answer.kind === 'refused') {
      // Another tab was faster; the page reloads the account.
      if (answer.code === 'auth/provider-already-linked') return { kind: 'done' }
      return refusedChange(answer, {
        'auth/email-already-in-use': problemOf('auth/credential-already-in-use'),
        'auth/popup-blocked': problemOf('page/window-blocked'),
        // The SDK's code if the browser blocks a provider script.
        'auth/internal-error': problemOf('page/provider-blocked', null, { provider: provider.name })
      })
    }
    const tokens = await fresh.account.tokens()
    return { kind: 'changed', tokens: tokens.kind === 'tokens' ? tokens : null, endsSession: false }
  }
}

interface Unlink {
  calls: Pick<ProviderCalls, 'call'>
  config: Pick<PageConfig, 'methods' | 'providers'>
  /** Id of the provider. */
  id: string
}

/** Disconnects a federated provider, unless it is the last way to sign in. */
export function unlinkProvider({ calls, config, id }: Unlink): Change {
  return removeWayIn({
    calls,
    config,
    way: id,
    isThere: ({ providers }) => providers.some((one) => one.id === id),
    wanted: { deleteProvider: [id] }
  })
}
