import type { PageConfig } from '../../page-config.ts'
import { lastWayIn } from '../account-problems.ts'
import { type Change, refusedChange } from './change.ts'
import { type ProviderCalls, tokensOf } from './provider-calls.ts'
import { isLastWayIn, readMeans, type SignInMeans } from './ways-in.ts'

interface Removal {
  calls: Pick<ProviderCalls, 'call'>
  /** What the login page offers. */
  config: Pick<PageConfig, 'methods' | 'providers'>
  /** Its name among the ways in. */
  way: string
  isThere: (means: SignInMeans) => boolean
  /** What `accounts:update` is asked to take away. */
  wanted: { deleteProvider: string[] } | { deletePasskey: string[] }
}

/**
 * Takes a way in away, unless it is the last one. What is there is asked for right before, as the provider takes anything away. Two
 * tabs that do this in the same moment can still take away two.
 * https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/update
 */
export function removeWayIn({ calls, config, way, isThere, wanted }: Removal): Change {
  return async ({ idToken }) => {
    const present = await readMeans(calls, idToken)
    if (present.kind === 'refused') return refusedChange(present)
    // Another tab was faster: the page reads the account again.
    if (!isThere(present.means)) return { kind: 'done' }
    if (isLastWayIn(way, present.means, config)) return { kind: 'refused', problem: lastWayIn }
    const answer = await calls.call('v1/accounts:update', { idToken, ...wanted, returnSecureToken: true })
    if (answer.kind === 'refused') return refusedChange(answer)
    return { kind: 'changed', tokens: tokensOf(answer.body), endsSession: false }
  }
}
