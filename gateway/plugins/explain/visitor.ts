import { SignJWT } from 'jose/jwt/sign'
import { generateKeyPair } from 'jose/key/generate/keypair'
import type { Tenancy } from '../../src/access/applications/tenancy.ts'
import type { Application } from '../../src/config/applications.ts'
import type { BearerIssuer, Config } from '../../src/config/schema/schema.ts'
import { Fault } from '../../src/errors.ts'
import { ACCOUNT_CLAIM, createSealedClaims, listOwnIssuers } from '../../src/identity/own-tokens.ts'
import type { UserRecord } from '../../src/identity-platform/accounts/user-record.ts'
import { readCompactToken } from '../../src/identity-platform/tokens/claims.ts'
import { readAcceptedClaims, type VerifyIdToken } from '../../src/identity-platform/tokens/id-token.ts'
import { type IssuerKeys, projectIssuer } from '../../src/machines/issuers.ts'
import {
  createVerifiedTokens,
  createWrongTokens,
  type MachineState
} from '../../src/machines/machine-state.ts'
import { createMachines } from '../../src/machines/machines.ts'
import { NO_COOKIES, type SessionCheck } from '../../src/session/check-result.ts'
import { deviceOfKey } from '../../src/session/device.ts'
import { buildSession } from '../../src/session/session.ts'
import { createSessionCache } from '../../src/session/session-cache.ts'
import {
  allowedSignInProviders,
  checkSignIn,
  createSignInRules,
  type SignInRules
} from '../../src/session/sign-in/rules.ts'

export type Visitor =
  | { kind: 'anonymous' }
  /** A visitor whose id token has these claims. */
  | { kind: 'claims'; claims: Claims }
  /** An account of the provider. */
  | { kind: 'account'; record: UserRecord }
  /** A caller whose bearer token has these claims. */
  | { kind: 'bearer'; claims: Claims }

type Claims = Readonly<Record<string, unknown>>

const TOKEN_TTL_SECONDS = 3600
const SOME_KEY = deviceOfKey('A'.repeat(44))

/** Session checks for the visitors of a configuration, without provider calls. `now`: epoch seconds. `isBound`: their sessions are, to devices. */
export function createVisitorCheck(
  config: Config,
  { tenantIds }: Tenancy,
  now: () => number,
  isBound: boolean
) {
  const rules = createSignInRules(config)
  const { allowAnonymous, tenantId } = config.identityPlatform

  /** Fills in what a session that meets the sign-in rules would have. */
  function fillClaims(claims: Claims): Record<string, unknown> {
    const [provider] = rules.providers
    return {
      sub: 'somebody',
      iat: now(),
      auth_time: now(),
      exp: now() + TOKEN_TTL_SECONDS,
      ...(rules.verifiedEmail ? { email: 'somebody@example.com', email_verified: true } : {}),
      ...claims,
      firebase: {
        sign_in_provider: provider,
        ...(rules.secondFactor ? { sign_in_second_factor: 'totp' } : {}),
        ...(tenantId === null ? {} : { tenant: tenantId }),
        ...Object(claims.firebase)
      }
    }
  }

  const checkAccount = (claims: Claims) =>
    readAcceptedClaims(fillClaims(claims), { tenantIds, allowAnonymous, now })

  function checkClaims(claims: Claims): SessionCheck {
    const read = checkAccount(claims)
    if (read.kind === 'refused') {
      const fault = new Fault(read.code, { detail: read.detail })
      return { kind: 'failed', fault, setCookies: NO_COOKIES }
    }
    const device = isBound && { device: SOME_KEY }
    const mark = { id: 'explained', startedAtSeconds: now(), activeAtSeconds: null, ...device }
    const session = buildSession('', read.claims, mark)
    const fault = checkSignIn(read.claims, rules)
    return fault === null
      ? { kind: 'signed-in', session, setCookies: NO_COOKIES, outage: null }
      : { kind: 'insufficient', fault, session, setCookies: NO_COOKIES }
  }

  return {
    /** The accepted claims of a project account, or why it is rejected. */
    checkAccount,
    /** The result for a visitor who has just signed in. */
    check(visitor: Visitor): SessionCheck {
      if (visitor.kind === 'claims') return checkClaims(visitor.claims)
      // A bearer token comes without a cookie.
      if (visitor.kind !== 'account') return { kind: 'signed-out', code: 'MISSING_CREDENTIALS' }
      return visitor.record.disabled
        ? { kind: 'ended', code: 'USER_DISABLED', setCookies: NO_COOKIES }
        : checkClaims(claimsOf(visitor.record, rules))
    }
  }
}

