import { LRUCache } from 'lru-cache'
import { createSingleFlight } from '../../async.ts'
import type { ErrorCode } from '../../errors.ts'
import type { AccountResult } from '../../identity-platform/accounts/accounts.ts'
import type { Failed } from '../../identity-platform/client/error-sorting.ts'
import type { IdentityPlatform } from '../../identity-platform/identity-platform.ts'
import type { EventSink } from '../../operations/events.ts'
import type { Connections } from '../connections/connections.ts'
import { type AccountId, type DatedOwner, keyOf, type Limits, type Session } from '../session.ts'
import { atMost } from '../session-cache.ts'
import { type AccountFindings, checkAccount, type StandingResult } from './account-findings.ts'
import type { EndedSession, EndedSessions, Revocations } from './revocations.ts'

export type RevocationResult =
  | StandingResult
  /** The provider rejected the id token used; a refresh will decide. */
  | { kind: 'doubtful' }

/** Of a session, what tells whether this gateway has ended it. */
export type EndableSession = EndedSession & { claims: Pick<Session['claims'], 'auth_time'> }

/** The account to look up, and an id token of it for gateways without credentials. */
export type LookUpSubject = AccountId & { idToken: string }

/** Whether accounts are still valid. */
export type RevocationCheck = ReturnType<typeof createRevocationCheck>

export interface RevocationCheckOptions {
  accountsOf: AccountsOf
  ended: EndedSessions
  revocations: Revocations
  findings: AccountFindings
  limits: Pick<Limits, 'endsAtSeconds'>
  connections: Pick<Connections, 'checkAccount'>
  /** 0: never due. */
  intervalSeconds: number
  /** Receives `accounts.unavailable`, once per outage or failing account. */
  report: EventSink
  /** Epoch seconds. */
  now: () => number
}

/** The account calls of a tenant. */
export type AccountsOf = IdentityPlatform['accountsOf']

/** A lookup and the id token it may have used. */
interface LookUp {
  result: AccountResult
  idToken: string
}

type EndedResult = Extract<StandingResult, { kind: 'ended' }>

const REVOKED: EndedResult = { kind: 'ended', code: 'TOKEN_REVOKED' }
const SIGNED_OUT: EndedResult = { kind: 'ended', code: 'SESSION_ENDED' }
const REPLACED: EndedResult = { kind: 'ended', code: 'SESSION_REPLACED' }
const MAX_UNAVAILABLE = 1000
/** Errors about the id token used, not its account. */
const ABOUT_THE_TOKEN = new Set<ErrorCode>(['TOKEN_REVOKED', 'INVALID_CREDENTIALS'])

/**
 * Looks accounts up while they are in use, at most once per user and interval, and applies the result to all
 * sessions of the user. A new id token counts as a lookup: the provider issues none to an invalid account.
 */
