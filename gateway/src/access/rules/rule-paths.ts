/**
 * How paths of rules compare with those of requests, the index that finds them, and the other forms of a path that servers deliver for the same resource:
 * `/admin.json`, `/admin.html` or `/admin/index.html` for `/admin`, `/admin` for `/admin.html`, and `/admin.php/x` for `/admin.php`.
 */

import { asFolder, escapeSpecials, isBelow, readPath, withoutAccents } from '../../config/addresses/paths.ts'
import { coversHost } from '../../config/addresses/urls.ts'
import type { AccessRule } from '../../config/schema/schema.ts'
import type { RequestTarget } from '../../http/target.ts'

/** Named sets of paths, in place of a rule's path. */
const PATH_SETS: Readonly<Record<string, readonly string[]>> = {
  // What browsers, stores, crawlers and certificate authorities fetch without cookies.
  $cookieless: [
    ...['/manifest.json', '/manifest.webmanifest', '/site.webmanifest', '/favicon.ico', '/robots.txt'],
    ...['/apple-touch-icon.png', '/apple-touch-icon-precomposed.png'],
    ...['/.well-known/assetlinks.json', '/.well-known/apple-app-site-association'],
    ...['/.well-known/acme-challenge/*', '/.well-known/security.txt']
  ]
}

/** The paths of a rule: one, unless its path names a set. */
export const pathsOf = (path: string): readonly string[] => PATH_SETS[path] ?? [path]

/** True if `methods` covers this method. GET includes HEAD, which reveals what GET would (RFC 9110, 9.3.2). */
export function coversMethod(methods: AccessRule['methods'], method: string): boolean {
  return methods === undefined || methods.includes(method) || (method === 'HEAD' && methods.includes('GET'))
}

/** True if the path `wide` matches everything that `narrow` does. Both may end with `/*`. */
export function coversPath(wide: string, narrow: string): boolean {
  const [wider, narrower] = [pathsOf(wide), pathsOf(narrow)]
  return narrower.every((inner) => wider.some((outer) => coversOne(outer, inner)))
}

function coversOne(wide: string, narrow: string): boolean {
  const [outer, inner] = [readPath(wide).escaped, readPath(narrow).escaped]
  if (wide.endsWith('/*')) return inner.startsWith(outer)
  return inner === outer && !narrow.endsWith('/*')
}

/** Compares the path of a rule with those of requests. */
export function readRulePath(path: string) {
  const isFolder = path.endsWith('/*')
  const { escaped, folded } = readPath(path)
  const foldedFolder = asFolder(folded)
  // Decoded with and without accents, and in part or not at all.
  const names = new Set([
    ...[folded, withoutAccents(folded)].flatMap((name) => [
      name,
      escapeSpecials(name.replaceAll('%', '%25')).toLowerCase()
    ]),
    escaped.toLowerCase()
  ])
  const folders = [...names].map(asFolder)

  const isWritten = (sent: string) => (isFolder ? sent.startsWith(escaped) : sent === escaped)

  function isOutside(reading: string): boolean {
    if (!isFolder) return !names.has(reading)
    for (const folder of folders) if (isBelow(reading, folder)) return false
    return true
  }

  return {
    isFolder,
    folded,
    /** Whether this is the rule's path, or in its folder, in the spelling of browsers. They escape not all that URIs require. */
    isSent: ({ path: sent, canonical }: RequestTarget) =>
      isWritten(sent) || (!canonical && isWritten(escapeSpecials(sent))),
    couldMean: (reading: string) => (isFolder ? isBelow(reading, foldedFolder) : reading === folded),
    /** A reading that is not the rule's path, nor in its folder; null: none. */
    findElsewhere: ({ readings, further, dotted }: RequestTarget): string | null =>
      readings.find(isOutside) ?? further.find(isOutside) ?? dotted
  }
}

/** One that servers add to or remove from an address; not the number of a version. */
const EXTENSION = /(?<=.)\.(?=[^.]*[a-z])[a-z0-9]{1,10}$/
/** Programs that get what follows their name in the address. */
const SCRIPT = /\.(?:php|phtml|cgi|pl|py|rb|aspx?|jspx?)$/
/** What servers deliver for a folder. */
const INDEX = /^(?:index|default)$/

/** Tests whether a reading is another form of a rule's path. `folded`: without a trailing slash. */
export function createFormTest(folded: string, isFolder: boolean): (reading: string) => boolean {
  const at = folded.lastIndexOf('/')
  const name = folded.slice(at + 1)
  const stem = name.replace(EXTENSION, '')
  const parent = quote(folded.slice(0, at))
  const own = `${parent}/${quote(name)}`
  const forms = [
    ...(name === '' ? [] : [`${own}\\.`]),
    ...(stem === name ? [] : [`${own}/`, `${parent}/${quote(stem)}(?:$${SCRIPT.test(name) ? '|/' : ''})`]),
    ...(isFolder ? [] : [`${name === '' ? '' : own}/(?:index|default)(?:$|[./])`]),
    ...(!isFolder && INDEX.test(stem) ? [`${parent === '' ? '/' : parent}$`] : [])
  ]
  const form = new RegExp(`^(?:${forms.join('|') || '(?!)'})`)
  return (reading) => form.test(reading)
}

/** What all forms of a segment begin with: the segment up to its first dot, unless that is its first character. */
function stemOf(segment: string): string {
  const dot = segment.indexOf('.', 1)
  return dot === -1 ? segment : segment.slice(0, dot)
}

/** The stems of a rule's path; the folder instead of its index. Forms of the path are there or below. */
function stemsOf(folded: string): readonly string[] {
  const stems = folded === '/' ? [] : folded.slice(1).split('/').map(stemOf)
  return INDEX.test(stems.at(-1) ?? '') ? stems.slice(0, -1) : stems
}

function quote(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

/** Depth of the index. Deeper paths are found with their ancestor at this depth. */
const MAX_SEGMENTS = 16

interface Indexed<R> {
  location: Pick<AccessRule, 'host' | 'path'>
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
 * rule that matches any reading or form of the path. `rules[i]` belongs to `locations[i]`; `host`: as normalized by `normalizeHost`.
 */
export function createRuleFinder<R>(
  locations: readonly Pick<AccessRule, 'host' | 'path'>[],
  rules: readonly R[]
): (target: RequestTarget, host: string) => readonly R[] {
  const indexed = rules.flatMap((rule, index) => {
    const location = locations[index]
    return location === undefined ? [] : [{ location, rule, index }]
  })
  const hosts = new Set(locations.flatMap(({ host }) => host ?? []))
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
  const own = indexed.filter(({ location }) =>
    host === null ? location.host === undefined : coversHost(location.host, host)
  )
  const root: Folder<R> = { inner: new Map(), own: [], rules: [] }
  for (const one of own)
    folderAt(root, stemsOf(readPath(one.location.path).folded).slice(0, MAX_SEGMENTS)).own.push(one)
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
