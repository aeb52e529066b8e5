import { METHODS } from 'node:http'
import { coversMethod, coversPath } from '../access-rules.ts'
import { type Application, listApplications } from '../applications.ts'
import type { AccessRule, Config } from '../schema/schema.ts'
import { createFindImpossible, type Impossible } from './impossible-conditions.ts'
import { coversHosts, createPlacesOf, type IsOwnPath, type RulePlace } from './rule-places.ts'

/** A rule that no request can come to, or one that asks for what nobody can have. */
export interface DeadRule {
  /** Its number among the rules of its section, from 1. */
  rule: number
  /** Where it is in the configuration, such as `applications[1].access.rules[0]`. */
  key: string
  /** Below the rule: which part of its condition it is about; null: the rule as a whole. */
  part: string | null
  path: string
  reason: string
}

type NumberedRule = AccessRule & { number: number }

/** TRACE and CONNECT reach no application. */
const PROXIED_METHODS = METHODS.filter((method) => method !== 'TRACE' && method !== 'CONNECT')

/**
 * The rules of a good configuration that can never match, in any application that they hold for, and conditions that can never
 * hold: several earlier rules match everything that one would, its methods reach no application, its path or host is the
 * gateway's own or another application's, or its condition contradicts itself or the configuration. Not found: folders whose
 * every path has a rule before. `isOwnPath`: when left out, that is known of the main paths alone.
 */
export function findDeadRules(
  config: Config,
  isOwnPath: IsOwnPath = createIsMainPath(config)
): readonly DeadRule[] {
  const findImpossible = createFindImpossible(config)
  const placesOf = createPlacesOf(config, isOwnPath)

  function findIn(key: string, users: readonly Application[], written: readonly AccessRule[]): DeadRule[] {
    const rules = written.map((rule, index) => ({ ...rule, number: index + 1 }))
    return rules.flatMap((rule, index) => {
      const found = { rule: rule.number, key: `${key}.rules[${index}]`, path: rule.path }
      const places = placesOf(rule, users)
      const unmatched =
        places.kind === 'nowhere' ? places.reason : whyCovered(rule, rules.slice(0, index), places.places)
      if (unmatched !== null) return [{ ...found, part: null, reason: unmatched }]
      const parts = typeof rule.allow === 'object' ? findImpossible(rule.allow) : []
      return parts.map((part) => ({ ...found, ...describeImpossible(part) }))
    })
  }

  return listSections(config).flatMap(({ key, users, access }) => findIn(key, users, access.rules))
}

/** The same in lines of warnings, each with its key path. */
export function listDeadRuleWarnings(config: Config): string[] {
  return findDeadRules(config).map(({ key, part, reason }) =>
    part === null
      ? `${key}: can never match: ${reason}; remove it, or put it before what takes its place`
      : `${key}: ${reason}`
  )
}

/** Each `access` of the configuration, and the applications that it holds for. */
function listSections(config: Config) {
  const applications = listApplications(config)
  const own = applications.filter(({ accessPath }) => accessPath !== 'access')
  const users = applications.filter(({ accessPath }) => accessPath === 'access')
  return [
    { key: 'access', users, access: config.access },
    ...own.map((one) => ({ key: one.accessPath, users: [one], access: one.access }))
  ]
}

/** Everything that a rule is for, one method and one place at a time, has to be matched by rules before it. */
function whyCovered(
  rule: AccessRule,
  earlier: readonly NumberedRule[],
  places: readonly RulePlace[]
): string | null {
  const methods = (rule.methods ?? PROXIED_METHODS).filter((method) => PROXIED_METHODS.includes(method))
  if (methods.length === 0) return 'its methods reach no application'
  const covering = places.flatMap(({ host, path }) => {
    const candidates = earlier.filter(
      (other) => coversPath(other.path, path) && coversHosts(other.host, host)
    )
    return methods.map((method) => candidates.find((other) => coversMethod(other.methods, method)))
  })
  if (covering.includes(undefined)) return null
  const numbers = new Set(covering.map((other) => other?.number ?? 0))
  return `rules before it match first: ${[...numbers].sort((a, b) => a - b).join(', ')}`
}

function describeImpossible({ part, reason }: Impossible): Pick<DeadRule, 'part' | 'reason'> {
  return {
    part: `allow${part}`,
    reason: `${part === '' ? 'its condition' : `its part allow${part}`} can never hold: ${reason}`
  }
}

function createIsMainPath({ paths }: Config): IsOwnPath {
  const { login, logout, refresh, session } = paths
  return (path, isSignInSite) => [logout, refresh, session].includes(path) || (isSignInSite && path === login)
}
