import { METHODS } from 'node:http'
import { coversHost, coversRule } from '../../config/access-rules.ts'
import { listOwnHosts } from '../../config/addresses/own-address.ts'
import { parseUrl } from '../../config/addresses/urls.ts'
import type { AccessRule, Config } from '../../config/schema/schema.ts'
import type { Explainer } from './explainer.ts'

/** A rule that no request can come to. */
export interface DeadRule {
  /** Its number in `access.rules`, from 1. */
  rule: number
  path: string
  reason: string
}

/** TRACE and CONNECT reach no application. */
const PROXIED_METHODS = METHODS.filter((method) => method !== 'TRACE' && method !== 'CONNECT')

/**
 * The rules of a good configuration that can never match: several earlier ones match everything that one would, its methods
 * reach no application, or its path is the gateway's own. Not found: folders whose every path has a rule before.
 */
export function findDeadRules(config: Config, { isOwnPath }: Pick<Explainer, 'isOwnPath'>): DeadRule[] {
  const { rules } = config.access
  const isOwn = createIsOwn(config, isOwnPath)
  return rules.flatMap((rule, index) => {
    const reason = isOwn(rule) ? 'the gateway answers at this path itself' : whyCovered(rules, index, config)
    return reason === null ? [] : [{ rule: index + 1, path: rule.path, reason }]
  })
}

/** Everything that a rule is for, one method and one host at a time, has to be matched by rules before it. */
function whyCovered(rules: readonly AccessRule[], index: number, config: Config): string | null {
  const rule = rules[index]
  if (rule === undefined) return null
  const methods = (rule.methods ?? PROXIED_METHODS).filter((method) => PROXIED_METHODS.includes(method))
  if (methods.length === 0) return 'its methods reach no application'
  const parts = methods.flatMap((method) =>
    hostsOf(rule, config).map((host) => ({
      path: rule.path,
      methods: [method],
      allow: rule.allow,
      ...(host === null ? {} : { host })
    }))
  )
  const covering = parts.map((part) => rules.slice(0, index).findIndex((other) => coversRule(other, part)))
  if (covering.includes(-1)) return null
  const numbers = [...new Set(covering)].sort((a, b) => a - b).map((position) => position + 1)
  return `rules before it match first: ${numbers.join(', ')}`
}

/** Null stands for every host: whatever a request names, a gateway that proxies takes it. */
function hostsOf({ host }: AccessRule, config: Config): (string | null)[] {
  if (host === undefined && config.upstream !== null) return [null]
  const origins = config.forwardAuth.origins.flatMap((origin) => parseUrl(origin)?.hostname ?? [])
  const known = [...new Set([...listOwnHosts(config), ...origins])]
  return known.filter((one) => coversHost(host, one))
}

/** On the origins of other applications every path is theirs. */
function createIsOwn(
  { forwardAuth }: Config,
  isOwnPath: (path: string) => boolean
): (rule: AccessRule) => boolean {
  if (forwardAuth.enabled && forwardAuth.origins.length > 0) return () => false
  return ({ path }) =>
    (path.endsWith('/*') ? isOwnPath(path.slice(0, -1)) : isOwnPath(path)) || path.startsWith('/__/')
}
