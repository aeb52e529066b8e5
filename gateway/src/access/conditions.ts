import { isIP } from 'node:net'
import { buildNetworkTest } from '../config/addresses/networks.ts'
import { findClaim, foreignIssuerOf, type Session } from '../session/session.ts'
import { hasVerifiedEmail, readSignInFacts } from '../session/sign-in/rules.ts'
import { type Condition, isEmailClaim, listScopes, readCondition } from './access-rules.ts'
import type { WrittenCondition } from './settings.ts'

/** Who a condition is evaluated for. */
export interface Caller {
  session: Pick<Session, 'claims' | 'subject' | 'tenantId' | 'bearer'>
  /** Client address. Forwarded addresses are accepted from trusted proxies only. */
  client: string
  /** Whether the request has a valid App Check token. Null: cannot be verified now. */
  isAttested: Truth
}

/**
 * Whether a condition holds. Null is unknown: an unverified email address, or an invalid address. `not`
 * leaves unknown as it is, so neither a condition nor its negation admits such a visitor.
 */
export type Truth = boolean | null

/** A condition that evaluates synchronously, without I/O. */
export interface CompiledCondition {
  readonly written: WrittenCondition
  /** All scopes that it names, for `WWW-Authenticate`. */
  readonly scopes: readonly string[]
  test(caller: Caller): Truth
}

/** One `@`, visible ASCII only: rules out lookalikes and characters that lowercase to ASCII. */
const ADDRESS = /^[\x21-\x3f\x41-\x7e]+@[\x21-\x3f\x41-\x7e]+$/

/** Compiles a condition that `checkCondition` accepted. */
export function compileCondition(written: WrittenCondition): CompiledCondition {
  const condition = readCondition(written)
  return { written, scopes: listScopes(condition), test: buildTest(condition) }
}

/** Scopes of an access token (RFC 9068, 2.2.3). */
export function scopesOfToken({ claims: { scope } }: Pick<Session, 'claims'>): readonly string[] {
  return typeof scope === 'string' ? scope.split(' ') : []
}

/** True if all conditions definitely hold. */
export function satisfies(caller: Caller, conditions: readonly CompiledCondition[]): boolean {
  return conditions.every(({ test }) => test(caller) === true)
}

export function buildTest(condition: Condition): (caller: Caller) => Truth {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return buildListTest(condition.members.map(buildTest), condition.kind === 'any')
    case 'not': {
      const test = buildTest(condition.member)
      return (caller) => negate(test(caller))
    }
    case 'claim':
    case 'present':
      return buildClaimTest(condition)
    case 'email':
    case 'emailDomain':
      return buildAddressTest(condition)
    case 'uid':
      // Foreign issuers choose their own subjects.
      return ({ session }) => foreignIssuerOf(session) === null && condition.values.includes(session.subject)
    case 'tenant':
      return ({ session: { tenantId } }) => tenantId !== null && condition.values.includes(tenantId)
    case 'provider':
      return ({ session }) => condition.values.includes(readSignInFacts(session.claims).provider ?? '')
    case 'scopes':
      return ({ session }) =>
        session.bearer === undefined ||
        condition.values.every((scope) => scopesOfToken(session).includes(scope))
    case 'network':
      return buildClientTest(condition.values)
    case 'emailVerified':
      return ({ session: { claims } }) => hasVerifiedEmail(claims) === condition.is
    case 'appCheck':
      return ({ isAttested }) => (isAttested === null ? null : isAttested === condition.is)
    case 'secondFactor':
      return ({ session: { claims } }) =>
        (readSignInFacts(claims).secondFactor !== undefined) === condition.is
  }
}

/**
 * `decisive`: the member result that settles the list. Otherwise an unknown member makes the list unknown.
 */
function buildListTest(tests: readonly ((caller: Caller) => Truth)[], decisive: boolean) {
  return (caller: Caller): Truth => {
    let found: Truth = !decisive
    for (const test of tests) {
      const truth = test(caller)
      if (truth === decisive) return decisive
      if (truth === null) found = null
    }
    return found
  }
}

function negate(truth: Truth): Truth {
  return truth === null ? null : !truth
}

/** A missing claim matches no value. */
function buildClaimTest(condition: Extract<Condition, { kind: 'claim' | 'present' }>) {
  const { claim } = condition
  const needsVerified = isEmailClaim(claim) && !condition.allowUnverified
  return ({ session: { claims } }: Caller): Truth => {
    if (needsVerified && !hasVerifiedEmail(claims)) return null
    const value = findClaim(claims, claim)
    if (condition.kind === 'present') return (value !== undefined && value !== null) === condition.is
    const values: unknown[] = Array.isArray(value) ? value : [value]
    return values.some((member) => condition.oneOf.includes(member))
  }
}

function buildAddressTest({
  kind,
  values,
  allowUnverified
}: Extract<Condition, { kind: 'email' | 'emailDomain' }>): (caller: Caller) => Truth {
  const wanted = new Set(values)
  return ({ session: { claims } }) => {
    const { email } = claims
    if (typeof email !== 'string' || !ADDRESS.test(email)) return null
    if (!allowUnverified && !hasVerifiedEmail(claims)) return null
    const address = email.toLowerCase()
    return wanted.has(kind === 'email' ? address : address.slice(address.indexOf('@') + 1))
  }
}

function buildClientTest(networks: readonly string[]): (caller: Caller) => Truth {
  const isWithin = buildNetworkTest(networks)
  return ({ client }) => (isIP(client) === 0 ? null : isWithin(client))
}
