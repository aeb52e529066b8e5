import { guessKind } from '../../../identity-platform/accounts/account-key.ts'
import type { UserRecord } from '../../../identity-platform/accounts/user-record.ts'
import { CommandError, EXIT } from '../../command-error.ts'
import { stripControls } from '../../safe-text.ts'
import { nameAccount } from '../account/find.ts'

const CAVEATS = {
  unreadable: 'the claims that the provider has are no JSON object',
  inexact: 'the claims hold numbers that cannot be kept exactly here'
} as const

/** How the claims of a record differ from what the provider has, safe for a terminal; null when they do not. */
export function describeCaveat(record: UserRecord): string | null {
  const { claimsCaveat } = record
  return claimsCaveat === undefined ? null : `${nameAccount(record)}: ${CAVEATS[claimsCaveat]}`
}

/** Claims that are not what the provider has must not be written back. Throws a `CommandError` that says what to do. */
export function requireExactClaims(record: UserRecord): void {
  const caveat = describeCaveat(record)
  if (caveat === null) return
  const { uid, claimsCaveat } = record
  const who = `${guessKind(uid) === 'uid' ? '' : '--by uid '}${stripControls(uid)}`
  const loss =
    claimsCaveat === 'unreadable' ? 'would overwrite them' : 'would alter claims that were not named'
  throw new CommandError(
    EXIT.failed,
    `${caveat}, and this change ${loss}; nothing was changed.
Take all claims away: gatehouse users update ${who} --clear claims
or write all of them anew, long numbers as text: gatehouse users update ${who} --claims JSON`
  )
}
