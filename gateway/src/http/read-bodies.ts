import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { Fault } from '../errors.ts'

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
