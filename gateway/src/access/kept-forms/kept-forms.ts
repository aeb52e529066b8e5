import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Config } from '../../config/schema/schema.ts'
import type { JudgedRequest } from '../../http/judged-request.ts'
import { isFromOwnSite, isOriginTold } from '../../http/origin.ts'
import type { OwnAnswer } from '../../http/own-answer.ts'
import type { Owner } from '../../session/session.ts'
import type { Answers } from '../answers.ts'
import type { Outcome, OwnOutcome } from '../outcome.ts'
import { LONGEST_TARGET_CHARS, resolveRedirectTarget } from '../redirect-target.ts'
import { accountMark } from './form-account.ts'
import { formAddress } from './form-address.ts'
import { readForm } from './form-body.ts'
import { keepPage } from './form-page.ts'

/** Keeps forms of visitors who have to sign in; see `createKeptForms`. */
export interface KeptForms {
  /** Is this form kept, as far as the head of its request tells? */
  keeps(judged: JudgedRequest, outcome: Outcome): outcome is OwnOutcome
  /**
   * The page that keeps it, in place of the redirect to the login page; null: the body is none that can be kept. Reads the body. `owner`:
   * of the session that the browser had, whether or not it stands; null: nobody knows.
   */
  answer(
    raw: IncomingMessage,
    judged: JudgedRequest,
    outcome: OwnOutcome,
    owner: Owner | null
  ): Promise<OwnAnswer | null>
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
  answers: Pick<Answers, 'refuse' | 'page'>
): KeptForms | null {
  if (!enabled) return null
  return {
    keeps: (judged, outcome): outcome is OwnOutcome =>
      outcome.kind === 'login' && isKeepable(judged, maxBytes) && isSafeTarget(judged),

    async answer(raw, judged, outcome, owner) {
      const { target } = judged
      const form = target === null ? null : await readForm(raw, { maxBytes })
      if (target === null || form === null) return null
      const key = randomBytes(KEY_BYTES).toString('base64url')
      // The answer to somebody who has asked for the page that sends the form: the login page leads there.
      const asked = { ...judged, target: { ...target, raw: formAddress(target.raw, key) } }
      const { location, ...headers } = answers.refuse(asked, outcome).headers
      if (typeof location !== 'string') return null
      const account = owner === null ? null : accountMark(owner)
      const page = keepPage({ key, target: target.raw, form, account, signIn: location })
      const answer = answers.page(judged, KEPT_FORM_STATUS, page)
      return { ...answer, headers: { ...CHALLENGE, ...answer.headers, ...headers } }
    }
  }
}

function isKeepable({ method, origin, headers }: JudgedRequest, maxBytes: number): boolean {
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
function isSafeTarget({ target, origin }: JudgedRequest): boolean {
  const raw = target?.raw ?? ''
  if (formAddress(raw, '-'.repeat(KEY_CHARS)).length > LONGEST_TARGET_CHARS) return false
  return resolveRedirectTarget(raw, { publicOrigin: origin, reserved: [], home: '' }) === raw
}
