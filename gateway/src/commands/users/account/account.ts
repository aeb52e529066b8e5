import type { AccountChanges } from '../../../identity-platform/accounts/account-fields.ts'
import { KEY_KINDS, readKey } from '../../../identity-platform/accounts/account-key.ts'
import type { Accounts } from '../../../identity-platform/accounts/accounts.ts'
import type { UserRecord } from '../../../identity-platform/accounts/user-record.ts'
import type { ProviderFailure } from '../../../identity-platform/client/error-sorting.ts'
import { CommandError, EXIT, type ExitCode } from '../../command-error.ts'
import { type Arguments, type Call, readChoice } from '../../command-line/command.ts'
import { write } from '../../io.ts'
import { safeJson, stripControls } from '../../safe-text.ts'

/** The account named by the first argument. Throws a `CommandError` if there is none. */
export async function findAccount(accounts: Accounts, args: Arguments): Promise<UserRecord> {
  const word = args.words[0] ?? ''
  const result = await accounts.lookUp(readKey(word, readChoice(args, 'by', KEY_KINDS)))
  if (result.kind === 'found') return result.record
  throw providerError(result.failure, stripControls(word))
}

/** A short description of an account, safe for a terminal: uid, and email or phone. */
export function nameAccount({ uid, email, phoneNumber }: UserRecord): string {
  const known = email ?? phoneNumber
  return stripControls(known === null ? uid : `${uid} (${known})`)
}

/** Throws a `CommandError` on failure. */
export async function changeAccount(
  accounts: Accounts,
  record: UserRecord,
  changes: AccountChanges
): Promise<void> {
  const change = await accounts.update(record.uid, changes)
  if (change.kind === 'failed') throw providerError(change.failure, nameAccount(record))
}

/** Reads the account again. Throws a `CommandError` on failure. */
export async function readAgain(accounts: Accounts, record: UserRecord): Promise<UserRecord> {
  const result = await accounts.lookUp({ uid: record.uid })
  if (result.kind === 'found') return result.record
  throw providerError(result.failure, `${nameAccount(record)} was changed; reading it again`)
}

/** Prints a changed account: the whole record with `--json`, otherwise `text`, which must be safe for a terminal. */
export async function printChanged(
  { io, args }: Call,
  text: string,
  readRecord: () => Promise<UserRecord>
): Promise<void> {
  await write(io.stdout, args.flag('json') ? `${safeJson(await readRecord())}\n` : `${text}\n`)
}

/** The error for a failed call. `doing`: the attempted action, such as `reading alice`. */
export function providerError(failure: ProviderFailure, doing: string): CommandError {
  return new CommandError(exitCodeOf(failure), `${doing}: ${describeFailure(failure)}`)
}

/** A failed call as text, safe for a terminal. */
export function describeFailure(failure: ProviderFailure): string {
  const { hint, retryAfterSeconds } = failure
  const lines = [`${subjectOf(failure)}: ${stripControls(failure.detail)}`]
  if (hint !== undefined) {
    lines.push(`  probable cause: ${stripControls(hint.cause)}`, `  what to do: ${stripControls(hint.fix)}`)
  }
  if (retryAfterSeconds !== undefined) lines.push(`  try again in ${retryAfterSeconds} s`)
  return lines.join('\n')
}

function exitCodeOf({ kind, code }: ProviderFailure): ExitCode {
  if (code === 'USER_NOT_FOUND') return EXIT.notFound
  return kind === 'caller' ? EXIT.usage : EXIT.failed
}

function subjectOf({ kind, code }: ProviderFailure): string {
  if (code === 'USER_NOT_FOUND') return 'no such user'
  if (kind === 'temporary') return 'the provider is unavailable or over its quota'
  if (kind === 'configuration') return 'the provider rejects these credentials or this project'
  return kind === 'caller' ? 'wrong argument' : 'the provider rejects the call'
}
