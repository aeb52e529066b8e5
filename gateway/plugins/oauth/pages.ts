import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { DEVICE_PAGE, languageAddress, withSearch } from '../../src/access/responses/redirect-target.ts'
import type { Responses } from '../../src/access/responses/responses.ts'
import { parseUrl } from '../../src/config/addresses/urls.ts'
import { toFault } from '../../src/errors.ts'
import { authRequestOf } from '../../src/http/auth-request.ts'
import { cspHashOf, escapeHtml } from '../../src/http/html.ts'
import type { GatewayTexts } from '../../src/http/locales.ts'
import type { OwnResponse } from '../../src/http/own-response.ts'
import { drawIcon, type Page, type WritePage } from '../../src/http/page.ts'
import { parameterOf } from '../../src/http/target.ts'
import type { Session } from '../../src/session/session.ts'
import { nameOfClient } from './clients.ts'

/** Of a code given in the URL, which is shown in the field; longer ones are cut. A valid one has 9. */
const MAX_CODE_CHARS = 16

/** By a button of the consent page. */
export const REFUSED = { error: 'access_denied', error_description: 'refused by the visitor' }

type Features = NonNullable<Configuration['features']>
type Sources = Configuration & Features['deviceFlow'] & Features['rpInitiatedLogout']

/** What a response is written to, whichever of its routes the provider has found. */
type Answering = Pick<KoaContextWithOIDC, 'req' | 'set' | 'status' | 'body'>

/** Whether the client is known by its document alone, in which it writes what it likes. The operator has named no address of it. */
const isOfStranger = ({ oidc: { client } }: Pick<KoaContextWithOIDC, 'oidc'>) =>
  client?.clientIdMetadataDocument === true

/** Before the visitor has decided, no error leads to such a client by itself: it would be an open redirect (RFC 9700, 4.11.2). */
export function holdBack(ctx: KoaContextWithOIDC, err: Error): void {
  const { consent, error } = Object(ctx.oidc.entities.Interaction?.result)
  const hasDecided = consent !== undefined || error === REFUSED.error
  if (isOfStranger(ctx) && !hasDecided) Object.assign(err, { allow_redirect: false })
}

/** The address of such a client with an error, for the visitor to follow; null: there is none. */
function returnAddress(ctx: KoaContextWithOIDC, out: object): URL | null {
  const { redirect_uri: to, response_mode: mode } = ctx.oidc.params ?? ctx.query
  if (!isOfStranger(ctx) || typeof to !== 'string' || ctx.oidc.client?.redirectUriAllowed(to) !== true)
    return null
  const back = new URL(to)
  const given = Object.entries(out).filter(([, value]) => typeof value === 'string')
  if (mode === 'fragment') back.hash = String(new URLSearchParams(given))
  else for (const [name, value] of given) back.searchParams.set(name, value)
  return back
}

/** The secret that the provider expects back with a form. */
const xsrfOf = ({ oidc }: KoaContextWithOIDC) => String(Object(oidc.session?.state).secret)

/**
 * The pages that `oidc-provider` asks for, in the looks and languages of the gateway's other pages: errors of requests without a
 * redirect, user codes of devices, and signing out for a client.
 */
