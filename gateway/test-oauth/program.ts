import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Teardown } from '../test/fixtures/provider/stand-in.ts'

/** What a client program says: one JSON object a line. */
export interface Said {
  kind: string
  [name: string]: unknown
}

export interface ClientProgram {
  /** The next line. Rejects with what it complained of if it ends. */
  next(): Promise<Said>
  /** The next line of this kind, after others. */
  nextOf(kind: string): Promise<Said>
  ask(line: string): void
}

export interface ClientProgramOptions {
  folder: string
  env?: Record<string, string>
}

/** Starts a client that says a JSON object a line; it ends with the checks. */
export function startClient(
  t: Teardown,
  [program, ...args]: readonly [string, ...string[]],
  { folder, env = {} }: ClientProgramOptions
): ClientProgram {
  const child = spawn(program, args, { cwd: folder, env: { PATH: process.env.PATH ?? '', ...env } })
  t.teardown(() => child.kill('SIGKILL'))
  let complaints = ''
  child.stderr.on('data', (chunk) => {
    complaints += chunk
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()

  async function next(): Promise<Said> {
    const line = await lines.next()
    if (line.done === true) throw new Error(`${program} ended: ${complaints}`)
    return JSON.parse(line.value)
  }
  return {
    next,
    async nextOf(kind) {
      for (;;) {
        const said = await next()
        if (said.kind === kind) return said
        if (said.kind === 'failed') throw new Error(String(said.message))
      }
    },
    ask: (line) => void child.stdin.write(`${line}\n`)
  }
}
