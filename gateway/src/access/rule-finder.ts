import { coversHost } from '../config/access-rules.ts'
import type { AccessRule } from '../config/schema/schema.ts'
import type { RequestTarget } from '../http/target.ts'

/** Finds the rules that may have to do with a request; see `createRuleFinder`. `host`: as `normalizeHost` gives it. */
export type FindRules<R> = (target: RequestTarget, host: string) => readonly R[]

/** A rule with its place among all of them. */
interface Indexed<R> {
  place: Pick<AccessRule, 'host' | 'path'>
  rule: R
}

/** First segment of a path in lower case -> the rules for paths that begin with it, and for every path. */
interface Table<R> {
  bySegment: ReadonlyMap<string, readonly R[]>
  /** Those for every path. */
  elsewhere: readonly R[]
  all: readonly R[]
}

/**
 * Finds them by host and first segment of the path, in lower case as readings are. They keep their order, and hold
 * every rule that matches a request or one of the readings of its path. `rules[i]` is the rule of `places[i]`.
 */
export function createRuleFinder<R>(
  places: readonly Pick<AccessRule, 'host' | 'path'>[],
  rules: readonly R[]
): FindRules<R> {
  const indexed = rules.flatMap((rule, index) => {
    const place = places[index]
    return place === undefined ? [] : [{ place, rule }]
  })
  const hosts = new Set(places.flatMap(({ host }) => host ?? []))
  const byHost = new Map([...hosts].map((host) => [host, buildTable(indexed, host)]))
  const elsewhere = buildTable(indexed, null)

  function tableOf(host: string): Table<R> {
    if (byHost.size === 0) return elsewhere
    return byHost.get(host) ?? byHost.get(`*${host.slice(host.indexOf('.'))}`) ?? elsewhere
  }

  return ({ readings }, host) => {
    const table = tableOf(host)
    const [first = '', ...others] = readings
    const segment = firstSegmentOf(first)
    // Lenient applications may take the path for one of another folder.
    if (others.some((reading) => firstSegmentOf(reading) !== segment)) return table.all
    return table.bySegment.get(segment) ?? table.elsewhere
  }
}

/** `host`: of requests, or one that stands for many with `*.`; null: none that a rule names. */
function buildTable<R>(indexed: readonly Indexed<R>[], host: string | null): Table<R> {
  const own = indexed.filter(({ place }) =>
    host === null ? place.host === undefined : coversHost(place.host, host)
  )
  const segments = new Set(own.map(({ place }) => segmentOf(place.path)))
  const pick = (segment: string | null) =>
    own.flatMap(({ place, rule }) => ([null, segment].includes(segmentOf(place.path)) ? [rule] : []))
  return {
    bySegment: new Map(
      [...segments].flatMap((segment) => (segment === null ? [] : [[segment, pick(segment)]]))
    ),
    elsewhere: pick(null),
    all: own.map(({ rule }) => rule)
  }
}

/** Null: a rule for every path. */
function segmentOf(path: string): string | null {
  return path === '/*' ? null : firstSegmentOf(path.toLowerCase())
}

/** `/a/b` -> `a`; `/` -> ``. */
function firstSegmentOf(path: string): string {
  const end = path.indexOf('/', 1)
  return end === -1 ? path.slice(1) : path.slice(1, end)
}
