import { parseJsonObject } from '../config/json-members.ts'

/** `projectId`: of the traces. `scheme`: of the visitors' URLs, such as `https`. */
export type GoogleLineOptions = { projectId: string; scheme: string }

/** Formats one line. `isSampled`: of its trace; undefined: unknown. */
export type FormatLine = (line: string, isSampled?: boolean) => string

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
 * Turns JSON log lines into those that Cloud Logging understands: a severity, the request as `httpRequest`, and
 * its trace. All other members stay. Other text is unchanged.
 * https://cloud.google.com/logging/docs/structured-logging
 */
export function createGoogleLines({ projectId, scheme }: GoogleLineOptions): FormatLine {
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
