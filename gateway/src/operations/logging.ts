import { type DestinationStream, destination, type Logger, type LoggerOptions, pino } from 'pino'
import type { LogLevel } from '../config/schema.ts'

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

/** The log, and how to get the last lines out before the process ends. */
export interface Log {
  logger: Logger
  flush(): void
}

/**
 * JSON lines on standard output, written in the background. `stream`: another place to write to, line by line.
 */
export function createLog(level: LogLevel, stream?: DestinationStream): Log {
  const options: LoggerOptions = {
    level,
    base: { service: 'gatehouse' },
    timestamp: createTimestamp(),
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: REDACTED, censor: '[redacted]' },
    // Fastify's names for a request and its answer; whoever logs them gets no headers.
    serializers: {
      req: (request: { method?: string }) => ({ method: request.method }),
      res: (reply: { statusCode?: number }) => ({ statusCode: reply.statusCode })
    }
  }
  if (stream !== undefined) return { logger: pino(options, stream), flush: () => {} }
  const stdout = destination({ dest: 1, sync: false, minLength: 4096 })
  const timer = setInterval(() => stdout.flush(), 250)
  timer.unref()
  return {
    logger: pino(options, stdout),
    flush() {
      try {
        stdout.flushSync()
      } catch {
        // Nothing is open yet, or the reader is gone; there is no other place to say so.
      }
    }
  }
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
