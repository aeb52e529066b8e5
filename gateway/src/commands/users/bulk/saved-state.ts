import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { CommandError, EXIT } from '../../command-error.ts'
import { fileError } from '../../io.ts'
import type { Connection } from '../account.ts'

/** Saved progress of a long command, for resuming. */
export interface SavedState {
  kind: 'export' | 'import'
  projectId: string
  tenantId: string | null
}

/** The progress file beside `file`. */
export function stateFileOf(file: string): string {
  return `${file}.progress`
}

/** Null: none saved. Throws a `CommandError` for the state of another command, project or tenant. */
export function readState<S extends SavedState>(
  path: string,
  expected: Pick<Connection, 'projectId' | 'tenantId'> & { kind: S['kind'] },
  isState: (value: object) => value is S
): S | null {
  let state: unknown
  try {
    state = JSON.parse(readFileSync(path, 'utf8'))
  } catch (err) {
    if (err instanceof Error && 'code' in err && err.code === 'ENOENT') return null
    if (!(err instanceof SyntaxError)) throw fileError(err, path, EXIT.usage)
  }
  const wrong = (reason: string) =>
    new CommandError(EXIT.usage, `${path}: ${reason}; delete it to start over`)
  if (typeof state !== 'object' || state === null || Reflect.get(state, 'kind') !== expected.kind)
    throw wrong(`is not the state of an unfinished ${expected.kind}`)
  if (!isState(state)) throw wrong('cannot be read')
  if (state.projectId !== expected.projectId || state.tenantId !== expected.tenantId)
    throw wrong('belongs to another project or tenant')
  return state
}

/** Saves progress atomically. */
export function writeState(path: string, state: SavedState): void {
  try {
    const draft = `${path}.tmp`
    writeFileSync(draft, `${JSON.stringify(state)}\n`, { mode: 0o600, flush: true })
    renameSync(draft, path)
  } catch (err) {
    throw fileError(err, path, EXIT.failed)
  }
}

/** Deletes the progress file: the command is done. */
export function removeState(path: string): void {
  rmSync(path, { force: true })
}
