import {
  buildTest,
  type Caller,
  type Condition,
  isEmailClaim,
  readCondition,
  type Truth
} from '../../src/access/rules/conditions.ts'
import type { RuleMatch } from '../../src/access/rules/policy.ts'
import { readRulePath } from '../../src/access/rules/rule-paths.ts'
import { safeJson } from '../../src/commands/io.ts'
import type { Application } from '../../src/config/applications.ts'
import type { AccessRule } from '../../src/config/schema/schema.ts'
import type { RequestTarget } from '../../src/http/target.ts'
import { findClaim } from '../../src/session/session.ts'
import { readSignInFacts } from '../../src/session/sign-in/rules.ts'

/**
 * How the evaluated rules of an application apply to a request. `caller`: null: no session. `rule`: index in its section, from 1.
 * `key`: its config path.
 */
export function listRuleReasons(
  { access, accessPath }: Pick<Application, 'access' | 'accessPath'>,
  matches: readonly RuleMatch[],
  caller: Caller | null,
  target: RequestTarget
) {
  return access.rules.slice(0, matches.length).map((rule, index) => {
    const match = matches[index] ?? 'other-path'
    const reason = describeMatch(rule, match, caller, target)
    return { rule: index + 1, key: keyOfRule(accessPath, index + 1), path: rule.path, match, reason }
  })
}

/** The config path of a rule, such as `applications[1].access.rules[0]`. `accessPath`: of its section; `rule`: its index there, from 1. */
export function keyOfRule(accessPath: string, rule: number): string {
  return `${accessPath}.rules[${rule - 1}]`
}

function describeMatch(rule: AccessRule, match: RuleMatch, caller: Caller | null, target: RequestTarget) {
  const demand = describeDemand(rule, caller)
  const reasons: Readonly<Record<RuleMatch, string>> = {
    'other-host': `is for the host ${rule.host ?? ''}`,
    'other-method': `is for ${rule.methods?.join(', ') ?? ''}`,
    'other-path': 'does not match',
    'other-reading': `${describeReading(rule, target)}, ${demand}`,
    'other-form': `covers the path as another form of its own (access.extensions), ${demand}`,
    match: `matches, ${demand}`
  }
  return reasons[match]
}

function describeReading({ path }: AccessRule, target: RequestTarget): string {
  const { isSent, findElsewhere } = readRulePath(path)
  const elsewhere = isSent(target) ? findElsewhere(target) : null
  return elsewhere === null
    ? 'may be meant by the path'
    : `covers the path as sent, but not its reading ${elsewhere}`
}

const ALLOW_TEXTS: Readonly<Record<Extract<AccessRule['allow'], string>, string>> = {
  public: 'asks for nothing',
  optional: 'requires nothing, a session is optional',
  'signed-in': 'requires a session',
  deny: 'denies everyone'
}

function describeDemand({ allow, require = {} }: AccessRule, caller: Caller | null): string {
  const { secondFactor, signedInWithin, deviceBound } = require
  return [
    typeof allow === 'string'
      ? ALLOW_TEXTS[allow]
      : `asks ${describeCondition(readCondition(allow), caller)}`,
    ...(secondFactor === true ? ['a second factor'] : []),
    ...(signedInWithin === undefined ? [] : [`a sign-in of the last ${signedInWithin} s`]),
    ...(deviceBound === true ? ['a session bound to its device'] : [])
  ].join(', and ')
}

/** A condition in one line, with the result of each part. `caller`: null: no session, so only the condition. */
function describeCondition(condition: Condition, caller: Caller | null): string {
  switch (condition.kind) {
    case 'all':
    case 'any': {
      const members = condition.members.map((member) => {
        const text = describeCondition(member, caller)
        const isGroup = member.kind === 'all' || member.kind === 'any'
        return isGroup ? `(${text})${verdictOf(member, caller)}` : text
      })
      return `${condition.kind}: ${members.join('; ') || 'nothing'}`
    }
    case 'not':
      return `not (${describeCondition(condition.member, caller)})${verdictOf(condition, caller)}`
    default:
      return `${describeFact(condition)}${verdictOf(condition, caller)}`
  }
}

function describeFact(condition: Exclude<Condition, { kind: 'all' | 'any' | 'not' }>): string {
  switch (condition.kind) {
    case 'claim':
      return `claim ${condition.claim} is one of ${condition.oneOf.map(showPlain).join(', ')}`
    case 'present':
      return `claim ${condition.claim} is ${condition.is ? 'present' : 'missing'}`
    case 'emailVerified':
      return condition.is ? 'email is verified' : 'email is not verified'
    case 'secondFactor':
      return condition.is ? 'second factor' : 'no second factor'
    case 'appCheck':
      return condition.is ? 'App Check token' : 'no App Check token'
    case 'scopes':
      return `scopes ${condition.values.join(' and ')}`
    case 'emailDomain':
      return `email domain ${condition.values.join(' or ')}`
    default:
      return `${condition.kind} ${condition.values.map(showPlain).join(' or ')}`
  }
}

function verdictOf(condition: Condition, caller: Caller | null): string {
  if (caller === null) return ''
  const truth = buildTest(condition)(caller)
  if (truth === true) return ': yes'
  const reason = whyNot(condition, truth, caller)
  return `: ${truth === null ? 'unknown' : 'no'}${reason === null ? '' : `, ${reason}`}`
}

function whyNot(condition: Condition, truth: Truth, { session, client }: Caller): string | null {
  const { claims } = session
  switch (condition.kind) {
    case 'claim': {
      if (truth === null) return 'email is not verified'
      const value = findClaim(claims, condition.claim)
      if (value === undefined) return `${condition.claim} is missing`
      return `${condition.claim} is ${isEmailClaim(condition.claim) ? '(not shown)' : showValue(value)}`
    }
    case 'present':
    case 'email':
    case 'emailDomain':
      return truth === null ? 'email is not verified' : null
    case 'provider':
      return `provider is ${showPlain(readSignInFacts(claims).provider ?? 'missing')}`
    case 'network':
      return `client is ${client}`
    default:
      return null
  }
}

function showPlain(value: unknown): string {
  const shown = showValue(value)
  return typeof value === 'string' && shown === JSON.stringify(value) ? value : shown
}

const MAX_VALUE_CHARS = 80

/** A value as truncated JSON; `(not shown)` if it may contain an email address or a phone number. */
export function showValue(value: unknown): string {
  const text = safeJson(value)
  return /@|\+\d/.test(text) ? '(not shown)' : text.slice(0, MAX_VALUE_CHARS)
}
