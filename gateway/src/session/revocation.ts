import { LRUCache } from 'lru-cache'
import type { ErrorCode } from '../errors.ts'
import type { AccountCalls, AccountResult } from '../identity-platform/accounts.ts'
import { isRevoked, type UserRecord } from '../identity-platform/user-record.ts'
import type { Session } from './session.ts'

/** Shortest pause after a look-up that gave no answer, in seconds. */
const RETRY_SECONDS = 30
const MOST_REMEMBERED = 100_000

/** Null: the account stands. */
export type RevocationVerdict = ErrorCode | null

/** Whether accounts still stand; see `createRevocationCheck`. */
export interface RevocationCheck {
  /** Is a look-up due before this session may pass? Costs nothing. */
  isDue(session: Session): boolean
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

/**
 * Looks accounts up while they are in use, at most once per user and interval. The id token's own time counts as a
 * look-up: the provider gives no token to an account that does not stand.
 */
export function createRevocationCheck({
  accounts,
  intervalSeconds,
  now
}: RevocationCheckOptions): RevocationCheck {
  const nextLookUpAt = new LRUCache<string, number>({ max: MOST_REMEMBERED })
  const waiting = new Map<string, Promise<AccountResult>>()

  function lookUp(session: Session): Promise<AccountResult> {
    const underWay = waiting.get(session.subject)
    if (underWay !== undefined) return underWay
    const asking = findAccount(accounts, session).finally(() => waiting.delete(session.subject))
    waiting.set(session.subject, asking)
    return asking
  }

  return {
    isDue(session) {
      if (intervalSeconds === 0) return false
      const after = Math.max(session.claims.iat + intervalSeconds, nextLookUpAt.get(session.subject) ?? 0)
      return now() >= after
    },

    async check(session) {
      const result = await lookUp(session)
      const verdict = judgeAccount(result, session.claims.auth_time)
      if (verdict === null) {
        const pause = result.kind === 'found' ? intervalSeconds : Math.min(RETRY_SECONDS, intervalSeconds)
        nextLookUpAt.set(session.subject, now() + pause)
      }
      return verdict
    }
  }
}

/** The account behind a session, by the project's credentials where there are any, else by its own id token. */
export function findAccount(
  accounts: AccountCalls,
  { subject, idToken }: Pick<Session, 'subject' | 'idToken'>
): Promise<AccountResult> {
  return accounts.hasCredentials ? accounts.lookUpByUid(subject) : accounts.lookUpByIdToken(idToken)
}

/** Why an account's sign-in of this time counts no more; null when it does, or when nobody can say. */
export function judgeAccount(result: AccountResult, authTimeSeconds: number): RevocationVerdict {
  if (result.kind === 'failed') return result.failure.kind === 'permanent' ? result.failure.code : null
  return judgeRecord(result.record, authTimeSeconds)
}

function judgeRecord(record: UserRecord, authTimeSeconds: number): RevocationVerdict {
  if (record.disabled) return 'USER_DISABLED'
  return isRevoked(record, authTimeSeconds) ? 'TOKEN_REVOKED' : null
}
