import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { CommandError, EXIT, interrupted } from '../../src/commands/command-error.ts'
import { type Io, writeQuietly } from '../../src/commands/io.ts'

/** Asks before an irreversible action, unless `--yes`. `question`: safe for a terminal. Throws a `CommandError` without a yes. */
export async function confirm(
  io: Io,
  args: { flag(name: 'yes'): boolean | undefined },
  question: string
): Promise<void> {
  if (args.flag('yes') === true) return
  if (!io.isTTY.stdin || !io.isTTY.stderr) {
    throw new CommandError(
      EXIT.notConfirmed,
      `not confirmed: ${question}\nThere is no terminal to prompt at; use --yes in scripts.`
    )
  }
  await writeQuietly(io.stderr, `${question} Type yes to continue: `)
  // Terminal echo and Ctrl-C stay enabled.
  const response = await readLine(io, createInterface({ input: io.stdin, terminal: false }))
  if (response === null || !/^\s*(y|yes)\s*$/i.test(response)) {
    throw new CommandError(EXIT.notConfirmed, 'not confirmed; nothing was changed')
  }
}

/** Prompts for hidden input; null at the end of input. */
export async function askHidden(io: Io, question: string): Promise<string | null> {
  await writeQuietly(io.stderr, question)
  // Readline echoes to nowhere and, in terminal mode, disables the terminal's own echo.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  try {
    return await readLine(io, createInterface({ input: io.stdin, output: nowhere, terminal: true }))
  } finally {
    await writeQuietly(io.stderr, '\n')
  }
}

/** One line of input; null at its end. */
function readLine(io: Io, lines: ReturnType<typeof createInterface>): Promise<string | null> {
  return new Promise<string | null>((resolve, reject) => {
    const stop = () => reject(interrupted())
    io.signal.addEventListener('abort', stop, { once: true })
    lines.once('SIGINT', stop)
    lines.once('line', resolve)
    lines.once('close', () => resolve(null))
  }).finally(() => lines.close())
}
