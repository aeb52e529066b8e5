import type { Caller } from '../../access/conditions.ts'
import type { RuleMatch } from '../../access/policy.ts'
import type { Application } from '../../config/applications.ts'
import { readCondition } from '../../config/conditions.ts'
import type { AccessRule } from '../../config/schema/schema.ts'
import { describeCondition } from './condition-text.ts'

/** What a rule has to do with a request. */
export interface RuleReason {
  /** Its number among the rules of its section, from 1. */
  rule: number
  /** Where it is in the configuration, such as `applications[1].access.rules[0]`. */
  key: string
  path: string
  match: RuleMatch
  /** In words. */
  reason: string
}

/** The reasons of the rules of an application that were looked at. `caller`: null, nobody is signed in. */
export function listRuleReasons(
  { access, accessPath }: Pick<Application, 'access' | 'accessPath'>,
  matches: readonly RuleMatch[],
  caller: Caller | null
): RuleReason[] {
  return matches.flatMap((match, index) => {
    const rule = access.rules[index]
    return rule === undefined
      ? []
      : [
          {
            rule: index + 1,
            key: keyOfRule(accessPath, index + 1),
            path: rule.path,
            match,
            reason: describeMatch(rule, match, caller)
          }
        ]
  })
}

/** Where a rule is in the configuration. `accessPath`: of its section; `rule`: its number there, from 1. */
export function keyOfRule(accessPath: string, rule: number): string {
  return `${accessPath}.rules[${rule - 1}]`
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
