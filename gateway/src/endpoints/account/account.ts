import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { noteAccountChange } from '../../access/security-events.ts'
import type { Config } from '../../config/schema/schema.ts'
import { Fault } from '../../errors.ts'
import { memberOf } from '../../http/body.ts'
import { judgedRequestOf } from '../../http/judged-request.ts'
import { markOwnAnswer } from '../../http/own-answer.ts'
import type { AccountChange } from '../../identity-platform/accounts/own-account.ts'
import type { IdentityPlatform } from '../../identity-platform/identity-platform.ts'
import type { AccountChangeKind } from '../../operations/events.ts'
import { providerFault } from '../../session/provider-fault.ts'
import type { Session } from '../../session/session.ts'
import type { EndpointOptions } from '../options.ts'
import { createAdmission } from '../own-session.ts'
import { permissionsOf } from './description.ts'
import { readName } from './name.ts'
import { createOwnerView } from './owner.ts'

/** What people see and change of their own account by the session alone; below it, all that belongs to it. */
export const ACCOUNT_PATH = '/_auth/account'
const VERIFICATION_PATH = `${ACCOUNT_PATH}/verification`
const EXPORT_PATH = `${ACCOUNT_PATH}/export`

/** The paths of the endpoints; none while there is no account page. */
export function listAccountPaths({ account }: Pick<Config, 'account'>): readonly string[] {
  return account.enabled ? [ACCOUNT_PATH, VERIFICATION_PATH, EXPORT_PATH] : []
}

const MAILS_IN_TEN_MINUTES = 3
/** Codes of languages as the provider takes them, such as `de` or `zh-CN`. */
const LANGUAGE = /^[a-z]{2,3}(-[A-Za-z]{2,4})?$/

export interface AccountEndpointOptions extends EndpointOptions {
  accountsOf: IdentityPlatform['accountsOf']
}

/**
 * Registers the endpoints of the account page: see, name, verification mail, export. All else needs a fresh sign-in, and is between
 * the page and the provider. Everything is done by the visitor's own id token, so that nothing is possible here that the visitor
 * could not do there; no answer holds a token. The rate limits are those of `@fastify/rate-limit`, registered before.
 */
export function registerAccount(app: FastifyInstance, options: AccountEndpointOptions): void {
  const { config, sessions, accountsOf } = options
  const admit = createAdmission(app, options)
  const may = permissionsOf(config)
  const owner = createOwnerView(options)
  const checkerAt = (request: FastifyRequest) => sessions.at(judgedRequestOf(request).origin).checker
  const calls = owner.limitOfCalls
  const mails = owner.limit('account-mail', MAILS_IN_TEN_MINUTES, 600_000)

  /** Does something for whoever is signed in; everybody else gets the usual answer. */
  async function forOwner(
    request: FastifyRequest,
    reply: FastifyReply,
    act: (session: Session) => Promise<FastifyReply>
  ): Promise<FastifyReply> {
    const admission = admit(request, reply, await checkerAt(request).check(request.headers.cookie))
    return admission.kind === 'answered' ? admission.reply : await act(admission.session)
  }

  /** Throws what the provider says against it. */
  function settle(
    request: FastifyRequest,
    session: Session,
    what: AccountChangeKind,
    change: AccountChange
  ): void {
    noteAccountChange(judgedRequestOf(request), session, { what, outcome: change.kind }, app.reportEvent)
    if (change.kind === 'failed') throw providerFault(change.failure)
  }

  app.get(ACCOUNT_PATH, { config: calls }, (request, reply) =>
    forOwner(request, reply, async (session) => markOwnAnswer(request, reply).send(await owner.see(session)))
  )

  app.get(EXPORT_PATH, { config: calls }, (request, reply) =>
    forOwner(request, reply, async (session) => {
      if (!may.export) throw new Fault('NOT_FOUND')
      const { may: _may, ...account } = await owner.see(session)
      const exported = { what: 'export', outcome: 'done' } as const
      noteAccountChange(judgedRequestOf(request), session, exported, app.reportEvent)
      return markOwnAnswer(request, reply)
        .header('content-disposition', 'attachment; filename="account.json"')
        .type('application/json; charset=utf-8')
        .send(`${JSON.stringify({ ...account, claims: session.claims }, null, 2)}\n`)
    })
  )

  app.patch(
    ACCOUNT_PATH,
    { config: { ...calls, sameOrigin: true }, onRequest: requireJson },
    (request, reply) =>
      forOwner(request, reply, async (session) => {
        const name = readName(memberOf(request.body, 'name'))
        if (name === undefined) throw new Fault('INVALID_REQUEST', { detail: 'name' })
        if (!may.name) throw new Fault('FORBIDDEN', { detail: 'account.name is off' })
        const { tenantId, idToken } = session
        settle(request, session, 'name', await accountsOf(tenantId).rename(idToken, name))
        // Id tokens have the name only after a refresh; one that cannot be made now comes by itself later.
        const renewed = await checkerAt(request).checkAndRefresh(request.headers.cookie)
        if (renewed.kind === 'signed-in' && renewed.setCookies.length > 0)
          reply.header('set-cookie', renewed.setCookies)
        return markOwnAnswer(request, reply).send({ name })
      })
  )

  app.post(
    VERIFICATION_PATH,
    { config: { ...mails, sameOrigin: true }, onRequest: requireJson },
    (request, reply) =>
      forOwner(request, reply, async (session) => {
        const language = memberOf(request.body, 'language')
        const isCode = typeof language === 'string' && LANGUAGE.test(language)
        const { tenantId, idToken } = session
        const sent = await accountsOf(tenantId).sendVerification(idToken, isCode ? language : null)
        settle(request, session, 'verification', sent)
        return markOwnAnswer(request, reply).code(204).send()
      })
  )
}

/** What a form of any site can send is no JSON. */
async function requireJson({ headers }: FastifyRequest): Promise<void> {
  const [type = ''] = (headers['content-type'] ?? '').split(';')
  if (type.trim().toLowerCase() !== 'application/json') throw new Fault('UNSUPPORTED_MEDIA_TYPE')
}
