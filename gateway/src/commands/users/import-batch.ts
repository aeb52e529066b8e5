import { isPlainObject, parseJsonObject } from '../../config/json-members.ts'
import {
  type AccountChanges,
  checkChanges,
  checkNewAccount,
  type NewAccount,
  type ProviderLink
} from '../../identity-platform/accounts/account-fields.ts'
import type { Accounts } from '../../identity-platform/accounts/accounts.ts'
import type { UserRecord } from '../../identity-platform/accounts/user-record.ts'
import type { ProviderFailure } from '../../identity-platform/client/error-sorting.ts'
import { describeProblem, type Problem } from '../../problem.ts'
import type { ExistingPolicy } from '../command-line/command.ts'
import type { Line } from '../io.ts'
import type { Retry } from './bulk.ts'
import { checkNumbers } from './claims.ts'

export type LineResult =
  | { kind: 'created' | 'updated' | 'skipped'; ignoredFactors: number }
  | { kind: 'refused'; code: string; detail: string }

export interface BatchOptions {
  accounts: Accounts
  retry: Retry
  onExisting: ExistingPolicy
  /** Uids that an interrupted run may have created: they count as missing. */
  begun: ReadonlySet<string>
  /** Receives the uids to be created, before the first is. */
  onBegin: (uids: string[]) => void
}

type Lookup = Awaited<ReturnType<Accounts['lookUp']>>

/** A line before any change. `found`: null: no account with this uid. */
type Task =
  | { kind: 'invalid'; problem: Problem }
  | { kind: 'line'; line: ImportLine; found: Lookup | null; isOwn: boolean }

/**
 * Imports lines concurrently; each uid occurs at most once among them. Checks first which accounts exist: one that exists when
 * its creation is retried was created by this import, so it is completed rather than skipped.
 */
export async function importBatch(lines: readonly Line[], options: BatchOptions): Promise<LineResult[]> {
  const tasks = await allOrFirstError(lines.map(({ text }) => prepare(parseImportLine(text), options)))
  options.onBegin(
    tasks.flatMap((task) => (task.kind === 'line' && task.isOwn ? [task.line.account.uid] : []))
  )
  return await allOrFirstError(tasks.map((task) => perform(task, options)))
}

async function prepare(parsed: ParsedLine, { accounts, retry, begun }: BatchOptions): Promise<Task> {
  if (parsed.kind === 'invalid') return parsed
  const { line } = parsed
  const { uid } = line.account
  const result = await retry(() => accounts.lookUp({ uid }))
  const isMissing = result.kind === 'failed' && result.failure.code === 'USER_NOT_FOUND'
  return { kind: 'line', line, found: isMissing ? null : result, isOwn: isMissing || begun.has(uid) }
}

async function perform(task: Task, options: BatchOptions): Promise<LineResult> {
  if (task.kind === 'invalid')
    return { kind: 'refused', code: 'INVALID_LINE', detail: describeProblem(task.problem) }
  const { line, found, isOwn } = task
  if (found === null) return await createAccount(line, options)
  if (found.kind === 'failed') return refuse(found.failure)
  return isOwn
    ? await finishAccount(line, found.record, 'created', options)
    : await importExisting(line, found.record, options)
}

/** Splits lines into batches of at most `size` without duplicate uids. Skips empty lines. */
export async function* cutBatches(lines: AsyncIterable<Line>, size: number): AsyncGenerator<Line[], void> {
  let batch: Line[] = []
  let uids = new Set<string>()
  for await (const line of lines) {
    if (line.text?.trim() === '') continue
    const parsed = parseImportLine(line.text)
    const uid = parsed.kind === 'line' ? parsed.line.account.uid : null
    if (batch.length === size || (uid !== null && uids.has(uid))) {
      yield batch
      batch = []
      uids = new Set()
    }
    batch.push(line)
    if (uid !== null) uids.add(uid)
  }
  if (batch.length > 0) yield batch
}

async function createAccount(line: ImportLine, options: BatchOptions): Promise<LineResult> {
  const { accounts, retry } = options
  const creation = await retry(async (repeat) => {
    const result = await accounts.create(line.account)
    // The response to an earlier attempt was lost: the account exists, and is ours.
    const isOwn = repeat > 0 && 'failure' in result && result.failure.detail.includes('DUPLICATE_LOCAL_ID')
    return isOwn ? { kind: 'created' as const } : result
  })
  if (creation.kind === 'failed') return refuse(creation.failure)
  return await finishAccount(line, null, 'created', options)
}

async function importExisting(
  line: ImportLine,
  record: UserRecord,
  options: BatchOptions
): Promise<LineResult> {
  const { accounts, retry, onExisting } = options
  if (onExisting === 'skip') return { kind: 'skipped', ignoredFactors: 0 }
  if (onExisting === 'fail')
    return { kind: 'refused', code: 'ALREADY_EXISTS', detail: 'an account with this uid exists' }
  // What the line does not name stays.
  const { uid: _, ...changes } = line.account
  if (Object.keys(changes).length > 0) {
    const change = await retry(() => accounts.update(record.uid, changes))
    if (change.kind === 'failed') return refuse(change.failure)
  }
  return await finishAccount(line, record, 'updated', options)
}

