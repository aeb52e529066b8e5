import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { isPlainObject, parseJsonObject } from '../config/json-members.ts'
import type { Config, LogLevel } from '../config/schema/schema.ts'
import type { LogCondition } from './condition.ts'
import { createLogDestination } from './log-destination.ts'
import { createLineWriter, type LineDestination, type LineWriter } from './requests/request-logger.ts'

const STANDARD_OUTPUT = 1
/** Limit for flushing the log at process exit. */
const FLUSH_MS = 1000

/** Paths of secrets, in case a whole request or response is logged by mistake. */
const REDACTED = [
  'authorization',
  'cookie',
  'idToken',
  'refreshToken',
  'apiKey',
  'headers.authorization',
  'headers.cookie',
  'headers["set-cookie"]',
  'req.headers.authorization',
  'req.headers.cookie',
  'res.headers["set-cookie"]'
]

/** `projectId`: of the traces. `scheme`: of the visitors' URLs, such as `https`. */
type GoogleLineOptions = { projectId: string; scheme: string }

/** `json`: lines as they are made. */
export type LineFormat = 'json' | 'text' | GoogleLineOptions

/** Formats one line. `isSampled`: of its trace; undefined: unknown. */
type FormatLine = (line: string, isSampled?: boolean) => string

/** The format of a configuration's lines. */
export function lineFormatOf(config: Pick<Config, 'log' | 'identityPlatform' | 'publicUrl'>): LineFormat {
  const { log, identityPlatform, publicUrl } = config
  if (log.format !== 'google') return log.format
  const projectId = log.traceProjectId ?? identityPlatform.projectId
  return { projectId, scheme: new URL(publicUrl).protocol.slice(0, -1) }
}

/** A logger with a writer for request lines. */
export type GatewayLogger = Logger & { readonly lines: LineWriter }

export interface Log {
  logger: GatewayLogger
  /** Whether lines are written at once; see `createLogDestination`. */
  isPrompt: boolean
  /** Sets the line format; JSON until then. */
  setFormat(format: LineFormat): void
  /** Writes one or more complete lines unchanged. */
  writeLine(line: string): void
  /** Resolves when all lines so far are written, after 1 s at most. Never rejects. */
  flush(): Promise<void>
  /** For process exit: writes what can be written at once. Returns how many lines are lost. */
  writeRest(): number
  condition(): LogCondition
}

/**
 * Logs to standard output in the background, as JSON unless another format is set. Output problems never block or stop the
 * gateway: lines beyond the buffer (16 MiB) are dropped and replaced by a line `log lines lost` with their number. `stream`:
 * another destination, line by line. `onFailure`: called once if standard output cannot be written or is not read; `code` is
 * such as `ENOSPC`. `fields`: added to every line. `isPrompt`: see `createLogDestination`.
 */
export function createLog(
  level: LogLevel,
  stream?: DestinationStream,
  onFailure: (code: string) => void = () => {},
  { fields = {}, isPrompt = false }: { fields?: object; isPrompt?: boolean } = {}
): Log {
  const base = { service: 'gatehouse', ...fields }
  const timestamp = createTimestamp()
  const options: LoggerOptions = {
    level,
    base,
    timestamp,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: REDACTED, censor: '[redacted]' },
    // Fastify's names for request and response; headers are never logged.
    serializers: {
      req: (request: { method?: string }) => ({ method: request.method }),
      res: (reply: { statusCode?: number }) => ({ statusCode: reply.statusCode })
    }
  }
  const createLogger = (destination: LineDestination): GatewayLogger => {
    const logger = pino(options, destination)
    return Object.assign(logger, { lines: createLineWriter({ logger, destination, timestamp, base }) })
  }
  if (stream !== undefined) {
    const changedAtSeconds = Date.now() / 1000
    const { setFormat, write } = createLineFormat(stream)
    return {
      logger: createLogger({ write }),
      isPrompt,
      setFormat,
      writeLine: (line) => stream.write(line),
      flush: async () => {},
      writeRest: () => 0,
      condition: () => ({ lostLines: 0, isFailing: false, failure: null, changedAtSeconds })
    }
  }
  const destination = createLogDestination({
    fd: STANDARD_OUTPUT,
    isPrompt,
    onLost: (lines) => ownLogger.warn({ lines }, 'log lines lost'),
    onFailure
  })
  const { setFormat, write } = createLineFormat(destination)
  const logger = createLogger({ write })
  // At any level: the number of missing lines must be visible.
  const ownLogger = logger.child({}, { level: 'warn' })
  const { write: writeLine, writeRest, condition } = destination
  const flush = () => destination.flush(FLUSH_MS)
  return { logger, isPrompt, setFormat, writeLine, flush, writeRest, condition }
}

