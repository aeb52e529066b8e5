import { KEY_KINDS, readKey } from '../../../identity-platform/accounts/account-key.ts'
import type { Accounts } from '../../../identity-platform/accounts/accounts.ts'
import type { AccountChange } from '../../../identity-platform/accounts/own-account.ts'
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

/**
 * Ends a command that changes an account: prints the whole record, read again, with `--json`, otherwise
 * `text`, which must be safe for a terminal. Throws a `CommandError` if the change failed.
 */
export async function finishChange(
  { io, args }: Call,
  {
    accounts,
    record,
    change,
    text
  }: { accounts: Accounts; record: UserRecord; change: AccountChange; text: string }
): Promise<ExitCode> {
  if (change.kind === 'failed') throw providerError(change.failure, nameAccount(record))
  const line = args.flag('json')
    ? await readAsJson(accounts, record.uid, `${nameAccount(record)} was changed; reading it again`)
    : text
  await write(io.stdout, `${line}\n`)
  return EXIT.done
}

/** The record as JSON. `doing`: for the error. Throws a `CommandError` on failure. */
export async function readAsJson(accounts: Accounts, uid: string, doing: string): Promise<string> {
  const result = await accounts.lookUp({ uid })
  if (result.kind === 'failed') throw providerError(result.failure, doing)
  return safeJson(result.record)
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
