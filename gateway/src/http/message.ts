import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { type Schedule, scheduleOnTimer } from '../async.ts'
import { Fault } from '../errors.ts'
import { HOST } from './origin.ts'

/** Fits four session cookies and a browser's other headers. */
export const MAX_HEADERS_BYTES = 32 * 1024
/** Browsers send about thirty. Some applications drop what comes after a number of fields, such as Node after 1,000. */
const MAX_FIELDS = 200

/** Each has a different length. */
const ONCE_ONLY = /^(?:host|origin|authorization)$/i
/** As Node detects the only defined expectation (RFC 9110, 10.1.1). */
const CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i

export type MessageHead = Pick<IncomingMessage, 'rawHeaders' | 'headers' | 'httpVersion'> &
  Partial<Pick<IncomingMessage, 'url'>>

/** How much of a head to parse, so that clients beyond `largestBytes` get a localized page. Even larger heads get a plain response. */
export const readableHeadersBytes = (largestBytes: number): number => 2 * largestBytes

/** A longer list of names takes too long to read. */
const MAX_CONNECTION_CHARS = 1024

const invalid = (detail: string): Fault => new Fault('INVALID_REQUEST', { detail })

/** The error of a request that Node accepts but must not be forwarded; otherwise null. `largestBytes`: of target and headers together. */
export function checkMessage(raw: MessageHead, largestBytes = MAX_HEADERS_BYTES): Fault | null {
  const { url = '', rawHeaders, headers, httpVersion } = raw
  // Without headers there is nothing to base a decision on (RFC 9112, appendix C.1).
  if (httpVersion === '0.9') return invalid('HTTP/0.9')
  if (headers.host === undefined) {
    if (httpVersion === '1.1') return invalid('no host header')
  } else if (!HOST.test(headers.host)) return invalid('host header')
  if (headers.expect !== undefined && !CONTINUE.test(headers.expect)) return invalid('expectation')
  if ((headers.connection?.length ?? 0) > MAX_CONNECTION_CHARS) return invalid('connection header')
  const coding = headers['transfer-encoding']
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return invalid('transfer coding')
  const ofFields = checkFields(rawHeaders)
  if (ofFields !== null) return ofFields
  // Colon, space and line end per header. Node decodes each byte to one character.
  let bytes = url.length + rawHeaders.length * 2
  for (const text of rawHeaders) bytes += text.length
  if (bytes <= largestBytes) return null
  const detail = `target and headers of ${bytes} bytes, ${largestBytes} is the limit`
  return new Fault('HEADERS_TOO_LARGE', { detail })
}

/** @public The error of headers that are not forwarded: one of `ONCE_ONLY` is repeated (RFC 9110, 5.3), or there are too many; otherwise null. Takes names and values alternating. */
export function checkFields(rawHeaders: readonly string[]): Fault | null {
  let seen = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    // Compare lengths first: lowercasing every header name is slower.
    const place = name.length === 4 ? 1 : name.length === 6 ? 2 : name.length === 13 ? 4 : 0
    if (place === 0 || !ONCE_ONLY.test(name)) continue
    if ((seen & place) !== 0) return invalid(`two ${name.toLowerCase()} headers`)
    seen |= place
  }
  if (rawHeaders.length <= 2 * MAX_FIELDS) return null
  // HTTP/2 clients send each cookie as a field of its own; they are joined (RFC 9113, 8.2.3).
  const fields = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() !== 'cookie').length
  if (fields <= MAX_FIELDS) return null
  return new Fault('HEADERS_TOO_LARGE', { detail: `${fields} header fields, ${MAX_FIELDS} is the limit` })
}

/** Hop-by-hop headers (RFC 9110, 7.6.1) and framing, which is rewritten. Those listed in `Connection`: see `connectionNames`. */
export const HOP_BY_HOP: readonly string[] =
  'connection keep-alive proxy-authenticate proxy-connection te trailer transfer-encoding upgrade'.split(' ')

const NONE: ReadonlySet<string> = new Set()

/** Lowercase names listed in a `Connection` header. */
export function connectionNames(connection: string | string[] | undefined): ReadonlySet<string> {
  if (connection === undefined || connection === 'keep-alive') return NONE
  const names = String(connection).toLowerCase()
  return new Set(names.split(/[,\s]+/))
}

