import { KEY_KINDS, readKey } from '../../../identity-platform/accounts/account-key.ts'
import type { Accounts } from '../../../identity-platform/accounts/accounts.ts'
import type { UserRecord } from '../../../identity-platform/accounts/user-record.ts'
import { type Arguments, readChoice } from '../../command-line/arguments.ts'
import { stripControls } from '../../safe-text.ts'
import { providerError } from './provider-error.ts'

/** The account that the first word of a command line means. Throws a `CommandError` when there is none. */
export async function findAccount(accounts: Accounts, args: Arguments): Promise<UserRecord> {
  const word = args.words[0] ?? ''
  const result = await accounts.lookUp(readKey(word, readChoice(args, 'by', KEY_KINDS)))
  if (result.kind === 'found') return result.record
  throw providerError(result.failure, stripControls(word))
}

/** An account in a few words, safe for a terminal: the uid, and what a person knows it by. */
export function nameAccount({ uid, email, phoneNumber }: UserRecord): string {
  const known = email ?? phoneNumber
  return stripControls(known === null ? uid : `${uid} (${known})`)
}
