import { createSingleFlight } from '../../async/single-flight.ts'
import type { ErrorCode } from '../../errors.ts'
import type { AccountResult } from '../../identity-platform/accounts/accounts.ts'
import type { IdentityPlatform } from '../../identity-platform/identity-platform.ts'
import type { EventSink } from '../../operations/events.ts'
import type { Connections } from '../connections/connections.ts'
import type { Limits } from '../limits.ts'
import { keyOf, type Owner, type Session } from '../session.ts'
import { type AccountFindings, checkAccount, type StandingResult } from './account-findings.ts'
import type { EndedSession, EndedSessions } from './ended-sessions.ts'
import type { Revocations } from './revocations.ts'

/** Whether a session still stands. */
export type RevocationResult =
  | StandingResult
  /** The provider did not take the id token that asked; a refresh will tell. */
  | { kind: 'doubtful' }

/** Whose account is looked up, and an id token of it for gateways without credentials. */
export type LookUpSubject = Owner & { idToken: string }

/** Whether accounts still stand; see `createRevocationCheck`. */
export interface RevocationCheck {
  /** Must `check` be asked before this session may pass? Costs nothing. */
  isDue(session: Session): boolean
  /** Why a session is over by what happened at this gateway; null: it is not. Asks nobody. */
  endedHere(session: Session): ErrorCode | null
  /** Does the session stand, by what is known? Asks nobody. */
  standing(session: Session): StandingResult
  /** When the account has to be looked up next, in epoch seconds; infinite: never. */
  dueAtSeconds(session: Session): number
  /** Can accounts only be looked up with an id token of theirs, or not at all? */
  needsIdToken(owner: Owner): boolean
  /**
   * Ends one session here at once, with its connections and every copy of its cookie; settles when other processes can know,
   * or cannot yet.
   */
  endSession(session: EndedSession): Promise<boolean>
  /**
   * Ends every sign-in of an account before this time (epoch seconds) here at once, with its connections; settles when other
   * processes can know without a look-up, or cannot yet.
   */
  noteRevocation(owner: Owner, validSinceSeconds: number): Promise<boolean>
  /** Looks the account up, once for all who wait. While the provider is away its last answer counts, else "stands". */
  check(session: Session): Promise<RevocationResult>
  /** Looks the account of a sign-in up, always: what it says takes the place of what was known. */
  lookUp(subject: LookUpSubject): Promise<AccountResult>
  /** The last time at which this session is known to have stood, in epoch seconds. */
  lastStoodAtSeconds(session: Session): number
}

export interface RevocationCheckOptions {
  accountsOf: AccountsOf
  ended: EndedSessions
  revocations: Revocations
  findings: AccountFindings
  limits: Pick<Limits, 'endsAtSeconds'>
  /** Those of accounts that are looked up. */
  connections: Pick<Connections, 'checkAccount'>
  /** 0: never due. */
  intervalSeconds: number
  /** Takes `accounts.unavailable`, once until accounts can be looked up again. */
  report: EventSink
  /** Epoch seconds. */
  now: () => number
}

/** The account calls of a tenant. */
export type AccountsOf = IdentityPlatform['accountsOf']

/** A look-up and the id token in whose name it may have been made. */
interface LookUp {
  result: AccountResult
  idToken: string
}

type EndedResult = Extract<StandingResult, { kind: 'ended' }>

const REVOKED: EndedResult = { kind: 'ended', code: 'TOKEN_REVOKED' }
const SIGNED_OUT: EndedResult = { kind: 'ended', code: 'SESSION_ENDED' }
/** Answers about the id token that asked, not about its account. */
const ABOUT_THE_TOKEN = new Set<ErrorCode>(['TOKEN_REVOKED', 'INVALID_CREDENTIALS'])

/**
 * Looks accounts up while they are in use, at most once per user and interval, and judges every session of the user
 * by what came back. The id token's own time counts as a look-up: the provider gives no token to an account that does
 * not stand.
 */
