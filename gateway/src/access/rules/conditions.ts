import { isIP } from 'node:net'
import { buildNetworkTest } from '../../config/addresses/networks.ts'
import { findClaim, foreignIssuerOf, type Session } from '../../session/session.ts'
import { hasVerifiedEmail, readSignInFacts } from '../../session/sign-in/rules.ts'
import type { WrittenCondition } from '../settings.ts'

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

type Test = (caller: Caller) => Truth

const LISTED = ['uid', 'tenant', 'provider', 'network', 'scopes', 'email', 'emailDomain'] as const
const SWITCHES = ['emailVerified', 'secondFactor', 'appCheck'] as const

/** The keys of which a condition has exactly one. */
export const CONDITION_KINDS = ['all', 'any', 'not', 'claim', ...LISTED, ...SWITCHES] as const

type ListCondition = { kind: (typeof LISTED)[number]; values: readonly string[]; allowUnverified: boolean }
type SwitchCondition = { kind: (typeof SWITCHES)[number]; is: boolean }
type ClaimCondition =
  | { kind: 'claim'; claim: string; oneOf: readonly unknown[]; allowUnverified: boolean }
  | { kind: 'present'; claim: string; is: boolean; allowUnverified: boolean }

/** A parsed condition of an access rule. */
export type Condition =
  | { kind: 'all' | 'any'; members: readonly Condition[] }
  | { kind: 'not'; member: Condition }
  | ClaimCondition
  | ListCondition
  | SwitchCondition

/** Parses a valid condition; an empty one never holds. Lowercases addresses and domains. */
export function readCondition(written: WrittenCondition): Condition {
  const { all, any, not, claim, oneOf, present, allowUnverified = false } = written
  if (all !== undefined) return { kind: 'all', members: all.map(readCondition) }
  if (not !== undefined) return { kind: 'not', member: readCondition(not) }
  if (claim !== undefined)
    return present === undefined
      ? { kind: 'claim', claim, oneOf: oneOf ?? [], allowUnverified }
      : { kind: 'present', claim, is: present, allowUnverified }
  for (const kind of LISTED) {
    const values = listOf(written[kind] ?? [])
    if (values.length === 0) continue
    const isAddress = kind === 'email' || kind === 'emailDomain'
    return { kind, values: isAddress ? values.map((one) => one.toLowerCase()) : values, allowUnverified }
  }
  for (const kind of SWITCHES) {
    const is = written[kind]
    if (is !== undefined) return { kind, is }
  }
  return { kind: 'any', members: (any ?? []).map(readCondition) }
}

export function listOf(values: string | readonly string[]): readonly string[] {
  return typeof values === 'string' ? [values] : values
}

/** True for claims with an email address, which id tokens contain even if it is unverified. */
export function isEmailClaim(claim: string): boolean {
  return claim === 'email' || /^firebase\.identities\.email(\.|$)/.test(claim)
}

/** @public All scopes that a condition asks for. */
export function listScopes(condition: Condition): readonly string[] {
  if (condition.kind === 'all' || condition.kind === 'any') return condition.members.flatMap(listScopes)
  return condition.kind === 'scopes' ? condition.values : []
}

/** True if a condition, or one within it, is about App Check. */
export function asksForAppCheck(written: WrittenCondition): boolean {
  const { all = [], any = [], not, appCheck } = written
  const inner = not === undefined ? [] : [not]
  return appCheck !== undefined || [...all, ...any, ...inner].some(asksForAppCheck)
}

/** A condition that evaluates synchronously, without I/O. */
export interface CompiledCondition {
  readonly written: WrittenCondition
  /** All scopes that it names, for `WWW-Authenticate`. */
  readonly scopes: readonly string[]
  readonly test: Test
}

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

export function buildTest(condition: Condition): Test {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return buildListTest(condition.members.map(buildTest), condition.kind === 'any')
    case 'not': {
      const test = buildTest(condition.member)
      return (caller) => {
        const truth = test(caller)
        return truth === null ? null : !truth
      }
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
    case 'network': {
      const isWithin = buildNetworkTest(condition.values)
      return ({ client }) => (isIP(client) === 0 ? null : isWithin(client))
    }
    case 'emailVerified':
      return ({ session }) => hasVerifiedEmail(session.claims) === condition.is
    case 'appCheck':
      return ({ isAttested }) => (isAttested === null ? null : isAttested === condition.is)
    case 'secondFactor':
      return ({ session }) => (readSignInFacts(session.claims).secondFactor !== undefined) === condition.is
  }
}

/** `decisive`: the member result that settles the list. Otherwise an unknown member makes the list unknown. */
function buildListTest(tests: readonly Test[], decisive: boolean): Test {
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

/** A missing claim matches no value. */
function buildClaimTest(condition: ClaimCondition): Test {
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

/** One `@`, visible ASCII only: rules out lookalikes and characters that lowercase to ASCII. */
const ADDRESS = /^[\x21-\x3f\x41-\x7e]+@[\x21-\x3f\x41-\x7e]+$/

function buildAddressTest({ kind, values, allowUnverified }: ListCondition): Test {
  const wanted = new Set(values)
  return ({ session: { claims } }) => {
    const { email } = claims
    if (typeof email !== 'string' || !ADDRESS.test(email)) return null
    if (!allowUnverified && !hasVerifiedEmail(claims)) return null
    const address = email.toLowerCase()
    return wanted.has(kind === 'email' ? address : address.slice(address.indexOf('@') + 1))
  }
}
