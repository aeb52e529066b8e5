import { asFolder, isCanonical, readPath } from '../../config/addresses/paths.ts'
import { coversHost, normalizeHost } from '../../config/addresses/urls.ts'
import type { AccessRule, Config } from '../../config/schema/schema.ts'
import type { RequestTarget } from '../../http/target.ts'
import { asksForAppCheck, type CompiledCondition, compileCondition } from './conditions.ts'
import { coversMethod, createFormTest, createRuleFinder, pathsOf, readRulePath } from './rule-paths.ts'
import { addStepUps, readStepUp, type StepUpRequirement } from './step-up.ts'

/** From least to most restrictive. `optional` admits everyone, but tells who is signed in; `deny` refuses everyone. */
export type Level = Config['access']['default']

/** The access requirement of a request. */
export interface Requirement extends StepUpRequirement {
  level: Level
  /** All must hold. Empty unless `level` is `signed-in`. */
  conditions: readonly CompiledCondition[]
  /** Whether one of `conditions` is about App Check. */
  needsAppCheck: boolean
  /** The deciding rule of `access.rules`, from 1; null for the default. */
  rule: number | null
  /** Why it is stricter than the rules of the path, for the log. Default: it is not. */
  reason?: string
}

/** `hostname`: as seen by the visitor, in any spelling. */
export type Policy = (method: string, target: RequestTarget, hostname: string) => Requirement

/**
 * How a rule relates to a request. `match`: the path and all its readings; `other-reading`: some of them; `other-form`: the path
 * may be another form of the rule's, such as `/admin.json` of `/admin`.
 */
export type RuleMatch =
  | 'other-host'
  | 'other-method'
  | 'other-path'
  | 'other-reading'
  | 'other-form'
  | 'match'

interface Rule {
  /** The requirement if this rule alone decides. */
  requirement: Requirement
  match(method: string, target: RequestTarget, host: string): RuleMatch
}

const NO_DEMANDS: readonly Requirement[] = []

/** Least restrictive first. */
const LEVELS: readonly Level[] = ['public', 'optional', 'signed-in', 'deny']

/**
 * Evaluates `access`: the first rule decides that matches the path as sent and all its readings, since a lenient upstream could
 * take it for any of them (`/ADMIN`, `/%61dmin`), or for another form of it (`/admin.json`). Earlier rules that match some
 * reading or form add their requirements, and so a `deny` rule covers every spelling. COPY and MOVE take a folder with all
 * that is below it, whatever the methods of its rules.
 */
export function buildPolicy({ rules, default: fallback, extensions }: Config['access']): Policy {
  const places = listPlaces(rules)
  const compiled = compileRules(places, extensions)
  const last: Requirement = { level: fallback, conditions: [], needsAppCheck: false, rule: null }
  const hasHosts = namesHosts(rules)
  const findRules = createRuleFinder(
    places.map(({ rule }) => rule),
    compiled
  )
  return (method, target, hostname) => {
    if (rules.length === 0) return last
    const host = hasHosts ? normalizeHost(hostname) : hostname
    let earlier = NO_DEMANDS
    for (const { match, requirement } of COPYING.has(method) ? compiled : findRules(target, host)) {
      const found = match(method, target, host)
      if (found === 'match') return earlier.length === 0 ? requirement : combine([...earlier, requirement])
      if (isConcerned(found)) earlier = [...earlier, requirement]
    }
    return earlier.length === 0 ? last : combine([...earlier, last])
  }
}

/**
 * What the places of an application ask for together. `methods`: those that rules name, and the empty text for all others; empty if
 * no rule names one. `demand`: all that any path of the host asks of this method.
 */
export function buildDemand({ rules, default: fallback, extensions }: Config['access']) {
  const named = new Set(rules.flatMap(({ methods }) => methods ?? []))
  const compiled = listPlaces(rules).map((place) => ({
    rule: place.rule,
    requirement: compileRule(place, extensions, []).requirement
  }))
  const last: Requirement = { level: fallback, conditions: [], needsAppCheck: false, rule: null }
  return {
    methods: named.size === 0 ? [] : [...named, ''],
    demand(method: string, hostname: string): Requirement {
      const host = normalizeHost(hostname)
      const covering = compiled.filter(
        ({ rule }) => coversHost(rule.host, host) && coversMethod(rule.methods, method)
      )
      const wide = covering.findIndex(({ rule }) => rule.path === '/*')
      const reached = wide === -1 ? covering : covering.slice(0, wide + 1)
      return combine([...reached.map(({ requirement }) => requirement), ...(wide === -1 ? [last] : [])])
    }
  }
}

