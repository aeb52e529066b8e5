import { resolve } from 'node:path'
import { CommandError, EXIT, wrongUsage } from '../../src/commands/command-error.ts'
import { type Arguments, readChoice } from '../../src/commands/command-line/command.ts'
import {
  type Io,
  readBeginning,
  readLines,
  safeJson,
  stripControls,
  write,
  writeQuietly,
  writeStderr
} from '../../src/commands/io.ts'
import { describeFailure, providerError } from '../../src/commands/provider.ts'
import {
  type Accounts,
  KEY_KINDS,
  type KeyKind,
  readKey
} from '../../src/identity-platform/accounts/accounts.ts'
import type { UserRecord } from '../../src/identity-platform/accounts/user-record.ts'
import { type AccountCall, nameAccount, readAsJson, withAccounts } from './account.ts'
import { readClaims } from './claims.ts'
import { type Changes, CLEARABLE } from './fields.ts'
import { askHidden, confirm } from './prompts.ts'

/** `gatehouse users create`. */
export const create = withAccounts(async ({ io, args, connect }) => {
  const claims = readClaims(args)
  const uid = args.text('uid')
  const profile = await readProfile(io, args)
  if (uid === undefined && Object.keys(profile).length === 0)
    throw wrongUsage('at least one of --email, --phone or --uid is required')
  const { accounts } = await connect()
  const creation = await accounts.create(uid, profile)
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
export const update = withAccounts(async ({ io, args, find }) => {
  const cleared = readCleared(args)
  const claims = readClaims(args)
  const changes: Changes = {
    ...(await readProfile(io, args)),
    ...(claims === undefined ? {} : { customClaims: claims }),
    ...Object.fromEntries(cleared.map((word) => [CLEARABLE.get(word), null]))
  }
  if (Object.keys(changes).length === 0)
    throw wrongUsage('nothing to change: use an option such as --display-name TEXT')
  const { accounts, record, who, finish } = await find()
  const lost = cleared.filter((name) => LOST_FOR_GOOD.includes(name))
  if (lost.length > 0)
    await confirm(io, args, `Remove ${lost.join(' and ')} of ${who}? This cannot be undone.`)
  return await finish(await accounts.update(record.uid, changes), `updated ${who}`)
})

/** Words of `--clear`. */
function readCleared(args: Arguments): string[] {
  const words = (args.text('clear') ?? '').split(',').map((word) => word.trim())
  const cleared = new Set(words.filter((word) => word !== ''))
  for (const word of cleared) {
    if (!CLEARABLE.has(word)) throw wrongUsage(`--clear accepts: ${[...CLEARABLE.keys()].join(', ')}`)
    if (isSet(args, word)) throw wrongUsage(`${word} cannot be cleared and set at once`)
  }
  return [...cleared]
}

function isSet(args: Arguments, word: string): boolean {
  if (word === 'second-factors') return false
  if (word !== 'password') return args.text(word) !== undefined
  return args.text('password-file') !== undefined || args.flag('password-stdin') !== undefined
}

/** The given profile options. Reads the password, last of all. */
async function readProfile(io: Io, args: Arguments): Promise<Changes> {
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

/** Accounts listed before the prompt. */
const MAX_NAMED = 10

/** `gatehouse users delete`. */
export const deleteAccounts = withAccounts(async (call) => {
  const { io, args, connect } = call
  const words = await readWords(call)
  const { accounts } = await connect()
  const { found, missing } = await lookUpAll(accounts, words, readChoice(args, 'by', KEY_KINDS))
  for (const word of missing) await writeStderr(io, `no such user: ${stripControls(word)}`)
  if (found.length === 0) return EXIT.notFound
  await confirm(io, args, describeQuestion(found))
  let deleted = 0
  for (const record of found) {
    const change = await accounts.delete(record.uid)
    // Deleted meanwhile, or a response was lost.
    if (change.kind === 'failed' && change.failure.code !== 'USER_NOT_FOUND') {
      const { exitCode, message } = providerError(change.failure, nameAccount(record))
      throw new CommandError(exitCode, `${message}\n${deleted} of ${found.length} were deleted.`)
    }
    deleted += 1
    const line = args.flag('json')
      ? safeJson({ uid: record.uid, deleted: true })
      : `deleted ${nameAccount(record)}`
    await writeQuietly(io.stdout, `${line}\n`)
  }
  return missing.length === 0 ? EXIT.done : EXIT.partly
})

async function readWords({ io, args }: AccountCall): Promise<string[]> {
  const from = args.text('from')
  const words = [...args.words]
  if (from !== undefined) {
    const lines = readLines(from === '-' ? io.stdin : resolve(io.cwd, from))
    for await (const { number, text } of lines) {
      if (text === null) throw new CommandError(EXIT.usage, `${from}: line ${number} is not UTF-8`)
      if (text.trim() !== '') words.push(text.trim())
    }
  } else if (words.length === 0)
    throw wrongUsage('no users given: use gatehouse users delete <user>…, or --from FILE')
  if (words.length === 0) throw new CommandError(EXIT.usage, `${from}: contains no users`)
  return [...new Set(words)]
}

async function lookUpAll(
  accounts: Pick<Accounts, 'lookUp'>,
  words: readonly string[],
  by: KeyKind | undefined
) {
  const found = new Map<string, UserRecord>()
  const missing: string[] = []
  for (const word of words) {
    const result = await accounts.lookUp(readKey(word, by))
    if (result.kind === 'found') found.set(result.record.uid, result.record)
    else if (result.failure.code === 'USER_NOT_FOUND') missing.push(word)
    else throw providerError(result.failure, `${stripControls(word)}: nothing was deleted`)
  }
  return { found: [...found.values()], missing }
}

function describeQuestion(records: readonly UserRecord[]): string {
  const [first] = records
  if (records.length === 1 && first !== undefined)
    return `Delete ${nameAccount(first)}? This cannot be undone.`
  const named = records.slice(0, MAX_NAMED).map((record) => `  ${nameAccount(record)}\n`)
  const more = records.length > MAX_NAMED ? `  and ${records.length - MAX_NAMED} more\n` : ''
  return `${named.join('')}${more}Delete these ${records.length} accounts? This cannot be undone.`
}

/** `gatehouse users get`. */
export const get = withAccounts(async ({ io, args, find }) => {
  const { record } = await find()
  await write(io.stdout, args.flag('json') ? `${safeJson(record)}\n` : describeAccount(record))
  return EXIT.done
})

function describeAccount(record: UserRecord): string {
  const { metadata, customClaims = {}, providerData, multiFactor, passkeys = [] } = record
  const factors = multiFactor.enrolledFactors.map(({ factorId, displayName, phoneNumber }) =>
    [factorId, displayName ?? phoneNumber].filter((part) => part !== null).join(' ')
  )
  const lines: [string, string][] = [
    ['uid', record.uid],
    ['email', record.email === null ? '-' : `${record.email}${record.emailVerified ? ' (verified)' : ''}`],
    ['name', record.displayName ?? '-'],
    ['photo', record.photoURL ?? '-'],
    ['phone', record.phoneNumber ?? '-'],
    ['disabled', record.disabled ? 'yes' : 'no'],
    ['tenant', record.tenantId ?? '-'],
    ['created', metadata.creationTime ?? '-'],
    ['last sign-in', metadata.lastSignInTime ?? 'never'],
    ['last refresh', metadata.lastRefreshTime ?? '-'],
    ['revoked before', record.tokensValidAfterTime ?? '-'],
    ['providers', providerData.map(({ providerId, uid }) => `${providerId} (${uid})`).join(', ') || '-'],
    ['second factors', factors.join(', ') || '-'],
    ['passkeys', passkeys.map(({ id, name }) => `${name ?? '-'} (${shorten(id)})`).join(', ') || '-'],
    ['custom claims', safeJson(customClaims)]
  ]
  return lines.map(([name, value]) => `${name.padEnd(16)}${stripControls(value)}\n`).join('')
}

/** A unique prefix. A leading `-` becomes `+`, its other spelling in base64, or a command would read it as an option. */
function shorten(id: string): string {
  const shown = id.replace(/^-/, '+')
  return shown.length > 12 ? `${shown.slice(0, 12)}…` : shown
}

/** `gatehouse users revoke`. */
export const revoke = withAccounts(async ({ io, args, find }) => {
  const { accounts, record, who, finish } = await find()
  await confirm(io, args, `End every session of ${who}? This cannot be undone.`)
  return await finish(await accounts.revoke(record.uid, io.now()), `revoked every session of ${who}`)
})

const setDisabled = (disabled: boolean, done: string) =>
  withAccounts(async ({ find }) => {
    const { accounts, record, who, finish } = await find()
    return await finish(await accounts.update(record.uid, { disabled }), `${done} ${who}`)
  })

/** `gatehouse users disable`. */
export const disable = setDisabled(true, 'disabled')

/** `gatehouse users enable`. */
export const enable = setDisabled(false, 'enabled')

const MIN_ID_CHARS = 6

/** `gatehouse users passkeys remove`. */
export const removePasskeys = withAccounts(async ({ io, args, find }) => {
  const [, wanted] = args.words
  const isAll = args.flag('all') === true
  if (isAll === (wanted !== undefined))
    throw wrongUsage('no passkey given: use an id from the list, or --all')
  const { accounts, record, who, finish } = await find()
  const { passkeys = [] } = record
  const removed = passkeys.filter(({ id }) => wanted === undefined || isMeant(id, wanted))
  if (removed.length === 0) throw new CommandError(EXIT.notFound, `${who} has no such passkey`)
  if (!isAll && removed.length > 1) throw wrongUsage('several ids begin like that: use more characters')
  const what = stripControls(removed.map(({ name, id }) => name ?? id).join(', '))
  await confirm(io, args, `Remove ${what} of ${who}? This cannot be undone.`)
  const change = await accounts.update(record.uid, { removePasskeys: removed.map(({ id }) => id) })
  return await finish(change, `removed ${what} of ${who}`)
})

/** Whether this id starts with `wanted`, in either base64 alphabet. */
function isMeant(id: string, wanted: string): boolean {
  const plain = (text: string) =>
    text
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replace(/[=…]+$/, '')
  return plain(wanted).length >= MIN_ID_CHARS && plain(id).startsWith(plain(wanted))
}
