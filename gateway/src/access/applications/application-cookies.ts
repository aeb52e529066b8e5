/**
 * Session cookies that applications keep for their visitors: those of one account never reach an application together with the
 * session of another. A signed cookie beside the gateway's own says whose they are; nothing else is stored.
 */

import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { hostOf, isHttps, isPublicSuffix, isThisMachine, normalizeHost } from '../../config/addresses/urls.ts'
import type { Application } from '../../config/applications.ts'
import type { Config } from '../../config/schema/schema.ts'
import type { AuthRequest } from '../../http/auth-request.ts'
import { parseCookies, serializeCookie } from '../../session/cookie/cookie.ts'
import { deriveSessionKey } from '../../session/cookie/cookie-value.ts'
import { COOKIE_PREFIX, cookieNamesOf, hasOneCookie } from '../../session/cookie/names.ts'
import { foreignIssuerOf, type Session } from '../../session/session.ts'
import { atMost } from '../../session/session-cache.ts'
import type { Decide, Decision } from '../decision.ts'
import type { Applications } from './applications.ts'

const PURPOSE = 'owner of application cookies'
/** Of a keyed hash: enough to tell accounts apart. */
const OWNER_CHARS = 22
/** Of a hash of a cookie of the former account. */
const FORMER_CHARS = 11
/** With more, none of the application's cookies pass until the browser has deleted them. */
const MAX_FORMER = 32
/** Deletions of a response, about 7 kB: proxies refuse large headers. What is left goes with later responses. */
const MAX_EXPIRED = 64
/** Browsers keep no cookie longer (RFC 6265bis, 5.5). */
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60
const MAX_CACHED = 10_000
const SEPARATOR = '.'

/** Whose an application's cookies are, as its marker says. */
interface Marker {
  /** Keyed hash of the account. */
  owner: string
  /** Hashes of the former account's cookies, for those that the browser keeps all the same. */
  former: readonly string[]
}

interface Judged {
  /** The `Cookie` header without those of another account; undefined: nothing is left. */
  cookie: string | undefined
  setCookies: readonly string[]
}

export type ApplicationCookies = NonNullable<ReturnType<typeof createApplicationCookies>>

