import { coversHost, coversMethod } from '../config/access-rules.ts'
import { normalizeHost } from '../config/addresses/urls.ts'
import type { AccessRule, Config } from '../config/schema/schema.ts'
import type { RequestTarget } from '../http/target.ts'
import { type CompiledCondition, compileCondition } from './conditions.ts'
import { addStepUps, readStepUp, type StepUpDemand } from './step-up.ts'

/**
 * How much a request needs, from nothing to what nobody has. `optional`: nothing, but the application is told who is signed
 * in. `deny`: whoever asks is refused, signed in or not.
 */
export type Level = Config['access']['default']

/** What a request needs in order to pass. */
export interface Demand extends StepUpDemand {
  level: Level
  /** All of them must hold; none but with `signed-in`. */
  conditions: readonly CompiledCondition[]
  /**
   * Number of the rule of `access.rules` that asks for this, from 1; null: none does, but the default or a path that is not
   * canonical.
   */
  rule: number | null
}

/** What a request needs. `hostname`: that of the visitor, in any spelling. */
export type Policy = (method: string, target: RequestTarget, hostname: string) => Demand

/**
 * What a rule has to do with a request: it is for another host, method or path, another reading of the path is meant by it,
 * or it matches as it stands.
 */
export type RuleMatch = 'other-host' | 'other-method' | 'other-path' | 'other-reading' | 'match'

/** How the rules were gone through, in their order: those behind one that matches are not looked at. */
export type TracePolicy = (method: string, target: RequestTarget, hostname: string) => readonly RuleMatch[]

interface Rule {
  /** What it asks for when it alone decides. */
  demand: Demand
  match(method: string, target: RequestTarget, host: string): RuleMatch
}

const NO_DEMANDS: readonly Demand[] = []

/** From the least. */
const LEVELS: readonly Level[] = ['public', 'optional', 'signed-in', 'deny']

/**
 * The rules of `access`: the first that matches decides. A rule is taken at its word, byte for byte, when it lets
 * somebody pass; rules before it that only another reading of the path would match (`/ADMIN`, `/%61dmin`) add
 * what they demand. It must also match without the dots that Windows leaves out at the end of segments (`/open./x`). A path that is not canonical needs a session whatever the rules say, and what `deny` could mean
 * is refused in every spelling.
 */
export function buildPolicy({ rules, default: fallback }: Config['access']): Policy {
  const compiled = rules.map(compileRule)
  const canonicalFallback: Demand = { level: fallback, conditions: [], rule: null }
  const oddFallback: Demand = { ...canonicalFallback, level: stricter(fallback, 'signed-in') }
  const hostOf = createHostOf(rules)
  const findRules = createRuleFinder(rules, compiled)
  return (method, target, hostname) => {
    const host = hostOf(hostname)
    let earlier = NO_DEMANDS
    for (const { match, demand } of findRules(target, host)) {
      const found = match(method, target, host)
      if (found === 'match') return combine(earlier, demand)
      if (found === 'other-reading') earlier = [...earlier, demand]
    }
    return combine(earlier, target.canonical ? canonicalFallback : oddFallback)
  }
}

/** Tells how the policy of the same rules comes to its demand. */
export function buildPolicyTrace({ rules }: Config['access']): TracePolicy {
  const compiled = rules.map(compileRule)
  const hostOf = createHostOf(rules)
  return (method, target, hostname) => {
    const matches = compiled.map(({ match }) => match(method, target, hostOf(hostname)))
    const deciding = matches.indexOf('match')
    return deciding === -1 ? matches : matches.slice(0, deciding + 1)
  }
}

/** Hosts are compared in one spelling; where no rule names one, the spelling does not matter. */
function createHostOf(rules: readonly AccessRule[]): (hostname: string) => string {
  return rules.some(({ host }) => host !== undefined) ? normalizeHost : (hostname) => hostname
}

/** As much as the most demanding asks for, and all conditions. The rule is the first that asks for that much. */
function combine(earlier: readonly Demand[], last: Demand): Demand {
  if (earlier.length === 0) return last
  const demands = [...earlier, last]
  const level = demands.map((demand) => demand.level).reduce(stricter)
  const conditions = level === 'deny' ? [] : demands.flatMap((demand) => demand.conditions)
  const decides = (demand: Demand) =>
    demand.level === level && (conditions.length === 0 || demand.conditions.length > 0)
  const { rule } = (level === 'public' ? last : demands.find(decides)) ?? last
  return { level, conditions, rule, ...addStepUps(demands) }
}

function stricter(one: Level, other: Level): Level {
  return LEVELS.indexOf(one) < LEVELS.indexOf(other) ? other : one
}

