/**
 * Keeps a submitted form when its visitor must sign in first: in the browser tab, never on the server. It
 * owns which requests qualify and the pages that store and send the form. It must not know why access was
 * refused.
 */

import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Config } from '../../config/schema/schema.ts'
import type { AuthRequest } from '../../http/auth-request.ts'
import { limitBodyTime, type StartTimer } from '../../http/message.ts'
import { hasStatedOrigin, isFromOwnSite } from '../../http/origin.ts'
import type { OwnResponse } from '../../http/own-response.ts'
import type { Owner } from '../../session/session.ts'
import type { Outcome, OwnOutcome } from '../outcome.ts'
import { formAddress, MAX_TARGET_CHARS, resolveRedirectTarget } from '../redirect-target.ts'
import type { Responses } from '../responses.ts'
import { accountMark, keepPage } from './form-page.ts'

export type KeptForms = NonNullable<ReturnType<typeof createKeptForms>>

/** Browsers render a 401's body and prompt only for schemes that they know (RFC 9110, 15.5.2). */
export const KEPT_FORM_STATUS = 401
const CHALLENGE = { 'www-authenticate': 'Bearer' }
const KEY_BYTES = 16
/** In base64url. */
const KEY_CHARS = 22
/** The charset is optional; browsers send no other. */
const FORM_TYPE = /^application\/x-www-form-urlencoded(?:\s*;\s*charset="?utf-8"?)?\s*$/i

/**
 * Keeps form fields in the tab that posted them, on a page with a button to send them after sign-in. The
 * server stores nothing, and nothing is sent without the visitor. Null if disabled.
 */
export function createKeptForms(
  { enabled, maxBytes }: Config['keepForms'],
  responses: Pick<Responses, 'refuse' | 'page'>
) {
  if (!enabled) return null
  return {
    /** True if the form can be kept, going by the request's head. */
    keeps: (authRequest: AuthRequest, outcome: Outcome): outcome is OwnOutcome =>
      outcome.kind === 'login' && isKeepable(authRequest, maxBytes) && isSafeTarget(authRequest),

    /**
     * The page that stores the form, in place of the login redirect; null if the body cannot be kept. Reads the
     * body. `owner`: of the browser's session, valid or not; null if unknown.
     */
    async response(
      raw: IncomingMessage,
      authRequest: AuthRequest,
      outcome: OwnOutcome,
      owner: Owner | null
    ): Promise<OwnResponse | null> {
      const { target } = authRequest
      const form = target === null ? null : await readForm(raw, { maxBytes })
      if (target === null || form === null) return null
      const key = randomBytes(KEY_BYTES).toString('base64url')
      // The login redirect for the page that sends the form.
      const asked = { ...authRequest, target: { ...target, raw: formAddress(target.raw, key) } }
      const { location, ...headers } = responses.refuse(asked, outcome).headers
      if (typeof location !== 'string') return null
      const account = owner === null ? null : accountMark(owner)
      const page = keepPage({ key, target: target.raw, form, account, signIn: location })
      const response = responses.page(authRequest, KEPT_FORM_STATUS, page)
      return { ...response, headers: { ...CHALLENGE, ...response.headers, ...headers } }
    }
  }
}

function isKeepable({ method, origin, headers }: AuthRequest, maxBytes: number): boolean {
  return (
    method === 'POST' &&
    FORM_TYPE.test(headers['content-type'] ?? '') &&
    headers['content-encoding'] === undefined &&
    Number(headers['content-length'] ?? 0) <= maxBytes &&
    isOwnForm(headers, origin)
  )
}

/**
 * True if a page of this origin posted it in a top-level tab. A cross-site form arrives without the
 * `SameSite` session cookie, and the page would invite the visitor to send what an attacker filled in.
 */
function isOwnForm(headers: IncomingHttpHeaders, origin: string): boolean {
  const site = headers['sec-fetch-site']
  const isElsewhere = site !== undefined && site !== 'same-origin'
  const place = headers['sec-fetch-dest'] ?? 'document'
  return hasStatedOrigin(headers) && !isElsewhere && place === 'document' && isFromOwnSite(headers, origin)
}

/** The page posts to this path on its own origin, so browsers must not read it as another host. */
function isSafeTarget({ target, origin }: AuthRequest): boolean {
  const raw = target?.raw ?? ''
  if (formAddress(raw, '-'.repeat(KEY_CHARS)).length > MAX_TARGET_CHARS) return false
  return resolveRedirectTarget(raw, { publicOrigin: origin, reserved: [], home: '' }) === raw
}

/** Timeout of the body, in milliseconds. */
const BODY_TIMEOUT_MS = 10_000
/** The usual limit of application frameworks. */
const MAX_FIELDS = 1000
/** Browsers normalize line breaks to CR LF (https://html.spec.whatwg.org/#constructing-the-form-data-set). */
const LONE_BREAK = /%0D(?!%0A)|(?<!%0D)%0A/
/** Browsers replace the value of a hidden `_charset_` field with the encoding's name. */
const CHARSET_FIELD = /(?:^|&)_charset_=(?!UTF-8(?:&|$))/i

interface FormBodyOptions {
  maxBytes: number
  /** Default: a real timer. */
  startTimer?: StartTimer
}

/**
 * The raw form body; null if it is too long, too slow, aborted, or would not be resent byte for byte. The
 * rest of a rejected body is discarded.
 */
export function readForm(
  raw: IncomingMessage,
  { maxBytes, startTimer }: FormBodyOptions
): Promise<string | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const settle = (form: string | null) => {
      raw.off('data', take)
      raw.resume()
      resolve(form)
    }
    function take(chunk: Buffer): void {
      bytes += chunk.length
      if (bytes > maxBytes) settle(null)
      else chunks.push(chunk)
    }
    limitBodyTime(raw, BODY_TIMEOUT_MS, () => settle(null), startTimer)
    raw.once('end', () => settle(asSentAgain(Buffer.concat(chunks).toString('latin1'))))
    raw.once('error', () => settle(null))
    raw.once('close', () => settle(null))
    raw.on('data', take)
  })
}

/** The form if a browser would resend it byte for byte; null otherwise, or if it has too many fields. */
export function asSentAgain(form: string): string | null {
  const fields = new URLSearchParams(form)
  if (fields.size > MAX_FIELDS || LONE_BREAK.test(form) || CHARSET_FIELD.test(form)) return null
  return fields.toString() === form ? form : null
}
