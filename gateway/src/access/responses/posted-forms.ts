/**
 * Forms that are posted once more. Those of another site are, from this origin, so that they arrive with the `SameSite` session
 * cookie: only at paths that `access.crossSitePosts` names, whose applications protect themselves against forged forms.
 */

import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Schedule } from '../../async.ts'
import type { Application } from '../../config/applications.ts'
import type { Config } from '../../config/schema/schema.ts'
import { ERROR_CATALOGUE } from '../../errors.ts'
import { type AuthRequest, describeRequest, isForeignForm } from '../../http/auth-request.ts'
import { cspHashOf } from '../../http/html.ts'
import { limitBodyTime } from '../../http/message.ts'
import type { OwnResponse } from '../../http/own-response.ts'
import type { WritePage } from '../../http/page.ts'
import type { Outcome } from '../outcome.ts'
import { CHALLENGE } from './challenges.ts'
import { formAddress, MAX_TARGET_CHARS, resolveRedirectTarget } from './redirect-target.ts'
import { foreignFormPage } from './refusal-pages.ts'

/** Of the pages that send a form once more: browsers show a 401's body. */
export const KEPT_FORM_STATUS = 401
/** Of the key of a kept form. */
const KEY_CHARS = 22
/** The charset is optional; browsers send no other. */
const FORM_TYPE = /^application\/x-www-form-urlencoded(?:\s*;\s*charset="?utf-8"?)?\s*$/i

/** True for a form with a body that may be sent again. */
export function isForm({ method, headers }: AuthRequest, maxBytes: number): boolean {
  return (
    method === 'POST' &&
    FORM_TYPE.test(headers['content-type'] ?? '') &&
    headers['content-encoding'] === undefined &&
    Number(headers['content-length'] ?? 0) <= maxBytes
  )
}

/** The page posts to this path on its own origin, so browsers must not read it as another host. */
export function isSafeTarget({ target, origin }: AuthRequest): boolean {
  const raw = target?.raw ?? ''
  if (formAddress(raw, '-'.repeat(KEY_CHARS)).length > MAX_TARGET_CHARS) return false
  return resolveRedirectTarget(raw, { publicOrigin: origin, reserved: [], home: '' }) === raw
}

const BODY_TIMEOUT_MS = 10_000
/** The usual limit of application frameworks. */
const MAX_FIELDS = 1000
/** Browsers normalize line breaks to CR LF (https://html.spec.whatwg.org/#constructing-the-form-data-set). */
const LONE_BREAK = /%0D(?!%0A)|(?<!%0D)%0A/
/** Browsers replace the value of a hidden `_charset_` field with the encoding's name. */
const CHARSET_FIELD = /(?:^|&)_charset_=(?!UTF-8(?:&|$))/i

/** The raw body of a form. Null, and the rest is discarded: too long, too slow, aborted, or not resent byte for byte. */
export function readForm(
  raw: IncomingMessage,
  { maxBytes, schedule }: { maxBytes: number; schedule?: Schedule }
): Promise<string | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let bytes = 0
    limitBodyTime(raw, BODY_TIMEOUT_MS, () => resolve(null), schedule)
    raw.once('end', () => resolve(asSentAgain(Buffer.concat(chunks).toString('latin1'))))
    for (const event of ['error', 'close']) raw.once(event, () => resolve(null))
    raw.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxBytes) resolve(null)
      else chunks.push(chunk)
    })
  })
}

/** The form if a browser would resend it byte for byte; null otherwise, or if it has too many fields. */
export function asSentAgain(form: string): string | null {
  if (form.split('&', MAX_FIELDS + 1).length > MAX_FIELDS) return null
  const fields = new URLSearchParams(form)
  if (LONE_BREAK.test(form) || CHARSET_FIELD.test(form)) return null
  return fields.toString() === form ? form : null
}

/** Keeps the fragment. Submits once: returning by history shows the button. Names of fields cannot hide what it uses. */
const SUBMIT = `(() => {
'use strict'
const button = document.querySelector('form.action > button')
const action = Element.prototype.getAttribute.call(document.querySelector('form.action'), 'action')
button.formAction = action + location.hash
document.addEventListener('submit', () => {
  button.disabled = true
})
const [entry] = performance.getEntriesByType('navigation')
if (entry === undefined || entry.type !== 'back_forward') button.click()
})()
`
/** Submits a page's form at once. */
export const SUBMIT_SCRIPT = { source: SUBMIT, hash: cspHashOf(SUBMIT), data: null }

/** True for a form of another site without a session, at a path that is named. */
export function isPostedAgain(authRequest: AuthRequest, outcome: Outcome, application: Application | null) {
  const { target, headers } = authRequest
  const paths = application?.access.crossSitePosts
  return (
    paths !== undefined &&
    outcome.kind === 'login' &&
    target?.canonical === true &&
    paths.includes(target.path) &&
    (headers['sec-fetch-dest'] ?? 'document') === 'document' &&
    isForeignForm(authRequest)
  )
}

/** Makes a page of the gateway. */
export type MakePage = (authRequest: AuthRequest, statusCode: number, write: WritePage) => OwnResponse

/** The page that posts it, or one that says the form is lost, if it cannot be posted again byte for byte. Reads the body. */
export async function postAgain(
  request: FastifyRequest,
  authRequest: AuthRequest,
  { responses, config }: { responses: { page: MakePage }; config: Pick<Config, 'keepForms' | 'paths'> }
): Promise<OwnResponse> {
  const { maxBytes } = config.keepForms
  const isFit = isForm(authRequest, maxBytes) && isSafeTarget(authRequest)
  const body = isFit ? await readForm(request.raw, { maxBytes }) : null
  request.record.specialResponse = 'cross-site-post'
  // HTML has no such character as the one of `%00`.
  if (body === null || body.includes('%00')) {
    const fix = 'post it as application/x-www-form-urlencoded, within keepForms.maxBytes'
    request.log.info({ ...describeRequest(authRequest), fix }, 'form of another site cannot be posted again')
    const { status } = ERROR_CATALOGUE.UNSUPPORTED_MEDIA_TYPE
    return responses.page(authRequest, status, foreignFormPage(config.paths.home))
  }
  const page = responses.page(authRequest, KEPT_FORM_STATUS, (texts) => ({
    icon: 'form',
    title: texts['gateway.send-form.title'],
    text: texts['gateway.send-form.offer'],
    form: {
      label: texts['gateway.send-form.send'],
      action: authRequest.target?.raw ?? '',
      fields: new URLSearchParams(body)
    },
    leadsAway: true,
    script: SUBMIT_SCRIPT
  }))
  return { ...page, headers: { ...page.headers, ...CHALLENGE } }
}
