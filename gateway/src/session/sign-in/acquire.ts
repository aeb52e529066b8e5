import { Fault } from '../../errors.ts'
import { wrongShape } from '../../identity-platform/client/error-sorting.ts'
import type { IdentityPlatform, Tokens, TokensResult } from '../../identity-platform/identity-platform.ts'
import type { Claims } from '../../identity-platform/tokens/id-token.ts'
import { providerFault } from '../check-result.ts'
import type { SessionCookie } from '../cookie/cookie.ts'
import type { DeviceBinding } from '../device-binding.ts'
import { openSharedCookie } from '../refresh.ts'
import { checkAccount } from '../revocation/account-findings.ts'
import type { RevocationCheck } from '../revocation/revocation.ts'
import {
  type AccountId,
  accountIdOf,
  buildSession,
  createSessionId,
  isSameOwner,
  type SessionMetadata
} from '../session.ts'
import type { SessionLimit } from '../session-list.ts'
import { type Acquisition, type IdTokenReplayGuard, type Refused, refused } from './replay-guard.ts'
import { carryClaims, checkBearer, checkSignIn, type SignInAge, type SignInRules } from './rules.ts'

/** How a session gets tokens of its own. */
export type AcquireMode = 'exchange' | 'handover'

/** Input from the login page. */
export interface SignIn {
  idToken: string
  /** Null if the page sent none. */
  refreshToken: string | null
  /** Session cookie of the origin where it begins. */
  cookie: Pick<SessionCookie, 'encrypt' | 'origin' | 'read' | 'open' | 'headerOf'>
  /** Tenants whose accounts may sign in there; null: the project itself. */
  tenantIds: readonly (string | null)[]
  /** Sessions of the same browser, which the new one replaces; default: none. */
  ownIds?: readonly string[]
  /** Whether the browser drops the session when it closes. Default false. */
  endsWithBrowser?: boolean
}

