import { readPath } from '../config/addresses/paths.ts'
import type { AccessRule } from '../config/schema/schema.ts'
import type { WrittenCondition } from './settings.ts'

/** True if `methods` covers this method. GET includes HEAD, which reveals what GET would (RFC 9110, 9.3.2). */
export function coversMethod(methods: AccessRule['methods'], method: string): boolean {
  return methods === undefined || methods.includes(method) || (method === 'HEAD' && methods.includes('GET'))
}

/** True if the path `wide` matches everything that `narrow` does. Both may end with `/*`. */
export function coversPath(wide: string, narrow: string): boolean {
  const [outer, inner] = [readPath(wide).escaped, readPath(narrow).escaped]
  if (wide.endsWith('/*')) return inner.startsWith(outer)
  return inner === outer && !narrow.endsWith('/*')
}

/** A parsed condition of an access rule. */
export type Condition =
  | { kind: 'all' | 'any'; members: readonly Condition[] }
  | { kind: 'not'; member: Condition }
  | { kind: 'claim'; claim: string; oneOf: readonly unknown[]; allowUnverified: boolean }
  | { kind: 'present'; claim: string; is: boolean; allowUnverified: boolean }
  | { kind: 'email' | 'emailDomain'; values: readonly string[]; allowUnverified: boolean }
  | { kind: 'uid' | 'network' | 'scopes'; values: readonly string[] }
  | { kind: 'tenant' | 'provider'; values: readonly string[] }
  | { kind: 'emailVerified' | 'secondFactor' | 'appCheck'; is: boolean }

const LISTED = ['uid', 'tenant', 'provider', 'network', 'scopes'] as const
const ADDRESSES = ['email', 'emailDomain'] as const
const SWITCHES = ['emailVerified', 'secondFactor', 'appCheck'] as const

/** The keys of which a condition has exactly one. */
export const CONDITION_KINDS = ['all', 'any', 'not', 'claim', ...LISTED, ...ADDRESSES, ...SWITCHES] as const

/** Parses a valid condition; an empty one never holds. Lowercases addresses and domains. */
export function readCondition(written: WrittenCondition): Condition {
  const { all, any, not, claim, oneOf, present, allowUnverified = false } = written
  if (all !== undefined) return { kind: 'all', members: all.map(readCondition) }
  if (any !== undefined) return { kind: 'any', members: any.map(readCondition) }
  if (not !== undefined) return { kind: 'not', member: readCondition(not) }
  if (claim !== undefined)
    return present === undefined
      ? { kind: 'claim', claim, oneOf: oneOf ?? [], allowUnverified }
      : { kind: 'present', claim, is: present, allowUnverified }
  return readFact(written, allowUnverified)
}

function readFact(written: WrittenCondition, allowUnverified: boolean): Condition {
  for (const kind of LISTED) {
    const values = written[kind]
    if (values !== undefined) return { kind, values: listOf(values) }
  }
  for (const kind of ADDRESSES) {
    const values = written[kind]
    if (values !== undefined)
      return { kind, values: listOf(values).map((value) => value.toLowerCase()), allowUnverified }
  }
  for (const kind of SWITCHES) {
    const is = written[kind]
    if (is !== undefined) return { kind, is }
  }
  return { kind: 'any', members: [] }
}

export function listOf(values: string | readonly string[]): readonly string[] {
  return typeof values === 'string' ? [values] : values
}

/** True for claims with an email address, which id tokens contain even if it is unverified. */
export function isEmailClaim(claim: string): boolean {
  return claim === 'email' || /^firebase\.identities\.email(\.|$)/.test(claim)
}

/** All scopes that a condition asks for. */
export function listScopes(condition: Condition): readonly string[] {
  switch (condition.kind) {
    case 'scopes':
      return condition.values
    case 'all':
    case 'any':
      return condition.members.flatMap(listScopes)
    default:
      return []
  }
}

/** True if a condition, or one within it, is about App Check. */
export function asksForAppCheck(written: WrittenCondition): boolean {
  const { all = [], any = [], not, appCheck } = written
  const inner = not === undefined ? [] : [not]
  return appCheck !== undefined || [...all, ...any, ...inner].some(asksForAppCheck)
}
