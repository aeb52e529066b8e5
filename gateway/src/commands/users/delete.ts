import { resolve } from 'node:path'
import { KEY_KINDS, type KeyKind, readKey } from '../../identity-platform/accounts/account-key.ts'
import type { Accounts } from '../../identity-platform/accounts/accounts.ts'
import type { UserRecord } from '../../identity-platform/accounts/user-record.ts'
import { CommandError, EXIT, type ExitCode, wrongUsage } from '../command-error.ts'
import { readChoice } from '../command-line/command.ts'
import { say, tell } from '../io.ts'
import { safeJson, stripControls } from '../safe-text.ts'
import { nameAccount, providerError } from './account/account.ts'
import { type AccountCall, withAccounts } from './account/connection.ts'
import { readLines } from './bulk/lines.ts'
import { startProgress } from './bulk/progress.ts'
import { confirm } from './prompt.ts'

/** How many are named before the question. */
const MAX_NAMED = 10

/** `gatehouse users delete`. */
export const deleteAccounts = withAccounts(run)

async function run(call: AccountCall): Promise<ExitCode> {
  const { io, args, connect } = call
  const by = readChoice(args, 'by', KEY_KINDS)
  const words = await readWords(call)
  const { accounts } = await connect()
  const { found, missing } = await lookUpAll(accounts, words, by)
  for (const word of missing) await say(io, `no such user: ${stripControls(word)}`)
  if (found.length === 0) return EXIT.notFound
  await confirm(io, args, describeForwardAuth(found))
  const progress = startProgress(io, { noun: 'deleted', total: found.length, hasRoom: !io.isTTY.stdout })
  let deleted = 0
  try {
    for (const record of found) {
      const change = await accounts.delete(record.uid)
      // Somebody else was faster, or an answer was lost: gone is gone.
      if (change.kind === 'failed' && change.failure.code !== 'USER_NOT_FOUND') {
        const { exitCode, message } = providerError(change.failure, nameAccount(record))
        throw new CommandError(exitCode, `${message}\n${deleted} of ${found.length} were deleted before.`)
      }
      deleted += 1
      progress.update(deleted)
      const line = args.flag('json')
        ? safeJson({ uid: record.uid, deleted: true })
        : `deleted ${nameAccount(record)}`
      await tell(io.stdout, `${line}\n`)
    }
  } finally {
    progress.stop()
  }
  return missing.length === 0 ? EXIT.done : EXIT.partly
}

async function readWords({ io, args }: AccountCall): Promise<string[]> {
  const from = args.text('from')
  const words = [...args.words]
  if (from !== undefined) {
    const lines = readLines(from === '-' ? io.stdin : resolve(io.cwd, from))
    for await (const { number, text } of lines) {
      if (text === null) throw new CommandError(EXIT.usage, `${from}: line ${number} is not UTF-8`)
      if (text.trim() !== '') words.push(text.trim())
    }
  } else if (words.length === 0) throw wrongUsage('say whom: gatehouse users delete <user>…, or --from FILE')
  if (words.length === 0) throw new CommandError(EXIT.usage, `${from}: names nobody`)
  return [...new Set(words)]
}

async function lookUpAll(
  accounts: Accounts,
  words: readonly string[],
  by: KeyKind | undefined
): Promise<{ found: UserRecord[]; missing: string[] }> {
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

function describeForwardAuth(records: readonly UserRecord[]): string {
  const [first] = records
  if (records.length === 1 && first !== undefined)
    return `Delete ${nameAccount(first)}? This cannot be undone.`
  const named = records.slice(0, MAX_NAMED).map((record) => `  ${nameAccount(record)}\n`)
  const more = records.length > MAX_NAMED ? `  and ${records.length - MAX_NAMED} more\n` : ''
  return `${named.join('')}${more}Delete these ${records.length} accounts? This cannot be undone.`
}
