import type { AccountChanges } from '../../identity-platform/accounts/account-fields.ts'
import type { Accounts } from '../../identity-platform/accounts/accounts.ts'
import type { UserRecord } from '../../identity-platform/accounts/user-record.ts'
import { EXIT, type ExitCode, providerError, wrongUsage } from '../command-error.ts'
import type { Arguments } from '../command-line/arguments.ts'
import type { Call, Command } from '../command-line/command.ts'
import { BY_OPTION, JSON_OPTION, YES_OPTION } from '../command-line/options.ts'
import { findAccount, nameAccount } from './account/find.ts'
import { PROFILE_OPTIONS, readClaims, readProfile } from './account/profile.ts'
import { printChanged } from './get.ts'
import { confirm } from './prompt.ts'

/** What `--clear` takes: its word -> the option that sets the same, and the change. */
const CLEARABLE: Readonly<Record<string, { option: string; change: AccountChanges }>> = {
  email: { option: 'email', change: { email: null } },
  'display-name': { option: 'display-name', change: { displayName: null } },
  'photo-url': { option: 'photo-url', change: { photoURL: null } },
  phone: { option: 'phone', change: { phoneNumber: null } },
  password: { option: 'password-stdin', change: { password: null } },
  claims: { option: 'claims', change: { customClaims: null } },
  'second-factors': { option: 'second-factors', change: { secondFactors: null } }
}
/** Nobody here knows what these were. */
const LOST_FOR_GOOD = ['password', 'second-factors']

/** `gatehouse users update`. */
export const update: Command = {
  name: 'users update',
  words: '<user>',
  wordCount: [1, 1],
  summary: 'change an account; asks before a password or second factors are cleared',
  details: 'A new e-mail address or password ends every session of the account.',
  options: [
    ...PROFILE_OPTIONS,
    { name: 'claims', value: 'JSON', about: 'ALL custom claims, an object (claims set merges)' },
    { name: 'clear', value: 'A,B', about: `take away: ${Object.keys(CLEARABLE).join(', ')}` },
    BY_OPTION,
    JSON_OPTION,
    YES_OPTION
  ],
  run
}

async function run(call: Call): Promise<ExitCode> {
  const { io, args, connect } = call
  const cleared = readCleared(args)
  const claims = readClaims(args, 'claims')
  const changes: AccountChanges = {
    ...(await readProfile(io, args)),
    ...(claims === undefined ? {} : { customClaims: claims }),
    ...Object.assign({}, ...cleared.map((name) => CLEARABLE[name]?.change))
  }
  if (Object.keys(changes).length === 0)
    throw wrongUsage('nothing to change: say what, such as --display-name TEXT')
  const { accounts } = await connect()
  const record = await findAccount(accounts, args)
  const lost = cleared.filter((name) => LOST_FOR_GOOD.includes(name))
  if (lost.length > 0)
    await confirm(
      io,
      args,
      `Take away ${lost.join(' and ')} of ${nameAccount(record)}? This cannot be undone.`
    )
  await changeAccount(accounts, record, changes)
  await printChanged(call, `updated ${nameAccount(record)}`, () => readAgain(accounts, record))
  return EXIT.done
}

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

function readCleared(args: Arguments): string[] {
  const names = (args.text('clear') ?? '').split(',').map((name) => name.trim())
  const cleared = names.filter((name) => name !== '')
  for (const name of cleared) {
    const known = Object.hasOwn(CLEARABLE, name) ? CLEARABLE[name] : undefined
    if (known === undefined) throw wrongUsage(`--clear takes some of: ${Object.keys(CLEARABLE).join(', ')}`)
    const isSet = args.text(known.option) !== undefined || args.flag(known.option) !== undefined
    if (isSet || (name === 'password' && args.text('password-file') !== undefined))
      throw wrongUsage(`${name} cannot be cleared and set at once: keep one`)
  }
  return [...new Set(cleared)]
}
