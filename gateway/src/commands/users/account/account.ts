import type { AccountChanges } from '../../../identity-platform/accounts/account-fields.ts'
import type { Accounts } from '../../../identity-platform/accounts/accounts.ts'
import type { UserRecord } from '../../../identity-platform/accounts/user-record.ts'
import type { Call } from '../../command-line/command.ts'
import { write } from '../../io.ts'
import { safeJson } from '../../safe-text.ts'
import { nameAccount } from './find.ts'
import { providerError } from './provider-error.ts'

/** Changes an account. Throws a `CommandError` when that fails. */
export async function changeAccount(
  accounts: Accounts,
  record: UserRecord,
  changes: AccountChanges
): Promise<void> {
  const change = await accounts.update(record.uid, changes)
  if (change.kind === 'failed') throw providerError(change.failure, nameAccount(record))
}

/** The account as it is now. Throws a `CommandError` when it cannot be read. */
export async function readAgain(accounts: Accounts, record: UserRecord): Promise<UserRecord> {
  const result = await accounts.lookUp({ uid: record.uid })
  if (result.kind === 'found') return result.record
  throw providerError(result.failure, `${nameAccount(record)} was changed; reading it again`)
}

/** Prints what became of an account: the whole record with `--json`, else `text`, safe for a terminal. */
export async function printChanged(
  { io, args }: Call,
  text: string,
  readRecord: () => Promise<UserRecord>
): Promise<void> {
  await write(io.stdout, args.flag('json') ? `${safeJson(await readRecord())}\n` : `${text}\n`)
}
