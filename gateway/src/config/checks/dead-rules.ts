import { METHODS } from 'node:http'
import { coversHost, coversMethod, coversPath } from '../access-rules.ts'
import { listOwnHosts } from '../addresses/own-address.ts'
import { parseUrl } from '../addresses/urls.ts'
import { listApplicationHosts } from '../applications.ts'
import type { AccessRule, Config } from '../schema/schema.ts'
import { createFindImpossible } from './impossible-conditions.ts'

/** A rule that no request can come to, or one that asks for what nobody can have. */
export interface DeadRule {
  /** Its number in `access.rules`, from 1. */
  rule: number
  /** Below the rule: which part of its condition it is about; null: the rule as a whole. */
  part: string | null
  path: string
  reason: string
}

/** TRACE and CONNECT reach no application. */
const PROXIED_METHODS = METHODS.filter((method) => method !== 'TRACE' && method !== 'CONNECT')

/**
 * The rules of a good configuration that can never match, and conditions that can never hold: several earlier rules match
 * everything that one would, its methods reach no application, its path is the gateway's own, or its condition contradicts
 * itself or the configuration. Not found: folders whose every path has a rule before.
 * `isOwnPath`: does the gateway itself answer there? When left out, that is known of the main paths alone.
 */
export function findDeadRules(
  config: Config,
  isOwnPath: (path: string) => boolean = createIsMainPath(config)
): DeadRule[] {
  const { rules } = config.access
  const whyUnmatched = createWhyUnmatched(config, isOwnPath)
  const findImpossible = createFindImpossible(config)
  return rules.flatMap((rule, index): DeadRule[] => {
    const { path, allow } = rule
    const found = { rule: index + 1, path }
    const unmatched = whyUnmatched(rules, index)
    if (unmatched !== null) return [{ ...found, part: null, reason: unmatched }]
    return typeof allow === 'object'
      ? findImpossible(allow).map(({ part, reason }) => ({
          ...found,
          part: `allow${part}`,
          reason: `${part === '' ? 'its condition' : `its part allow${part}`} can never hold: ${reason}`
        }))
      : []
  })
}

/** The same in lines of warnings, each with its key path. */
export function listDeadRuleWarnings(config: Config): string[] {
  return findDeadRules(config).map(({ rule, part, reason }) => {
    const key = `access.rules[${rule - 1}]`
    return part === null
      ? `${key}: can never match: ${reason}; remove it, or put it before what takes its place`
      : `${key}: ${reason}`
  })
}

function createWhyUnmatched(config: Config, isOwnPath: (path: string) => boolean) {
  const isOwn = createIsOwn(config, isOwnPath)
  const hostsOf = createHostsOf(config)

  return (rules: readonly AccessRule[], index: number): string | null => {
    const rule = rules[index]
    if (rule === undefined) return null
    if (isOwn(rule)) return 'the gateway answers at this path itself'
    const methods = (rule.methods ?? PROXIED_METHODS).filter((method) => PROXIED_METHODS.includes(method))
    if (methods.length === 0) return 'its methods reach no application'
    const earlier = rules
      .slice(0, index)
      .flatMap((other, position) =>
        coversPath(other.path, rule.path) ? [{ ...other, number: position + 1 }] : []
      )
    if (earlier.length === 0) return null
    const parts = methods.flatMap((method) => hostsOf(rule).map((host) => ({ method, host })))
    const covering = parts.map(({ method, host }) =>
      earlier.find((other) => coversMethod(other.methods, method) && coversPlace(other.host, host))
    )
    if (covering.includes(undefined)) return null
    const numbers = new Set(covering.map((other) => other?.number ?? 0))
    return `rules before it match first: ${[...numbers].sort((a, b) => a - b).join(', ')}`
  }
}

/** `place`: a host, or one that is written with `*.`; null: every host. */
function coversPlace(host: AccessRule['host'], place: string | null): boolean {
  return place === null ? host === undefined : coversHost(host, place)
}

/** Null stands for every host: whatever a request names, a gateway that proxies takes it. */
function createHostsOf(config: Config): (rule: AccessRule) => (string | null)[] {
  const origins = config.forwardAuth.origins.flatMap((origin) => parseUrl(origin)?.hostname ?? [])
  const known = [...new Set([...listOwnHosts(config), ...origins, ...listApplicationHosts(config)])]
  return ({ host }) =>
    host === undefined && config.upstream !== null ? [null] : known.filter((one) => coversHost(host, one))
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

function createIsMainPath({ paths }: Config): (path: string) => boolean {
  const { login, logout, refresh, session } = paths
  return (path) => [login, logout, refresh, session].includes(path)
}
