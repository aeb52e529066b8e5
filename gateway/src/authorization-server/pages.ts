import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider'
import type { Responses } from '../access/responses.ts'
import { toFault } from '../errors.ts'
import { authRequestOf } from '../http/auth-request.ts'
import type { OwnResponse } from '../http/own-response.ts'
import type { WritePage } from '../http/page.ts'
import { parameterOf } from '../http/target.ts'
import { nameOfClient } from './client-name.ts'

/** Of a code given in the URL, which is shown in the field; longer ones are cut. A valid one has 9. */
const MAX_CODE_CHARS = 16

/**
 * The pages that `oidc-provider` asks for, in the looks and languages of the gateway's other pages: errors of requests without a
 * redirect, codes of devices, and signing out for a client.
 */
export function createPages(responses: Responses) {
  const requests = new WeakMap<IncomingMessage, FastifyRequest>()

  function show(ctx: KoaContextWithOIDC, statusCode: number, write: WritePage): void {
    const request = requests.get(ctx.req)
    if (request === undefined) return
    respond(ctx, responses.page(authRequestOf(request), statusCode, write))
  }

  /** 5xx, with `Retry-After` where it may pass. */
  function showFault(ctx: Answering, err: unknown): void {
    const request = requests.get(ctx.req)
    if (request === undefined) return
    request.record.fault = toFault(err)
    respond(ctx, responses.fault(authRequestOf(request), request.record.fault))
  }

  return {
    /** Call before the provider gets the request. */
    note: (request: FastifyRequest) => void requests.set(request.raw, request),
    showFault,
    requestOf: ({ req }: Pick<KoaContextWithOIDC, 'req'>): FastifyRequest | undefined => requests.get(req),

    /** An error that cannot be sent to the client. Its description is for developers; it is the provider's own words. */
    async renderError(ctx, { error, error_description: description = '' }, err) {
      if (ctx.status >= 500) return showFault(ctx, err)
      show(ctx, 400, (texts) => ({
        icon: 'warning',
        title: texts['gateway.title.refused'],
        text: texts['gateway.text.bad-request'],
        note: `${error}: ${description}`
      }))
    },

    async userCodeInputSource(ctx, form, _out, err) {
      if (ctx.status >= 500) return showFault(ctx, err)
      const request = requests.get(ctx.req)
      const given = request === undefined ? undefined : parameterOf(request, 'user_code')
      show(ctx, err === undefined ? 200 : 400, (texts) => ({
        icon: 'lock',
        title: texts['gateway.device.title'],
        text: texts[err === undefined ? 'gateway.device.text' : 'gateway.device.wrong'],
        form: {
          label: texts['gateway.device.continue'],
          action: ctx.oidc.urlFor('code_verification'),
          fields: { xsrf: xsrfOf(form) },
          input: {
            label: texts['gateway.device.code'],
            name: 'user_code',
            value: given?.slice(0, MAX_CODE_CHARS) ?? ''
          }
        }
      }))
    },

    async userCodeConfirmSource(ctx, form, client, _deviceInfo, userCode) {
      const fields = { xsrf: xsrfOf(form), user_code: userCode }
      const action = ctx.oidc.urlFor('code_verification')
      show(ctx, 200, (texts) => ({
        icon: 'lock',
        title: texts['gateway.device.title'],
        text: texts['gateway.device.confirm']
          .replaceAll('{client}', () => nameOfClient(client))
          // In one line.
          .replaceAll('{code}', () => userCode.replaceAll('-', '\u2011')),
        form: { label: texts['gateway.device.continue'], action, fields: { ...fields, confirm: 'yes' } },
        forms: [{ label: texts['gateway.consent.refuse'], action, fields: { ...fields, abort: 'yes' } }]
      }))
    },

    async successSource(ctx) {
      show(ctx, 200, describeConnected)
    },

    async logoutSource(ctx, form) {
      const action = ctx.oidc.urlFor('end_session_confirm')
      const fields = { xsrf: xsrfOf(form) }
      show(ctx, 200, (texts) => ({
        icon: 'leave',
        title: texts['gateway.sign-out.title'],
        text: texts['gateway.sign-out.text'],
        leadsAway: true,
        form: { label: texts['gateway.sign-out.submit'], action, fields: { ...fields, logout: 'yes' } },
        forms: [{ label: texts['gateway.sign-out.stay'], action, fields }]
      }))
    },

    async postLogoutSuccessSource(ctx) {
      ctx.redirect('/login?reason=signed-out')
    }
  } satisfies Sources & Record<'note' | 'requestOf' | 'showFault', unknown>
}

function respond(ctx: Answering, { statusCode, headers, body }: OwnResponse): void {
  ctx.status = statusCode
  ctx.set(headers)
  ctx.body = body ?? ''
}

/** The last page of a visitor whose device has what it asked for. */
export const describeConnected: WritePage = (texts) => ({
  icon: 'success',
  title: texts['gateway.device.done'],
  text: texts['gateway.device.return']
})

/** For the page by which `response_mode=form_post` leads to the client: its script, and the address of its form. */
export function formPostPolicy(page: string, redirectUri: unknown): string {
  const [, script = ''] = /<script>(.*?)<\/script>/s.exec(page) ?? []
  const hash = createHash('sha256').update(script).digest('base64')
  const { origin, protocol } = new URL(String(redirectUri))
  const target = origin === 'null' ? protocol : origin
  return `default-src 'none'; script-src 'sha256-${hash}'; form-action ${target}; base-uri 'none'; frame-ancestors 'none'`
}

/** What a response is written to, whichever of its routes the provider has found. */
type Answering = Pick<KoaContextWithOIDC, 'req' | 'set' | 'status' | 'body'>

type DeviceFlow = NonNullable<NonNullable<Configuration['features']>['deviceFlow']>
type Logout = NonNullable<NonNullable<Configuration['features']>['rpInitiatedLogout']>
type Sources = Required<Pick<Configuration, 'renderError'>> &
  Required<Pick<DeviceFlow, 'userCodeInputSource' | 'userCodeConfirmSource' | 'successSource'>> &
  Required<Pick<Logout, 'logoutSource' | 'postLogoutSuccessSource'>>

/** The secret that the provider expects back, from the form that it would show. */
function xsrfOf(form: string): string {
  return /name="xsrf" value="([\w-]+)"/.exec(form)?.[1] ?? ''
}