/** Sits between logger and destination, so the format can change while both stay. */
function createLineFormat(destination: DestinationStream): LineDestination & Pick<Log, 'setFormat'> {
  let format: FormatLine | null = null
  return {
    setFormat(next) {
      if (typeof next === 'object') format = createGoogleLines(next)
      else format = next === 'json' ? null : formatTextLine
    },
    write: (line, isSampled) => destination.write(format === null ? line : format(line, isSampled))
  }
}

/** The time of a line, `,"time":"2026-01-31T12:00:00.000Z"`; cached for a millisecond. */
function createTimestamp(): () => string {
  let madeAtMs = 0
  let text = ''
  return () => {
    const nowMs = Date.now()
    if (nowMs !== madeAtMs) {
      madeAtMs = nowMs
      text = `,"time":"${new Date(nowMs).toISOString()}"`
    }
    return text
  }
}

const CONTROLS = /\p{Cc}/gu
/** Values that need no quotes. */
const PLAIN = /^[^\s"=\\\p{Cc}]+$/u

/**
 * Formats JSON log lines for people: time, level and message, then all other members as `key=value`, those inside another as
 * `key.inner=value`. No visitor's input can look like a line or a member of its own. Other text is unchanged.
 */
function formatTextLine(line: string): string {
  const entry = parseJsonObject(line)
  if (entry === null) return line
  const { time, level, service: _service, msg, ...others } = entry
  const message = String(msg ?? '').replace(CONTROLS, ' ')
  return `${[time, String(level).toUpperCase().padEnd(5), message, ...listMembers(others)].join(' ')}\n`
}

function listMembers(node: object, within = ''): string[] {
  return Object.entries(node).flatMap(([key, value]) => {
    const name = `${within}${key.replace(/[\s"=\p{Cc}]/gu, '_')}`
    if (isPlainObject(value) && Object.keys(value).length > 0) return listMembers(value, `${name}.`)
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    const shown = PLAIN.test(text) ? text : JSON.stringify(text).replace(CONTROLS, '\ufffd')
    return [`${name}=${shown}`]
  })
}

/** https://cloud.google.com/logging/docs/reference/v2/rest/v2/LogEntry#logseverity */
const SEVERITIES: Readonly<Record<string, string>> = {
  trace: 'DEBUG',
  debug: 'DEBUG',
  info: 'INFO',
  warn: 'WARNING',
  error: 'ERROR',
  fatal: 'CRITICAL'
}

/**
 * Turns JSON log lines into those that Cloud Logging understands: a severity, the request as `httpRequest`, and its trace. All
 * other members stay. Other text is unchanged. https://cloud.google.com/logging/docs/structured-logging
 */
function createGoogleLines({ projectId, scheme }: GoogleLineOptions): FormatLine {
  const traces = `projects/${projectId}/traces/`
  return (text, isSampled) => {
    const line = parseJsonObject(text)
    if (line === null || typeof line.level !== 'string') return text
    const { level, time, msg, traceId, spanId, err, ...members } = line
    const isRequest = typeof members.status === 'number' && typeof members.ms === 'number'
    const request = isRequest ? takeRequest(members, scheme) : null
    return `${JSON.stringify({
      severity: SEVERITIES[level] ?? 'DEFAULT',
      time,
      message: msg,
      httpRequest: request?.httpRequest,
      ...(request?.rest ?? members),
      // The stack for Error Reporting.
      ...(err === undefined ? {} : { err, stack_trace: Object(err).stack }),
      ...(traceId === undefined
        ? {}
        : {
            'logging.googleapis.com/trace': `${traces}${traceId}`,
            'logging.googleapis.com/spanId': spanId,
            'logging.googleapis.com/trace_sampled': isSampled
          })
    })}\n`
  }
}

/**
 * The members of a request line that have a place in `httpRequest`, and the rest of them.
 * https://cloud.google.com/logging/docs/reference/v2/rest/v2/LogEntry#HttpRequest
 */
function takeRequest(members: Record<string, unknown>, scheme: string) {
  const { method, path, host, client, userAgent, status, bytesIn, bytesOut, ms, ...rest } = members
  return {
    httpRequest: {
      requestMethod: method,
      requestUrl: path === undefined ? undefined : host === undefined ? path : `${scheme}://${host}${path}`,
      status,
      requestSize: bytesIn === undefined ? undefined : String(bytesIn),
      responseSize: bytesOut === undefined ? undefined : String(bytesOut),
      userAgent,
      remoteIp: client,
      latency: `${(Number(ms) / 1000).toFixed(6)}s`
    },
    // For queries: the URL has them only together.
    rest: { host, path, ...rest }
  }
}