/** Begins sessions. Applies all rules before an exchange, which would revive deleted accounts and forget a revocation. */
export function createAcquirer(options: {
  platform: Pick<IdentityPlatform, 'verifyIdToken' | 'signCustomToken' | 'tokens'>
  revocation: Pick<RevocationCheck, 'lookUp' | 'revocationCodeOf'>
  mode: AcquireMode
  rules: SignInRules
  /** Names of claims that an exchange carries over. */
  keepClaims: readonly string[]
  age: SignInAge
  guard: IdTokenReplayGuard
  limit: Pick<SessionLimit, 'reserve' | 'release'>
  /** Null, the default: sessions are bound to no device. */
  devices?: Pick<DeviceBinding, 'awaited'> | null
}) {
  const { platform, revocation, mode, rules, keepClaims, age, guard, limit, devices = null } = options
  const { verifyIdToken, tokens } = platform

  async function obtainTokens(claims: Claims, refreshToken: string | null): Promise<TokensResult | Refused> {
    const { subject: uid, tenantId } = accountIdOf(claims)
    if (mode === 'handover') {
      if (refreshToken === null)
        return refused(new Fault('INVALID_REQUEST', { detail: 'no refreshToken in the body' }))
      return await tokens.refresh(refreshToken, { uid, tenantId })
    }
    const signed = await platform.signCustomToken({ uid, tenantId, claims: carryClaims(claims, keepClaims) })
    return signed.kind === 'failed' ? signed : await tokens.exchange(signed.token, tenantId, uid)
  }

  /** Why a refresh token is not one of the account; null: it is. */
  async function proveRefreshToken(refreshToken: string, owner: AccountId): Promise<Refused | null> {
    const refreshed = await tokens.refresh(refreshToken)
    if (refreshed.kind === 'failed') return refused(providerFault(refreshed.failure))
    const verified = await verifyIdToken(refreshed.tokens.idToken)
    if (verified.kind === 'valid' && isSameOwner(accountIdOf(verified.claims), owner)) return null
    return refused(new Fault('INVALID_CREDENTIALS', { detail: 'the refresh token is of another account' }))
  }

  async function proveTokens(
    { idToken, refreshToken }: Tokens,
    { owner, metadata, cookie }: { owner: AccountId; metadata: SessionMetadata } & Pick<SignIn, 'cookie'>
  ): Promise<Acquisition> {
    const verified = await verifyIdToken(idToken)
    // The page can hand over anything; the provider is responsible only for tokens the gateway requested.
    if (verified.kind === 'refused' && mode === 'handover')
      return refused(new Fault('INVALID_CREDENTIALS', { detail: `the new token: ${verified.detail}` }))
    if (verified.kind !== 'valid')
      return refused(providerFault(wrongShape(`the new token is ${verified.kind}`)))
    if (!isSameOwner(accountIdOf(verified.claims), owner)) {
      const detail = 'the new tokens belong to another subject or tenant'
      return refused(new Fault('INVALID_CREDENTIALS', { detail }))
    }
    // A new session must also pass its first request.
    const check = mode === 'handover' ? checkBearer : checkSignIn
    const unmet = check(verified.claims, rules)
    if (unmet !== null) return refused(unmet)
    const session = buildSession(idToken, verified.claims, metadata)
    return { kind: 'acquired', session, cookieValue: cookie.encrypt({ idToken, refreshToken, ...metadata }) }
  }

  async function startSession(
    { idToken, refreshToken, cookie, ownIds = [], endsWithBrowser = false }: SignIn,
    claims: Claims
  ): Promise<Acquisition> {
    const owner = accountIdOf(claims)
    const account = await revocation.lookUp({ ...owner, idToken })
    if (account.kind === 'failed') return refused(providerFault(account.failure))
    const ended = checkAccount(account, claims)
    if (ended !== null) return refused(new Fault(ended))
    const unmet = checkBearer(claims, rules)
    if (unmet !== null) return refused(unmet)
    // Counted from the sign-in, the session can be older than others that have ended.
    const life = endsWithBrowser && ({ endsWithBrowser } as const)
    const device = devices === null ? null : { device: devices.awaited() }
    const metadata = { id: createSessionId(), ...age.timesOf(claims), ...life, ...device }
    const next = buildSession(idToken, claims, metadata)
    const over = revocation.revocationCodeOf(next)
    if (over !== null)
      return refused(new Fault('SIGN_IN_TOO_OLD', { detail: `its session would be over: ${over}` }))

    const excess = await limit.reserve(next, ownIds)
    if (excess !== null) return refused(excess)
    let acquired: Acquisition | null = null
    try {
      const obtained = await obtainTokens(claims, refreshToken)
      if (obtained.kind === 'refused') return obtained
      if (obtained.kind === 'failed') return refused(providerFault(obtained.failure))
      acquired = await proveTokens(obtained.tokens, { owner, metadata, cookie })
      return acquired
    } finally {
      if (acquired?.kind !== 'acquired') await limit.release(next)
    }
  }

  /** Turns the login page's tokens into a session. */
  return async (signIn: SignIn): Promise<Acquisition> => {
    const { idToken, refreshToken, tenantIds } = signIn
    const verified = await verifyIdToken(idToken)
    switch (verified.kind) {
      case 'expired':
        return refused(new Fault('TOKEN_EXPIRED'))
      case 'unknown-key':
        return refused(new Fault('NO_MATCHING_KEY'))
      case 'unavailable':
        return refused(providerFault(verified.failure))
      case 'refused':
        return refused(new Fault(verified.code, { detail: verified.detail, doctor: verified.doctor }))
    }
    const { claims } = verified
    const isAccepted = tenantIds.includes(accountIdOf(claims).tenantId)
    const detail = 'firebase.tenant is not accepted at this host'
    if (!isAccepted) return refused(new Fault('INVALID_ARGUMENT', { detail }))
    const stale = age.check(claims)
    if (stale !== null) return refused(stale)
    const { cookie } = signIn
    const sent = { idToken, claims, refreshToken, origin: cookie.origin }
    const owner = accountIdOf(claims)
    return await guard.begin(sent, {
      start: () => startSession(signIn, claims),
      prove:
        mode === 'handover' || refreshToken === null ? null : () => proveRefreshToken(refreshToken, owner),
      async open(cookieValue) {
        const account = await revocation.lookUp({ ...owner, idToken })
        if (account.kind === 'failed' || checkAccount(account, claims) !== null) return null
        return await openSharedCookie(cookieValue, owner, { cookie, verifyIdToken })
      }
    })
  }
}