/** Sets what creation cannot: claims and links that `record` lacks. */
async function finishAccount(
  line: ImportLine,
  record: UserRecord | null,
  kind: 'created' | 'updated',
  { accounts, retry }: BatchOptions
): Promise<LineResult> {
  const { account, links, customClaims, ignoredFactors } = line
  const isLinked = ({ providerId, uid }: { providerId: string; uid: string }) =>
    record?.providerData.some((known) => known.providerId === providerId && known.uid === uid) === true
  const rest: AccountChanges[] = links
    .filter((link) => !isLinked(link))
    .map((linkProvider) => ({ linkProvider }))
  // An empty object only matters if there may be claims.
  if (customClaims !== undefined && (record !== null || Object.keys(customClaims).length > 0))
    rest.push({ customClaims })
  for (const changes of rest) {
    const change = await retry(() => accounts.update(account.uid, changes))
    if (change.kind === 'failed')
      return refuse(change.failure, 'the account was created, but is incomplete: ')
  }
  return { kind, ignoredFactors }
}

function refuse({ code, detail }: ProviderFailure, before = ''): LineResult {
  return { kind: 'refused', code, detail: `${before}${detail}` }
}

/** All results; if one throws, its error, but only after the others have ended. */
async function allOrFirstError<T>(promises: Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(promises)
  return settled.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  })
}

export interface ImportLine {
  account: NewAccount & { uid: string }
  /** The same person at other identity providers. */
  links: ProviderLink[]
  /** Undefined: not given. */
  customClaims: Record<string, unknown> | undefined
  /** Second factors are not imported: the person enrols them again. */
  ignoredFactors: number
}

/** Members of a `UserRecord` that only the provider can set. */
const IGNORED = ['metadata', 'tokensValidAfterTime', 'passwordChangeTime', 'tenantId', 'multiFactor']
const TEXTS = ['uid', 'email', 'displayName', 'photoURL', 'phoneNumber', 'password'] as const
const FLAGS = ['emailVerified', 'disabled'] as const
const KNOWN = new Set<string>([
  ...TEXTS,
  ...FLAGS,
  ...IGNORED,
  'providerData',
  'customClaims',
  'claimsCaveat'
])
/** Providers implied by email address, password and phone number. */
const OWN_PROVIDERS = new Set(['password', 'phone'])

const CAVEAT_MESSAGE =
  'the export could not preserve the claims; correct customClaims and remove claimsCaveat'

type Members = Record<string, unknown>

/** `path` of a problem: the member; empty: the whole line. */
export type ParsedLine = { kind: 'line'; line: ImportLine } | { kind: 'invalid'; problem: Problem }

/** Parses a `UserRecord`, full or partial, with `password` in clear; null: not UTF-8. Reports the first problem. */
export function parseImportLine(text: string | null): ParsedLine {
  if (text === null) return invalid('', 'is not UTF-8')
  const members = parseJsonObject(text)
  if (members === null) return invalid('', 'is not a JSON object')
  const unknown = Object.keys(members).filter((name) => !KNOWN.has(name))
  if (unknown.length > 0) return invalid(unknown.join(', '), 'is not known')
  const { uid, ...rest } = readProfile(members)
  if (uid === undefined) return invalid('uid', 'is missing')
  const account = { uid, ...rest }
  const links = readLinks(members.providerData)
  if (links === null) return invalid('providerData', 'must be a list of objects with providerId and uid')
  const claims = members.customClaims ?? undefined
  const customClaims = claims === undefined || isPlainObject(claims) ? claims : null
  if (customClaims === null) return invalid('customClaims', 'must be an object')
  if (members.claimsCaveat !== undefined) return invalid('claimsCaveat', CAVEAT_MESSAGE)
  const later: AccountChanges[] = links.map((linkProvider) => ({ linkProvider }))
  if (customClaims !== undefined) later.push({ customClaims })
  const problem =
    checkNewAccount(account) ??
    later.map(checkChanges).find((found) => found !== null) ??
    (customClaims === undefined ? null : checkNumbers(text))
  if (problem !== null) return { kind: 'invalid', problem }
  const { multiFactor } = members
  const factors = isPlainObject(multiFactor) ? multiFactor.enrolledFactors : undefined
  const ignoredFactors = Array.isArray(factors) ? factors.length : 0
  return { kind: 'line', line: { account, links, customClaims, ignoredFactors } }
}

function invalid(path: string, message: string): ParsedLine {
  return { kind: 'invalid', problem: { path, message, hint: '' } }
}

/** The members present; their types are checked with the account's. */
function readProfile(members: Members): NewAccount {
  const given = [...TEXTS, ...FLAGS].filter((name) => (members[name] ?? null) !== null)
  return Object.fromEntries(given.map((name) => [name, members[name]]))
}

/** Null if malformed. */
function readLinks(value: unknown): ProviderLink[] | null {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) return null
  const links: ProviderLink[] = []
  for (const identity of value) {
    if (!isPlainObject(identity)) return null
    const { providerId, uid, email, displayName, photoURL } = identity
    if (typeof providerId !== 'string' || typeof uid !== 'string') return null
    if (OWN_PROVIDERS.has(providerId)) continue
    const link: ProviderLink = { providerId, uid }
    if (typeof email === 'string') link.email = email
    if (typeof displayName === 'string') link.displayName = displayName
    if (typeof photoURL === 'string') link.photoURL = photoURL
    links.push(link)
  }
  return links
}