function compileRule(rule: AccessRule, index: number): Rule {
  const { path, host, methods, allow } = rule
  const isFolder = path.endsWith('/*')
  const folder = isFolder ? path.slice(0, -1) : path
  const folded = path.toLowerCase().replace(/\/\*?$/, '')
  const foldedFolder = `${folded}/`
  const matchesAsItStands = (candidate: string) =>
    isFolder ? candidate.startsWith(folder) : candidate === path
  const couldMean = (reading: string) =>
    isFolder
      ? reading === folded || reading.startsWith(foldedFolder)
      : reading === (folded === '' ? '/' : folded)
  return {
    demand: {
      level: typeof allow === 'object' ? 'signed-in' : allow,
      conditions: typeof allow === 'object' ? [compileCondition(allow)] : [],
      rule: index + 1,
      ...readStepUp(rule, index + 1)
    },
    match(method, target, requestHost) {
      if (!coversHost(host, requestHost)) return 'other-host'
      if (!coversMethod(methods, method)) return 'other-method'
      const { canonical, path, withoutTails } = target
      if (canonical && matchesAsItStands(path) && (withoutTails === path || matchesAsItStands(withoutTails)))
        return 'match'
      return target.readings.some(couldMean) ? 'other-reading' : 'other-path'
    }
  }
}

/** Finds the rules that may have to do with a request; see `createRuleFinder`. `host`: as `normalizeHost` gives it. */
type FindRules<R> = (target: RequestTarget, host: string) => readonly R[]

/** Folders in folders that are told apart; what is deeper is found with the folder at this depth. */
const MAX_SEGMENTS = 16

/** A rule with its place among all of them. */
interface Indexed<R> {
  place: Pick<AccessRule, 'host' | 'path'>
  rule: R
  /** Number of the rule, for its order. */
  index: number
}

/** The rules of one host. */
interface Table<R> {
  root: Folder<R>
  all: readonly R[]
}

/** A folder that a rule names. */
interface Folder<R> {
  /** Those within it that rules name, by segment. */
  inner: Map<string, Folder<R>>
  /** The rules for this folder by itself and for all of it. */
  own: Indexed<R>[]
  /** These, and those of the folders that hold it, in order. */
  rules: readonly R[]
}

/**
 * Finds them by host and by the segments of the path, in lower case as readings are. They keep their order, and hold every
 * rule that matches a request or one of the readings of its path. `rules[i]` is the rule of `places[i]`.
 */
export function createRuleFinder<R>(
  places: readonly Pick<AccessRule, 'host' | 'path'>[],
  rules: readonly R[]
): FindRules<R> {
  const indexed = rules.flatMap((rule, index) => {
    const place = places[index]
    return place === undefined ? [] : [{ place, rule, index }]
  })
  const hosts = new Set(places.flatMap(({ host }) => host ?? []))
  const byHost = new Map([...hosts].map((host) => [host, buildTable(indexed, host)]))
  const elsewhere = buildTable(indexed, null)

  function tableOf(host: string): Table<R> {
    if (byHost.size === 0) return elsewhere
    return byHost.get(host) ?? byHost.get(`*${host.slice(host.indexOf('.'))}`) ?? elsewhere
  }

  return ({ readings }, host) => {
    const { root, all } = tableOf(host)
    const found = findFolder(root, readings[0] ?? '')
    // Lenient applications may take the path for one of another folder.
    for (let index = 1; index < readings.length; index++)
      if (findFolder(root, readings[index] ?? '') !== found) return all
    return found.rules
  }
}

/** `host`: of requests, or one that stands for many with `*.`; null: none that a rule names. */
function buildTable<R>(indexed: readonly Indexed<R>[], host: string | null): Table<R> {
  const own = indexed.filter(({ place }) =>
    host === null ? place.host === undefined : coversHost(place.host, host)
  )
  const root = createFolder<R>()
  for (const one of own) placeAt(root, segmentsOf(one.place.path)).own.push(one)
  inheritRules(root, [])
  return { root, all: own.map(({ rule }) => rule) }
}

function createFolder<R>(): Folder<R> {
  return { inner: new Map(), own: [], rules: [] }
}

/** The folder at these segments, which is made when it is missing. */
function placeAt<R>(root: Folder<R>, segments: readonly string[]): Folder<R> {
  let folder = root
  for (const segment of segments) {
    const next = folder.inner.get(segment) ?? createFolder<R>()
    folder.inner.set(segment, next)
    folder = next
  }
  return folder
}

function inheritRules<R>(folder: Folder<R>, outer: readonly Indexed<R>[]): void {
  const concerned = [...outer, ...folder.own].sort((one, other) => one.index - other.index)
  folder.rules = concerned.map(({ rule }) => rule)
  for (const inner of folder.inner.values()) inheritRules(inner, concerned)
}

/** The deepest folder that a rule names on the way of this path. */
function findFolder<R>(root: Folder<R>, path: string): Folder<R> {
  let folder = root
  let begin = 1
  while (folder.inner.size > 0 && begin < path.length) {
    const slash = path.indexOf('/', begin)
    const end = slash === -1 ? path.length : slash
    const next = folder.inner.get(path.slice(begin, end))
    if (next === undefined) return folder
    folder = next
    begin = end + 1
  }
  return folder
}

/** `/A/b`, `/a//b/` and `/a/b/*` -> `a`, `b`; none for the root and for every path. Of long paths the first ones. */
function segmentsOf(path: string): readonly string[] {
  const bare = path.toLowerCase().replace(/\/\*?$/, '')
  // `//` may be meant by a reading that is `/`: readings have no empty segments.
  const segments = bare.split('/').filter((segment) => segment !== '')
  return segments.slice(0, MAX_SEGMENTS)
}
