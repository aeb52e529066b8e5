import type { PageConfig } from '../../page-config.ts'
import { lastWayIn } from '../account-problems.ts'
import { type Change, refusedChange } from './change.ts'
import { type ProviderCalls, tokensOf } from './provider-calls.ts'
import { isLastWayIn, readMeans, type SignInMeans } from './ways-in.ts'

interface Removal {
  calls: Pick<ProviderCalls, 'call'>
  /** The login page's configuration. */
  config: Pick<PageConfig, 'methods' | 'providers'>
  /** Its name in `waysIn`. */
  way: string
  isThere: (means: SignInMeans) => boolean
  /** What `accounts:update` is to remove. */
  wanted: { deleteProvider: string[] } | { deletePasskey: string[] }
}

/**
 * Removes a sign-in method, unless it is the last one. Reads the current methods first, since the provider
 * removes any. Two tabs doing this at the same moment can still remove two.
 * https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/update
 */
export function removeWayIn({ calls, config, way, isThere, wanted }: Removal): Change {
  return async ({ idToken }) => {
    const present = await readMeans(calls, idToken)
    if (present.kind === 'refused') return refusedChange(present)
    // Another tab was faster; the page reloads the account.
    if (!isThere(present.means)) return { kind: 'done' }
    if (isLastWayIn(way, present.means, config)) return { kind: 'refused', problem: lastWayIn }
    const answer = await calls.call('v1/accounts:update', { idToken, ...wanted, returnSecureToken: true })
    if (answer.kind === 'refused') return refusedChange(answer)
    return { kind: 'changed', tokens: tokensOf(answer.body), endsSession: false }
  }
}
