import type { Problem } from '../../problem.ts'
import { coversRule } from '../access-rules.ts'
import type { AccessRule, Config } from '../schema/schema.ts'
import { listProblems } from './check.ts'
import { hasBadSegment } from './server-checks.ts'

/** What a rule's path can match: plain characters, and others percent-encoded; see the canonical path in http/target.ts. */
const CANONICAL_RULE = /^\/(?:[A-Za-z0-9._~!$&'()+,=:@/-]|%[89A-F][0-9A-F])*\*?$/i

/** Every rule can match, is reached, and says of verified addresses only what means something. */
export function checkAccessRules({ access: { rules } }: Pick<Config, 'access'>): Problem[] {
  return rules.flatMap((rule, index) => {
    const path = `access.rules[${index}]`
    const earlier = rules.slice(0, index).findIndex((other) => coversRule(other, rule))
    return listProblems(
      (!CANONICAL_RULE.test(rule.path) || hasBadSegment(rule.path)) && {
        path: `${path}.path`,
        message: 'is spelled as no canonical path is, so it would never match',
        hint: 'Write it decoded, without `;`, `//` and dot segments.'
      },
      asksUnverifiedOfOthers(rule) && {
        path: `${path}.allow.allowUnverified`,
        message: 'goes with the claim `email` alone',
        hint: 'Nothing verifies other claims: leave it out.'
      },
      earlier !== -1 && {
        path,
        message: `is never reached: access.rules[${earlier}] matches first`,
        hint: 'Put the narrower rule first.'
      }
    )
  })
}

function asksUnverifiedOfOthers({ allow }: AccessRule): boolean {
  return typeof allow === 'object' && allow.allowUnverified !== undefined && allow.claim !== 'email'
}
