import { coversHost } from '../config/access-rules.ts'
import type { AccessRule } from '../config/schema/schema.ts'
import type { RequestTarget } from '../http/target.ts'

/** Finds the rules that may have to do with a request; see `createRuleFinder`. `host`: as `normalizeHost` gives it. */
export type FindRules<R> = (target: RequestTarget, host: string) => readonly R[]

/** Folders in folders that are told apart; what is deeper is found with the folder at this depth. */
const MOST_SEGMENTS = 16

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
    const [first = '', ...others] = readings
    const found = findFolder(root, first)
    // Lenient applications may take the path for one of another folder.
    return others.every((reading) => findFolder(root, reading) === found) ? found.rules : all
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
  return segments.slice(0, MOST_SEGMENTS)
}