/** Id token claims of the account after a sign-in. */
function claimsOf(record: UserRecord, rules: SignInRules): Record<string, unknown> {
  const { uid, email, emailVerified, displayName, photoURL, phoneNumber, tenantId, customClaims } = record
  const linked = record.providerData.map(({ providerId }) => providerId)
  // By mail link; accounts without an address come from custom tokens.
  const unlinked = email === null ? 'custom' : 'password'
  const [factor] = record.multiFactor.enrolledFactors
  const result = { email, name: displayName, picture: photoURL, phone_number: phoneNumber }
  return {
    ...Object.fromEntries(Object.entries(result).filter(([, value]) => value !== null)),
    ...customClaims,
    sub: uid,
    email_verified: emailVerified,
    firebase: {
      sign_in_provider: linked.find((id) => rules.providers.has(id)) ?? linked[0] ?? unlinked,
      sign_in_second_factor: factor?.factorId,
      // Null, the project itself, is omitted from a token.
      tenant: tenantId ?? undefined
    }
  }
}

const ALGORITHM = 'ES256'
const BEARER_TTL_SECONDS = 300
const SOME_BYTES = 100_000

/**
 * Verifies bearer tokens with the gateway's own functions, but a key generated here in place of the issuers':
 * makes no calls, and accepts no tokens from elsewhere. `now`: epoch seconds.
 */
export async function createBearerCallers(
  config: Config,
  applications: readonly Application[],
  checkAccount: ReturnType<typeof createVisitorCheck>['checkAccount'],
  now: () => number
) {
  const { privateKey, publicKey } = await generateKeyPair(ALGORITHM)
  const generated: IssuerKeys = {
    find: async (keyId) => (keyId === ALGORITHM ? { kind: 'key', key: publicKey } : { kind: 'unknown' }),
    warm: async () => {}
  }
  const ownIssuers = listOwnIssuers(config, applications).map((one) => ({ ...one, keys: generated }))
  const state: MachineState = {
    keysOf: () => generated,
    cachedBy: () => createSessionCache(SOME_BYTES),
    attestedBy: createVerifiedTokens,
    wrongTokens: createWrongTokens(now),
    close: async () => {}
  }
  const verifyIdToken: VerifyIdToken = async (token) => {
    const parts = readCompactToken(token)
    if (parts?.header.kid !== ALGORITHM) {
      const detail = 'tokens from elsewhere cannot be verified here'
      return { kind: 'refused', code: 'NO_MATCHING_KEY', detail }
    }
    const read = checkAccount(parts.payload)
    return read.kind === 'claims' ? { kind: 'valid', claims: read.claims } : read
  }
  const sessions = { revocation: { isDue: () => false, check: async () => ({ kind: 'active' }) as const } }
  return {
    machines: createMachines({ config, platform: { verifyIdToken }, sessions, state, ownIssuers, now }),
    /**
     * A valid token with these claims; missing ones are filled in as by the first configured issuer, or for the resource at
     * `address`, which is that of the request.
     */
    tokenOf(claims: Claims, address: string): Promise<string> {
      const resourceOf = ({ audiences: [audience = ''] }: BearerIssuer) => audience
      const entries = ownIssuers.map(({ entry }) => entry)
      const [own = entries[0]] = entries
        .filter((entry) => `${address}/`.startsWith(`${resourceOf(entry)}/`))
        .sort((one, other) => resourceOf(other).length - resourceOf(one).length)
      return new SignJWT(fillBearerClaims(claims, config, own, now()))
        .setProtectedHeader({ alg: ALGORITHM, kid: ALGORITHM, typ: 'at+jwt' })
        .sign(privateKey)
    }
  }
}

function fillBearerClaims(
  claims: Claims,
  config: Config,
  own: BearerIssuer | undefined,
  nowSeconds: number
): Record<string, unknown> {
  const known = own === undefined ? config.bearer : [...config.bearer, own]
  const issuer = claims.iss ?? known[0]?.issuer ?? projectIssuer(config.identityPlatform)
  return {
    iss: issuer,
    aud: known.find((one) => one.issuer === issuer)?.audiences[0],
    sub: 'somebody',
    azp: 'somebody',
    iat: nowSeconds,
    exp: nowSeconds + BEARER_TTL_SECONDS,
    ...(claims.email === undefined ? {} : { email_verified: true }),
    // Of the authorization server: as after a sign-in by a method that is allowed.
    ...(issuer === own?.issuer && {
      [ACCOUNT_CLAIM]: createSealedClaims(config).seal(
        { provider: [...allowedSignInProviders(config)][0], account: claims },
        String(claims.sub ?? 'somebody')
      )
    }),
    ...claims
  }
}