export function createPages(responses: Responses, loginPath: string) {
  const noted = new WeakMap<IncomingMessage, { request: FastifyRequest; session: Session | undefined }>()
  function notedOf({ req }: Pick<KoaContextWithOIDC, 'req'>) {
    const found = noted.get(req)
    if (found === undefined) throw new Error('the provider was given a request that is not noted')
    return found
  }
  const requestOf = (ctx: Pick<KoaContextWithOIDC, 'req'>) => notedOf(ctx).request
  const sessionOf = (ctx: Pick<KoaContextWithOIDC, 'req'>) => notedOf(ctx).session

  const show = (ctx: KoaContextWithOIDC, statusCode: number, write: WritePage): void =>
    respond(ctx, responses.page(authRequestOf(requestOf(ctx)), statusCode, write))

  /** 5xx, with `Retry-After` where it may pass. */
  function showFault(ctx: Answering, err: unknown): void {
    const request = requestOf(ctx)
    request.record.fault = toFault(err)
    respond(ctx, responses.fault(authRequestOf(request), request.record.fault))
  }

  const sources = {
    /** An error that cannot be sent to the client. Its description is for developers; it is the provider's own words. */
    async renderError(ctx, out, err) {
      if (ctx.status >= 500) return showFault(ctx, err)
      const back = returnAddress(ctx, out)
      const ofApp =
        out.error === 'invalid_client' ? 'gateway.text.client-unknown' : 'gateway.text.client-request'
      show(ctx, 400, (texts) => ({
        icon: 'warning',
        title: texts['gateway.title.refused'],
        text: texts[err.name === 'SessionNotFound' ? 'gateway.text.bad-request' : ofApp],
        note: `${out.error}: ${out.error_description ?? ''}`,
        ...(back !== null && { links: [{ label: `${back.protocol}//${back.host}`, href: back.href }] })
      }))
    },

    async userCodeInputSource(ctx, _form, _out, err) {
      if (ctx.status >= 500) return showFault(ctx, err)
      const request = requestOf(ctx)
      // The last page, in another language.
      if (parameterOf(request, 'connected') !== null) return show(ctx, 200, describeConnected)
      const given = String(ctx.oidc.params?.user_code ?? parameterOf(request, 'user_code') ?? '')
      // After a refusal, the page is ready for another code; after a form that was sent twice, for the same.
      const isRefused = err?.name === 'AbortedError' || err?.message === 'access_denied'
      const isWrong = err !== undefined && !isRefused && err.name !== 'InvalidRequest'
      show(ctx, err === undefined || isRefused ? 200 : 400, (texts) => ({
        icon: 'device',
        title: texts['gateway.device.title'],
        languageHref: deviceLanguages(given && codeQuery(given)),
        text: texts['gateway.device.text'],
        form: {
          label: texts['gateway.device.continue'],
          action: ctx.oidc.urlFor('code_verification'),
          fields: { xsrf: xsrfOf(ctx) },
          content: renderCodeField(
            texts['gateway.device.code'],
            given.slice(0, MAX_CODE_CHARS),
            isWrong ? texts['gateway.device.wrong'] : ''
          )
        },
        script: GROUP_CODE
      }))
    },

    async userCodeConfirmSource(ctx, _form, client, _deviceInfo, userCode) {
      const fields = { xsrf: xsrfOf(ctx), user_code: userCode }
      const action = ctx.oidc.urlFor('code_verification')
      const name = nameOfClient(client)
      show(ctx, 200, (texts) => ({
        icon: 'device',
        title: texts['gateway.device.title'],
        client: name,
        languageHref: deviceLanguages(codeQuery(userCode)),
        text: texts['gateway.device.compare'],
        content: [
          `<p class="user-code"><code dir="ltr">${escapeHtml(userCode)}</code></p>`,
          `<p>${fill(texts['gateway.device.use'], name)}</p>`,
          renderCaution(escapeHtml(texts['gateway.device.caution']))
        ].join(''),
        form: { label: texts['gateway.device.continue'], action, fields: { ...fields, confirm: 'yes' } },
        forms: [{ label: texts['gateway.consent.refuse'], action, fields: { ...fields, abort: 'yes' } }],
        script: PRESS_ONCE
      }))
    },

    successSource: async (ctx) => show(ctx, 200, describeConnected),

    async logoutSource(ctx) {
      const action = ctx.oidc.urlFor('end_session_confirm')
      const fields = { xsrf: xsrfOf(ctx) }
      show(ctx, 200, (texts) => ({
        icon: 'leave',
        title: texts['gateway.sign-out.title'],
        text: texts['gateway.sign-out.text'],
        leadsAway: true,
        form: { label: texts['gateway.sign-out.submit'], action, fields: { ...fields, logout: 'yes' } },
        forms: [{ label: texts['gateway.sign-out.stay'], action, fields }]
      }))
    },

    // Without an address of the client, also for a visitor who stays signed in.
    postLogoutSuccessSource: async (ctx) =>
      ctx.redirect(sessionOf(ctx) === undefined ? `${loginPath}?reason=signed-out` : '/')
  } satisfies Sources

  return {
    /** Call before the provider gets the request. */
    note: (request: FastifyRequest, session: Session | null) =>
      void noted.set(request.raw, { request, session: session ?? undefined }),
    requestOf,
    /** That of the visitor. */
    sessionOf,
    showFault,
    /** Without a session, there is nothing to confirm before a sign-out. */
    skipSignOut(ctx: KoaContextWithOIDC): void {
      const { post_logout_redirect_uri: to, state } = ctx.oidc.params ?? {}
      const back = to === undefined || isOfStranger(ctx) ? null : new URL(String(to))
      if (state !== undefined) back?.searchParams.set('state', String(state))
      ctx.redirect(back?.href ?? `${loginPath}?reason=signed-out`)
      ctx.status = 303
    },
    sources
  }
}

/** A text as HTML, with a value in its slot. */
const fill = (text: string, value: string, tag = 'bdi') =>
  escapeHtml(text).replace(/\{\w+\}/, () => `<${tag}>${escapeHtml(value)}</${tag}>`)

/** `html`: what a visitor should look at before an answer. */
const renderCaution = (html: string) =>
  `<div class="notice caution">${drawIcon('warning')}<p>${html}</p></div>`

/**
 * What the visitor decides about. `name`: of the client. `scopes`: in words. `publisher`: host of a client of a stranger. `leadsTo`: where
 * its visitor comes back to, in words around its `host`.
 */
