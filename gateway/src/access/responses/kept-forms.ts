/**
 * Keeps a submitted form when its visitor must sign in first: in the browser tab, never on the server. It
 * owns which requests qualify and the pages that store and send the form. It must not know why access was
 * refused.
 */

import { hash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config/schema/schema.ts'
import type { AuthRequest } from '../../http/auth-request.ts'
import { cspHashOf } from '../../http/html.ts'
import type { GatewayTexts } from '../../http/locales.ts'
import { hasStatedOrigin, isFromOwnSite } from '../../http/origin.ts'
import type { OwnResponse } from '../../http/own-response.ts'
import type { WritePage } from '../../http/page.ts'
import type { AccountId, Session } from '../../session/session.ts'
import type { Outcome, OwnOutcome } from '../outcome.ts'
import { CHALLENGE } from './challenges.ts'
import { isForm, isSafeTarget, KEPT_FORM_STATUS, type MakePage, readForm } from './posted-forms.ts'
import { formAddress } from './redirect-target.ts'
import { accountOf } from './refusal-pages.ts'

export type KeptForms = NonNullable<ReturnType<typeof createKeptForms>>

const KEY_BYTES = 16

/**
 * Keeps form fields in the tab that posted them, on a page with a button to send them after sign-in. The
 * server stores nothing, and nothing is sent without the visitor. Null if disabled.
 */
export function createKeptForms(
  { enabled, maxBytes }: Config['keepForms'],
  responses: { page: MakePage; refuse(authRequest: AuthRequest, outcome: OwnOutcome): OwnResponse }
) {
  if (!enabled) return null
  return {
    /** True if the form can be kept, going by the request's head. */
    keeps: (authRequest: AuthRequest, outcome: Outcome): outcome is OwnOutcome =>
      outcome.kind === 'login' &&
      isForm(authRequest, maxBytes) &&
      isOwnForm(authRequest) &&
      isSafeTarget(authRequest),

    /**
     * The page that stores the form, in place of the login redirect; that redirect if the body, which it reads, cannot be kept.
     * `owner`: of the browser's session, valid or not; null if unknown.
     */
    async keep(
      { raw, record }: FastifyRequest,
      authRequest: AuthRequest,
      outcome: OwnOutcome,
      owner: AccountId | null
    ): Promise<OwnResponse> {
      const { target } = authRequest
      const form = target === null ? null : await readForm(raw, { maxBytes })
      if (target === null || form === null) return responses.refuse(authRequest, outcome)
      const key = randomBytes(KEY_BYTES).toString('base64url')
      // The login redirect for the page that sends the form.
      const asked = {
        ...authRequest,
        method: 'GET',
        // The link to it is no form.
        headers: { ...authRequest.headers, 'sec-fetch-site': undefined },
        target: { ...target, raw: formAddress(target.raw, key) }
      }
      const { location, ...headers } = responses.refuse(asked, outcome).headers
      if (typeof location !== 'string') return responses.refuse(authRequest, outcome)
      record.specialResponse = 'kept-form'
      const account = owner === null ? null : digestOfAccount(owner)
      const page = keepPage({ key, target: target.raw, form }, account, location)
      const response = responses.page(authRequest, KEPT_FORM_STATUS, page)
      return { ...response, headers: { ...CHALLENGE, ...response.headers, ...headers } }
    }
  }
}

/**
 * True if a page of this origin posted it in a top-level tab. A cross-site form arrives without the
 * `SameSite` session cookie, and the page would invite the visitor to send what an attacker filled in.
 */
function isOwnForm({ headers, origin }: AuthRequest): boolean {
  const { 'sec-fetch-site': site = 'same-origin', 'sec-fetch-dest': destination = 'document' } = headers
  const isOfTab = site === 'same-origin' && destination === 'document'
  return isOfTab && hasStatedOrigin(headers) && isFromOwnSite(headers, origin)
}

interface StoredForm {
  /** Its key in the tab's session storage. */
  key: string
  /** Path and query it was posted to. */
  target: string
  form: string
}

/**
 * Stores a form in the tab. Without JavaScript it says that it cannot. `account`: digest of the account whose session the browser had;
 * null if unknown. `signIn`: URL of the login page, which leads on to the page that sends the form.
 */
function keepPage(form: StoredForm, account: string | null, signIn: string): WritePage {
  return (texts) => ({
    icon: 'form',
    title: texts['gateway.keep-form.title'],
    text: '',
    note: texts['gateway.keep-form.lost'],
    links: [{ label: texts['gateway.keep-form.sign-in'], href: signIn }],
    script: scriptFor(texts, form, account)
  })
}

/**
 * Sends a stored form when the visitor confirms, and warns if another account filled it in. `back`: where the
 * form was posted. `session`: null if signed out.
 */
export function sendPage(back: string, session: Session | null): WritePage {
  const account = session === null ? null : digestOfAccount(session)
  return (texts) => ({
    icon: 'form',
    title: texts['gateway.send-form.title'],
    text: texts['gateway.send-form.none'],
    ...(session !== null && { account: accountOf(texts, session) }),
    links: [{ label: texts['gateway.send-form.back'], href: back }],
    leadsAway: true,
    script: scriptFor(texts, null, account)
  })
}

const DIGEST_CHARS = 22

/** Tells accounts apart without identifying them, since it is stored in the tab. */
function digestOfAccount({ tenantId, subject }: AccountId): string {
  const account = JSON.stringify([tenantId, subject])
  return hash('sha256', account, 'base64url').slice(0, DIGEST_CHARS)
}

/** `form`: null on the page that sends. */
function scriptFor(texts: GatewayTexts, form: StoredForm | null, account: string | null) {
  const words = {
    kept: texts['gateway.keep-form.kept'],
    offer: texts['gateway.send-form.offer'],
    others: texts['gateway.send-form.others'],
    send: texts['gateway.send-form.send'],
    goesTo: texts['gateway.shown-form.goes-to'],
    hidden: texts['gateway.shown-form.hidden'],
    more: texts['gateway.shown-form.more']
  }
  return { source: FORM_SCRIPT, hash: FORM_SCRIPT_HASH, data: { form, account, words } }
}

/**
 * The script of both pages. Given a form, it stores it; otherwise it shows the one that the fragment names
 * with a button to send it, hiding values that another account filled in. Names and values only become text
 * content and field values, never markup. Unsent forms expire after an hour.
 */
const FORM_SCRIPT = `(() => {
'use strict'
const PREFIX = 'gatehouse:form:'
const MAX_AGE_MS = 3600000
const MAX_SHOWN = 50
const SECRET = /pass|pwd|secret|token|pin|otp|code|cv[cv]|card|iban|ssn|csrf|xsrf|auth|key/i
const { form: posted, account, words } = JSON.parse(document.getElementById('page-data').textContent)
const place = document.getElementById('page-place')

const element = (name, text, parent) => {
  const made = document.createElement(name)
  made.textContent = text
  parent.append(made)
  return made
}
const read = (name) => {
  try {
    const kept = JSON.parse(sessionStorage.getItem(name))
    const isYoung = Math.abs(Date.now() - kept.at) < MAX_AGE_MS
    return isYoung && typeof kept.form === 'string' && typeof kept.target === 'string' ? kept : null
  } catch {
    return null
  }
}
const forgetOld = () => {
  for (const name of Object.keys(sessionStorage))
    if (name.startsWith(PREFIX) && read(name) === null) sessionStorage.removeItem(name)
}
const show = (address, fields, isOthers = false) => {
  const shown = address.host + address.pathname + (address.search === '' ? '' : '?…')
  element('p', words.goesTo.replaceAll('{address}', () => shown), place)
  const list = element('ul', '', place)
  for (const [name, value] of fields.slice(0, MAX_SHOWN)) {
    const line = element('li', '', list)
    element('bdi', name.slice(0, 80), line)
    line.append(': ')
    element('bdi', isOthers || SECRET.test(name) ? words.hidden : value.slice(0, 80), line)
  }
  if (fields.length > MAX_SHOWN) element('li', words.more.replaceAll('{count}', fields.length - MAX_SHOWN), list)
}
const open = ({ target, form }) => {
  const address = new URL(target, location.origin)
  if (address.origin !== location.origin || !target.startsWith('/')) throw new Error('another origin')
  return { address, fields: [...new URLSearchParams(form)] }
}
const keep = ({ key, target, form }) => {
  const { address, fields } = open({ target, form })
  sessionStorage.setItem(PREFIX + key, JSON.stringify({ at: Date.now(), target, form, account }))
  document.querySelector('p.muted').textContent = words.kept
  show(address, fields)
}
const offer = (name, kept) => {
  const { address, fields } = open(kept)
  const isOthers = typeof kept.account === 'string' && account !== null && kept.account !== account
  document.querySelector('main > p:not(.brand)').textContent = isOthers ? words.others : words.offer
  show(address, fields, isOthers)
  const form = element('form', '', place)
  form.setAttribute('class', 'action')
  form.setAttribute('method', 'post')
  form.setAttribute('action', kept.target)
  for (const [field, value] of fields) {
    const input = element('input', '', form)
    input.type = 'hidden'
    input.name = field
    input.value = value
  }
  const button = element('button', words.send, form)
  button.className = 'button'
  button.type = 'submit'
  document.querySelector('a.button').className = 'link'
  form.addEventListener('submit', () => {
    sessionStorage.removeItem(name)
    button.disabled = true
  })
}
try {
  forgetOld()
  const name = PREFIX + location.hash.slice(1)
  const kept = posted === null ? read(name) : null
  if (posted !== null) keep(posted)
  else if (kept !== null) offer(name, kept)
} catch {
  // The page already says that nothing is kept.
}
})()
`

const FORM_SCRIPT_HASH = cspHashOf(FORM_SCRIPT)
