import type { Problem } from '../../problem.ts'
import { coversHost, coversRule } from '../access-rules.ts'
import { listOwnHosts, type OwnHosts } from '../addresses/own-address.ts'
import { parseUrl } from '../addresses/urls.ts'
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

/** Every host that a rule names is one under which visitors come. */
export function checkRuleHosts({
  access: { rules },
  forwardAuth,
  ...hosts
}: Pick<Config, 'access' | 'forwardAuth'> & OwnHosts): Problem[] {
  const origins = forwardAuth.origins.flatMap((origin) => parseUrl(origin)?.hostname ?? [])
  const known = [...listOwnHosts(hosts), ...origins]
  return rules.flatMap(({ host }, index) =>
    host === undefined || known.some((one) => coversHost(host, one))
      ? []
      : [
          {
            path: `access.rules[${index}].host`,
            message: 'is no host of this gateway, so the rule would never match',
            hint: `Hosts here: ${[...new Set(known)].join(', ')}; those of other applications belong into \`forwardAuth.origins\`.`
          }
        ]
  )
}

function asksUnverifiedOfOthers({ allow }: AccessRule): boolean {
  return typeof allow === 'object' && allow.allowUnverified !== undefined && allow.claim !== 'email'
}
