import { Fault } from '../errors.ts'
import { wrongShape } from '../identity-platform/error-sorting.ts'
import type { Claims } from '../identity-platform/id-token.ts'
import type { IdentityPlatform } from '../identity-platform/identity-platform.ts'
import type { Tokens, TokensResult } from '../identity-platform/tokens.ts'
import type { SessionCookie } from './cookie.ts'
import { certificatesFault, providerFault } from './provider-fault.ts'
import { findAccount, judgeAccount } from './revocation.ts'
import { buildSession, type Session } from './session.ts'

/** How a session gets tokens of its own. */
export type AcquireMode = 'exchange' | 'handover'

export type Acquisition =
  | { kind: 'acquired'; session: Session; cookieValue: string }
  | { kind: 'refused'; fault: Fault }

/** Turns the tokens of the login page into a session. `refreshToken`: null when the page sent none. */
export type AcquireSession = (idToken: string, refreshToken: string | null) => Promise<Acquisition>

export interface AcquireOptions {
  platform: Pick<IdentityPlatform, 'verifyIdToken' | 'signCustomToken' | 'tokens' | 'accounts'>
  cookie: Pick<SessionCookie, 'seal'>
  mode: AcquireMode
  tenantId: string | null
  /** Epoch seconds. */
  now: () => number
}

/**
 * Makes sessions. The id token is verified and its account looked up first: an exchange would bring deleted accounts
 * back and forget a revocation.
 */
export function createAcquirer({ platform, cookie, mode, tenantId, now }: AcquireOptions): AcquireSession {
  const { verifyIdToken, tokens, accounts } = platform

  async function obtainTokens(claims: Claims, refreshToken: string | null): Promise<TokensResult | Fault> {
    if (mode === 'handover') {
      if (refreshToken === null)
        return new Fault('INVALID_REQUEST', { detail: 'no refreshToken in the body' })
      return await tokens.refresh(refreshToken)
    }
    // Nothing that authorises: developer claims stick to the session and win over the account's own.
    const facts = { source_sign_in_provider: claims.firebase.sign_in_provider }
    return await tokens.exchange(await platform.signCustomToken({ uid: claims.sub, tenantId, claims: facts }))
  }

  async function proveTokens({ idToken, refreshToken }: Tokens, subject: string): Promise<Acquisition> {
    const verdict = await verifyIdToken(idToken)
    if (verdict.kind !== 'valid')
      return refused(providerFault(wrongShape(`the new token is ${verdict.kind}`)))
    if (verdict.claims.sub !== subject) {
      return refused(
        new Fault('INVALID_CREDENTIALS', { detail: 'the refresh token belongs to another subject' })
      )
    }
    const startedAtSeconds = Math.floor(now())
    const session = buildSession(idToken, verdict.claims, startedAtSeconds)
    return {
      kind: 'acquired',
      session,
      cookieValue: cookie.seal({ idToken, refreshToken, startedAtSeconds })
    }
  }

  return async (idToken, refreshToken) => {
    const verdict = await verifyIdToken(idToken)
    switch (verdict.kind) {
      case 'expired':
        return refused(new Fault('TOKEN_EXPIRED'))
      case 'unknown-key':
        return refused(new Fault('NO_MATCHING_KEY'))
      case 'unavailable':
        return refused(certificatesFault(verdict.cause))
      case 'refused':
        return refused(new Fault(verdict.code, { detail: verdict.detail }))
    }
    const { claims } = verdict
    const account = await findAccount(accounts, { subject: claims.sub, idToken })
    if (account.kind === 'failed') return refused(providerFault(account.failure))
    const complaint = judgeAccount(account, claims.auth_time)
    if (complaint.kind === 'ended') return refused(new Fault(complaint.code))

    const obtained = await obtainTokens(claims, refreshToken)
    if (obtained instanceof Fault) return refused(obtained)
    if (obtained.kind === 'failed') return refused(providerFault(obtained.failure))
    return await proveTokens(obtained.tokens, claims.sub)
  }
}

function refused(fault: Fault): Acquisition {
  return { kind: 'refused', fault }
}
