import { LRUCache } from 'lru-cache'
import type { ErrorCode } from '../errors.ts'
import type { AccountCalls, AccountResult } from '../identity-platform/accounts.ts'
import { isRevoked, type UserRecord } from '../identity-platform/user-record.ts'
import type { Session } from './session.ts'
import { createSingleFlight } from './single-flight.ts'

/** Shortest pause after a look-up that gave no answer, in seconds. */
const RETRY_SECONDS = 30
const MOST_REMEMBERED = 100_000

/** Whether a sign-in still counts. */
export type RevocationVerdict =
  | { kind: 'stands' }
  | { kind: 'ended'; code: ErrorCode }
  /** The provider did not take the id token that asked; a refresh will tell. */
  | { kind: 'doubtful' }

/** Whether accounts still stand; see `createRevocationCheck`. */
export interface RevocationCheck {
  /** Must `check` be asked before this session may pass? Costs nothing. */
  isDue(session: Session): boolean
  /** Ends every sign-in of a user before this time (epoch seconds) here at once; other processes learn by look-ups. */
  noteRevocation(subject: string, validSinceSeconds: number): void
  /** Looks the account up, once for all who wait. Trouble at the provider counts as "stands". */
  check(session: Session): Promise<RevocationVerdict>
}

export interface RevocationCheckOptions {
  accounts: AccountCalls
  /** 0: never due. */
  intervalSeconds: number
  /** Epoch seconds. */
  now: () => number
}

/** What the last look-up of an account said, to every session of it. */
interface Finding {
  /** Null: nobody could say. */
  account: UserRecord | { code: ErrorCode } | null
  /** Epoch seconds. */
  validUntil: number
}

const STANDS: RevocationVerdict = { kind: 'stands' }
/** Answers about the id token that asked, not about its account. */
const ABOUT_THE_TOKEN = new Set<ErrorCode>(['TOKEN_REVOKED', 'INVALID_CREDENTIALS'])

/**
 * Looks accounts up while they are in use, at most once per user and interval, and judges every session of the user
 * by what came back. The id token's own time counts as a look-up: the provider gives no token to an account that does
 * not stand.
 */
export function createRevocationCheck({
  accounts,
  intervalSeconds,
  now
}: RevocationCheckOptions): RevocationCheck {
  const findings = new LRUCache<string, Finding>({ max: MOST_REMEMBERED })
  const once = createSingleFlight<AccountResult>()
  const revokedBefore = new LRUCache<string, number>({ max: MOST_REMEMBERED })

  function isNoted({ subject, claims }: Session): boolean {
    return revokedBefore.size > 0 && claims.auth_time < (revokedBefore.get(subject) ?? 0)
  }

  function currentFinding(subject: string): Finding | undefined {
    const finding = findings.get(subject)
    return finding !== undefined && now() < finding.validUntil ? finding : undefined
  }

  function lookUp(session: Session): Promise<AccountResult> {
    // Without credentials the call is made in the name of one sign-in, and may fail for that one alone.
    const key = accounts.hasCredentials ? session.subject : session.idToken
    return once(key, async () => {
      const result = await findAccount(accounts, session)
      remember(session.subject, result)
      return result
    })
  }

  function remember(subject: string, result: AccountResult): void {
    if (result.kind === 'found') {
      findings.set(subject, { account: result.record, validUntil: now() + intervalSeconds })
    } else if (result.failure.kind !== 'permanent') {
      findings.set(subject, { account: null, validUntil: now() + Math.min(RETRY_SECONDS, intervalSeconds) })
    } else if (!ABOUT_THE_TOKEN.has(result.failure.code)) {
      findings.set(subject, { account: { code: result.failure.code }, validUntil: now() + intervalSeconds })
    }
  }

  return {
    noteRevocation(subject, validSinceSeconds) {
      revokedBefore.set(subject, Math.floor(validSinceSeconds))
    },

    isDue(session) {
      if (isNoted(session)) return true
      if (intervalSeconds === 0 || now() < session.claims.iat + intervalSeconds) return false
      const finding = currentFinding(session.subject)
      return finding === undefined || judgeFinding(finding, session).kind !== 'stands'
    },

    async check(session) {
      if (isNoted(session)) return { kind: 'ended', code: 'TOKEN_REVOKED' }
      const finding = currentFinding(session.subject)
      if (finding !== undefined) return judgeFinding(finding, session)
      const result = await lookUp(session)
      if (result.kind === 'failed' && ABOUT_THE_TOKEN.has(result.failure.code)) return { kind: 'doubtful' }
      return judgeAccount(result, session.claims.auth_time)
    }
  }
}

/** The account behind a session, by the project's credentials where there are any, else by its own id token. */
export function findAccount(
  accounts: AccountCalls,
  { subject, idToken }: Pick<Session, 'subject' | 'idToken'>
): Promise<AccountResult> {
  return accounts.hasCredentials ? accounts.lookUpByUid(subject) : accounts.lookUpByIdToken(idToken, subject)
}

/** Whether an account's sign-in of this time counts; it does when nobody can say. */
export function judgeAccount(result: AccountResult, authTimeSeconds: number): RevocationVerdict {
  if (result.kind === 'found') return judgeRecord(result.record, authTimeSeconds)
  return result.failure.kind === 'permanent' ? { kind: 'ended', code: result.failure.code } : STANDS
}

function judgeFinding({ account }: Finding, session: Session): RevocationVerdict {
  if (account === null) return STANDS
  return 'code' in account
    ? { kind: 'ended', code: account.code }
    : judgeRecord(account, session.claims.auth_time)
}

function judgeRecord(record: UserRecord, authTimeSeconds: number): RevocationVerdict {
  if (record.disabled) return { kind: 'ended', code: 'USER_DISABLED' }
  return isRevoked(record, authTimeSeconds) ? { kind: 'ended', code: 'TOKEN_REVOKED' } : STANDS
}
