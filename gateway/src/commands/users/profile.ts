import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import type { AccountChanges, NewAccount } from '../../identity-platform/accounts/account-fields.ts'
import { CommandError, EXIT, type ExitCode, wrongUsage } from '../command-error.ts'
import type { Arguments } from '../command-line/command.ts'
import { CLEARABLE } from '../command-line/options.ts'
import { fileError, type Io } from '../io.ts'
import { stripControls } from '../safe-text.ts'
import {
  changeAccount,
  describeFailure,
  findAccount,
  nameAccount,
  printChanged,
  providerError,
  readAgain
} from './account/account.ts'
import { type AccountCall, withAccounts } from './account/connection.ts'
import { readAccountClaims } from './claims/claim-checks.ts'
import { askHidden, confirm } from './prompt.ts'

/** `gatehouse users create`. */
export const create = withAccounts(runCreate)

async function runCreate(call: AccountCall): Promise<ExitCode> {
  const { io, args, connect } = call
  const claims = readAccountClaims(args)
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
  await printChanged(call, stripControls(creation.uid), async () => {
    const result = await accounts.lookUp({ uid: creation.uid })
    if (result.kind === 'failed')
      throw providerError(result.failure, `the account ${creation.uid} exists; reading it`)
    return result.record
  })
  return EXIT.done
}

/** Cleared for good: their values are unknown here. */
const LOST_FOR_GOOD = ['password', 'second-factors']

/** `gatehouse users update`. */
export const update = withAccounts(runUpdate)

async function runUpdate(call: AccountCall): Promise<ExitCode> {
  const { io, args, connect } = call
  const cleared = readCleared(args)
  const claims = readAccountClaims(args)
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
  await changeAccount(accounts, record, changes)
  await printChanged(call, `updated ${nameAccount(record)}`, () => readAgain(accounts, record))
  return EXIT.done
}

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
export async function readProfile(
  io: Io,
  args: Arguments
): Promise<Omit<NewAccount, 'uid' | 'secondFactors'>> {
  const profile: NewAccount = {}
  const email = args.text('email')
  const emailVerified = args.flag('email-verified')
  const displayName = args.text('display-name')
  const photoURL = args.text('photo-url')
  const phoneNumber = args.text('phone')
  const disabled = args.flag('disabled')
  if (email !== undefined) profile.email = email
  if (emailVerified !== undefined) profile.emailVerified = emailVerified
  if (displayName !== undefined) profile.displayName = displayName
  if (photoURL !== undefined) profile.photoURL = photoURL
  if (phoneNumber !== undefined) profile.phoneNumber = phoneNumber
  if (disabled !== undefined) profile.disabled = disabled
  const password = await readPassword(io, args)
  if (password !== null) profile.password = password
  return profile
}

const MAX_PASSWORD_BYTES = 4096

/** The password of `--password-stdin` or `--password-file`; null if not given. Throws a `CommandError`. */
async function readPassword(io: Io, args: Arguments): Promise<string | null> {
  const file = args.text('password-file')
  const fromStdin = args.flag('password-stdin') === true
  if (file === undefined && !fromStdin) return null
  if (file !== undefined && fromStdin)
    throw wrongUsage('--password-stdin and --password-file cannot be combined')
  const text =
    file === undefined ? await readPasswordInput(io) : await readPasswordFile(resolve(io.cwd, file))
  // Editors and `echo` add one newline; all else belongs to the password.
  const password = text.replace(/\r?\n$/, '')
  if (password === '') throw new CommandError(EXIT.usage, 'the password is empty')
  if (/[\r\n]/.test(password)) throw new CommandError(EXIT.usage, 'the password has more than one line')
  return password
}

async function readPasswordFile(path: string): Promise<string> {
  try {
    return await readShortText(createReadStream(path))
  } catch (err) {
    if (err instanceof CommandError) throw err
    throw fileError(err, path, EXIT.usage)
  }
}

async function readPasswordInput(io: Io): Promise<string> {
  if (io.isTTY.stdin) return (await askHidden(io, 'Password: ')) ?? ''
  return await readShortText(io.stdin)
}

/** Reads at most a password's length: a device may never end. */
async function readShortText(stream: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    chunks.push(Buffer.from(chunk))
    bytes += chunks.at(-1)?.length ?? 0
    if (bytes > MAX_PASSWORD_BYTES) throw new CommandError(EXIT.usage, 'the password is longer than 4 kB')
  }
  return Buffer.concat(chunks).toString('utf8')
}
