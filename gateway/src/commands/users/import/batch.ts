import type { AccountChanges } from '../../../identity-platform/accounts/account-fields.ts'
import type { Accounts } from '../../../identity-platform/accounts/accounts.ts'
import type { UserRecord } from '../../../identity-platform/accounts/user-record.ts'
import type { ProviderFailure } from '../../../identity-platform/client/error-sorting.ts'
import type { Line } from '../bulk/lines.ts'
import type { Retry } from '../bulk/retry-policy.ts'
import { buildProfileChanges, type ImportLine, readImportLine } from './line.ts'

/** What to do with a line whose uid exists. */
export const EXISTING_POLICIES = ['skip', 'update', 'fail'] as const

export type ExistingPolicy = (typeof EXISTING_POLICIES)[number]

/** What became of a line. */
export type LineResult =
  | { kind: 'created' | 'updated' | 'skipped'; ignoredFactors: number }
  | { kind: 'refused'; code: string; detail: string }

/** A line that was read, before anything is asked. */
type Task = { number: number; line: ImportLine } | { number: number; complaint: string }

export interface BatchOptions {
  accounts: Accounts
  retry: Retry
  onExisting: ExistingPolicy
  /** Uids that an interrupted run may have made: they count as missing, whatever is there. */
  begun: ReadonlySet<string>
  /** Told which uids will be made, before the first is. */
  onBegin: (uids: string[]) => void
}

/**
 * Imports some lines at once, each uid at most once among them. Asks first which accounts exist: an account that is
 * there when its creation is repeated was then made by this import, and is finished rather than skipped.
 */
export async function importBatch(lines: readonly Line[], options: BatchOptions): Promise<LineResult[]> {
  const { accounts, retry, begun, onBegin } = options
  const tasks = lines.map(readTask)
  const records = await allOrFirstFault(
    tasks.map(async (task) => {
      if ('complaint' in task) return null
      const { uid } = task.line.account
      const result = await retry(() => accounts.lookUp({ uid }))
      if (result.kind === 'found' || result.failure.code !== 'USER_NOT_FOUND') return result
      return null
    })
  )
  const isOurs = (task: Task, index: number) =>
    'line' in task && (records[index] === null || begun.has(task.line.account.uid))
  onBegin(
    tasks.flatMap((task, index) => ('line' in task && isOurs(task, index) ? [task.line.account.uid] : []))
  )
  return await allOrFirstFault(
    tasks.map(async (task, index): Promise<LineResult> => {
      if ('complaint' in task) return { kind: 'refused', code: 'INVALID_LINE', detail: task.complaint }
      const found = records[index] ?? null
      if (found?.kind === 'failed') return refuse(found.failure)
      const record = found?.record ?? null
      if (record === null) return await createAccount(task.line, options)
      if (isOurs(task, index)) return await finishAccount(task.line, record, 'created', options)
      return await treatExisting(task.line, record, options)
    })
  )
}

/** Cuts lines into batches of at most `size`, none of which has a uid twice. Empty lines are left out. */
export async function* cutBatches(lines: AsyncIterable<Line>, size: number): AsyncGenerator<Line[], void> {
  let batch: Line[] = []
  let uids = new Set<string>()
  for await (const line of lines) {
    if (line.text?.trim() === '') continue
    const task = readTask(line)
    const uid = 'line' in task ? task.line.account.uid : null
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

function readTask({ number, text }: Line): Task {
  return { number, ...readImportLine(text) }
}

async function createAccount(line: ImportLine, options: BatchOptions): Promise<LineResult> {
  const { accounts, retry } = options
  const creation = await retry((repeat) =>
    accounts.create(line.account).then((result) =>
      // The answer to an earlier try was lost on its way: the account is there, and it is ours.
      repeat > 0 && result.kind === 'failed' && result.failure.detail.includes('DUPLICATE_LOCAL_ID')
        ? { kind: 'created' as const, uid: line.account.uid }
        : result
    )
  )
  if (creation.kind === 'failed') return refuse(creation.failure)
  return await finishAccount(line, null, 'created', options)
}

async function treatExisting(
  line: ImportLine,
  record: UserRecord,
  options: BatchOptions
): Promise<LineResult> {
  const { accounts, retry, onExisting } = options
  if (onExisting === 'skip') return { kind: 'skipped', ignoredFactors: 0 }
  if (onExisting === 'fail')
    return { kind: 'refused', code: 'ALREADY_EXISTS', detail: 'there is an account of this uid' }
  const changes = buildProfileChanges(line)
  if (changes !== null) {
    const change = await retry(() => accounts.update(record.uid, changes))
    if (change.kind === 'failed') return refuse(change.failure)
  }
  return await finishAccount(line, record, 'updated', options)
}

/** What cannot be said at the creation: claims and links, as far as `record` lacks them. */
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
  // An empty object says something only where there may be claims.
  if (customClaims !== undefined && (record !== null || Object.keys(customClaims).length > 0))
    rest.push({ customClaims })
  for (const changes of rest) {
    const change = await retry(() => accounts.update(account.uid, changes))
    if (change.kind === 'failed') return refuse(change.failure, 'the account exists, but not all of it: ')
  }
  return { kind, ignoredFactors }
}

function refuse({ code, detail }: ProviderFailure, before = ''): LineResult {
  return { kind: 'refused', code, detail: `${before}${detail}` }
}

/** All results; when one throws, its fault, but not before the others have ended. */
async function allOrFirstFault<T>(promises: Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(promises)
  return settled.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  })
}
