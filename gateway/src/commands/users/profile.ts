import { resolve } from 'node:path'
import type { AccountChanges, NewAccount } from '../../identity-platform/accounts/account-fields.ts'
import { CommandError, EXIT, wrongUsage } from '../command-error.ts'
import { type Arguments, CLEARABLE } from '../command-line/command.ts'
import { askHidden, confirm, type Io, readBeginning, stripControls, write } from '../io.ts'
import {
  describeFailure,
  findAccount,
  finishChange,
  nameAccount,
  providerError,
  readAsJson,
  withAccounts
} from './account.ts'
import { readClaims } from './claim-checks.ts'

/** `gatehouse users create`. */
export const create = withAccounts(async ({ io, args, connect }) => {
  const claims = readClaims(args)
  const uid = args.text('uid')
  const account: NewAccount = { ...(await readProfile(io, args)), ...(uid === undefined ? {} : { uid }) }
  if (Object.keys(account).length === 0)
    throw wrongUsage('at least one of --email, --phone or --uid is required')
  const { accounts } = await connect()
  const creation = await accounts.create(account)
  if (creation.kind === 'failed') throw providerError(creation.failure, 'creating the account')
  // The provider accepts no claims at creation.
  if (claims !== undefined) {
    const change = await accounts.update(creation.uid, { customClaims: claims })
    if (change.kind === 'failed') {
      const made = stripControls(creation.uid)
      throw new CommandError(
        EXIT.failed,
        `the account ${made} exists now, but WITHOUT its claims: ${describeFailure(change.failure)}\nTry again: gatehouse users claims set --by uid ${made} --json '…'`
      )
    }
  }
  const line = args.flag('json')
    ? await readAsJson(accounts, creation.uid, `the account ${creation.uid} exists; reading it`)
    : stripControls(creation.uid)
  await write(io.stdout, `${line}\n`)
  return EXIT.done
})

/** Cleared for good: their values are unknown here. */
const LOST_FOR_GOOD = ['password', 'second-factors']

/** `gatehouse users update`. */
export const update = withAccounts(async (call) => {
  const { io, args, connect } = call
  const cleared = readCleared(args)
  const claims = readClaims(args)
  const changes: AccountChanges = {
    ...(await readProfile(io, args)),
    ...(claims === undefined ? {} : { customClaims: claims }),
    ...Object.assign({}, ...cleared.map((name) => CLEARABLE[name]?.change))
  }
  if (Object.keys(changes).length === 0)
    throw wrongUsage('nothing to change: use an option such as --display-name TEXT')
  const { accounts } = await connect()
  const record = await findAccount(accounts, args)
  const lost = cleared.filter((name) => LOST_FOR_GOOD.includes(name))
  if (lost.length > 0)
    await confirm(io, args, `Remove ${lost.join(' and ')} of ${nameAccount(record)}? This cannot be undone.`)
  const change = await accounts.update(record.uid, changes)
  return await finishChange({ ...call, accounts, record }, change, `updated ${nameAccount(record)}`)
})

function readCleared(args: Arguments): string[] {
  const names = (args.text('clear') ?? '').split(',').map((name) => name.trim())
  const cleared = names.filter((name) => name !== '')
  for (const name of cleared) {
    const known = Object.hasOwn(CLEARABLE, name) ? CLEARABLE[name] : undefined
    if (known === undefined) throw wrongUsage(`--clear accepts: ${Object.keys(CLEARABLE).join(', ')}`)
    const isSet = known.setBy.some(
      (option) => args.text(option) !== undefined || args.flag(option) !== undefined
    )
    if (isSet) throw wrongUsage(`${name} cannot be cleared and set at once`)
  }
  return [...new Set(cleared)]
}

/** The given profile options. Reads the password, last of all. */
async function readProfile(io: Io, args: Arguments): Promise<Omit<NewAccount, 'uid' | 'secondFactors'>> {
  const options = {
    email: args.text('email'),
    emailVerified: args.flag('email-verified'),
    displayName: args.text('display-name'),
    photoURL: args.text('photo-url'),
    phoneNumber: args.text('phone'),
    disabled: args.flag('disabled'),
    password: await readPassword(io, args)
  }
  return Object.fromEntries(Object.entries<unknown>(options).filter(([, value]) => value !== undefined))
}

const MAX_PASSWORD_BYTES = 4096

/** The password of `--password-stdin` or `--password-file`; undefined if not given. Throws a `CommandError`. */
async function readPassword(io: Io, args: Arguments): Promise<string | undefined> {
  const file = args.text('password-file')
  const fromStdin = args.flag('password-stdin') === true
  if (file === undefined && !fromStdin) return undefined
  if (file !== undefined && fromStdin)
    throw wrongUsage('--password-stdin and --password-file cannot be combined')
  const text = await readPasswordText(io, file === undefined ? null : resolve(io.cwd, file))
  // Editors and `echo` add one newline; all else belongs to the password.
  const password = text.replace(/\r?\n$/, '')
  if (password === '') throw new CommandError(EXIT.usage, 'the password is empty')
  if (/[\r\n]/.test(password)) throw new CommandError(EXIT.usage, 'the password has more than one line')
  return password
}

/** `path`: null: standard input. */
async function readPasswordText(io: Io, path: string | null): Promise<string> {
  if (path === null && io.isTTY.stdin) return (await askHidden(io, 'Password: ')) ?? ''
  const text = await readBeginning(path ?? io.stdin, MAX_PASSWORD_BYTES + 1)
  if (text.length > MAX_PASSWORD_BYTES) throw new CommandError(EXIT.usage, 'the password is longer than 4 kB')
  return text.toString('utf8')
}
