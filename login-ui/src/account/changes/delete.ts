import { deletionOff, unconfirmed } from '../account-problems.ts'
import { type Change, refusedChange } from './change.ts'
import type { ProviderCalls } from './provider-calls.ts'

interface Deletion {
  calls: Pick<ProviderCalls, 'call'>
  typed: string
  /** What must be typed: the account's address, or a word if it has none. */
  expected: string
}

/**
 * Deletes the account permanently, if the project allows it.
 * https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/delete
 */
export function deleteAccount({ calls, typed, expected }: Deletion): Change {
  return async ({ idToken }) => {
    const isMeant = typed.trim().toLowerCase() === expected.toLowerCase()
    if (!isMeant) return { kind: 'refused', problem: unconfirmed }
    const answer = await calls.call('v1/accounts:delete', { idToken })
    if (answer.kind === 'answered') return { kind: 'deleted' }
    return refusedChange(answer, {
      'auth/admin-restricted-operation': deletionOff,
      'auth/operation-not-allowed': deletionOff
    })
  }
}
