import type { Tenancy } from '../../access/tenancy.ts'
import type { Config } from '../../config/schema/schema.ts'
import { Fault } from '../../errors.ts'
import type { UserRecord } from '../../identity-platform/accounts/user-record.ts'
import { readAcceptedClaims } from '../../identity-platform/tokens/id-token.ts'
import { NO_COOKIES, type SessionCheck, signedIn } from '../../session/check-result.ts'
import { buildSession } from '../../session/session.ts'
import { checkSignIn, createSignInRules, type SignInRules } from '../../session/sign-in/rules.ts'

export type Visitor =
  | { kind: 'anonymous' }
  /** A visitor whose id token has these claims. */
  | { kind: 'claims'; claims: Readonly<Record<string, unknown>> }
  /** An account of the provider. */
  | { kind: 'account'; record: UserRecord }
  /** A caller whose bearer token has these claims. */
  | { kind: 'bearer'; claims: Readonly<Record<string, unknown>> }

export interface VisitorsOptions {
  config: Config
  tenancy: Pick<Tenancy, 'tenantIds'>
  /** Epoch seconds. */
  now: () => number
}

/** The result of a session check for a hypothetical visitor. */
export interface CheckVisitor {
  /** For a visitor who has just signed in. */
  (visitor: Visitor): SessionCheck
  /** The accepted claims of a project account, or why it is rejected. */
  checkAccount(claims: Readonly<Record<string, unknown>>): ReturnType<typeof readAcceptedClaims>
}

const TOKEN_TTL_SECONDS = 3600

/** Returns the session check for a configuration's visitors; makes no provider calls. */
export function createCheckVisitor({ config, tenancy, now }: VisitorsOptions): CheckVisitor {
  const rules = createSignInRules(config)
  const { allowAnonymous, tenantId } = config.identityPlatform
  const accepted = { tenantIds: tenancy.tenantIds, allowAnonymous, now }

  const checkAccount = (claims: Readonly<Record<string, unknown>>) =>
    readAcceptedClaims(fillClaims(claims, { rules, tenantId, nowSeconds: now() }), accepted)

  function checkClaims(claims: Readonly<Record<string, unknown>>): SessionCheck {
    const read = checkAccount(claims)
    if (read.kind === 'refused')
      return {
        kind: 'failed',
        fault: new Fault(read.code, { detail: read.detail }),
        setCookies: NO_COOKIES
      }
    const mark = { id: 'explained', startedAtSeconds: now(), activeAtSeconds: null }
    const session = buildSession('', read.claims, mark)
    const fault = checkSignIn(read.claims, rules)
    return fault === null
      ? signedIn(session, NO_COOKIES)
      : { kind: 'insufficient', fault, session, setCookies: NO_COOKIES }
  }

  const checkVisitor = (visitor: Visitor): SessionCheck => {
    // A bearer token comes without a cookie.
    if (visitor.kind === 'anonymous' || visitor.kind === 'bearer')
      return { kind: 'signed-out', code: 'MISSING_CREDENTIALS' }
    if (visitor.kind === 'claims') return checkClaims(visitor.claims)
    return visitor.record.disabled
      ? { kind: 'ended', code: 'USER_DISABLED', setCookies: NO_COOKIES }
      : checkClaims(claimsOf(visitor.record, rules))
  }
  return Object.assign(checkVisitor, { checkAccount })
}

interface ClaimFacts {
  rules: SignInRules
  tenantId: string | null
  nowSeconds: number
}

/** Fills in what a session that meets the sign-in rules would have. */
function fillClaims(
  claims: Readonly<Record<string, unknown>>,
  { rules, tenantId, nowSeconds }: ClaimFacts
): Record<string, unknown> {
  const [provider] = rules.providers
  const firebase = {
    sign_in_provider: provider,
    ...(rules.secondFactor ? { sign_in_second_factor: 'totp' } : {}),
    ...(tenantId === null ? {} : { tenant: tenantId }),
    ...Object(claims.firebase)
  }
  return {
    sub: 'somebody',
    iat: nowSeconds,
    auth_time: nowSeconds,
    exp: nowSeconds + TOKEN_TTL_SECONDS,
    ...(rules.verifiedEmail ? { email: 'somebody@example.com', email_verified: true } : {}),
    ...claims,
    firebase
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
