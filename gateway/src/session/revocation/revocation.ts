import { LRUCache } from 'lru-cache'
import { createSingleFlight } from '../../async.ts'
import type { ErrorCode } from '../../errors.ts'
import type { AccountResult } from '../../identity-platform/accounts/accounts.ts'
import type { Failed } from '../../identity-platform/client/error-sorting.ts'
import type { IdentityPlatform } from '../../identity-platform/identity-platform.ts'
import type { Runtime } from '../../operations/runtime.ts'
import type { AccountId, DatedOwner, Limits, Session } from '../session.ts'
import { atMost } from '../session-cache.ts'
import { type AccountFindings, checkAccount } from './account-findings.ts'
import type { EndedSession, Revocations } from './revocations.ts'

export type RevocationResult =
  | { kind: 'active' }
  | { kind: 'ended'; code: ErrorCode }
  /** The provider rejected the id token used; a refresh will decide. */
  | { kind: 'token-rejected' }

/** The account to look up, and an id token of it for gateways without credentials. */
type LookUpSubject = AccountId & { idToken: string }

/** Whether accounts are still valid. */
export type RevocationCheck = ReturnType<typeof createRevocationCheck>

const MAX_UNAVAILABLE = 1000
/** Errors about the id token used, not its account. */
const ABOUT_THE_TOKEN = new Set<ErrorCode>(['TOKEN_REVOKED', 'INVALID_CREDENTIALS'])

