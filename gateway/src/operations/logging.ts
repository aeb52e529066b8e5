import { createRequire } from 'node:module'
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import type { LogFormat, LogLevel } from '../config/schema/schema.ts'
import type { LogCondition } from './condition.ts'
import { createLineWriter, type LineWriter } from './line-writer.ts'
import { createLogDestination } from './log-destination.ts'

const STANDARD_OUTPUT = 1
/** Longest that the end of the process waits for its log. */
const FLUSH_MS = 1000

/** Where secrets would stand if somebody logged a whole request or answer by mistake. */
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

/** The logger of everything, with a writer for the lines of requests. */
export type GatewayLogger = Logger & { readonly lines: LineWriter }

/** The log, and how to get the last lines out before the process ends. */
export interface Log {
  logger: GatewayLogger
  /** How lines are written from now on; JSON until then. */
  setFormat(format: LogFormat): void
  /** Writes a line as it is, with its end, or several at once. */
  writeLine(line: string): void
  /** Settles when the lines so far are written, after 1 s at the latest. Never rejects. */
  flush(): Promise<void>
  /** For the exit of the process, when nothing can be waited for: writes what can be written at once. */
  writeRest(): void
  condition(): LogCondition
}

/**
 * Lines on standard output, JSON unless another format is set, written in the background. Nothing that happens there ends or stops the gateway: lines
 * that find no place (16 MiB wait at most) are lost, and a line `log lines lost` with their number stands in their place.
 * `stream`: another place to write to, line by line. `onFailure`: called once, when standard output cannot be written or
 * is not read; `code` is such as `ENOSPC`. `fields`: of every line.
 */
export function createLog(
  level: LogLevel,
  stream?: DestinationStream,
  onFailure: (code: string) => void = () => {},
  fields: object = {}
): Log {
  const base = { service: 'gatehouse', ...fields }
  const timestamp = createTimestamp()
  const options: LoggerOptions = {
    level,
    base,
    timestamp,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: REDACTED, censor: '[redacted]' },
    // Fastify's names for a request and its answer; whoever logs them gets no headers.
    serializers: {
      req: (request: { method?: string }) => ({ method: request.method }),
      res: (reply: { statusCode?: number }) => ({ statusCode: reply.statusCode })
    }
  }
  const createLogger = (destination: DestinationStream): GatewayLogger => {
    const logger = pino(options, destination)
    return Object.assign(logger, { lines: createLineWriter({ logger, destination, timestamp, base }) })
  }
  if (stream !== undefined) {
    const { setFormat, write } = createLineFormat(stream)
    return {
      logger: createLogger({ write }),
      setFormat,
      writeLine: (line) => stream.write(line),
      flush: async () => {},
      writeRest: () => {},
      condition: wellSince(Date.now())
    }
  }
  const destination = createLogDestination({
    fd: STANDARD_OUTPUT,
    onLost: (lines) => ownLogger.warn({ lines }, 'log lines lost'),
    onFailure
  })
  const { setFormat, write } = createLineFormat(destination)
  const logger = createLogger({ write })
  // Whatever the level is: the number of missing lines has to be seen.
  const ownLogger = logger.child({}, { level: 'warn' })
  const { write: writeLine, writeRest, condition } = destination
  const flush = () => destination.flush(FLUSH_MS)
  return { logger, setFormat, writeLine, flush, writeRest, condition }
}

/** What stands between logger and destination, so that the format can change while both stay. */
function createLineFormat(destination: DestinationStream): DestinationStream & Pick<Log, 'setFormat'> {
  let format: ((line: string) => string) | null = null
  return {
    setFormat(name) {
      format = name === 'json' ? null : (format ?? createTextLines())
    },
    write: (line) => destination.write(format === null ? line : format(line))
  }
}

function wellSince(nowMs: number): () => LogCondition {
  return () => ({ lostLines: 0, isFailing: false, failure: null, sinceSeconds: nowMs / 1000 })
}

/** The time of a line, `,"time":"2026-01-31T12:00:00.000Z"`; made once for all lines of a millisecond. */
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

/** What a terminal could take for a command and JSON leaves as it is: DEL and the C1 controls. */
const LEFT_BY_JSON = /[\u007f-\u009f]/g
const CONTROLS = /\p{Cc}/gu

/**
 * A function that makes a JSON line of the log readable for people: time, level and message, then all other members as
 * JSON on the same line, so that nothing that visitors send can look like a line of its own. What is no JSON stays.
 */
function createTextLines(): (line: string) => string {
  // Loaded on demand: a gateway that writes JSON does without.
  const pretty: typeof import('pino-pretty') = createRequire(import.meta.url)('pino-pretty')
  const format = pretty.prettyFactory({
    colorize: false,
    errorLikeObjectKeys: [],
    ignore: 'service',
    messageFormat: (log, messageKey) => String(log[messageKey] ?? '').replace(CONTROLS, ' '),
    singleLine: true,
    translateTime: "UTC:yyyy-mm-dd'T'HH:MM:ss.l'Z'"
  })
  return (line) => format(line.replace(LEFT_BY_JSON, '\ufffd')) ?? line
}
