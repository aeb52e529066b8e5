import type { FastifyInstance, FastifyRequest } from 'fastify'
import { describeVisitor } from '../../src/access/security-events.ts'
import { parseUrl } from '../../src/config/addresses/urls.ts'
import { ACCOUNT_PATH, createOwnerView } from '../../src/endpoints/own-account.ts'
import type { CallLimit } from '../../src/endpoints/own-session.ts'
import { Fault } from '../../src/errors.ts'
import type { GatewayTexts } from '../../src/http/locales.ts'
import { markOwnResponse } from '../../src/http/own-response.ts'
import { refuseOtherMethods } from '../../src/http/routes.ts'
import { parameterOf } from '../../src/http/target.ts'
import { subjectOf } from '../../src/identity/own-tokens.ts'
import type { ConnectedApplication, ConnectedApplications } from '../../src/page-contract.ts'
import type { Session } from '../../src/session/session.ts'
import { type GrantEntry, isGrantOf } from './accounts.ts'
import type { AuthorizationServer } from './provider.ts'
import { scopesOfGrant, wordsOfScope } from './resources.ts'

const APPLICATIONS_PATH = `${ACCOUNT_PATH}/applications`
const LOOKS_AND_ENDS: CallLimit = { name: 'account-applications', most: 60, windowMs: 60_000 }

/**
 * Registers the endpoint of the clients that an account has allowed to use it: GET lists them, in the language of `?lang=`,
 * DELETE ends one (`?client=`) with all its codes and refresh tokens. Both throw `STORE_UNAVAILABLE` while the store is
 * unreachable.
 */
export function registerConnectedApplications(app: FastifyInstance, server: AuthorizationServer): void {
  const { provider, grants, records, logouts, options } = server
  const { config, locales } = options
  const { accessTokenSeconds, clients, scopes } = config.authorizationServer
  const owner = createOwnerView(app, options)
  const configured = new Set(clients.map(({ id }) => id))

  function textsFor(request: FastifyRequest): GatewayTexts {
    const lang = parameterOf(request, 'lang') ?? undefined
    const header = request.headers['accept-language']
    return locales.of(locales.choose({ lang, cookie: undefined, header })).gatewayTexts
  }

  /** Null: the grant is over. */
  async function describe(entry: GrantEntry, texts: GatewayTexts): Promise<ConnectedApplication | null> {
    const { clientId, clientName, grantId, usedAt } = entry
    const grant = await provider.Grant.find(grantId)
    if (grant === undefined) return null
    return {
      id: clientId,
      name: clientName,
      publisher: configured.has(clientId) ? null : (parseUrl(clientId)?.host ?? null),
      scopes: scopesOfGrant(grant).map((scope) => wordsOfScope(scope, texts, scopes)),
      since: grant.iat ?? usedAt,
      usedAt
    }
  }

  /** Those of the account itself, not of one that had its uid before. */
  async function entriesOf(session: Session): Promise<GrantEntry[]> {
    const account = await server.accountOf(session)
    const entries = account === null ? [] : await grants.list(account.accountId)
    return entries.filter(({ grantId }) => isGrantOf(grantId, Object(account)))
  }

  /** One for each client, with all that its grants allow. */
  async function list(session: Session, texts: GatewayTexts): Promise<readonly ConnectedApplication[]> {
    const entries = (await entriesOf(session)).sort((one, other) => one.usedAt - other.usedAt)
    const described = await Promise.all(entries.map((one) => describe(one, texts)))
    const byClient = new Map<string, ConnectedApplication>()
    for (const one of described) {
      if (one === null) continue
      const { scopes = [], since = one.since } = byClient.get(one.id) ?? {}
      const all = [...new Set([...scopes, ...one.scopes])]
      byClient.set(one.id, { ...one, scopes: all, since: Math.min(since, one.since) })
    }
    return [...byClient.values()].sort((one, other) => other.since - one.since)
  }

  /** Whether there was a grant. */
  async function end(session: Session, clientId: string): Promise<boolean> {
    const entries = (await entriesOf(session)).filter((one) => one.clientId === clientId)
    let isKnown = false
    for (const grantId of new Set(entries.map((one) => one.grantId))) {
      if ((await provider.Grant.find(grantId)) === undefined) continue
      isKnown = true
      await records.revoke(grantId)
      // A store that is away takes what is written later on; until then the grant has not ended.
      if ((await provider.Grant.find(grantId)) !== undefined)
        throw new Fault('STORE_UNAVAILABLE', { detail: 'the end of the grant is not stored' })
    }
    return isKnown
  }

  app.get(APPLICATIONS_PATH, async (request, reply) => {
    const result = await owner.ask(request, reply, LOOKS_AND_ENDS, async (session) => ({
      kind: 'listed',
      applications: await list(session, textsFor(request))
    }))
    if (result === null) return reply
    const { applications } = result.response
    const body: ConnectedApplications = { endWithinSeconds: accessTokenSeconds, applications }
    return markOwnResponse(request, reply).send(body)
  })

  app.delete(APPLICATIONS_PATH, { config: { sameOrigin: 'stated' } }, async (request, reply) => {
    const clientId = parameterOf(request, 'client')
    if (!clientId) throw new Fault('INVALID_REQUEST', { detail: '`client` is required' })
    const result = await owner.ask(request, reply, LOOKS_AND_ENDS, async (session) => ({
      kind: (await end(session, clientId)) ? 'ended' : 'unknown'
    }))
    if (result === null) return reply
    if (result.response.kind === 'unknown')
      throw new Fault('NOT_FOUND', { detail: 'no connected application has this id' })
    const facts = describeVisitor(request, result.session)
    app.reportEvent({ kind: 'oauth.ended', ...facts, clientId })
    logouts.end(subjectOf(result.session), facts, (login) => login.clientId === clientId)
    return markOwnResponse(request, reply).code(204).send()
  })
  refuseOtherMethods(app, APPLICATIONS_PATH, { sameOrigin: true })
}