/** Explains how the policy reaches its decision: the match of each rule in order, up to the first that matches. */
export function buildPolicyTrace({ rules, extensions }: Config['access']) {
  const places = listPlaces(rules)
  const compiled = compileRules(places, extensions)
  const hasHosts = namesHosts(rules)
  return (method: string, target: RequestTarget, hostname: string): readonly RuleMatch[] => {
    const host = hasHosts ? normalizeHost(hostname) : hostname
    const atPlaces = compiled.map(({ match }) => match(method, target, host))
    const matches = rules.map((_rule, index) => {
      const own = atPlaces.filter((_match, place) => places[place]?.index === index)
      return own.find((one) => one === 'match') ?? own.find(isConcerned) ?? own[0] ?? 'other-path'
    })
    const deciding = matches.indexOf('match')
    return deciding === -1 ? matches : matches.slice(0, deciding + 1)
  }
}

/** Methods of WebDAV that take a folder with all that is below it (RFC 4918, 9.8 and 9.9), to another path. */
export const COPYING: ReadonlySet<string> = new Set(['COPY', 'MOVE'])

/** Hosts are normalized only if some rule names one. */
function namesHosts(rules: readonly AccessRule[]): boolean {
  return rules.some(({ host }) => host !== undefined)
}

/** The strictest level with all conditions, attributed to the first rule that requires that much. At least one requirement. */
export function combine(requirements: readonly Requirement[]): Requirement {
  const level = LEVELS[Math.max(...requirements.map((one) => LEVELS.indexOf(one.level)))] ?? 'deny'
  const conditions = level === 'deny' ? [] : requirements.flatMap((requirement) => requirement.conditions)
  const decides = (requirement: Requirement) =>
    requirement.level === level && (conditions.length === 0 || requirement.conditions.length > 0)
  const rule = (level === 'public' ? requirements.at(-1) : requirements.find(decides))?.rule ?? null
  const needsAppCheck = conditions.length > 0 && requirements.some((one) => one.needsAppCheck)
  return { level, conditions, needsAppCheck, rule, ...addStepUps(requirements) }
}

type Extensions = Config['access']['extensions']

/** A rule at one of its paths. `index`: of the rule. */
interface Place {
  rule: AccessRule
  index: number
}

const listPlaces = (rules: readonly AccessRule[]): Place[] =>
  rules.flatMap((rule, index) => pathsOf(rule.path).map((path) => ({ rule: { ...rule, path }, index })))

/** A path with escapes has no other spelling, so its rule adds its demands even after those of its folder. */
function compileRules(places: readonly Place[], extensions: Extensions): Rule[] {
  const escaped = places
    .filter(({ rule }) => !isCanonical(readPath(rule.path).escaped))
    .map((place) => ({ index: place.index, rule: compileRule(place, extensions, []) }))
  return places.map((place) => {
    const later = escaped.filter((other) => other.index > place.index).map((other) => other.rule)
    return compileRule(place, extensions, later)
  })
}

function isConcerned(match: RuleMatch): boolean {
  return match === 'match' || match === 'other-reading' || match === 'other-form'
}

/** `later`: rules that add their demands after this one. */
function compileRule({ rule, index }: Place, extensions: Extensions, later: readonly Rule[]): Rule {
  const { path, host, methods, allow } = rule
  const { isFolder, folded, isSent, couldMean, findElsewhere } = readRulePath(path)
  const foldedFolder = asFolder(folded)
  const isTaken = (reading: string) => foldedFolder.startsWith(asFolder(reading))
  const isStrict = allow !== 'public' && allow !== 'optional'
  const isForm = isStrict && extensions !== 'separate' ? createFormTest(folded, isFolder) : null
  return {
    requirement: {
      level: typeof allow === 'object' ? 'signed-in' : allow,
      conditions: typeof allow === 'object' ? [compileCondition(allow)] : [],
      needsAppCheck: typeof allow === 'object' && asksForAppCheck(allow),
      rule: index + 1,
      ...readStepUp(rule, index + 1)
    },
    match(method, target, requestHost) {
      if (!coversHost(host, requestHost)) return 'other-host'
      const isCopy = COPYING.has(method)
      if (!isCopy && !coversMethod(methods, method)) return 'other-method'
      const { canonical, readings, further } = target
      const isAll = isSent(target) && findElsewhere(target) === null
      const isAlone = canonical || !later.some((one) => isConcerned(one.match(method, target, requestHost)))
      if (isAll && isAlone) return isCopy && !(isFolder && methods === undefined) ? 'other-reading' : 'match'
      if (readings.some(couldMean) || further.some(couldMean)) return 'other-reading'
      if (isCopy && (readings.some(isTaken) || further.some(isTaken))) return 'other-reading'
      if (isForm === null) return 'other-path'
      return readings.some(isForm) || further.some(isForm) ? 'other-form' : 'other-path'
    }
  }
}
