import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { CommandError, EXIT, interrupted } from '../command-error.ts'
import type { Arguments } from '../command-line/command.ts'
import { type Io, tell } from '../io.ts'

/**
 * Asks for confirmation of an irreversible action; skipped with `--yes`. The prompt must be safe for a
 * terminal. Throws a `CommandError` unless the reply is yes, or if there is no terminal.
 */
export async function confirm(io: Io, args: Arguments, question: string): Promise<void> {
  if (args.flag('yes') === true) return
  if (!io.isTTY.stdin || !io.isTTY.stderr) {
    throw new CommandError(
      EXIT.notConfirmed,
      `not confirmed: ${question}\nThere is no terminal to prompt at; use --yes in scripts.`
    )
  }
  const response = await ask(io, `${question} Type yes to continue: `)
  if (response === null || !/^\s*(y|yes)\s*$/i.test(response)) {
    throw new CommandError(EXIT.notConfirmed, 'not confirmed; nothing was changed')
  }
}

/** One line of input; null at its end. Terminal echo and Ctrl-C stay enabled. */
async function ask(io: Io, question: string): Promise<string | null> {
  await tell(io.stderr, question)
  return await readLine(io, createInterface({ input: io.stdin, terminal: false }))
}

/** Prompts for hidden input; null at the end of input. */
export async function askHidden(io: Io, question: string): Promise<string | null> {
  await tell(io.stderr, question)
  // Readline echoes to nowhere and, in terminal mode, disables the terminal's own echo.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  try {
    return await readLine(io, createInterface({ input: io.stdin, output: nowhere, terminal: true }))
  } finally {
    await tell(io.stderr, '\n')
  }
}

function readLine(io: Io, lines: ReturnType<typeof createInterface>): Promise<string | null> {
  return new Promise<string | null>((resolve, reject) => {
    const stop = () => reject(interrupted())
    io.signal.addEventListener('abort', stop, { once: true })
    lines.once('SIGINT', stop)
    lines.once('line', resolve)
    lines.once('close', () => resolve(null))
  }).finally(() => lines.close())
}
