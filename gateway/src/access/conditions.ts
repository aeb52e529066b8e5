import { isIP } from 'node:net'
import { type Condition, isEmailClaim, readCondition } from '../config/access-rules.ts'
import { buildNetworkTest } from '../config/addresses/networks.ts'
import type { WrittenCondition } from '../config/schema/conditions.ts'
import { findClaim, foreignIssuerOf, type Session } from '../session/session.ts'
import { readSignInFacts } from '../session/sign-in/facts.ts'
import { hasVerifiedEmail } from '../session/sign-in/rules.ts'

/** Whom a condition is asked about. */
export interface Caller {
  session: Pick<Session, 'claims' | 'subject' | 'tenantId' | 'bearer'>
  /** Address of the client; believed from trusted proxies only. */
  client: string
}

/**
 * Does a condition hold? Null: nobody can say, because it is about an email address that is not verified or about an address
 * that is none. `not` makes nothing of that, so that neither a condition nor its opposite lets such a visitor pass.
 */
export type Truth = boolean | null

/** A condition that is ready to be asked: no promise, no I/O. */
export interface CompiledCondition {
  readonly written: WrittenCondition
  test(caller: Caller): Truth
}

/** One `@`, visible ASCII: characters that look like others, or become them in lower case, are no match for anything. */
const ADDRESS = /^[\x21-\x3f\x41-\x7e]+@[\x21-\x3f\x41-\x7e]+$/

/** Compiles a condition that has no problems; see `checkCondition`. */
export function compileCondition(written: WrittenCondition): CompiledCondition {
  return { written, test: buildTest(readCondition(written)) }
}

/** Do all of them hold for certain? */
export function satisfies(caller: Caller, conditions: readonly CompiledCondition[]): boolean {
  return conditions.every(({ test }) => test(caller) === true)
}

/** The test of one condition. */
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
      // Another issuer may give its callers whatever names it likes.
      return ({ session }) => foreignIssuerOf(session) === null && condition.values.includes(session.subject)
    case 'tenant':
      return ({ session: { tenantId } }) => tenantId !== null && condition.values.includes(tenantId)
    case 'provider':
      return ({ session }) => condition.values.includes(readSignInFacts(session.claims).provider ?? '')
    case 'network':
      return buildClientTest(condition.values)
    case 'emailVerified':
      return ({ session: { claims } }) => hasVerifiedEmail(claims) === condition.is
    case 'secondFactor':
      return ({ session: { claims } }) =>
        (readSignInFacts(claims).secondFactor !== undefined) === condition.is
  }
}

/** `decisive`: the answer of one member that settles it. One that nobody can say leaves open what the others do not settle. */
function buildListTest(
  tests: readonly ((caller: Caller) => Truth)[],
  decisive: boolean
): (caller: Caller) => Truth {
  return (caller) => {
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

/** A claim that is missing has none of the values. */
function buildClaimTest(
  condition: Extract<Condition, { kind: 'claim' | 'present' }>
): (caller: Caller) => Truth {
  const { claim } = condition
  const needsVerified = isEmailClaim(claim) && !condition.allowUnverified
  return ({ session: { claims } }) => {
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
