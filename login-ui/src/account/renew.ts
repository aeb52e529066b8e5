import { isTransient, type ProblemKind, problemOf } from '../auth/errors.ts'
import type { Refusal, Tokens } from '../auth/sdk-contract.ts'
import type { SessionAnswer, SessionClient } from '../auth/session.ts'
import type { Browser } from '../lib/browser.ts'

/** Delays before the second and third try. */
const pausesMs = [1000, 4000]

/** Retries after pauses while the error is transient. */
export async function persist<Answer extends { kind: string; code?: string }>(
  { after }: Pick<Browser, 'after'>,
  ask: () => Promise<Answer>
): Promise<Answer> {
  for (const pauseMs of pausesMs) {
    const answer = await ask()
    if (answer.code === undefined || !isTransient(problemOf(answer.code))) return answer
    await new Promise<void>((resolve) => void after(pauseMs, resolve))
  }
  return ask()
}

interface RenewalOptions {
  browser: Pick<Browser, 'after'>
  session: Pick<SessionClient, 'open'>
  /** New tokens of the proof's sign-in. */
  refresh: (refreshToken: string) => Promise<Tokens | Refusal>
  uid: string
}

export type RenewalAnswer =
  /** `tokens`: those of the session. */
  | { kind: 'renewed'; tokens: Tokens }
  /** The provider or the gateway rejects the account or this sign-in. */
  | { kind: 'refused' }
  /** Another account is signed in now. */
  | { kind: 'other-account' }
  /** No response, or one that says nothing about the account. */
  | { kind: 'failed' }

/** Sends the gateway the newest tokens. `tokens`: from the change; null: it returned none. */
export type Renew = (tokens: Tokens | null, refreshToken: string) => Promise<RenewalAnswer>

/**
 * Renews the gateway's session after a change that may have ended it. Uses the tokens of the change, or new
 * ones through the proof's refresh token. Tries three times on transient errors.
 */
export function createRenewal({ browser, session, refresh, uid }: RenewalOptions): Renew {
  return async (brought, refreshToken) => {
    const newest = brought ?? (await persist<Tokens | Refusal>(browser, () => refresh(refreshToken)))
    if (newest.kind === 'refused') return sortRefusal(newest.code)
    const { idToken, refreshToken: newestRefreshToken } = newest
    const opening = { idToken, refreshToken: newestRefreshToken, remember: null, expect: uid }
    const answer = await persist<SessionAnswer>(browser, () => session.open(opening))
    return answer.kind === 'opened' ? { kind: 'renewed', tokens: newest } : sortRefusal(answer.code)
  }
}

/** Problems with the account or the sign-in itself. */
const ofSignIn: ReadonlySet<ProblemKind> = new Set([
  'account',
  'credentials',
  'expired',
  'forbidden',
  'not-verified'
])

function sortRefusal(code: string): RenewalAnswer {
  if (code === 'ACCOUNT_MISMATCH') return { kind: 'other-account' }
  return { kind: ofSignIn.has(problemOf(code).kind) ? 'refused' : 'failed' }
}
