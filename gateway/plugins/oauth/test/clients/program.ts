import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Teardown } from '../../../../test/fixtures/provider/stand-in.ts'

/** What a client program says: one JSON object a line. */
export interface Said {
  kind: string
  [name: string]: unknown
}

export type ClientProgram = ReturnType<typeof startClient>

export interface ClientProgramOptions {
  folder: string
  env?: Record<string, string>
}

/** Starts a client that says a JSON object a line; it ends with the checks. */
export function startClient(
  t: Teardown,
  [program, ...args]: readonly [string, ...string[]],
  { folder, env = {} }: ClientProgramOptions
) {
  const child = spawn(program, args, { cwd: folder, env: { PATH: process.env.PATH ?? '', ...env } })
  t.teardown(() => child.kill('SIGKILL'))
  let complaints = ''
  child.stderr.on('data', (chunk) => {
    complaints += chunk
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()

  /** The next line. Rejects with what it complained of if it ends. */
  async function next(): Promise<Said> {
    const line = await lines.next()
    if (line.done === true) throw new Error(`${program} ended: ${complaints}`)
    return JSON.parse(line.value)
  }
  return {
    next,
    /** The next line of this kind, after others. */
    async nextOf(kind: string): Promise<Said> {
      for (;;) {
        const said = await next()
        if (said.kind === kind) return said
        if (said.kind === 'failed') throw new Error(String(said.message))
      }
    },
    ask: (line: string) => void child.stdin.write(`${line}\n`)
  }
}