export function createRevocationCheck(options: RevocationCheckOptions) {
  const { accountsOf, ended, revocations, findings, limits, connections } = options
  const { intervalSeconds, report, now } = options
  const lookUps = createSingleFlight<LookUp>()
  let isOutageReported = false
  /** Accounts whose last look-up failed. */
  const unavailable = new LRUCache<string, true>(atMost(MAX_UNAVAILABLE))

  /** Whether this gateway ended the session; null: it did not. */
  function checkOwn(session: EndableSession): EndedResult | null {
    if (ended.isEnded(session)) return ended.isReplaced(session) ? REPLACED : SIGNED_OUT
    return session.claims.auth_time < revocations.validSinceSeconds(session) ? REVOKED : null
  }

  /** Whether the session is valid by what is known. Makes no calls. */
  function standing(session: Session): StandingResult {
    return checkOwn(session) ?? findings.evaluate(session)
  }

  /** When the account has to be looked up next, in epoch seconds; Infinity: never. */
  function dueAtSeconds(session: Session): number {
    if (intervalSeconds === 0) return Number.POSITIVE_INFINITY
    return Math.max(session.claims.iat + intervalSeconds, findings.freshUntilSeconds(session))
  }

  async function lookUpOnce(session: Session): Promise<AccountResult> {
    const { result, idToken } = await lookUps.run(keyOf(session), async () => {
      const askedAtSeconds = now()
      const result = await findAccount(accountsOf, session)
      if (!isAboutTheToken(result)) noteFinding(session, result, askedAtSeconds)
      reportOutage(keyOf(session), result)
      report({ kind: 'session.revocation-check', result: nameResult(result, session) })
      return { result, idToken: session.idToken }
    })
    // A rejected token of another sign-in says nothing about this one.
    return isAboutTheToken(result) && idToken !== session.idToken ? await lookUpOnce(session) : result
  }

  function noteFinding(owner: AccountId, result: AccountResult, askedAtSeconds: number): void {
    findings.note(owner, result, { askedAtSeconds, intervalSeconds })
    connections.checkAccount(owner)
  }

  /** Looks up the account of a sign-in unconditionally and caches the result. */
  async function lookUp(subject: LookUpSubject): Promise<AccountResult> {
    const askedAtSeconds = now()
    const result = await findAccount(accountsOf, subject)
    if (!hasNoVerdict(result) && !isAboutTheToken(result)) noteFinding(subject, result, askedAtSeconds)
    return result
  }

  /** An account that fails while others are found is reported once. */
  function reportOutage(account: string, result: AccountResult): void {
    if (!hasNoVerdict(result)) {
      unavailable.delete(account)
      isOutageReported = false
      return
    }
    if (!isOutageReported && !unavailable.has(account)) {
      const { kind, code, detail } = result.failure
      report({ kind: 'accounts.unavailable', failure: { kind, code, detail } })
      isOutageReported = true
    }
    unavailable.set(account, true)
  }

  return {
    /** Why a session was ended at this gateway; null: it was not. Makes no calls. */
    revocationCodeOf: (session: EndableSession): ErrorCode | null => checkOwn(session)?.code ?? null,
    standing,
    dueAtSeconds,
    /** Whether a lookup needs an id token of the account (or is impossible). */
    needsIdToken: ({ tenantId }: AccountId) => intervalSeconds === 0 || !accountsOf(tenantId).hasCredentials,

    /**
     * Ends one session here at once, with its connections and all copies of its cookie. Resolves to whether
     * other processes were notified.
     */
    endSession: (session: EndedSession) => ended.end(session, limits.endsAtSeconds(session)),

    /**
     * Ends all sign-ins of an account before this time (epoch seconds) here at once, with their connections.
     * Resolves to whether other processes were notified.
     */
    noteRevocation(owner: AccountId, validSinceSeconds: number): Promise<boolean> {
      const expiresAtSeconds = limits.endsAtSeconds({ startedAtSeconds: validSinceSeconds })
      return revocations.revoke(owner, validSinceSeconds, expiresAtSeconds)
    },

    /** Whether `check` is needed before this session may pass. Cheap. */
    isDue(session: Session): boolean {
      if (checkOwn(session) !== null) return true
      if (intervalSeconds === 0) return false
      // Findings by another session of the account apply at once.
      if (findings.evaluate(session).kind === 'ended') return true
      const nowSeconds = now()
      return nowSeconds >= session.claims.iat + intervalSeconds && nowSeconds >= dueAtSeconds(session)
    },

    /**
     * Looks the account up, once for all waiting requests. While the provider is unavailable the last result counts, or
     * "stands".
     */
    async check(session: Session): Promise<RevocationResult> {
      if (checkOwn(session) !== null || now() < findings.freshUntilSeconds(session)) return standing(session)
      if (findings.isRefusedToken(session.idToken)) return { kind: 'doubtful' }
      const result = await lookUpOnce(session)
      if (!isAboutTheToken(result) || checkOwn(session) !== null) return standing(session)
      findings.noteRefusedToken(session.idToken, intervalSeconds)
      return { kind: 'doubtful' }
    },

    /** Looks the account up whatever is known of it. Without a result it is a failure, never "stands". */
    async checkNow(session: Session): Promise<RevocationResult | Failed> {
      const own = checkOwn(session)
      if (own !== null) return own
      const result = await lookUp(session)
      report({ kind: 'session.revocation-check', result: nameResult(result, session) })
      if (isAboutTheToken(result)) return { kind: 'doubtful' }
      if (hasNoVerdict(result)) return result
      return checkOwn(session) ?? checkAccount(result, session.claims)
    },

    lookUp,

    /** The account of a sign-in that was just looked up here. */
    dated: (owner: AccountId): DatedOwner => ({ ...owner, createdAtMs: findings.createdAtMs(owner) }),

    /** The account of a session that passes, looked up unless it was since that began. */
    async date(session: Session): Promise<DatedOwner | Failed> {
      // Sign-in times are whole seconds.
      const createdAtMs = findings.createdAtMs(session, session.claims.auth_time + 1)
      if (createdAtMs !== undefined) return { ...session, createdAtMs }
      const result = await lookUp(session)
      return result.kind === 'failed' ? result : { ...session, createdAtMs: result.record.createdAtMs }
    },
    lastConfirmedAtSeconds: findings.lastConfirmedAtSeconds
  }
}

/** True if the provider is unavailable or the configuration wrong: nothing is known about the account. */
function hasNoVerdict(result: AccountResult): result is Extract<AccountResult, { kind: 'failed' }> {
  return result.kind === 'failed' && result.failure.kind !== 'permanent'
}

/** A rejected id token says nothing about the account; a refresh has to decide. */
function nameResult(result: AccountResult, { claims }: Session): 'fine' | 'ended' | 'unavailable' {
  if (hasNoVerdict(result) || isAboutTheToken(result)) return 'unavailable'
  return checkAccount(result, claims).kind === 'ended' ? 'ended' : 'fine'
}

function isAboutTheToken(result: AccountResult): boolean {
  return result.kind === 'failed' && ABOUT_THE_TOKEN.has(result.failure.code)
}

/** Looks the account up with the project's credentials if there are any, otherwise with its own id token. */
async function findAccount(
  accountsOf: AccountsOf,
  { subject, tenantId, idToken }: LookUpSubject
): Promise<AccountResult> {
  const accounts = accountsOf(tenantId)
  if (!accounts.hasCredentials) return await accounts.lookUpByIdToken(idToken, subject)
  const result = await accounts.lookUp({ uid: subject })
  // Broken credentials must not lock out those who need none.
  const isOwn =
    result.kind === 'failed' && (result.failure.isOfCredentials || result.failure.kind === 'configuration')
  return isOwn ? await accounts.lookUpByIdToken(idToken, subject) : result
}
