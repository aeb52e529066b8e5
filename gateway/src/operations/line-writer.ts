import type { DestinationStream, Logger } from 'pino'

/** A level that lines of requests are written at. */
export type LineLevel = 'debug' | 'info' | 'warn' | 'error'

/**
 * Writes log lines whose members are formatted already. There is one for every request, and pino's walk over an object of
 * thirty members costs five times as much as one template string.
 */
export interface LineWriter {
  isLevelEnabled(level: LineLevel): boolean
  /**
   * Writes `{level, time, …fields of every line, …members, msg}` as pino does. `members`: JSON, each with a comma before it,
   * as `quote` makes their strings; none of a name that is redacted.
   */
  write(level: LineLevel, members: string, message: string): void
  /** The same with `err` as the last member before the message. For defects: pino serializes all of it again. */
  writeWithError(level: LineLevel, members: string, err: unknown, message: string): void
}

/** Without control characters, quotation marks and backslashes: JSON as it is. */
const PLAIN = /^[^\u0000-\u001f"\\]*$/
const CONTROL = /[\u0000-\u001f]/
/** Where pino changes its way of escaping. */
const MAX_PLAIN_CHARS = 100

/** A JSON string, escaped as pino escapes it: lone surrogates of short strings are left to the encoder. */
export function quote(text: string): string {
  if (text.length > MAX_PLAIN_CHARS) return JSON.stringify(text)
  if (PLAIN.test(text)) return `"${text}"`
  return CONTROL.test(text) ? JSON.stringify(text) : `"${text.replace(/["\\]/g, '\\$&')}"`
}

export interface LineWriterOptions {
  /** Decides about levels, and writes what has an error. */
  logger: Logger
  destination: DestinationStream
  /** The time of a line as pino wants it: `,"time":"…"`. */
  timestamp: () => string
  /** Fields of every line. */
  base: object
}

/** A writer of the same lines as `logger`'s, which goes to the same destination. */
export function createLineWriter({ logger, destination, timestamp, base }: LineWriterOptions): LineWriter {
  const common = JSON.stringify(base).slice(1, -1)
  const fixed = common === '' ? '' : `,${common}`
  return {
    isLevelEnabled: (level) => logger.isLevelEnabled(level),
    write(level, members, message) {
      destination.write(`{"level":"${level}"${timestamp()}${fixed}${members},"msg":"${message}"}\n`)
    },
    writeWithError(level, members, err, message) {
      logger[level]({ ...JSON.parse(`{${members.slice(1)}}`), err }, message)
    }
  }
}