export function createRevocationCheck(options: RevocationCheckOptions): RevocationCheck {
  const { accountsOf, ended, revocations, findings, limits, connections } = options
  const { intervalSeconds, report, now } = options
  const lookUps = createSingleFlight<LookUp>()
  let isOutageReported = false

  /** What this gateway itself did to a session; null: nothing. */
  function checkOwn(session: Session): EndedResult | null {
    if (ended.isEnded(session)) return SIGNED_OUT
    return session.claims.auth_time < revocations.validSinceSeconds(session) ? REVOKED : null
  }

  const evaluate = (session: Session) => checkOwn(session) ?? findings.evaluate(session)

  function dueAtSeconds(session: Session): number {
    if (intervalSeconds === 0) return Number.POSITIVE_INFINITY
    return Math.max(session.claims.iat + intervalSeconds, findings.freshUntilSeconds(session))
  }

  async function lookUpOnce(session: Session): Promise<AccountResult> {
    const { result, idToken } = await lookUps.run(keyOf(session), async () => {
      const askedAtSeconds = now()
      const result = await findAccount(accountsOf, session)
      if (!isAboutTheToken(result)) noteFinding(session, result, askedAtSeconds)
      reportOutage(result)
      report({ kind: 'session.revocation-check', result: nameResult(result, session) })
      return { result, idToken: session.idToken }
    })
    // What the provider says of another sign-in's token says nothing of this one.
    return isAboutTheToken(result) && idToken !== session.idToken ? await lookUpOnce(session) : result
  }

  function noteFinding(owner: Owner, result: AccountResult, askedAtSeconds: number): void {
    findings.note(owner, result, { askedAtSeconds, intervalSeconds })
    connections.checkAccount(owner)
  }

  function reportOutage(result: AccountResult): void {
    const isOutage = saysNothing(result)
    if (isOutage && !isOutageReported) {
      const { kind, code, detail } = result.failure
      report({ kind: 'accounts.unavailable', failure: { kind, code, detail } })
    }
    isOutageReported = isOutage
  }

  return {
    endedHere: (session) => checkOwn(session)?.code ?? null,
    standing: evaluate,
    dueAtSeconds,
    needsIdToken: ({ tenantId }) => intervalSeconds === 0 || !accountsOf(tenantId).hasCredentials,

    endSession: (session) => ended.end(session, limits.endsAtSeconds(session)),

    noteRevocation(owner, validSinceSeconds) {
      const expiresAtSeconds = limits.endsAtSeconds({ startedAtSeconds: validSinceSeconds })
      return revocations.revoke(owner, validSinceSeconds, expiresAtSeconds)
    },

    isDue(session) {
      if (checkOwn(session) !== null) return true
      if (intervalSeconds === 0) return false
      // What another session of the account found out since counts for this one at once.
      if (findings.evaluate(session).kind === 'ended') return true
      const nowSeconds = now()
      return nowSeconds >= session.claims.iat + intervalSeconds && nowSeconds >= dueAtSeconds(session)
    },

    async check(session) {
      if (checkOwn(session) !== null || now() < findings.freshUntilSeconds(session)) return evaluate(session)
      if (findings.isRefusedToken(session.idToken)) return { kind: 'doubtful' }
      const result = await lookUpOnce(session)
      if (!isAboutTheToken(result) || checkOwn(session) !== null) return evaluate(session)
      findings.noteRefusedToken(session.idToken, intervalSeconds)
      return { kind: 'doubtful' }
    },

    async lookUp(subject) {
      const askedAtSeconds = now()
      const result = await findAccount(accountsOf, subject)
      if (!saysNothing(result) && !isAboutTheToken(result)) noteFinding(subject, result, askedAtSeconds)
      return result
    },

    lastStoodAtSeconds: findings.lastStoodAtSeconds
  }
}

/** Does the result say nothing of the account: is the provider away, or the configuration wrong? */
function saysNothing(result: AccountResult): result is Extract<AccountResult, { kind: 'failed' }> {
  return result.kind === 'failed' && result.failure.kind !== 'permanent'
}

/** A refused id token says nothing of the account: a refresh has to tell. */
function nameResult(result: AccountResult, { claims }: Session): 'fine' | 'ended' | 'unavailable' {
  if (saysNothing(result) || isAboutTheToken(result)) return 'unavailable'
  return checkAccount(result, claims).kind === 'ended' ? 'ended' : 'fine'
}

function isAboutTheToken(result: AccountResult): boolean {
  return result.kind === 'failed' && ABOUT_THE_TOKEN.has(result.failure.code)
}

/** The account behind a session, by the project's credentials where there are any, else by its own id token. */
async function findAccount(
  accountsOf: AccountsOf,
  { subject, tenantId, idToken }: LookUpSubject
): Promise<AccountResult> {
  const accounts = accountsOf(tenantId)
  if (!accounts.hasCredentials) return await accounts.lookUpByIdToken(idToken, subject)
  const result = await accounts.lookUp({ uid: subject })
  // Credentials that do not work must not keep out whoever needs none.
  const isOwn =
    result.kind === 'failed' && (result.failure.isOfCredentials || result.failure.kind === 'configuration')
  return isOwn ? await accounts.lookUpByIdToken(idToken, subject) : result
}
