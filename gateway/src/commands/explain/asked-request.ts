import { type IncomingHttpHeaders, METHODS } from 'node:http'
import type { MessageHead } from '../../http/message.ts'

/** A hypothetical request, as on the wire. */
export interface AskedRequest extends MessageHead {
  method: string
  /** Path and query. */
  target: string
  /** The `Host` header. */
  host: string
  /** Address of the client. */
  client: string
}

/** Default client address. */
const LOOPBACK = '127.0.0.1'

/** Headers of which Node keeps the first: `message.headers` in the documentation of `node:http`. */
const FIRST_COUNTS: ReadonlySet<string> = new Set([
  'age',
  'authorization',
  'content-length',
  'content-type',
  'etag',
  'expires',
  'from',
  'host',
  'if-modified-since',
  'if-unmodified-since',
  'last-modified',
  'location',
  'max-forwards',
  'proxy-authorization',
  'referer',
  'retry-after',
  'server',
  'user-agent'
])

/** Visible ASCII, the only characters Node accepts in a request line. */
const TARGET = /^[\x21-\x7e]+$/

/** Builds a request. `lines`: headers as name and value, in order, after `host`. */
export function buildRequest(
  {
    method,
    target,
    host,
    client = LOOPBACK
  }: Pick<AskedRequest, 'method' | 'target' | 'host'> & {
    client?: string | undefined
  },
  lines: readonly (readonly [name: string, value: string])[] = []
): AskedRequest {
  const all = [['host', host] as const, ...lines]
  return {
    method,
    target,
    host,
    client,
    httpVersion: '1.1',
    rawHeaders: all.flat(),
    headers: mergeHeaders(all)
  }
}

/** Whether Node would parse the request line. Ignores headers. */
export function isReadable({ method, target }: AskedRequest): boolean {
  return METHODS.includes(method) && method !== 'CONNECT' && TARGET.test(target)
}

function mergeHeaders(lines: readonly (readonly [name: string, value: string])[]): IncomingHttpHeaders {
  const headers: Record<string, string> = Object.create(null)
  for (const [written, value] of lines) {
    const name = written.toLowerCase()
    const before = headers[name]
    if (before === undefined) headers[name] = value
    else if (!FIRST_COUNTS.has(name)) headers[name] = `${before}${name === 'cookie' ? '; ' : ', '}${value}`
  }
  return headers
}
