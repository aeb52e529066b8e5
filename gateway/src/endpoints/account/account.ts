import type { FastifyInstance, FastifyRequest } from 'fastify'
import { noteAccountChange } from '../../access/security-events.ts'
import type { Config } from '../../config/schema/schema.ts'
import { Fault } from '../../errors.ts'
import { authRequestOf } from '../../http/auth-request.ts'
import { memberOf, requireMembers } from '../../http/message.ts'
import { markOwnResponse } from '../../http/own-response.ts'
import { parseRequestTarget } from '../../http/target.ts'
import type { AccountChange } from '../../identity-platform/accounts/accounts.ts'
import type { AccountChangeKind } from '../../operations/events.ts'
import { providerFault } from '../../session/check-result.ts'
import type { Session } from '../../session/session.ts'
import type { EndpointOptions, WayBack } from '../own-session.ts'
import type { CallLimit } from '../rate-windows.ts'
import { createOwnerView, LOOKS_AND_CHANGES, permissionsOf } from './owner.ts'
import { SESSIONS_PATH } from './sessions.ts'

/** View and change one's own account with the session alone; prefix of the other account endpoints. */
export const ACCOUNT_PATH = '/_auth/account'
const VERIFICATION_PATH = `${ACCOUNT_PATH}/verification`
const EXPORT_PATH = `${ACCOUNT_PATH}/export`

/** Applications that may use the account; registered by the authorization server. */
export const APPLICATIONS_PATH = `${ACCOUNT_PATH}/applications`

/** Paths of the account endpoints. Empty if the account page is disabled. */
export function listAccountPaths({
  account,
  authorizationServer
}: Pick<Config, 'account' | 'authorizationServer'>): readonly string[] {
  if (!account.enabled) return []
  const always = [ACCOUNT_PATH, VERIFICATION_PATH, EXPORT_PATH, SESSIONS_PATH]
  return authorizationServer.enabled ? [...always, APPLICATIONS_PATH] : always
}

const MAILS: CallLimit = { name: 'account-mail', most: 3, windowMs: 600_000 }
/** BCP 47 tag. The provider accepts codes such as `de` or `zh-CN` and ignores unknown ones. */
const LANGUAGE = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/
const VERIFIED = { kind: 'verified' } as const

/**
 * Registers the account endpoints: view, rename, verification email, export. All other changes require a
 * recent sign-in and go from the page to the provider directly. Every call uses the visitor's own id token,
 * so the endpoints grant nothing the visitor could not do at the provider, and no response contains a token.
 */
