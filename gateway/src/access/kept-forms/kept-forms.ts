import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Config } from '../../config/schema/schema.ts'
import type { AuthRequest } from '../../http/auth-request.ts'
import { limitBodyTime, type StartTimer } from '../../http/body.ts'
import { isFromOwnSite, isOriginTold } from '../../http/origin.ts'
import type { OwnResponse } from '../../http/own-response.ts'
import type { Owner } from '../../session/session.ts'
import type { Outcome, OwnOutcome } from '../outcome.ts'
import { formAddress, MAX_TARGET_CHARS, resolveRedirectTarget } from '../redirect-target.ts'
import type { Responses } from '../responses.ts'
import { accountMark, keepPage } from './form-page.ts'

/** Keeps forms of visitors who have to sign in; see `createKeptForms`. */
export interface KeptForms {
  /** Is this form kept, as far as the head of its request tells? */
  keeps(authRequest: AuthRequest, outcome: Outcome): outcome is OwnOutcome
  /**
   * The page that keeps it, in place of the redirect to the login page; null: the body is none that can be kept. Reads the body. `owner`:
   * of the session that the browser had, whether or not it stands; null: nobody knows.
   */
  response(
    raw: IncomingMessage,
    authRequest: AuthRequest,
    outcome: OwnOutcome,
    owner: Owner | null
  ): Promise<OwnResponse | null>
}

/** Browsers show the page of a 401, and ask for a password by themselves only for schemes that they know (RFC 9110, 15.5.2). */
export const KEPT_FORM_STATUS = 401
const CHALLENGE = { 'www-authenticate': 'Bearer' }
const KEY_BYTES = 16
/** In base64url. */
const KEY_CHARS = 22
/** Browsers name no other encoding, and mostly none. */
const FORM_TYPE = /^application\/x-www-form-urlencoded(?:\s*;\s*charset="?utf-8"?)?\s*$/i

/**
 * Keeps the fields of a form in the tab that posted it, on a page whose button sends them after sign-in: nothing of it stays here, and
 * nothing is sent without the visitor. Null: it is switched off.
 */
export function createKeptForms(
  { enabled, maxBytes }: Config['keepForms'],
  responses: Pick<Responses, 'refuse' | 'page'>
): KeptForms | null {
  if (!enabled) return null
  return {
    keeps: (authRequest, outcome): outcome is OwnOutcome =>
      outcome.kind === 'login' && isKeepable(authRequest, maxBytes) && isSafeTarget(authRequest),

    async response(raw, authRequest, outcome, owner) {
      const { target } = authRequest
      const form = target === null ? null : await readForm(raw, { maxBytes })
      if (target === null || form === null) return null
      const key = randomBytes(KEY_BYTES).toString('base64url')
      // The answer to somebody who has asked for the page that sends the form: the login page leads there.
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
 * Was it posted by a page of this origin, in a tab of its own? A form of another site would come without the session, for its
 * `SameSite`, and the page here would invite the visitor to send what somebody else has filled in.
 */
function isOwnForm(headers: IncomingHttpHeaders, origin: string): boolean {
  const site = headers['sec-fetch-site']
  const isElsewhere = site !== undefined && site !== 'same-origin'
  const place = headers['sec-fetch-dest'] ?? 'document'
  return isOriginTold(headers) && !isElsewhere && place === 'document' && isFromOwnSite(headers, origin)
}

/** The page sends it to this path on its own origin, so the path is one that no browser takes for another host. */
function isSafeTarget({ target, origin }: AuthRequest): boolean {
  const raw = target?.raw ?? ''
  if (formAddress(raw, '-'.repeat(KEY_CHARS)).length > MAX_TARGET_CHARS) return false
  return resolveRedirectTarget(raw, { publicOrigin: origin, reserved: [], home: '' }) === raw
}

/** Longest time such a body may take to arrive, in milliseconds. */
const BODY_TIMEOUT_MS = 10_000
/** As many as most applications read. */
const MAX_FIELDS = 1000
/** A browser writes every end of a line as CR LF (https://html.spec.whatwg.org/#constructing-the-form-data-set). */
const LONE_BREAK = /%0D(?!%0A)|(?<!%0D)%0A/
/** A hidden field of this name is sent with the name of the encoding, whatever its value is. */
const CHARSET_FIELD = /(?:^|&)_charset_=(?!UTF-8(?:&|$))/i

interface FormBodyOptions {
  maxBytes: number
  /** The real one when left out. */
  startTimer?: StartTimer
}

/**
 * The body of a form as it came; null: it is too long, too slow, cut off, or none that a browser would send again byte for byte. What
 * is still to come of it is thrown away.
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

/** The same form; null: a browser that reads it would send other bytes, or it has too many fields. */
export function asSentAgain(form: string): string | null {
  const fields = new URLSearchParams(form)
  if (fields.size > MAX_FIELDS || LONE_BREAK.test(form) || CHARSET_FIELD.test(form)) return null
  return fields.toString() === form ? form : null
}
