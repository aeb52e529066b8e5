import { decode, readPath } from '../../config/addresses/paths.ts'
import { isThisMachine, normalizeHost, parseUrl } from '../../config/addresses/urls.ts'
import type { Application } from '../../config/applications.ts'
import type { AuthRequest } from '../../http/auth-request.ts'
import { MAX_DECODINGS, parseRequestTarget, type RequestTarget } from '../../http/target.ts'
import { type Alias, FRAMEWORKS, type Framework } from './frameworks.ts'
import { buildDemand, combine, type Policy, type Requirement } from './policy.ts'

/** What the framework of an application may take a request for, besides what method and path say. */
export interface FrameworkReading {
  /** Pages that the address stands for. */
  targets: readonly RequestTarget[]
  /** Readings of the path that decide the tenant. */
  readings: readonly string[]
  /** The strictest of all of them. */
  requirement: Requirement
}

type Asked = Pick<AuthRequest, 'method' | 'hostname' | 'headers' | 'successIsPass'>

/** Null if the request is only what method and path say. */
export type ReadByFramework = (request: Asked, target: RequestTarget) => FrameworkReading | null

/** Max pages of one address, values of a parameter, and characters of a path; more than that is unreadable. */
const MAX_PAGES = 10
const MAX_VALUES = 4
const MAX_PATH_CHARS = 2048
/** Max parent folders in which a framework may be installed. */
const MAX_FOLDERS = 4
const UNREADABLE = 'the address stands for a page that cannot be read'
const FORM = /^\s*(?:multipart\/form-data|application\/x-www-form-urlencoded)/i

/** How the framework of an application reads requests; null: it has none. `policy`: the application's. */
export function createReadByFramework(application: Application, policy: Policy): ReadByFramework | null {
  if (application.framework === null) return null
  const framework = FRAMEWORKS[application.framework]
  const { methods, demand } = buildDemand(application.access)
  const root = application.folder.slice(0, -1)
  const foldedRoot = root && readPath(root).folded

  function judge(
    request: Asked,
    places: readonly RequestTarget[],
    anyMethod: boolean,
    anyPage: string | null
  ) {
    const { method, hostname } = request
    const asked = anyMethod ? [method, ...methods] : [method]
    const own = combine(places.flatMap((place) => asked.map((each) => policy(each, place, hostname))))
    if (anyPage === null) return own
    const all = combine([own, ...asked.map((each) => demand(each, hostname))])
    const asksForLess = (own.level === 'public' || own.level === 'optional') && all.level === 'signed-in'
    const refused: Requirement = { level: 'deny', conditions: [], needsAppCheck: false, rule: all.rule }
    return { ...(asksForLess ? refused : all), reason: anyPage }
  }

  return (request, target) => {
    const location = { application, root, foldedRoot, hostname: request.hostname }
    const pages = readPages(framework, location, target)
    const { targets, isWhole } = pages === null ? NO_PAGES : readAll(framework, location, pages)
    const choice = application.publicActions ? null : findChoice(framework, request, target, targets)
    const anyMethod = methods.length > 0 && namesMethod(framework, request, target)
    if (pages === null && choice === null && !anyMethod) return null
    const places = [target, ...targets]
    const isOnlyThat =
      targets.length > 0 && framework.ownPlaces?.some((own) => target.path.startsWith(own, root.length))
    return {
      targets,
      readings: (isOnlyThat ? targets : places).flatMap(({ readings }) => readings),
      requirement: judge(request, places, anyMethod, isWhole ? choice : UNREADABLE)
    }
  }
}

/** Why the handler may be that of any page; null: the address says which. */
function findChoice(
  { actionHeader, batches, formsExcept }: Framework,
  { method, headers, successIsPass }: Asked,
  target: RequestTarget,
  pages: readonly RequestTarget[]
): string | null {
  if (method !== 'POST' || (actionHeader === undefined && formsExcept === undefined)) return null
  if (actionHeader !== undefined && headers[actionHeader] !== undefined)
    return `the header ${actionHeader} names the handler`
  const type = headers['content-type']
  // A proxy that asks without it may withhold the other header too.
  if (type === undefined && successIsPass !== undefined) return 'the proxy sends no content-type'
  const isForm = formsExcept?.test(target.path) === false && FORM.test(type ?? '')
  const isBatch = [target, ...pages].some(({ readings }) => readings.some((path) => batches?.test(path)))
  return isForm || isBatch ? 'the body may name the page' : null
}

function namesMethod({ overridesMethod }: Framework, { method }: Asked, { raw, path }: RequestTarget) {
  if (overridesMethod === undefined) return false
  return method === 'POST' || (overridesMethod === 'any' && raw.length > path.length)
}

/** Where an address is. */
interface Location {
  application: Pick<Application, 'stripPath' | 'upstream'>
  /** The application's folder without its trailing slash, as in paths and in readings. */
  root: string
  foldedRoot: string
  hostname: string
}

