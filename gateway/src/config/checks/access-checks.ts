import { listProblems, type Problem } from '../../problem.ts'
import { coversHost } from '../access-rules.ts'
import { listOwnHosts, type OwnHosts } from '../addresses/own-address.ts'
import { parseUrl } from '../addresses/urls.ts'
import { listApplicationHosts } from '../applications.ts'
import type { Config } from '../schema/schema.ts'
import { checkCondition } from './condition-checks.ts'
import { hasBadSegment } from './server-checks.ts'

/** What a rule's path can match: plain characters, and others percent-encoded; see the canonical path in http/target.ts. */
const CANONICAL_RULE = /^\/(?:[A-Za-z0-9._~!$&'()+,=:@/-]|%[89A-F][0-9A-F])*\*?$/i

/** Values of `allow` that let nobody in by a sign-in. */
const WITHOUT_SIGN_IN: ReadonlySet<unknown> = new Set(['public', 'optional', 'deny'])

/** Every rule is spelled as requests are, and its condition is one. */
export function checkAccessRules({ access: { rules } }: Pick<Config, 'access'>): Problem[] {
  return rules.flatMap(({ path, allow, require }, index) => {
    const key = `access.rules[${index}]`
    const isOdd = !CANONICAL_RULE.test(path) || hasBadSegment(path)
    return [
      ...listProblems(
        isOdd && {
          path: `${key}.path`,
          message: 'is spelled as no canonical path is, so it would never match',
          hint: 'Write it decoded, without `;`, `//` and dot segments.'
        },
        require !== undefined &&
          WITHOUT_SIGN_IN.has(allow) && {
            path: `${key}.require`,
            message: 'asks something of a sign-in that the rule does not ask for',
            hint: 'Write `allow: signed-in` or a condition, or leave `require` out.'
          }
      ),
      ...(typeof allow === 'object' ? checkCondition(allow, `${key}.allow`) : [])
    ]
  })
}

/** Every host that a rule names is one under which visitors come. */
export function checkRuleHosts({
  access: { rules },
  forwardAuth,
  applications,
  ...hosts
}: Pick<Config, 'access' | 'forwardAuth' | 'applications'> & OwnHosts): Problem[] {
  const origins = forwardAuth.origins.flatMap((origin) => parseUrl(origin)?.hostname ?? [])
  const known = [...listOwnHosts(hosts), ...origins, ...listApplicationHosts({ applications })]
  return rules.flatMap(({ host }, index) =>
    host === undefined || known.some((one) => coversHost(host, one) || coversHost(one, host))
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