export function registerAccount(app: FastifyInstance, options: EndpointOptions): void {
  const { config, sessions, accountsOf } = options
  const may = permissionsOf(config)
  const owner = createOwnerView(app, options)
  const downloads = createOwnerView(app, options, createWayToPage(options))

  /** Reports the change. Throws the provider's error. */
  function settle(
    request: FastifyRequest,
    session: Session,
    what: AccountChangeKind,
    change: AccountChange
  ): void {
    noteAccountChange(authRequestOf(request), session, { what, outcome: change.kind }, app.reportEvent)
    if (change.kind === 'failed') throw providerFault(change.failure)
  }

  app.get(ACCOUNT_PATH, async (request, reply) => {
    const seen = await owner.see(request, reply)
    return seen === null ? reply : markOwnResponse(request, reply).send(seen.account)
  })

  app.get(EXPORT_PATH, async (request, reply) => {
    const seen = await downloads.see(request, reply)
    if (seen === null) return reply
    if (!may.export) throw new Fault('NOT_FOUND')
    const { session } = seen
    const { may: _may, ...account } = seen.account
    const exported = { what: 'export', outcome: 'done' } as const
    noteAccountChange(authRequestOf(request), session, exported, app.reportEvent)
    return markOwnResponse(request, reply)
      .header('content-disposition', 'attachment; filename="account.json"')
      .type('application/json; charset=utf-8')
      .send(`${JSON.stringify({ ...account, claims: session.claims }, null, 2)}\n`)
  })

  const jsonRoute = { config: { sameOrigin: 'stated' }, onRequest: requireJson } as const
  app.patch(ACCOUNT_PATH, jsonRoute, async (request, reply) => {
    const name = nameIn(request.body)
    const result = await owner.ask(request, reply, LOOKS_AND_CHANGES, ({ tenantId, idToken }) => {
      if (!may.name) throw new Fault('FORBIDDEN', { detail: 'account.name is off' })
      return accountsOf(tenantId).rename(idToken, name)
    })
    if (result === null) return reply
    settle(request, result.session, 'name', result.response)
    // Id tokens carry the new name only after a refresh. If that fails now, a later one picks it up.
    const { checker } = sessions.at(authRequestOf(request).origin)
    const renewed = await checker.checkAndRefresh(request.headers.cookie)
    if (renewed.kind === 'signed-in' && renewed.setCookies.length > 0)
      reply.header('set-cookie', renewed.setCookies)
    return markOwnResponse(request, reply).send({ name })
  })

  app.post(VERIFICATION_PATH, jsonRoute, async (request, reply) => {
    const language = languageIn(request.body)
    const result = await owner.ask(request, reply, MAILS, async ({ tenantId, idToken, subject }) => {
      const accounts = accountsOf(tenantId)
      const found = await accounts.lookUpByIdToken(idToken, subject)
      if (found.kind === 'failed') return found
      if (found.record.email === null)
        throw new Fault('INVALID_REQUEST', { detail: 'the account has no email address' })
      // The provider would send the email anyway.
      return found.record.emailVerified ? VERIFIED : accounts.sendVerification(idToken, language)
    })
    if (result === null) return reply
    const { session, response } = result
    if (response.kind !== 'verified') settle(request, session, 'verification', response)
    return markOwnResponse(request, reply).code(204).send()
  })
}

/** After sign-in, return to the account page rather than to the download. It is on the login page's host. */
function createWayToPage({ config, origins }: Pick<EndpointOptions, 'config' | 'origins'>): WayBack {
  return (authRequest) => {
    const { raw = '', path = '' } = authRequest.target ?? {}
    const page = parseRequestTarget(`${config.paths.account}${raw.slice(path.length)}`)
    return { ...authRequest, origin: origins.publicOrigin, target: page.kind === 'target' ? page : null }
  }
}

/** Cross-site forms cannot send JSON. */
async function requireJson({ headers }: FastifyRequest): Promise<void> {
  const [type = ''] = (headers['content-type'] ?? '').split(';')
  if (type.trim().toLowerCase() !== 'application/json') throw new Fault('UNSUPPORTED_MEDIA_TYPE')
}

const MAX_CHARS = 128
/** Control characters, line breaks and bidi controls; lone surrogates are invalid. */
const UNFIT = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\p{Cs}]/u
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

/**
 * The requested name, trimmed; null to remove it. Throws `INVALID_REQUEST` if it cannot be displayed and sent in a
 * header: over 128 characters, nothing visible, or with line breaks.
 */
function nameIn(body: unknown): string | null {
  requireMembers(body, ['name'])
  const value = memberOf(body, 'name')
  if (value === null) return null
  const name = typeof value === 'string' ? value.trim() : ''
  const isFit = [...name].length <= MAX_CHARS && VISIBLE.test(name) && !UNFIT.test(name)
  if (!isFit) throw new Fault('INVALID_REQUEST', { detail: 'body: name' })
  return name
}

/** The requested language; null if none. Throws `INVALID_REQUEST`. */
function languageIn(body: unknown): string | null {
  requireMembers(body, ['language'])
  const language = memberOf(body, 'language')
  if (language === undefined) return null
  if (typeof language === 'string' && LANGUAGE.test(language)) return language
  throw new Fault('INVALID_REQUEST', { detail: 'body: language' })
}