/** The token of an `Authorization: Bearer` header (RFC 6750, 2.1), unverified; null if there is none. */
export function bearerOf({ authorization }: Pick<IncomingHttpHeaders, 'authorization'>): string | null {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? null
}

/** True for the Bearer scheme, even with a malformed token. */
export function isBearer({ authorization }: Pick<IncomingHttpHeaders, 'authorization'>): boolean {
  return authorization !== undefined && /^bearer(?![^ \t])/i.test(authorization)
}

/** True if a request has a body, or may have one (RFC 9112, 6). */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const length = headers['content-length']
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
}

/** True if body bytes may still arrive. Such a connection cannot carry another request. */
export const isBodyPending = (raw: IncomingMessage): boolean => hasBody(raw) && !raw.complete

/** Calls `refuse` with `REQUEST_TIMEOUT` if the body is incomplete after `ms` milliseconds. */
export function limitBodyTime(
  raw: IncomingMessage,
  ms: number,
  refuse: (fault: Fault) => void,
  schedule: Schedule = scheduleOnTimer
): void {
  if (!isBodyPending(raw)) return
  const cancel = schedule(ms / 1000, () => refuse(new Fault('REQUEST_TIMEOUT')))
  for (const event of ['end', 'close']) raw.once(event, cancel)
}

/** True for statuses without a body, whatever the headers say (RFC 9110, 6.4.1). */
export const isBodiless = (statusCode: number): boolean => statusCode === 204 || statusCode === 304

/** An own property of a parsed JSON body; undefined if there is none. Not validated. */
export function memberOf(body: unknown, name: string): unknown {
  return Object.hasOwn(Object(body), name) ? Reflect.get(Object(body), name) : undefined
}

const FORM = 'application/x-www-form-urlencoded'

/** Parses JSON bodies, UTF-8 only (RFC 8259): 415 for another charset, 400 for invalid bytes. */
export function readJsonBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  // Fastify's text parsing would replace invalid UTF-8.
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (namesOtherCharset(request.headers['content-type'])) done(new Fault('UNSUPPORTED_MEDIA_TYPE'))
    else if (!isUtf8(bytes)) done(new Fault('INVALID_REQUEST', { detail: 'body: not UTF-8' }))
    else void parseJson(request, bytes.toString(), done)
  })
}

/** Parses form bodies to `URLSearchParams`; 400 for a charset other than UTF-8. */
export function readForms(app: FastifyInstance): void {
  if (app.hasContentTypeParser(FORM)) app.removeContentTypeParser(FORM)
  app.addContentTypeParser<string>(FORM, { parseAs: 'string' }, ({ headers }, fields, done) => {
    if (namesOtherCharset(headers['content-type']))
      done(new Fault('INVALID_REQUEST', { detail: 'body: charset' }))
    else done(null, new URLSearchParams(fields))
  })
}

function namesOtherCharset(type = ''): boolean {
  const charsets = [...type.matchAll(/;\s*charset\s*=\s*"?([^";\s]*)/gi)]
  return charsets.some(([, charset = '']) => !/^utf-?8$/i.test(charset))
}

/** Routes requests with `Expect` like all others. `100 Continue` is sent when the body is first read (RFC 9110, 10.1.1). */
export function handleExpectations(server: Server): void {
  server.on('checkContinue', (raw, response) => {
    continueWhenRead(raw, response)
    server.emit('request', raw, response)
  })
  // Node would reject other expectations without our headers and log line.
  server.on('checkExpectation', (raw, response) => server.emit('request', raw, response))
}

function continueWhenRead(raw: IncomingMessage, response: ServerResponse): void {
  const read = raw._read
  raw._read = (size) => {
    raw._read = read
    // Node drains the body of a request that was responded to.
    if (!response.headersSent) response.writeContinue()
    raw._read(size)
  }
}

/** A body as text. Rejects with the code `ANSWER_TOO_LARGE` once it is larger than `mostBytes`. */
export async function readLimited(body: AsyncIterable<Buffer>, mostBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > mostBytes)
      throw Object.assign(new Error(`larger than ${mostBytes} bytes`), { code: 'ANSWER_TOO_LARGE' })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