/** Null: no application names any cookies. `identify`: the session, if there is a valid one, of a request that needed none. */
export function createApplicationCookies(
  config: Pick<Config, 'publicUrl' | 'cookie'>,
  applications: Pick<Applications, 'all' | 'on'>,
  identify: (authRequest: AuthRequest) => Session | null
) {
  const named = new Map(
    applications.all.flatMap((one): [Application, ReturnType<typeof readNames>][] =>
      one.clearCookies.length === 0 ? [] : [[one, readNames(one.clearCookies)]]
    )
  )
  if (named.size === 0 || hasOneCookie(config)) return null
  const keys = config.cookie.signatureKeys.map(deriveSessionKey)
  const base = cookieNamesOf(config).own
  const secure = isHttps(config)
  const markers = new LRUCache<string, Marker>(atMost(MAX_CACHED))
  const owners = new WeakMap<Session, readonly string[]>()
  // Loads the list of public suffixes now rather than while a visitor waits.
  domainsAbove(hostOf(config.publicUrl))

  /** Of an account, by each key; the first counts for new markers. */
  function ownersOf(session: Session): readonly string[] {
    const known = owners.get(session)
    if (known !== undefined) return known
    const account = `${foreignIssuerOf(session) ?? ''} ${session.accountKey}`
    const made = keys.map(({ sign }) => sign([PURPOSE, account]).slice(0, OWNER_CHARS))
    owners.set(session, made)
    return made
  }

  const markerOf = ({ name }: Application) => (name === null ? `${base}-owner` : `${base}-owner.${name}`)

  /** Null: none, or not ours. */
  function readMarker(header: string, application: Application): Marker | null {
    const name = markerOf(application)
    const value = header.includes(name) ? parseCookies(header)[name] : undefined
    if (value === undefined) return null
    const cacheKey = `${name}=${value}`
    const known = markers.get(cacheKey)
    if (known !== undefined) return known
    const [signature = '', owner = '', ...former] = value.split(SEPARATOR)
    if (!keys.some(({ verify }) => verify([PURPOSE, name, owner, ...former], signature))) return null
    markers.set(cacheKey, { owner, former })
    return { owner, former }
  }

  function writeMarker(application: Application, owner: string, former: readonly string[]): string {
    const name = markerOf(application)
    const signature = keys[0]?.sign([PURPOSE, name, owner, ...former]) ?? ''
    return serializeCookie(name, [signature, owner, ...former].join(SEPARATOR), {
      path: '/',
      httpOnly: true,
      secure,
      sameSite: config.cookie.sameSite,
      maxAge: MAX_AGE_SECONDS
    })
  }

  /** Null: as it is. `session`: null for a visitor who is signed out. */
  function judge(
    { headers, origin }: Pick<AuthRequest, 'headers' | 'origin'>,
    application: Application,
    session: Session | null
  ): Judged | null {
    const names = named.get(application)
    if (names === undefined) return null
    const header = headers.cookie ?? ''
    const marker = readMarker(header, application)
    if (session === null && marker === null) return null
    const isOwn = session !== null && marker !== null && ownersOf(session).includes(marker.owner)
    if (isOwn && marker.former.length === 0) return null
    const pairs = header.split(';')
    const isForeign = (one: NamedValue) => !isOwn || marker.former.includes(digestOf(one))
    const foreign = pairs.filter((pair) => names.find(pair).some(isForeign))
    if (foreign.length === 0 && (isOwn || session === null || session.bearer !== undefined)) return null
    const left = pairs.filter((pair) => !foreign.includes(pair)).join(';')
    const cookie = left.trim() || undefined
    if (isOwn || session?.bearer !== undefined) return { cookie, setCookies: [] }
    // Those with another path are not in this request.
    const carried = foreign.flatMap(names.find)
    const unseen = marker === null ? [] : names.exact
    const expired = expire([...carried.map(({ name }) => name), ...unseen], application, origin)
    if (session === null || carried.length > MAX_FORMER) return { cookie, setCookies: expired }
    const own = writeMarker(application, ownersOf(session)[0] ?? '', carried.map(digestOf))
    return { cookie, setCookies: [own, ...expired] }
  }

  /** Deletes cookies in every place of a browser where the application can have put them, the usual ones first. */
  function expire(names: readonly string[], { folder }: Application, origin: string): readonly string[] {
    const paths = [...new Set(['/', folder, folder.slice(0, -1) || '/'])]
    const domains = [undefined, ...domainsAbove(hostOf(origin))]
    const kinds = secure ? [{}, { sameSite: 'none', partitioned: true } as const] : [{}]
    const expiry = { httpOnly: true, secure, maxAge: 0, expires: new Date(0) }
    const lines = kinds.flatMap((kind) =>
      domains.flatMap((domain) =>
        paths.flatMap((path) =>
          [...new Set(names)].flatMap((name) =>
            fitsPrefix(name, path, domain, secure)
              ? serializeCookie(name, '', {
                  ...expiry,
                  ...kind,
                  path,
                  ...(domain !== undefined && { domain })
                })
              : []
          )
        )
      )
    )
    return lines.slice(0, MAX_EXPIRED)
  }

  /** At sign-out, once the session is over, or when another account may begin: those of all applications of the host, or of one. */
  function clear(
    { hostname, origin, headers }: Pick<AuthRequest, 'hostname' | 'origin' | 'headers'>,
    only?: Application
  ): readonly string[] {
    const pairs = (headers.cookie ?? '').split(';')
    return (only === undefined ? applications.on(hostname) : [only]).flatMap((application) => {
      const names = named.get(application)
      if (names === undefined) return []
      const carried = pairs.flatMap(names.find).map(({ name }) => name)
      return expire([...carried, ...names.exact], application, origin)
    })
  }

  function apply(authRequest: AuthRequest, decision: Decision): Decision {
    const { outcome, application } = decision
    if (application === null || application.clearCookies.length === 0) return decision
    if (outcome.kind === 'allow') {
      const judged = judge(authRequest, application, outcome.session ?? identify(authRequest))
      if (judged === null) return decision
      const setCookies = [...outcome.setCookies, ...judged.setCookies]
      return { ...decision, outcome: { ...outcome, setCookies, applicationCookie: judged.cookie ?? '' } }
    }
    if (!('session' in outcome) || outcome.session !== null) return decision
    // A session that has ended, now or before, takes those of the application with it.
    const isEnding = outcome.setCookies.length > 0
    if (!isEnding && outcome.kind === 'forbidden') return decision
    const expired = isEnding
      ? clear(authRequest, application)
      : (judge(authRequest, application, null)?.setCookies ?? [])
    return { ...decision, outcome: { ...outcome, setCookies: [...outcome.setCookies, ...expired] } }
  }

  return {
    /** The decision, with the cookies that the application may see, and those that the browser is to delete. */
    guard:
      (decide: Decide): Decide =>
      (authRequest) => {
        const decision = decide(authRequest)
        return decision instanceof Promise
          ? decision.then((made) => apply(authRequest, made))
          : apply(authRequest, decision)
      },
    clear
  }
}

/**
 * `find`: the cookies of these names in a pair of a `Cookie` header. Some servers read `=a=b` as `a`; Apache and Envoy join two header
 * lines with a comma.
 */
function readNames(names: readonly string[]) {
  const patterns = names.map((name) => name.replace(/[.+^$|]/g, '\\$&').replace(/\*$/, '[^\\s=,;]*'))
  const pattern = new RegExp(`(?:^|,)[\\s=]*(${patterns.join('|')})\\s*(?:=([^,]*)|(?=,|$))`, 'g')
  return {
    find: (pair: string): NamedValue[] =>
      [...pair.matchAll(pattern)].map(([, name = '', value = '']) => ({ name, value: value.trim() })),
    exact: names.filter((name) => !name.endsWith('*'))
  }
}

interface NamedValue {
  name: string
  value: string
}

function digestOf({ name, value }: NamedValue): string {
  return hash('sha256', `${name}=${value}`, 'base64url').slice(0, FORMER_CHARS)
}

/** A prefix allows few places (RFC 6265bis, 4.1.3). */
function fitsPrefix(name: string, path: string, domain: string | undefined, secure: boolean): boolean {
  const [prefix] = COOKIE_PREFIX.exec(name) ?? []
  if (prefix === undefined) return true
  return secure && (prefix === '__Secure-' || (path === '/' && domain === undefined))
}

/** The host and those above it for which its pages can set cookies. */
function domainsAbove(hostname: string): readonly string[] {
  const host = normalizeHost(hostname)
  if (isThisMachine(host) || /^[\d.]+$|^\[/.test(host)) return []
  const labels = host.split('.')
  const above = labels.map((_, index) => labels.slice(index).join('.'))
  return above.filter((domain) => domain.includes('.') && !isPublicSuffix(domain))
}