/** Request targets, not parsed; null: unreadable. */
type Pages = readonly (string | null)[]

const NO_PAGES = { targets: [], isWhole: true }

/** All pages, those of pages included. `isWhole`: false if some could not be read. */
function readAll(framework: Framework, location: Location, first: Pages) {
  const found = new Map<string, RequestTarget>()
  const queue = [...first]
  let isWhole = true
  for (const page of queue) {
    if (page !== null && found.has(page)) continue
    const target = page === null || found.size >= MAX_PAGES ? null : parseRequestTarget(page)
    if (target?.kind === 'target') {
      found.set(target.raw, target)
      queue.push(...(readPages(framework, location, target) ?? []))
    } else isWhole = false
  }
  return { targets: [...found.values()], isWhole }
}

/** The pages that an address stands for directly; null: none. */
function readPages({ aliases }: Framework, location: Location, target: RequestTarget): Pages | null {
  let pages: Pages | null = null
  for (const alias of aliases) {
    const before: Pages | null = pages
    pages = readAlias(alias, location, target, target.path, before)
    // The readings of a canonical path differ in case at most, by which rules would no longer match.
    if (target.canonical && pages !== before) continue
    for (const reading of target.readings)
      if (reading !== target.path) pages = readAlias(alias, location, target, reading, pages)
  }
  return pages
}

/** Adds to `pages`. `path`: as received, or one of its readings. */
function readAlias(
  alias: Alias,
  location: Location,
  { raw, path: received }: RequestTarget,
  path: string,
  pages: Pages | null
): Pages | null {
  const { after = '', page, parameter } = alias
  const query = raw.slice(received.length + 1)
  if (parameter !== undefined && !mayName(query, parameter.name)) return pages
  const isDecoded = path !== received
  const root = isDecoded ? location.foldedRoot : location.root
  // What the application receives begins below its folder.
  const from = `${path}/`.startsWith(`${root}/`) ? root.length : 0
  const at = path.indexOf(after, from)
  const match = at === -1 ? null : alias.path.exec(path.slice(at + after.length) || '/')
  if (match === null) return pages
  if (path.length > MAX_PATH_CHARS) return [null]
  const fill = (group: string) => match[Number(group.slice(1))] ?? ''
  const text = `${path.slice(0, at)}${page.replace(/\$\d/g, fill)}` || '/'
  const targets =
    parameter === undefined
      ? [isDecoded ? encode(text) : text]
      : readParameter(query, parameter.name).flatMap((value) =>
          value === null || parameter.kind === 'address'
            ? addressesOf(value, location)
            : foldersOf(path, from).map(
                (parent) => `${parent}${page.replace('$1', () => encode(below(value)))}`
              )
        )
  return [...(pages ?? []), ...targets]
}

/** Fast path for queries without the name in any spelling. */
function mayName(query: string, name: string): boolean {
  return query !== '' && (query.includes(name) || /[%+.[]/.test(query))
}

/** Every value, as servers of any language find it: PHP turns some characters of names into `_`. Null: too many. */
function readParameter(query: string, name: string): (string | null)[] {
  const values = [...new URLSearchParams(query)].flatMap(([written, value]) =>
    written === name || written.trimStart().split('\0', 1)[0]?.replace(/[ .[]/g, '_') === name ? value : []
  )
  return values.length > MAX_VALUES ? [null] : values
}

/** The target of a URL in a parameter; null: unreadable. Empty: it is of another host. */
function addressesOf(value: string | null, { application, root, hostname }: Location): (string | null)[] {
  const { stripPath, upstream } = application
  const above = stripPath ? root : ''
  let text = value
  for (let round = 0; text !== null && round < MAX_DECODINGS; round++) {
    if (/^\/(?!\/)/.test(text)) return [`${above}${text}`]
    const url = parseUrl(text.startsWith('//') ? `http:${text}` : text)
    if (url !== null) {
      const path = `${url.pathname}${url.search}`
      if (normalizeHost(url.hostname) === normalizeHost(hostname)) return [path]
      // Fetched by the application from itself, without the gateway.
      const isUpstream = url.hostname === parseUrl(upstream?.url ?? '')?.hostname
      return isUpstream || isThisMachine(url.hostname) ? [`${above}${path}`] : []
    }
    text = decode(text)
  }
  return [null]
}

const below = (name: string) => `/${name.replace(/^\/+/, '')}`

/** The folder at `from` and those below it on this path, without trailing slashes. */
function foldersOf(path: string, from: number): string[] {
  const folders: string[] = []
  for (let at = from; at !== -1 && folders.length < MAX_FOLDERS; at = path.indexOf('/', at + 1))
    folders.push(path.slice(0, at))
  return folders
}

/** Decoded text as a path. */
function encode(text: string): string {
  return encodeURI(text).replace(/[?#]/g, encodeURIComponent)
}
