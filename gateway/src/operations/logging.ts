import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { isPlainObject, parseJsonObject } from '../config/json-members.ts'
import type { Config, LogLevel } from '../config/schema/schema.ts'
import type { LogCondition } from './condition.ts'
import { createLogDestination } from './log-destination.ts'
import { createLineWriter, type LineWriter } from './requests/request-line.ts'

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

export type Log = ReturnType<typeof createLog>

/** Logs to standard output in the background, see `createLogDestination`, or line by line to `stream`; as JSON unless another format is set. */
export function createLog(
  level: LogLevel,
  stream?: DestinationStream,
  onFailure: (code: string) => void = () => {},
  { fields = {}, isPrompt = false }: { fields?: object; isPrompt?: boolean } = {}
) {
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
  const destination =
    stream === undefined
      ? createLogDestination({
          fd: STANDARD_OUTPUT,
          isPrompt,
          // At any level: the number of missing lines must be visible.
          onLost: (lines) => logger.child({}, { level: 'warn' }).warn({ lines }, 'log lines lost'),
          onFailure
        })
      : writeAtOnce(stream)
  const { setFormat, write } = createLineFormat(destination)
  const pinoLogger = pino(options, { write })
  const lines = createLineWriter(pinoLogger, { write }, timestamp, base)
  const logger: GatewayLogger = Object.assign(pinoLogger, { lines })
  return {
    logger,
    /** Whether lines are written at once; see `createLogDestination`. */
    isPrompt,
    /** Sets the line format; JSON until then. */
    setFormat,
    /** Writes one or more complete lines unchanged. */
    writeLine: (line: string): void => destination.write(line),
    /** Resolves when all lines so far are written, after 1 s at most. Never rejects. */
    flush: () => destination.flush(FLUSH_MS),
    /** For process exit: writes what can be written at once. Returns how many lines are lost. */
    writeRest: () => destination.writeRest(),
    condition: (): LogCondition => destination.condition()
  }
}

/** A destination that keeps nothing back. */
function writeAtOnce(stream: DestinationStream) {
  const state = { lostLines: 0, isFailing: false, failure: null, changedAtSeconds: Date.now() / 1000 }
  return {
    write: (line: string): void => stream.write(line),
    flush: async (_withinMs: number): Promise<void> => {},
    writeRest: () => 0,
    condition: () => state
  }
}

/** Sits between logger and destination, so the format can change while both stay. */
function createLineFormat(destination: DestinationStream) {
  let format: FormatLine | null = null
  return {
    setFormat(next: LineFormat): void {
      if (typeof next === 'object') format = createGoogleLines(next)
      else format = next === 'json' ? null : formatTextLine
    },
    write: (line: string, isSampled?: boolean): void =>
      destination.write(format === null ? line : format(line, isSampled))
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

/** Formats lines for people: time, level, message, then members as `key=value`, nested ones as `key.inner=value`. No input of visitors can look like another member. */
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

/** Formats lines for Cloud Logging: severity, `httpRequest` and trace; all other members stay. https://cloud.google.com/logging/docs/structured-logging */
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

/** The `httpRequest` of a request line, and its other members: https://cloud.google.com/logging/docs/reference/v2/rest/v2/LogEntry#HttpRequest */
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
