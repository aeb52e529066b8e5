import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Logger } from 'pino'

/**
 * The logger of one request: a child of the gateway's, created on first use. Most requests never use it, as `LineWriter` writes
 * their line.
 */
export class RequestLogger implements FastifyBaseLogger {
  readonly #parent: FastifyBaseLogger
  readonly #requestId: string
  #child: FastifyBaseLogger | null = null

  /** `requestId`: a field of all its lines. */
  constructor(parent: FastifyBaseLogger, requestId: string) {
    this.#parent = parent
    this.#requestId = requestId
  }

  get level(): string {
    return this.#own.level
  }

  set level(level: string) {
    this.#own.level = level
  }

  trace(...args: unknown[]): void {
    this.#log('trace', args)
  }

  debug(...args: unknown[]): void {
    this.#log('debug', args)
  }

  info(...args: unknown[]): void {
    this.#log('info', args)
  }

  warn(...args: unknown[]): void {
    this.#log('warn', args)
  }

  error(...args: unknown[]): void {
    this.#log('error', args)
  }

  fatal(...args: unknown[]): void {
    this.#log('fatal', args)
  }

  silent(): void {}

  child(...args: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#own.child(...args)
  }

  get #own(): FastifyBaseLogger {
    this.#child ??= this.#parent.child({ requestId: this.#requestId })
    return this.#child
  }

  #log(level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal', args: unknown[]): void {
    const logger = this.#own
    Reflect.apply(logger[level], logger, args)
  }
}

/** Levels of request lines. */
export type LineLevel = 'debug' | 'info' | 'warn' | 'error'

/** Writes preformatted log lines. */
export interface LineWriter {
  /**
   * The beginning of a line of this level, as by pino: `{"level":…,"time":…` and the fields of every line. Null: the level is
   * disabled.
   */
  head(level: LineLevel): string | null
  /**
   * Writes a whole line, from `head` to line feed. Strings must come from `quote`; no member may need redaction.
   * `isSampled`: whether its trace is recorded.
   */
  write(line: string, isSampled?: boolean): void
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
  const isLong = text.length > MAX_PLAIN_CHARS
  if ((isLong ? PLAIN_LONG : PLAIN).test(text)) return text
  return isLong || CONTROL.test(text) ? JSON.stringify(text).slice(1, -1) : text.replace(/["\\]/g, '\\$&')
}

/** Receives complete lines, and of request lines in a trace whether that is recorded. */
export interface LineDestination {
  write(line: string, isSampled?: boolean): void
}

/** Writes the same lines as `logger`, to the same destination. `timestamp`, `base`: as of pino's options. */
export function createLineWriter({
  logger,
  destination,
  timestamp,
  base
}: {
  logger: Logger
  destination: LineDestination
  timestamp: () => string
  base: object
}): LineWriter {
  const common = JSON.stringify(base).slice(1, -1)
  const fixed = common === '' ? '' : `,${common}`
  let head = ''
  let headLevel: LineLevel | null = null
  let headTime = ''
  return {
    head(level) {
      if (!logger.isLevelEnabled(level)) return null
      const time = timestamp()
      if (level !== headLevel || time !== headTime) {
        head = `{"level":"${level}"${time}${fixed}`
        headLevel = level
        headTime = time
      }
      return head
    },
    write: destination.write,
    writeWithError(level, line, err) {
      const { level: _level, time: _time, msg, ...members } = JSON.parse(line)
      for (const name in base) delete members[name]
      logger[level]({ ...members, err }, msg)
    }
  }
}

const SESSION_ID_CHARS = 12

/** The account a line is about. */
interface Account {
  subject: string
  tenantId: string | null
}

/** An account, or a session of one. `bearer`: of the token that replaces a session. */
export type LoggedOwner = Account | (Account & { id: string; bearer?: { issuer: string } })

type AccountFields = Readonly<{ subject?: string; tenant?: string; sessionId?: string; issuer?: string }>

const NO_ACCOUNT: AccountFields = {}
const OF_SESSIONS = new WeakMap<LoggedOwner, { fields: AccountFields; members: string }>()

/** Log fields of the account, with the `sessionId` of a session, or the `issuer` of a bearer token. */
export const accountLogFields = (owner: LoggedOwner | null): AccountFields =>
  owner === null ? NO_ACCOUNT : describeOwner(owner).fields

/** The same as JSON members, each preceded by a comma. */
export const formatOwner = (owner: LoggedOwner): string => describeOwner(owner).members

/** Made once per cached session, not for each of its requests. */
function describeOwner(owner: LoggedOwner) {
  const known = OF_SESSIONS.get(owner)
  if (known !== undefined) return known
  const { subject, tenantId } = owner
  const fields = {
    subject,
    ...(tenantId !== null && { tenant: tenantId }),
    ...('id' in owner &&
      (owner.bearer === undefined ? { sessionId: hashSessionId(owner.id) } : { issuer: owner.bearer.issuer }))
  }
  const members = Object.entries(fields).map(([name, value]) => `,"${name}":${quote(value)}`)
  const described = { fields, members: members.join('') }
  if ('id' in owner) OF_SESSIONS.set(owner, described)
  return described
}

/** The id of a session in the log, which grants nothing. Alphanumeric: a leading `-` would make it a command's option. */
export function hashSessionId(id: string): string {
  return createHash('sha256').update(id).digest('base64url').replace(/[-_]/g, '').slice(0, SESSION_ID_CHARS)
}
