import { existsSync, statSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { CommandError, EXIT, type ExitCode, interrupted, orInterrupted } from '../command-error.ts'
import { confirm, fileError, say, write } from '../io.ts'
import { type AccountCall, type Connection, readPages, toJsonLines, withAccounts } from './account.ts'
import {
  HOW_TO_RESUME,
  readState,
  removeState,
  type SavedState,
  stateFileOf,
  withProgress,
  writeState
} from './bulk.ts'

/** `gatehouse users export`. */
export const exportAccounts = withAccounts(
  async (call) => {
    const output = call.args.text('output')
    const connection = await call.connect()
    return output === undefined || output === '-'
      ? await exportToStdout(call, connection)
      : await exportToFile(call, connection, resolve(call.io.cwd, output))
  },
  { endsItself: true }
)

interface ExportState extends SavedState {
  kind: 'export'
  /** Where to resume; null: at the beginning. */
  nextPageToken: string | null
  users: number
  bytes: number
}

async function exportToStdout({ io }: AccountCall, { accounts }: Connection): Promise<ExitCode> {
  await withProgress(io, { noun: 'accounts', hasRoom: !io.isTTY.stdout }, async (progress) => {
    let users = 0
    for await (const { records } of readPages(io, accounts, {})) {
      // A reader may be slow.
      await orInterrupted(io.signal, write(io.stdout, toJsonLines(records)))
      users += records.length
      progress(users)
    }
  })
  return EXIT.done
}

async function exportToFile(
  { io, args }: AccountCall,
  { accounts, projectId, tenantId }: Connection,
  path: string
): Promise<ExitCode> {
  const statePath = stateFileOf(path)
  const owner = { kind: 'export', projectId, tenantId } as const
  const saved = readState(statePath, owner, isExportState)
  if (saved === null && existsSync(path)) await confirm(io, args, `Overwrite ${path}?`)
  const state: ExportState = saved ?? { ...owner, nextPageToken: null, users: 0, bytes: 0 }
  if (saved !== null) await say(io, `resuming after ${saved.users} accounts`)
  // Before the file: one without a state counts as finished.
  else writeState(statePath, state)
  const file = await openOutput(path, state)
  try {
    await withProgress(io, { noun: 'accounts', start: state.users }, async (progress) => {
      for await (const page of readPages(io, accounts, { pageToken: state.nextPageToken })) {
        state.bytes += await append(file, path, toJsonLines(page.records), state.bytes)
        state.users += page.records.length
        progress(state.users)
        // Saved after each page but the last: the state always names a page still to come.
        if (page.nextPageToken === null) return
        state.nextPageToken = page.nextPageToken
        // The state must not be ahead of the disk.
        await file.sync()
        writeState(statePath, state)
      }
    })
  } catch (err) {
    throw err instanceof CommandError ? adviseOnStop(err, statePath, state) : err
  } finally {
    await file.close()
  }
  removeState(statePath)
  await say(io, `exported ${state.users} accounts to ${path}`)
  return EXIT.done
}

function adviseOnStop({ exitCode, message }: CommandError, statePath: string, { users }: ExportState) {
  if (exitCode === EXIT.interrupted) return interrupted(HOW_TO_RESUME)
  const hint = /INVALID_PAGE_SELECTION/.test(message)
    ? `The provider no longer knows this export's position: delete ${statePath} to start over.`
    : `${users} accounts are in the file; ${HOW_TO_RESUME}.`
  return new CommandError(exitCode, `${message}\n${hint}`)
}

/** Opens the file for appending, with mode 0600. Existing content stays until there is a page. */
async function openOutput(path: string, { bytes }: ExportState): Promise<FileHandle> {
  const size = existsSync(path) ? statSync(path).size : 0
  if (size < bytes)
    throw new CommandError(
      EXIT.usage,
      `${path}: is shorter than when the export was interrupted; delete ${stateFileOf(path)} to start over`
    )
  try {
    const file = await open(path, 'a', 0o600)
    await file.chmod(0o600)
    return file
  } catch (err) {
    throw fileError(err, path, EXIT.failed)
  }
}

/** Returns the length of the text in bytes. `start`: where it belongs. */
async function append(file: FileHandle, path: string, text: string, start: number): Promise<number> {
  try {
    // Removes another export, or the page at which this one was interrupted.
    await file.truncate(start)
    await file.appendFile(text)
  } catch (err) {
    throw fileError(err, path, EXIT.failed)
  }
  return Buffer.byteLength(text)
}

function isExportState(value: object): value is ExportState {
  const { nextPageToken, users, bytes }: Partial<ExportState> = value
  return (
    (nextPageToken === null || typeof nextPageToken === 'string') &&
    Number.isSafeInteger(users) &&
    Number.isSafeInteger(bytes)
  )
}
