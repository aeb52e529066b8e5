/** Exit codes of the commands. The help of a command says what each means there. */
export const EXIT = {
  done: 0,
  /** Could not run: a port in use, a provider that cannot be reached or refuses, a file that cannot be written. */
  failed: 1,
  /** Wrong usage, wrong configuration, or an argument that the provider does not accept. */
  usage: 2,
  /** No such user, or no such claim. */
  notFound: 3,
  notConfirmed: 4,
  /** Some of several could not be done. */
  partly: 5,
  /** 128 + SIGINT. */
  interrupted: 130
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** Ends a command from wherever it is thrown. An empty message ends it without a word. */
export class CommandError extends Error {
  readonly exitCode: ExitCode
  /** Does the help text of the command help? */
  readonly seeHelp: boolean

  constructor(exitCode: ExitCode, message: string, { seeHelp = false } = {}) {
    super(message)
    this.exitCode = exitCode
    this.seeHelp = seeHelp
  }
}

/** The error for a command line that cannot be meant as it is written. `message` says what to write instead. */
export function wrongUsage(message: string): CommandError {
  return new CommandError(EXIT.usage, message, { seeHelp: true })
}

/** The error after Ctrl-C. `hint`: how to go on. */
export function interrupted(hint = ''): CommandError {
  return new CommandError(EXIT.interrupted, `interrupted${hint === '' ? '' : `; ${hint}`}`)
}

/** The result of a promise, unless Ctrl-C comes first or came before: that throws `interrupted(hint)` at once. */
export async function orInterrupted<T>(signal: AbortSignal, promise: Promise<T>, hint?: string): Promise<T> {
  let stop = () => {}
  const interruption = new Promise<never>((_resolve, reject) => {
    stop = () => reject(interrupted(hint))
  })
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    const result = await Promise.race([interruption, promise])
    if (signal.aborted) throw interrupted(hint)
    return result
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
