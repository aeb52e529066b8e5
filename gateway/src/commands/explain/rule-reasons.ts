import type { Caller } from '../../access/conditions.ts'
import type { RuleMatch } from '../../access/policy.ts'
import { readCondition } from '../../config/conditions.ts'
import type { AccessRule } from '../../config/schema/schema.ts'
import { describeCondition } from './condition-text.ts'

/** What a rule has to do with a request. */
export interface RuleReason {
  /** Its number in `access.rules`, from 1. */
  rule: number
  path: string
  match: RuleMatch
  /** In words. */
  reason: string
}

/** The reasons of the rules that were looked at. `caller`: null, nobody is signed in. */
export function listRuleReasons(
  rules: readonly AccessRule[],
  matches: readonly RuleMatch[],
  caller: Caller | null
): RuleReason[] {
  return matches.flatMap((match, index) => {
    const rule = rules[index]
    return rule === undefined
      ? []
      : [{ rule: index + 1, path: rule.path, match, reason: describeMatch(rule, match, caller) }]
  })
}

function describeMatch(rule: AccessRule, match: RuleMatch, caller: Caller | null): string {
  switch (match) {
    case 'other-host':
      return `is for the host ${rule.host ?? ''}`
    case 'other-method':
      return `is for ${rule.methods?.join(', ') ?? ''}`
    case 'other-path':
      return 'does not match'
    case 'other-reading':
      return `may be meant by the path, ${describeDemand(rule, caller)}`
    case 'match':
      return `matches, ${describeDemand(rule, caller)}`
  }
}

function describeDemand({ allow, require = {} }: AccessRule, caller: Caller | null): string {
  const { secondFactor, signedInWithin } = require
  return [
    describeAllow(allow, caller),
    ...(secondFactor === true ? ['a second factor'] : []),
    ...(signedInWithin === undefined ? [] : [`a sign-in of the last ${signedInWithin} s`])
  ].join(', and ')
}

function describeAllow(allow: AccessRule['allow'], caller: Caller | null): string {
  switch (allow) {
    case 'public':
      return 'asks for nothing'
    case 'optional':
      return 'asks for nothing, a session counts'
    case 'signed-in':
      return 'asks for a session'
    case 'deny':
      return 'lets nobody pass'
    default:
      return `asks ${describeCondition(readCondition(allow), caller)}`
  }
}
