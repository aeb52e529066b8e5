import { type ClaimCondition, type RuleMatch, satisfiesOne } from '../../access/policy.ts'
import type { AccessRule } from '../../config/schema/schema.ts'
import type { Claims } from '../../identity-platform/tokens/id-token.ts'
import { hasVerifiedEmail } from '../../session/sign-in/rules.ts'
import { safeJson } from '../safe-text.ts'

/** What a rule has to do with a request. */
export interface RuleReason {
  /** Its number in `access.rules`, from 1. */
  rule: number
  path: string
  match: RuleMatch
  /** In words. */
  reason: string
}

const LONGEST_VALUE_CHARS = 80

/** The reasons of the rules that were looked at. `claims`: of the session; null: there is none. */
export function listRuleReasons(
  rules: readonly AccessRule[],
  matches: readonly RuleMatch[],
  claims: Claims | null
): RuleReason[] {
  return matches.flatMap((match, index) => {
    const rule = rules[index]
    return rule === undefined
      ? []
      : [{ rule: index + 1, path: rule.path, match, reason: describeMatch(rule, match, claims) }]
  })
}

function describeMatch(rule: AccessRule, match: RuleMatch, claims: Claims | null): string {
  switch (match) {
    case 'other-host':
      return `is for the host ${rule.host ?? ''}`
    case 'other-method':
      return `is for ${rule.methods?.join(', ') ?? ''}`
    case 'other-path':
      return 'does not match'
    case 'other-reading':
      return `may be meant by the path, ${describeAllow(rule.allow, claims)}`
    case 'match':
      return `matches, ${describeAllow(rule.allow, claims)}`
  }
}

function describeAllow(allow: AccessRule['allow'], claims: Claims | null): string {
  if (allow === 'public') return 'asks for nothing'
  if (allow === 'signed-in') return 'asks for a session'
  const asked = `asks claim ${allow.claim} one of [${allow.oneOf.map(showValue).join(', ')}]`
  return claims === null ? asked : `${asked}: ${describeClaim(claims, allow)}`
}

function describeClaim(claims: Claims, condition: ClaimCondition): string {
  const { claim, allowUnverified } = condition
  if (satisfiesOne(claims, condition)) return 'satisfied'
  if (!Object.hasOwn(claims, claim)) return `${claim} is missing`
  if (claim === 'email' && allowUnverified !== true && !hasVerifiedEmail(claims))
    return 'email is not verified'
  return `${claim} is ${showValue(claims[claim])}`
}

/** A value as JSON, cut; `(not shown)` for what may hold an e-mail address or a phone number. */
export function showValue(value: unknown): string {
  const text = safeJson(value)
  return /@|\+\d/.test(text) ? '(not shown)' : text.slice(0, LONGEST_VALUE_CHARS)
}
