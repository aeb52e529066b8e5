import { readPath } from '../../config/addresses/paths.ts'
import { coversHost } from '../../config/addresses/urls.ts'
import type { AccessRule } from '../../config/schema/schema.ts'
import type { RequestTarget } from '../../http/target.ts'
import { stemOf, stemsOf } from './rule-paths.ts'

/** Depth of the index. Deeper paths are found with their ancestor at this depth. */
const MAX_SEGMENTS = 16

interface Indexed<R> {
  place: Pick<AccessRule, 'host' | 'path'>
  rule: R
  index: number
}

/** A folder named by a rule. */
interface Folder<R> {
  /** Subfolders, by stem. */
  inner: Map<string, Folder<R>>
  /** Rules for exactly this folder or everything below it. */
  own: Indexed<R>[]
  /** Own and inherited rules, in order. */
  rules: readonly R[]
}

/**
 * Indexes rules by host and the stems of their path's segments. Results keep the order of the rules and include every
 * rule that matches any reading or form of the path. `rules[i]` belongs to `places[i]`; `host`: as normalized by `normalizeHost`.
 */
export function createRuleFinder<R>(
  places: readonly Pick<AccessRule, 'host' | 'path'>[],
  rules: readonly R[]
): (target: RequestTarget, host: string) => readonly R[] {
  const indexed = rules.flatMap((rule, index) => {
    const place = places[index]
    return place === undefined ? [] : [{ place, rule, index }]
  })
  const hosts = new Set(places.flatMap(({ host }) => host ?? []))
  const byHost = new Map([...hosts].map((host) => [host, buildTable(indexed, host)]))
  const elsewhere = buildTable(indexed, null)

  return ({ readings, further }, host) => {
    const named =
      byHost.size === 0 ? undefined : (byHost.get(host) ?? byHost.get(`*${host.slice(host.indexOf('.'))}`))
    const { root, all } = named ?? elsewhere
    const found = findFolder(root, readings[0] ?? '')
    if (readings.length === 1 && further.length === 0) return found.rules
    // Lenient upstreams may read the path as another folder.
    const isElsewhere = (reading: string) => findFolder(root, reading) !== found
    return readings.some(isElsewhere) || further.some(isElsewhere) ? all : found.rules
  }
}

/** The rules of one host or `*.` pattern; null: of hosts that no rule names. */
function buildTable<R>(indexed: readonly Indexed<R>[], host: string | null) {
  const own = indexed.filter(({ place }) =>
    host === null ? place.host === undefined : coversHost(place.host, host)
  )
  const root: Folder<R> = { inner: new Map(), own: [], rules: [] }
  for (const one of own)
    folderAt(root, stemsOf(readPath(one.place.path).folded).slice(0, MAX_SEGMENTS)).own.push(one)
  inheritRules(root, [])
  return { root, all: own.map(({ rule }) => rule) }
}

/** Returns the folder at these segments, creating it if missing. */
function folderAt<R>(root: Folder<R>, segments: readonly string[]): Folder<R> {
  return segments.reduce((folder, segment) => {
    const next = folder.inner.get(segment) ?? { inner: new Map(), own: [], rules: [] }
    folder.inner.set(segment, next)
    return next
  }, root)
}

function inheritRules<R>(folder: Folder<R>, outer: readonly Indexed<R>[]): void {
  const concerned = [...outer, ...folder.own].sort((one, other) => one.index - other.index)
  folder.rules = concerned.map(({ rule }) => rule)
  for (const inner of folder.inner.values()) inheritRules(inner, concerned)
}

/** The deepest known folder on this path. */
function findFolder<R>(root: Folder<R>, path: string): Folder<R> {
  let folder = root
  let begin = 1
  while (folder.inner.size > 0 && begin < path.length) {
    const slash = path.indexOf('/', begin)
    const end = slash === -1 ? path.length : slash
    const next = folder.inner.get(stemOf(path.slice(begin, end)))
    if (next === undefined) return folder
    folder = next
    begin = end + 1
  }
  return folder
}
