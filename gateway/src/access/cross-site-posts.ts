/**
 * Posts a form of another site once more from this origin, so that it arrives with the `SameSite` session cookie. Only at paths
 * that `access.crossSitePosts` names, whose applications protect themselves against forged forms.
 */

import type { IncomingMessage } from 'node:http'
import type { Application } from '../config/applications.ts'
import { type AuthRequest, isForeignForm } from '../http/auth-request.ts'
import type { OwnResponse } from '../http/own-response.ts'
import { cspHashOf } from '../http/page.ts'
import { isForm, isSafeTarget, readForm } from './form-requests.ts'
import { KEPT_FORM_STATUS } from './kept-forms.ts'
import type { Outcome } from './outcome.ts'
import { CHALLENGE, type Responses } from './responses.ts'

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
export function isPostedAgain(
  authRequest: AuthRequest,
  outcome: Outcome,
  application: Application | null
): boolean {
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

/** The page that posts it; null if the form cannot be posted again byte for byte. Reads the body. */
export async function postAgain(
  raw: IncomingMessage,
  authRequest: AuthRequest,
  { responses, maxBytes }: { responses: Pick<Responses, 'page'>; maxBytes: number }
): Promise<OwnResponse | null> {
  const isFit = isForm(authRequest, maxBytes) && isSafeTarget(authRequest)
  const body = isFit ? await readForm(raw, { maxBytes }) : null
  // HTML has no such character.
  if (body === null || body.includes('%00')) return null
  const page = responses.page(authRequest, KEPT_FORM_STATUS, (texts) => ({
    icon: 'form',
    title: texts['gateway.send-form.title'],
    text: texts['gateway.send-form.offer'],
    form: {
      label: texts['gateway.send-form.send'],
      action: authRequest.target?.raw ?? '',
      fields: new URLSearchParams(body)
    },
    script: SUBMIT_SCRIPT
  }))
  return { ...page, headers: { ...page.headers, ...CHALLENGE } }
}
