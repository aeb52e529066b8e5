import { KEY_KINDS, readKey } from '../identity-platform/accounts/account-key.ts'
import type { ProviderFailure } from '../identity-platform/client/error-sorting.ts'
import type { IdentityPlatform } from '../identity-platform/identity-platform.ts'
import type { EventSink } from '../operations/events.ts'
import type { ReplySessions, SessionsReply, SessionsRequest } from '../operations/sessions-endpoints.ts'
import {
  type AccountSessions,
  describeListed,
  describeOperatorsEnd,
  type FoundSession
} from './account-sessions.ts'
import { providerFault } from './check-result.ts'
import type { Owner } from './session.ts'

export interface OperatorResponsesOptions {
  sessions: AccountSessions
  accountsOf: IdentityPlatform['accountsOf']
  /** Default tenant. */
  tenantId: string | null
  /** Tenants whose accounts are accepted somewhere. */
  tenantIds: readonly (string | null)[]
  /** Receives `session.ended`. */
  report: EventSink
}

type Refused = Extract<SessionsReply, { kind: 'refused' }>

/** Handles the operators' requests at the management listener. */
export function createOperatorResponses(options: OperatorResponsesOptions): ReplySessions {
  const { sessions, accountsOf, tenantIds, report } = options

  async function findOwner({ account, by, tenant = options.tenantId }: SessionsRequest) {
    const kind = KEY_KINDS.find((one) => one === by)
    if (by !== undefined && kind === undefined) return invalid(`\`by\` is one of ${KEY_KINDS.join(', ')}`)
    if (!tenantIds.includes(tenant)) return invalid('this gateway accepts no accounts of that tenant')
    const accounts = accountsOf(tenant)
    if (!accounts.hasCredentials)
      return refused(
        'NO_SERVICE_ACCOUNT',
        'accounts cannot be looked up: set identityPlatform.credentialsFile'
      )
    const result = await accounts.lookUp(readKey(account, kind))
    if (result.kind === 'failed') return refuseFailure(result.failure)
    return { kind: 'owner', accounts, owner: { subject: result.record.uid, tenantId: tenant } } as const
  }

  async function list(owner: Owner, sessionId: string | undefined): Promise<SessionsReply> {
    const found = await (sessionId === undefined ? sessions.list(owner) : sessions.find(owner, sessionId))
    if (found.kind === 'listed') return { kind: 'listed', sessions: found.sessions.map(describeListed) }
    if (found.kind === 'found') return { kind: 'listed', sessions: [describeListed(found.session)] }
    return refuseUnfound(found)
  }

  return async (request) => {
    const found = await findOwner(request)
    if (found.kind === 'refused') return found
    const { owner, accounts } = found
    const { act, sessionId, requestId, client } = request
    if (act === 'list') return await list(owner, sessionId)
    const facts = { requestId, client }
    const ended = { kind: 'ended', uid: owner.subject, tenant: owner.tenantId } as const
    if (sessionId === undefined) {
      const all = await sessions.endAll(owner, accounts)
      if (all.kind === 'failed') return refuseFailure(all.failure)
      report({ ...facts, ...describeOperatorsEnd(owner) })
      return { ...ended, sessionId: null, everywhereWithinSeconds: all.everywhereWithinSeconds }
    }
    const one = await sessions.find(owner, sessionId)
    if (one.kind !== 'found') return refuseUnfound(one)
    const isRevoked = await sessions.end(one.session)
    report({ ...facts, ...describeOperatorsEnd(one.session) })
    return isRevoked
      ? { ...ended, sessionId, everywhereWithinSeconds: 1 }
      : refused('STORE_UNAVAILABLE', 'ended at this gateway; others follow when the store is back')
  }
}

function refused(code: Refused['code'], detail: string, more: Partial<Refused> = {}): Refused {
  return { kind: 'refused', code, detail, ...more }
}

function invalid(detail: string): Refused {
  return refused('INVALID_REQUEST', detail)
}

function refuseUnfound(found: Exclude<FoundSession, { kind: 'found' }>): Refused {
  if (found.kind === 'none') return refused('NOT_FOUND', 'the account has no such active session')
  if (found.kind === 'unavailable') return refused('STORE_UNAVAILABLE', `the store: ${found.detail}`)
  return invalid('listing sessions needs a store: set `store.url`')
}

function refuseFailure(failure: ProviderFailure): Refused {
  const { kind, code, detail } = failure
  if (kind === 'caller') return invalid(detail)
  if (code === 'USER_NOT_FOUND') return refused(code, 'no such account', { status: 404 })
  const { retryAfterSeconds } = providerFault(failure)
  return refused('PROVIDER_UNAVAILABLE', `${kind}: ${detail}`, { retryAfterSeconds })
}
