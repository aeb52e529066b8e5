import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** A command that stays, or its complaints, in text, if it ended before it printed anything. */
export type Background =
  | { kind: 'printed'; printed: string; pid: number | undefined; end(): void }
  | { kind: 'failed'; complaints: string }

/** Runs this program with other arguments as a process of its own. Resolves with its first output, which must be a single write. */
export async function startInBackground(args: readonly string[], cwd: string): Promise<Background> {
  const script = process.argv[1] ?? ''
  const child = spawn(process.execPath, [...process.execArgv, script, ...args], {
    cwd,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe']
  })
  const complaints = child.stderr.toArray()
  complaints.catch(() => {})
  const [printed] = await Promise.race([once(child.stdout, 'data'), once(child, 'close')])
  if (!Buffer.isBuffer(printed))
    return { kind: 'failed', complaints: Buffer.concat(await complaints).toString() }
  for (const stream of [child.stdout, child.stderr]) stream.destroy()
  child.unref()
  return { kind: 'printed', printed: printed.toString(), pid: child.pid, end: () => void child.kill() }
}
