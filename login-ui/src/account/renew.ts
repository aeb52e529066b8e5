import { isTransient, type ProblemKind, problemOf } from '../auth/errors.ts'
import type { Refusal, Tokens } from '../auth/sdk-contract.ts'
import type { SessionAnswer, SessionClient } from '../auth/session.ts'
import type { Browser } from '../lib/browser.ts'

/** Pauses before the second try and the third, in milliseconds. */
const pausesMs = [1000, 4000]

/** Does something again, after pauses, for as long as it is refused with a code for something that may pass. */
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
  /** Does the gateway take the refresh token? */
  handover: boolean
  uid: string
}

/** How a renewal ended. */
export type RenewalAnswer =
  /** `tokens`: those that the session stands on. */
  | { kind: 'renewed'; tokens: Tokens }
  /** Provider or gateway says that the account, or this sign-in, begins no session. */
  | { kind: 'refused' }
  /** Somebody else is signed in by now. */
  | { kind: 'other-account' }
  /** There was no answer, or one that says nothing about the account. */
  | { kind: 'failed' }

/** Gives the gateway the newest tokens; see `createRenewal`. `tokens`: of the change; null: it brought none. */
export type Renew = (tokens: Tokens | null, refreshToken: string) => Promise<RenewalAnswer>

/**
 * Makes the gateway's session go on after a change at the provider which may have ended it. The newest tokens are those of the
 * change, or else asked for by the proof's refresh token. Whatever may pass is tried three times.
 */
export function createRenewal({ browser, session, refresh, handover, uid }: RenewalOptions): Renew {
  return async (brought, refreshToken) => {
    const newest = brought ?? (await persist<Tokens | Refusal>(browser, () => refresh(refreshToken)))
    if (newest.kind === 'refused') return sortRefusal(newest.code)
    const opening = {
      idToken: newest.idToken,
      refreshToken: handover ? newest.refreshToken : null,
      remember: null,
      expect: uid
    }
    const answer = await persist<SessionAnswer>(browser, () => session.open(opening))
    return answer.kind === 'opened' ? { kind: 'renewed', tokens: newest } : sortRefusal(answer.code)
  }
}

/** What is said about an account, or about a sign-in. */
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
