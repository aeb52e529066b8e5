import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Fault } from '../errors.ts'

/** True if a request has a body, or may have one (RFC 9112, 6). */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const length = headers['content-length']
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
}

/** True if body bytes may still arrive. Such a connection cannot carry another request. */
export function isBodyPending(raw: IncomingMessage): boolean {
  return hasBody(raw) && !raw.complete
}

/** Runs a callback after `ms` milliseconds; returns a cancel function. */
export type StartTimer = (ms: number, run: () => void) => () => void

/** Calls `refuse` with `REQUEST_TIMEOUT` if the body is incomplete after `ms` milliseconds. */
export function limitBodyTime(
  raw: IncomingMessage,
  ms: number,
  refuse: (fault: Fault) => void,
  startTimer: StartTimer | undefined = startRealTimer
): void {
  if (!isBodyPending(raw)) return
  const cancel = startTimer(ms, () => refuse(new Fault('REQUEST_TIMEOUT')))
  for (const event of ['end', 'close']) raw.once(event, cancel)
}

function startRealTimer(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/**
 * Whether a proxied response must say `Connection: close`: its request's body is unread, or the gateway is
 * shutting down.
 */
export function endsConnection(raw: IncomingMessage, { ending }: { ending: boolean }): boolean {
  return isBodyPending(raw) || ending
}

/** True for statuses without a body, whatever the headers say (RFC 9110, 6.4.1). */
export function isBodiless(statusCode: number): boolean {
  return statusCode === 204 || statusCode === 304
}

/** An own property of a parsed JSON body; undefined if there is none. Not validated. */
export function memberOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null && Object.hasOwn(body, name)
    ? Reflect.get(body, name)
    : undefined
}

/**
 * Throws `INVALID_REQUEST` unless a parsed JSON body is an object with only these members. Values are not
 * checked. The error detail contains no names chosen by the client.
 */
export function requireMembers(body: unknown, names: readonly string[]): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Fault('INVALID_REQUEST', { detail: 'body: no JSON object' })
  if (Object.keys(body).some((name) => !names.includes(name)))
    throw new Fault('INVALID_REQUEST', { detail: `body: another member than ${names.join(', ')}` })
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

/**
 * Routes requests with `Expect` like all others. `100 Continue` is sent when the body is first read, so that
 * a refusal comes without it (RFC 9110, 10.1.1).
 */
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
