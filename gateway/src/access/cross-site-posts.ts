/**
 * Posts a form of another site once more from this origin, so that it arrives with the `SameSite` session cookie. Only at paths
 * that `access.crossSitePosts` names, whose applications protect themselves against forged forms.
 */

import type { FastifyRequest } from 'fastify'
import type { Application } from '../config/applications.ts'
import type { Config } from '../config/schema/schema.ts'
import { ERROR_CATALOGUE } from '../errors.ts'
import { type AuthRequest, describeRequest, isForeignForm } from '../http/auth-request.ts'
import type { OwnResponse } from '../http/own-response.ts'
import { cspHashOf } from '../http/page.ts'
import { isForm, isSafeTarget, readForm } from './form-requests.ts'
import { KEPT_FORM_STATUS } from './kept-forms.ts'
import type { Outcome } from './outcome.ts'
import { foreignFormPage } from './refusal-pages.ts'
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

/** The page that posts it, or one that says the form is lost, if it cannot be posted again byte for byte. Reads the body. */
export async function postAgain(
  request: FastifyRequest,
  authRequest: AuthRequest,
  { responses, config }: { responses: Pick<Responses, 'page'>; config: Pick<Config, 'keepForms' | 'paths'> }
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
    script: SUBMIT_SCRIPT
  }))
  return { ...page, headers: { ...page.headers, ...CHALLENGE } }
}
