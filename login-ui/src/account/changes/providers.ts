import { problemOf } from '../../auth/errors.ts'
import type { LoadSdk } from '../../auth/sdk-contract.ts'
import type { PageConfig, Provider } from '../../page-config.ts'
import { type Change, refusedChange } from './change.ts'
import { freshAccount } from './fresh-account.ts'
import type { ProviderCalls } from './provider-calls.ts'
import { removeWayIn } from './removal.ts'

interface Link {
  loadSdk: LoadSdk
  provider: Provider
}

/**
 * Connects a federated provider: whoever signs in at it, in a window of its own, opens this account from now on. Never by redirect:
 * the SDK would keep the tokens of the account in the browser's storage meanwhile.
 */
export function linkProvider({ loadSdk, provider }: Link): Change {
  return async (proof) => {
    const fresh = await freshAccount(loadSdk, proof)
    if (fresh.kind === 'refused') return refusedChange(fresh)
    const answer = await fresh.account.link(provider)
    if (answer.kind === 'refused') {
      // Another tab was faster: the page reads the account again.
      if (answer.code === 'auth/provider-already-linked') return { kind: 'done' }
      return refusedChange(answer, {
        'auth/email-already-in-use': problemOf('auth/credential-already-in-use'),
        'auth/popup-blocked': problemOf('page/window-blocked'),
        // The SDK's word for a script of the provider that the browser blocks.
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

/** Disconnects a federated provider, unless nobody would get in any more. */
export function unlinkProvider({ calls, config, id }: Unlink): Change {
  return removeWayIn({
    calls,
    config,
    way: id,
    isThere: ({ providers }) => providers.some((one) => one.id === id),
    wanted: { deleteProvider: [id] }
  })
}
