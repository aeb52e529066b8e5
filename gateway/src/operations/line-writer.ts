import type { DestinationStream, Logger } from 'pino'

/** Levels of request lines. */
export type LineLevel = 'debug' | 'info' | 'warn' | 'error'

/**
 * Writes preformatted log lines. There is one per request, and pino takes five times as long to walk an
 * object of thirty members as to join strings.
 */
export interface LineWriter {
  isLevelEnabled(level: LineLevel): boolean
  /** The beginning of a line of this level, as by pino: `{"level":…,"time":…` and the fields of every line. */
  head(level: LineLevel): string
  /** Writes a whole line, from `head` to line feed. Strings must come from `quote`; no member may need redaction. */
  write(line: string): void
  /** The same with `err` as the last member before the message. For defects: pino serializes the line again. */
  writeWithError(level: LineLevel, line: string, err: unknown): void
}

/** Needs no escaping in JSON: no control characters, quotes or backslashes. */
const PLAIN = /^[^\u0000-\u001f"\\]*$/
/** Nor lone surrogates. */
const PLAIN_LONG = /^[^\u0000-\u001f"\\\ud800-\udfff]*$/
const CONTROL = /[\u0000-\u001f]/
/** Length at which pino escapes differently. */
const MAX_PLAIN_CHARS = 100

/** A JSON string, escaped like pino does it: lone surrogates of short strings are left to the encoder. */
export function quote(text: string): string {
  return `"${escapeText(text)}"`
}

/** The inside of `quote`. Usually returns the same string without copying. */
export function escapeText(text: string): string {
  if (text.length > MAX_PLAIN_CHARS) return PLAIN_LONG.test(text) ? text : withoutQuotes(JSON.stringify(text))
  if (PLAIN.test(text)) return text
  return CONTROL.test(text) ? withoutQuotes(JSON.stringify(text)) : text.replace(/["\\]/g, '\\$&')
}

function withoutQuotes(json: string): string {
  return json.slice(1, -1)
}

export interface LineWriterOptions {
  /** Decides about levels, and writes lines with an error. */
  logger: Logger
  destination: DestinationStream
  /** The time of a line as pino expects it: `,"time":"…"`. */
  timestamp: () => string
  /** Fields of every line. */
  base: object
}

/** Writes the same lines as `logger`, to the same destination. */
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
