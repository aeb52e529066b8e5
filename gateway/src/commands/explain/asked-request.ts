import { type IncomingHttpHeaders, METHODS } from 'node:http'
import type { MessageHead } from '../../http/message.ts'

/** A request that nobody has sent, as it would stand on the wire. */
export interface AskedRequest extends MessageHead {
  method: string
  /** Path and query. */
  target: string
  /** The `Host` header. */
  host: string
  /** Address that it comes from. */
  client: string
}

/** Of requests of which nobody says where they come from. */
const LOOPBACK = '127.0.0.1'

/** Of a header that comes again, Node keeps the first: `message.headers` in the documentation of `node:http`. */
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

/** Visible ASCII: Node reads no request line with anything else. */
const TARGET = /^[\x21-\x7e]+$/

/** The request of these words. `lines`: headers as name and value, in their order; `host` comes before them. */
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

/** Would Node read the request line? Headers are not looked at. */
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
