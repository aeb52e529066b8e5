import { KEY_KINDS, readKey } from '../../src/identity-platform/accounts/account-key.ts'
import type { Accounts } from '../../src/identity-platform/accounts/accounts.ts'
import type { ProviderFailure } from '../../src/identity-platform/client/error-sorting.ts'
import { accountLogFields } from '../../src/operations/requests/request-logger.ts'
import type { PluginEndpoints } from '../../src/own-routes.ts'
import { providerFault } from '../../src/session/check-result.ts'
import type { EndedSession } from '../../src/session/revocation/revocations.ts'
import type { AccountId, DatedOwner } from '../../src/session/session.ts'
import type { ListedSession } from '../../src/session/session-list.ts'
import type { SessionRow, SessionsReply, SessionsRequest } from './operator-endpoints.ts'

/** Seconds until every replica connected to the store has received the message. */
const SHARED_WITHIN_SECONDS = 1
/** Id token lifetime in seconds; a session is refreshed by then. */
const ID_TOKEN_SECONDS = 3600

type Refused = Extract<SessionsReply, { kind: 'refused' }>

/** Answers the operators' requests at the management listener. */
export function createOperatorResponses({ config, runtime, sessions, platform, tenancy }: PluginEndpoints) {
  const { report, now } = runtime
  const { revocationCheckSeconds } = config.session
  const { list, revocation, isShared } = sessions

  async function findOwner({ account, by, tenant = config.identityPlatform.tenantId }: SessionsRequest) {
    const kind = KEY_KINDS.find((one) => one === by)
    if (by !== undefined && kind === undefined) return invalid(`\`by\` is one of ${KEY_KINDS.join(', ')}`)
    if (!tenancy.tenantIds.includes(tenant)) return invalid('this gateway accepts no accounts of that tenant')
    const accounts = platform.accountsOf(tenant)
    const cannotLookUp = 'accounts cannot be looked up: set identityPlatform.credentialsFile'
    if (!accounts.hasCredentials) return refused('NO_SERVICE_ACCOUNT', cannotLookUp)
    const result = await accounts.lookUp(readKey(account, kind))
    if (result.kind === 'failed') return refuseFailure(result.failure)
    const { uid: subject, createdAtMs } = result.record
    return { kind: 'owner', accounts, owner: { subject, tenantId: tenant, createdAtMs } } as const
  }

  /** Active sessions of an account: all, or the one with this id in the log. */
  async function find(owner: DatedOwner, sessionId: string | undefined) {
    const listing = await list.read(owner)
    if (listing.kind === 'unavailable') return refused('STORE_UNAVAILABLE', `the store: ${listing.detail}`)
    // What one process alone has recorded would look complete to an operator.
    if (listing.kind !== 'listed' || !listing.isShared)
      return invalid('listing sessions needs a store: set `store.url`')
    const found = listing.sessions.filter((one) => [undefined, one.sessionId].includes(sessionId))
    return sessionId === undefined || found.length > 0
      ? { ...listing, sessions: found }
      : refused('NOT_FOUND', 'the account has no such active session')
  }

  /** Ends all sessions of an account, at the provider first; none if that fails. Returns when the last replica rejects them. */
  async function endAll(owner: AccountId, accounts: Pick<Accounts, 'revoke'>) {
    // Sign-in times are whole seconds; those of the current second must end too.
    const validSinceSeconds = Math.floor(now()) + 1
    const change = await accounts.revoke(owner.subject, validSinceSeconds)
    if (change.kind === 'failed') return change
    const isPublished = await revocation.revokeAccount(owner, validSinceSeconds)
    const lookedUpWithinSeconds = revocationCheckSeconds === 0 ? ID_TOKEN_SECONDS : revocationCheckSeconds
    const isEverywhere = isPublished && isShared()
    return {
      kind: 'ended',
      everywhereWithinSeconds: isEverywhere ? SHARED_WITHIN_SECONDS : lookedUpWithinSeconds
    } as const
  }

  return async (request: SessionsRequest): Promise<SessionsReply> => {
    const found = await findOwner(request)
    if (found.kind === 'refused') return found
    const { owner, accounts } = found
    const { act, sessionId, requestId, client } = request
    const facts = { requestId, client }
    const ended = { kind: 'ended', uid: owner.subject, tenant: owner.tenantId } as const
    if (act === 'revoke' && sessionId === undefined) {
      const all = await endAll(owner, accounts)
      if (all.kind === 'failed') return refuseFailure(all.failure)
      report({ ...facts, ...describeEnd(owner) })
      return { ...ended, sessionId: null, everywhereWithinSeconds: all.everywhereWithinSeconds }
    }
    const listed = await find(owner, sessionId)
    if (listed.kind === 'refused') return listed
    const [one] = listed.sessions
    if (act === 'list' || one === undefined)
      return { kind: 'listed', sessions: listed.sessions.map(describeListed) }
    const isPublished = await revocation.endSession(one)
    report({ ...facts, ...describeEnd(one) })
    return isPublished
      ? { ...ended, sessionId: one.sessionId, everywhereWithinSeconds: SHARED_WITHIN_SECONDS }
      : refused('STORE_UNAVAILABLE', 'ended at this gateway; others follow when the store is back')
  }
}

/** A session for operators and scripts, without the internal id that messages carry. */
function describeListed(session: ListedSession): SessionRow {
  const { sessionId, subject: uid, tenantId: tenant, startedAtSeconds, origin } = session
  return { sessionId, uid, tenant, begun: new Date(startedAtSeconds * 1000).toISOString(), origin }
}

/** The event for one session, or all sessions of an account, ended by an operator. */
function describeEnd(of: EndedSession | AccountId) {
  const code = 'id' in of ? 'SESSION_ENDED' : 'TOKEN_REVOKED'
  return { kind: 'session.ended', ...accountLogFields(of), code, by: 'operator' } as const
}

function refused(code: Refused['code'], detail: string, more: Partial<Refused> = {}): Refused {
  return { kind: 'refused', code, detail, ...more }
}

function invalid(detail: string): Refused {
  return refused('INVALID_REQUEST', detail)
}

function refuseFailure(failure: ProviderFailure): Refused {
  const { kind, code, detail } = failure
  if (kind === 'caller') return invalid(detail)
  if (code === 'USER_NOT_FOUND') return refused(code, 'no such account', { status: 404 })
  const { retryAfterSeconds } = providerFault(failure)
  return refused('PROVIDER_UNAVAILABLE', `${kind}: ${detail}`, { retryAfterSeconds })
}