export function renderAsked(
  texts: GatewayTexts,
  given: { name: string; scopes: string[]; publisher: string | null; leadsTo: string | null; host: string }
): string {
  const { name, scopes, publisher, leadsTo, host } = given
  const item = (scope: string) => `<li>${drawIcon('success')}<bdi>${escapeHtml(scope)}</bdi></li>`
  return [
    `<div class="scopes"><p>${fill(texts['gateway.consent.may'], name)}</p><ul>${scopes.map(item).join('')}</ul></div>`,
    publisher && renderCaution(fill(texts['gateway.consent.publisher'], publisher, 'strong')),
    leadsTo && `<p class="muted">${fill(leadsTo, host, 'strong')}</p>`
  ].join('')
}

/** `problem`: of the code that was sent; empty: none. */
function renderCodeField(label: string, value: string, problem: string): string {
  const refused = problem && ' autofocus aria-invalid="true" aria-describedby="user_code-error"'
  const below = problem && `<p class="error" id="user_code-error">${escapeHtml(problem)}</p>`
  return `<div class="field"><label for="user_code">${escapeHtml(label)}</label><input class="user-code" id="user_code" name="user_code" value="${escapeHtml(value)}" type="text" dir="ltr" autocomplete="off" autocapitalize="characters" spellcheck="false" required${refused}>${below}</div>`
}

const codeQuery = (code: string) => `user_code=${encodeURIComponent(code.slice(0, MAX_CODE_CHARS))}`
const deviceLanguages = (query: string) => languageAddress(withSearch(DEVICE_PAGE, [query]))

function respond(ctx: Answering, { statusCode, headers, body }: OwnResponse): void {
  ctx.status = statusCode
  ctx.set(headers)
  ctx.body = body ?? ''
}

/** The last page of a visitor whose device has what it asked for. */
export const describeConnected: WritePage = (texts) => ({
  icon: 'success',
  title: texts['gateway.device.done'],
  languageHref: deviceLanguages('connected='),
  text: texts['gateway.device.return']
})

/** The page of a request that has been decided on. `client`: its name. `resumeUrl`: the address of the same request. */
export const describeDecided =
  (client: string, resumeUrl: string | null = null) =>
  (texts: GatewayTexts): ReturnType<WritePage> => ({
    icon: 'success',
    title: texts['gateway.consent.return'].replaceAll('{client}', () => client),
    text: texts['gateway.consent.decided'],
    ...(resumeUrl !== null && { links: [{ label: texts['gateway.device.continue'], href: resumeUrl }] })
  })

/** Disables the buttons once one is pressed; a page that the browser shows again from its cache has them back. */
const PRESS = `(() => {
'use strict'
const disable = (disabled) => {
  for (const button of document.querySelectorAll('button')) button.disabled = disabled
}
addEventListener('submit', () => disable(true))
addEventListener('pageshow', () => disable(false))
})()
`
/** For a page whose form is to be sent once. */
export const PRESS_ONCE = { source: PRESS, hash: cspHashOf(PRESS), data: null }

/** Writes a code as devices show it, however it is typed or pasted; not while the visitor corrects it in the middle. */
const GROUP = `(() => {
'use strict'
const field = document.querySelector('#user_code')
const group = () => {
  if (field.selectionStart < field.value.length) return
  const letters = field.value.toUpperCase().replace(/[^A-Z0-9]/g, '')
  field.value = letters.replace(/^(.{4})(?=.)/, '$1-')
}
field.addEventListener('input', group)
})()
`
const GROUP_CODE = { source: GROUP, hash: cspHashOf(GROUP), data: null }

/** Turns the consent page into that page, as a browser stays on it where the redirect opens a program. */
const LEAVE = `(() => {
'use strict'
const { title, text } = JSON.parse(document.querySelector('#page-data').textContent)
addEventListener('submit', () => setTimeout(() => {
  for (const part of document.querySelectorAll('main > :not(.brand, header, #page-place)')) part.remove()
  document.querySelector('h1').textContent = title
  document.querySelector('#page-place').textContent = text
}))
})()
`
const LEAVE_HASH = cspHashOf(LEAVE)

/** `client`: its name. */
export function leavingScript(client: string, texts: GatewayTexts): NonNullable<Page['script']> {
  const { title, text } = describeDecided(client)(texts)
  return { source: LEAVE, hash: LEAVE_HASH, data: { title, text } }
}

/** Lets the page by which `response_mode=form_post` leads to the client send its form. The provider adds the hash of its script. */
export function allowFormPost(ctx: Pick<KoaContextWithOIDC, 'oidc' | 'set'>): void {
  const { response_mode: mode, redirect_uri: to } = ctx.oidc?.params ?? {}
  const url = mode === 'form_post' ? parseUrl(String(to)) : null
  if (url === null) return
  const target = url.origin === 'null' ? url.protocol : url.origin
  const policy = `default-src 'none'; script-src; form-action ${target}; base-uri 'none'; frame-ancestors 'none'`
  ctx.set('content-security-policy', policy)
}