/** Looks accounts up while they are in use, once per user and interval. A new id token counts as a lookup. */
export function createRevocationCheck(
  { report, now }: Pick<Runtime, 'report' | 'now'>,
  options: {
    accountsOf: IdentityPlatform['accountsOf']
    state: {
      revocations: Revocations
      findings: AccountFindings
      /** Ends the connections of all sessions of an account that are no longer valid. */
      connections: { checkAccount(owner: AccountId): void }
    }
    limits: Pick<Limits, 'endsAtSeconds'>
    /** 0: never due. */
    intervalSeconds: number
  }
) {
  const { accountsOf, state, limits, intervalSeconds } = options
  const { revocations, findings, connections } = state
  /** Why this gateway ended the session; null: it did not. Makes no calls. */
  const revocationCodeOf = revocations.codeOf
  const lookUps = createSingleFlight<{ result: AccountResult; idToken: string }>()
  let isOutageReported = false
  const unavailable = new LRUCache<string, true>(atMost(MAX_UNAVAILABLE))

  /** By what is known. Makes no calls. */
  const codeOf = (session: Session) => revocationCodeOf(session) ?? findings.codeOf(session)

  /** When the account has to be looked up next, in epoch seconds; Infinity: never. */
  function dueAtSeconds(session: Session): number {
    if (intervalSeconds === 0) return Number.POSITIVE_INFINITY
    return Math.max(session.claims.iat + intervalSeconds, findings.freshUntilSeconds(session))
  }

  async function lookUpOnce(session: Session): Promise<AccountResult> {
    const { result, idToken } = await lookUps.run(session.accountKey, async () => {
      const askedAtSeconds = now()
      const result = await findAccount(session)
      if (!isAboutTheToken(result)) setFinding(session, result, askedAtSeconds)
      reportOutage(session.accountKey, result)
      reportCheck(session, result)
      return { result, idToken: session.idToken }
    })
    // A rejected token of another sign-in says nothing about this one.
    return isAboutTheToken(result) && idToken !== session.idToken ? await lookUpOnce(session) : result
  }

  /** Looks up the account of a sign-in unconditionally and caches the result. */
  async function lookUp(subject: LookUpSubject): Promise<AccountResult> {
    const askedAtSeconds = now()
    const result = await findAccount(subject)
    if (!hasNoVerdict(result) && !isAboutTheToken(result)) setFinding(subject, result, askedAtSeconds)
    return result
  }

  function setFinding(owner: AccountId, result: AccountResult, askedAtSeconds: number): void {
    findings.set(owner, result, { askedAtSeconds, intervalSeconds })
    connections.checkAccount(owner)
  }

  /** Looks the account up with the project's credentials if there are any, otherwise with its own id token. */
  async function findAccount({ subject, tenantId, idToken }: LookUpSubject): Promise<AccountResult> {
    const accounts = accountsOf(tenantId)
    if (!accounts.hasCredentials) return await accounts.lookUpByIdToken(idToken, subject)
    const result = await accounts.lookUp({ uid: subject })
    // Broken credentials must not lock out those who need none.
    const isOwn =
      result.kind === 'failed' && (result.failure.isOfCredentials || result.failure.kind === 'configuration')
    return isOwn ? await accounts.lookUpByIdToken(idToken, subject) : result
  }

  function reportCheck({ claims }: Session, result: AccountResult): void {
    const isUnknown = hasNoVerdict(result) || isAboutTheToken(result)
    const verdict = checkAccount(result, claims) === null ? 'fine' : 'ended'
    report({ kind: 'session.revocation-check', result: isUnknown ? 'unavailable' : verdict })
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

  /** Whether what is known is recent enough that no look-up is needed. */
  const isKnown = (session: Session) =>
    revocationCodeOf(session) !== null || now() < findings.freshUntilSeconds(session)

  return {
    revocationCodeOf,
    codeOf,
    /** Why a session is over for certain; null: it is not, or has to be looked up. Makes no calls. */
    knownCodeOf: (session: Session) => (isKnown(session) ? codeOf(session) : null),
    dueAtSeconds,
    /** Whether a lookup needs an id token of the account (or is impossible). */
    needsIdToken: ({ tenantId }: AccountId) => intervalSeconds === 0 || !accountsOf(tenantId).hasCredentials,

    /** Ends one session at once, with its connections and all copies of its cookie. False: others are not notified yet. */
    endSession: (session: EndedSession) => revocations.endSession(session, limits.endsAtSeconds(session)),

    /** The same for all sign-ins of an account before this time (epoch seconds). */
    revokeAccount(owner: AccountId, validSinceSeconds: number): Promise<boolean> {
      const expiresAtSeconds = limits.endsAtSeconds({ startedAtSeconds: validSinceSeconds })
      return revocations.revokeAccount(owner, validSinceSeconds, expiresAtSeconds)
    },

    /** Whether `check` is needed before this session may pass. Cheap. */
    isDue(session: Session): boolean {
      if (revocationCodeOf(session) !== null) return true
      if (intervalSeconds === 0) return false
      // Findings by another session of the account apply at once.
      if (findings.codeOf(session) !== null) return true
      const nowSeconds = now()
      return nowSeconds >= session.claims.iat + intervalSeconds && nowSeconds >= dueAtSeconds(session)
    },

    /** Looks the account up, once for all waiting requests. While the provider is unavailable the last result counts, or "active". */
    async check(session: Session): Promise<RevocationResult> {
      if (isKnown(session)) return resultOf(codeOf(session))
      if (findings.isRejectedToken(session.idToken)) return { kind: 'token-rejected' }
      const result = await lookUpOnce(session)
      if (!isAboutTheToken(result) || revocationCodeOf(session) !== null) return resultOf(codeOf(session))
      findings.rejectToken(session.idToken, intervalSeconds)
      return { kind: 'token-rejected' }
    },

    /** Looks the account up whatever is known of it. Without a result it is a failure, never "active". */
    async checkNow(session: Session): Promise<RevocationResult | Failed> {
      const own = revocationCodeOf(session)
      if (own !== null) return resultOf(own)
      const result = await lookUp(session)
      reportCheck(session, result)
      if (isAboutTheToken(result)) return { kind: 'token-rejected' }
      if (hasNoVerdict(result)) return result
      return resultOf(revocationCodeOf(session) ?? checkAccount(result, session.claims))
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

const ACTIVE: RevocationResult = { kind: 'active' }

function resultOf(code: ErrorCode | null): RevocationResult {
  return code === null ? ACTIVE : { kind: 'ended', code }
}

/** True if the provider is unavailable or the configuration wrong: nothing is known about the account. */
function hasNoVerdict(result: AccountResult): result is Failed {
  return result.kind === 'failed' && result.failure.kind !== 'permanent'
}

/** A rejected id token says nothing about the account; a refresh has to decide. */
function isAboutTheToken(result: AccountResult): boolean {
  return result.kind === 'failed' && ABOUT_THE_TOKEN.has(result.failure.code)
}
