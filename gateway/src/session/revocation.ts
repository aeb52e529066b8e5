import { LRUCache } from 'lru-cache'
import type { ErrorCode } from '../errors.ts'
import type { AccountResult } from '../identity-platform/accounts.ts'
import type { ProviderFailure } from '../identity-platform/error-sorting.ts'
import type { IdentityPlatform } from '../identity-platform/identity-platform.ts'
import { isRevoked, type UserRecord } from '../identity-platform/user-record.ts'
import { atMost } from './bounds.ts'
import type { Owner, Session } from './session.ts'
import { createSingleFlight } from './single-flight.ts'

/** Shortest pause after a look-up that gave no answer, in seconds. */
const RETRY_SECONDS = 30
const MOST_REMEMBERED = 100_000
/** Enough of a signature to tell tokens apart. */
const TOKEN_KEY_CHARS = 43

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
  /** Ends every sign-in of an account before this time (epoch seconds) here at once; other processes learn by look-ups. */
  noteRevocation(owner: Owner, validSinceSeconds: number): void
  /** Looks the account up, once for all who wait. In trouble at the provider its last answer counts, else "stands". */
  check(session: Session): Promise<RevocationVerdict>
}

export interface RevocationCheckOptions {
  accountsOf: AccountsOf
  /** 0: never due. */
  intervalSeconds: number
  /** Told when accounts cannot be looked up, once until they can be again. */
  onTrouble?: ((failure: ProviderFailure) => void) | undefined
  /** Epoch seconds. */
  now: () => number
}

/** The account calls of a tenant. */
export type AccountsOf = IdentityPlatform['accountsOf']

/** What the last look-up of an account that gave an answer said, to every session of it. */
interface Finding {
  /** Null: none gave an answer. */
  account: UserRecord | { code: ErrorCode } | null
  /** Epoch seconds. */
  validUntil: number
}

/** A look-up and the id token in whose name it may have been made. */
interface LookUp {
  result: AccountResult
  idToken: string
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
  accountsOf,
  intervalSeconds,
  onTrouble,
  now
}: RevocationCheckOptions): RevocationCheck {
  const findings = new LRUCache<string, Finding>(atMost(MOST_REMEMBERED))
  const once = createSingleFlight<LookUp>()
  /** Id tokens that the provider did not take -> until when they are not shown again, in epoch seconds. */
  const refusedTokens = new LRUCache<string, number>(atMost(MOST_REMEMBERED))
  let isTroubleTold = false
  const revokedBefore = new LRUCache<string, number>(atMost(MOST_REMEMBERED))

  function isNoted(session: Session): boolean {
    return revokedBefore.size > 0 && session.claims.auth_time < (revokedBefore.get(keyOf(session)) ?? 0)
  }

  function currentFinding(owner: Owner): Finding | undefined {
    const finding = findings.get(keyOf(owner))
    return finding !== undefined && now() < finding.validUntil ? finding : undefined
  }

  async function lookUp(session: Session): Promise<AccountResult> {
    const { result, idToken } = await once(keyOf(session), async () => {
      const result = await findAccount(accountsOf, session)
      remember(session, result)
      tell(result)
      return { result, idToken: session.idToken }
    })
    // What the provider says of another sign-in's token says nothing of this one.
    return isAboutTheToken(result) && idToken !== session.idToken ? await lookUp(session) : result
  }

  function tell(result: AccountResult): void {
    const trouble = result.kind === 'failed' && result.failure.kind !== 'permanent' ? result.failure : null
    if (trouble !== null && !isTroubleTold) onTrouble?.(trouble)
    isTroubleTold = trouble !== null
  }

  function remember(owner: Owner, result: AccountResult): void {
    const note = (account: Finding['account'], seconds: number) =>
      findings.set(keyOf(owner), { account, validUntil: now() + seconds })
    if (result.kind === 'found') note(result.record, intervalSeconds)
    else if (result.failure.kind !== 'permanent')
      note(findings.get(keyOf(owner))?.account ?? null, Math.min(RETRY_SECONDS, intervalSeconds))
    else if (!isAboutTheToken(result)) note({ code: result.failure.code }, intervalSeconds)
  }

  return {
    noteRevocation(owner, validSinceSeconds) {
      revokedBefore.set(keyOf(owner), Math.floor(validSinceSeconds))
    },

    isDue(session) {
      if (isNoted(session)) return true
      if (intervalSeconds === 0 || now() < session.claims.iat + intervalSeconds) return false
      const finding = currentFinding(session)
      return finding === undefined || judgeFinding(finding, session).kind !== 'stands'
    },

    async check(session) {
      if (isNoted(session)) return { kind: 'ended', code: 'TOKEN_REVOKED' }
      const finding = currentFinding(session)
      if (finding !== undefined) return judgeFinding(finding, session)
      const tokenKey = session.idToken.slice(-TOKEN_KEY_CHARS)
      if (now() < (refusedTokens.get(tokenKey) ?? 0)) return { kind: 'doubtful' }
      const result = await lookUp(session)
      if (isAboutTheToken(result)) {
        refusedTokens.set(tokenKey, now() + Math.min(RETRY_SECONDS, intervalSeconds))
        return { kind: 'doubtful' }
      }
      const found = findings.get(keyOf(session))
      return found === undefined ? STANDS : judgeFinding(found, session)
    }
  }
}

/** Neither a tenant id nor a uid alone is unique; a tenant id holds no slash. */
function keyOf({ subject, tenantId }: Owner): string {
  return `${tenantId ?? ''}/${subject}`
}

function isAboutTheToken(result: AccountResult): boolean {
  return result.kind === 'failed' && ABOUT_THE_TOKEN.has(result.failure.code)
}

/** The account behind a session, by the project's credentials where there are any, else by its own id token. */
export async function findAccount(
  accountsOf: AccountsOf,
  { subject, tenantId, idToken }: Owner & { idToken: string }
): Promise<AccountResult> {
  const accounts = accountsOf(tenantId)
  if (!accounts.hasCredentials) return await accounts.lookUpByIdToken(idToken, subject)
  const result = await accounts.lookUp({ uid: subject })
  // Credentials that do not work must not keep out whoever needs none.
  const isOurs =
    result.kind === 'failed' && (result.failure.isOfCredentials || result.failure.kind === 'configuration')
  return isOurs ? await accounts.lookUpByIdToken(idToken, subject) : result
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
