import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Fault } from '../errors.ts'

/** Does a request have a body, or may it turn out to have one? (RFC 9112, 6) */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const length = headers['content-length']
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
}

/** Is there a body of which something may still be on its way? Such a connection cannot carry another request. */
export function isBodyPending(raw: IncomingMessage): boolean {
  return hasBody(raw) && !raw.complete
}

/** Runs something after so many milliseconds, unless the function it gives is called before. */
export type StartTimer = (ms: number, run: () => void) => () => void

/** Calls `refuse` with `REQUEST_TIMEOUT` when a body is still on its way after so many milliseconds. */
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

/** Does a proxied answer say `Connection: close`, because of its request or because the gateway ends? */
export function endsConnection(raw: IncomingMessage, { ending }: { ending: boolean }): boolean {
  return isBodyPending(raw) || ending
}

/** Does an answer of this status end with its head, whatever that says about a length (RFC 9110, 6.4.1)? */
export function isBodiless(statusCode: number): boolean {
  return statusCode === 204 || statusCode === 304
}

/** A member of a body that was read as JSON; undefined where it is no object or has none of this name. Nothing else is checked. */
export function memberOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null && Object.hasOwn(body, name)
    ? Reflect.get(body, name)
    : undefined
}

/**
 * Throws `INVALID_REQUEST`, with what is wrong in `detail`, unless a body that was read as JSON is an object whose members all have one
 * of these names. Their values are not checked. No name that a client chose is in the detail.
 */
export function requireMembers(body: unknown, names: readonly string[]): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Fault('INVALID_REQUEST', { detail: 'body: no JSON object' })
  if (Object.keys(body).some((name) => !names.includes(name)))
    throw new Fault('INVALID_REQUEST', { detail: `body: another member than ${names.join(', ')}` })
}

const FORM = 'application/x-www-form-urlencoded'

/** Reads JSON bodies (RFC 8259: UTF-8 alone). Another charset is 415, bytes that are not UTF-8 are 400. */
export function readJsonBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  // As text, Fastify replaces bytes that are not UTF-8.
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (namesOtherCharset(request.headers['content-type'])) done(new Fault('UNSUPPORTED_MEDIA_TYPE'))
    else if (!isUtf8(bytes)) done(new Fault('INVALID_REQUEST', { detail: 'body: not UTF-8' }))
    else void parseJson(request, bytes.toString(), done)
  })
}

/** Reads the fields of forms as `URLSearchParams`; 400 for another charset than UTF-8. */
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
 * Has requests with `Expect` answered as all others. The body behind `100-continue` is invited when it is first read, so
 * that a refusal comes without it (RFC 9110, 10.1.1).
 */
export function handleExpectations(server: Server): void {
  server.on('checkContinue', (raw, response) => {
    continueWhenRead(raw, response)
    server.emit('request', raw, response)
  })
  // Node would refuse any other expectation without our headers and a log line.
  server.on('checkExpectation', (raw, response) => server.emit('request', raw, response))
}

function continueWhenRead(raw: IncomingMessage, response: ServerResponse): void {
  const read = raw._read
  raw._read = (size) => {
    raw._read = read
    // Node drains the body of an answered request.
    if (!response.headersSent) response.writeContinue()
    raw._read(size)
  }
}
