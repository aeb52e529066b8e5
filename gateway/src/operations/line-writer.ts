import type { DestinationStream, Logger } from 'pino'

/** A level that lines of requests are written at. */
export type LineLevel = 'debug' | 'info' | 'warn' | 'error'

/**
 * Writes log lines that are formatted already. There is one for every request, and pino's walk over an object of thirty members
 * costs five times as much as joining strings.
 */
export interface LineWriter {
  isLevelEnabled(level: LineLevel): boolean
  /** How a line of this level begins, as by pino: `{"level":…,"time":…` and the fields of every line. */
  head(level: LineLevel): string
  /** Writes a line from its `head` to its line feed. Strings are as `quote` makes them; no member is of a name that is redacted. */
  write(line: string): void
  /** The same with `err` as the last member before the message. For defects: pino serializes all of it again. */
  writeWithError(level: LineLevel, line: string, err: unknown): void
}

/** Without control characters, quotation marks and backslashes: JSON as it is. */
const PLAIN = /^[^\u0000-\u001f"\\]*$/
/** Without lone surrogates either. */
const PLAIN_LONG = /^[^\u0000-\u001f"\\\ud800-\udfff]*$/
const CONTROL = /[\u0000-\u001f]/
/** Where pino changes its way of escaping. */
const MAX_PLAIN_CHARS = 100

/** A JSON string, escaped as pino escapes it: lone surrogates of short strings are left to the encoder. */
export function quote(text: string): string {
  return `"${escapeText(text)}"`
}

/** What is between the quotation marks of `quote`. Nearly always the same string, and then no new one is made. */
export function escapeText(text: string): string {
  if (text.length > MAX_PLAIN_CHARS) return PLAIN_LONG.test(text) ? text : withoutQuotes(JSON.stringify(text))
  if (PLAIN.test(text)) return text
  return CONTROL.test(text) ? withoutQuotes(JSON.stringify(text)) : text.replace(/["\\]/g, '\\$&')
}

function withoutQuotes(json: string): string {
  return json.slice(1, -1)
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
  let head = ''
  let headLevel: LineLevel | null = null
  let headTime = ''
  return {
    isLevelEnabled: (level) => logger.isLevelEnabled(level),
    head(level) {
      const time = timestamp()
      if (level !== headLevel || time !== headTime) {
        head = `{"level":"${level}"${time}${fixed}`
        headLevel = level
        headTime = time
      }
      return head
    },
    write: (line) => void destination.write(line),
    writeWithError(level, line, err) {
      const { level: _level, time: _time, msg, ...members } = JSON.parse(line)
      for (const name in base) delete members[name]
      logger[level]({ ...members, err }, msg)
    }
  }
}
