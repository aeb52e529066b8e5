import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Origins } from '../access/applications/applications.ts'
import { COPYING } from '../access/rules/policy.ts'
import { isHostName, normalizeHost } from '../config/addresses/urls.ts'
import { Fault } from '../errors.ts'
import { type AuthRequest, isPageLoad } from '../http/auth-request.ts'
import { isWebSocket } from '../http/connections/upgrades.ts'
import { readHostAndPort, withOtherScheme } from '../http/origin.ts'
import { parseRequestTarget } from '../http/target.ts'
import type { RequestTrace } from '../http/trace-context.ts'

/** How the response is written for a proxy; see `answerResult`. */
export type ResponseStyle = 'full' | 'status' | 'refusal' | 'status-with-cookies'

/** Support for one proxy's way of sending auth requests. Selected by path, never by anything that visitors can send. */
export interface Adapter {
  /** Appended to `paths.verify`. With a trailing `/*`, the rest of the path is the visitor's request target. */
  suffix: '' | `/${string}`
  style: ResponseStyle
  /** Whether the proxy admits any 2xx; preflights are then decided like other requests. */
  successIsPass: boolean
  read(request: FastifyRequest, path: string): Facts | RefusedForwardAuth
}

/** Scheme, host, path and query, as in ingress-nginx's `X-Original-URL`. */
const ABSOLUTE_URL = /^([^:/?#]*):\/\/([^/?#]*)(.*)$/s

const OF_ALL = { forwardedFor: 'x-forwarded-for' }
const FORWARDED = { proto: 'x-forwarded-proto', host: 'x-forwarded-host', uri: 'x-forwarded-uri', ...OF_ALL }

/** Traefik, Caddy, HAProxy, Apache, nginx. */
const readForwarded = buildReader({ method: 'x-forwarded-method', ...FORWARDED }, (named) => named)

const ORIGINAL = { url: 'x-original-url', method: 'x-original-method', ...OF_ALL }
const readOriginalUrl = buildReader(ORIGINAL, ({ url, ...named }) => {
  const parts = ABSOLUTE_URL.exec(url)
  if (parts === null) return `${ORIGINAL.url}: no URL`
  const [, proto = '', host = '', uri = ''] = parts
  return { ...named, proto, host, uri }
})

/** Envoy over HTTP. Method, host and the rest of the path are those of the visitor's request. */
const readEnvoy = buildReader({ proto: FORWARDED.proto, ...OF_ALL }, (named, request, path) => ({
  ...named,
  method: request.method,
  host: request.headers.host ?? '',
  uri: (request.raw.url ?? '').slice(path.length)
}))

/** Each reads only the headers it names: proxies also deliver the visitor's own copies of the others, and the visitor's query on our path. */
export const ADAPTERS: readonly Adapter[] = [
  { suffix: '', style: 'full', successIsPass: true, read: readForwarded },
  { suffix: '/status', style: 'status', successIsPass: false, read: readForwarded },
  { suffix: '/answer', style: 'refusal', successIsPass: false, read: readForwarded },
  { suffix: '/original-url', style: 'status-with-cookies', successIsPass: true, read: readOriginalUrl },
  { suffix: '/envoy/*', style: 'full', successIsPass: false, read: readEnvoy }
]

/** Reads headers that must occur once: of two, the proxy may have used the other. `names`: in lowercase. `describe`: the facts, or what is wrong. */
function buildReader<N extends string>(
  names: Readonly<Record<N, string>>,
  describe: (
    named: Record<N, string>,
    request: FastifyRequest,
    path: string
  ) => Omit<Facts, 'id' | 'trace' | 'headers'> | string
): Adapter['read'] {
  const keys = Object.keys(names) as N[]
  const keyOf = new Map(keys.map((key) => [names[key], key]))
  const lengths = new Set(keys.map((key) => names[key].length))
  return (request, path) => {
    const { id, trace, headers, raw } = request
    const { rawHeaders } = raw
    const named = {} as Record<N, string>
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const spelled = rawHeaders[index] ?? ''
      // Compare lengths first: most of the visitor's headers differ in length.
      const key = lengths.has(spelled.length) ? keyOf.get(spelled.toLowerCase()) : undefined
      if (key === undefined) continue
      if (named[key] !== undefined) return invalid(`${names[key]}: duplicate header`)
      named[key] = rawHeaders[index + 1] ?? ''
    }
    const missing = keys.find((key) => named[key] === undefined)
    if (missing !== undefined) return invalid(`${names[missing]}: missing`)
    const described = describe(named, request, path)
    return typeof described === 'string' ? invalid(described) : { id, trace, headers, ...described }
  }
}

/** A proxy's description of the visitor's request. Not validated yet. */
export interface Facts {
  /** Id of the auth request, for log and response. */
  id: string
  trace: RequestTrace | null
  method: string
  proto: string
  /** Host and port as seen by the visitor. */
  host: string
  uri: string
  /** `X-Forwarded-For`, nearest address last; empty if not provided. */
  forwardedFor: string
  /** The visitor's headers, with lowercase names. */
  headers: IncomingHttpHeaders
}

/** An auth request that cannot be evaluated. */
export interface RefusedForwardAuth {
  fault: Fault
  /** The likely misconfiguration and its fix; null if the visitor's request itself is invalid. */
  hint: { cause: string; fix: string } | null
}

interface Site {
  hostname: string
  origin: string
}

const METHOD = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,32}$/
const PROTO = /^https?$/
/** Visible ASCII. */
const URI = /^[\x21-\x7e]+$/
const MAX_URI_CHARS = 16 * 1024
const MAX_FORWARDED_CHARS = 8 * 1024
const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443' }
const MAX_QUOTE_CHARS = 200
/** Max cached host spellings; proxies use only a few. */
const MAX_CACHED = 1000
const FILES = 'compare the proxy’s configuration with the one in deploy/forward-auth/'
/** The proxy may forward the `Upgrade` too: an application that switches to h2c then accepts requests past the gateway. */
const OTHER_UPGRADE = refused('upgrade: only to WebSocket', {
  cause: 'upgrade: the proxy passes on more than “websocket”',
  fix: FILES
})

/** Validates a proxy's facts and builds the request to evaluate, or explains why not. `origins`: the only ones asked about. */
export function createReadForwardAuth(
  origins: Pick<Origins, 'publicOrigin' | 'ofApplications' | 'isOfApplication'>,
  isAuthProxy: (address: string) => boolean
) {
  const listed = new Set([origins.publicOrigin, ...origins.ofApplications])
  const isKnown = (origin: string) => listed.has(origin) || origins.isOfApplication(origin)
  const sites = new Map<string, Site>()

  return function readForwardAuth(
    facts: Facts,
    peer: string,
    { successIsPass = false, isRepeated = false }: Pick<AuthRequest, 'successIsPass' | 'isRepeated'> = {}
  ): AuthRequest | RefusedForwardAuth {
    const { method, proto, uri, headers } = facts
    if (headers.upgrade !== undefined && !isWebSocket(headers.upgrade)) return OTHER_UPGRADE
    if (!METHOD.test(method)) return invalid('method: no token')
    // The proxy may withhold it: what is overwritten is then not known.
    if (COPYING.has(method) && headers.destination === undefined) return invalid('destination: missing')
    if (!PROTO.test(proto)) return invalid('proto: neither http nor https')
    const site = sites.get(`${proto}://${facts.host}`) ?? readSite(facts.host, proto)
    if ('fault' in site) return site
    if (uri === '') return invalid('uri: empty')
    if (uri.length > MAX_URI_CHARS || !URI.test(uri)) return refused('uri: length or characters', null)
    if (facts.forwardedFor.length > MAX_FORWARDED_CHARS) return refused('x-forwarded-for: length', null)
    const target = parseRequestTarget(uri)
    if (target.kind === 'refused') return { fault: target.fault, hint: null }
    return {
      id: facts.id,
      trace: facts.trace,
      method,
      hostname: site.hostname,
      origin: site.origin,
      target,
      isPageLoad: isPageLoad(headers, target?.path),
      client: findClient(facts, peer),
      headers,
      successIsPass,
      isRepeated
    }
  }

  /** Caches known sites only, so that clients cannot fill the cache. */
  function readSite(text: string, proto: string): Site | RefusedForwardAuth {
    const host = readHost(text, proto)
    if (host === null) return invalid('host: no host name or address')
    const origin = `${proto}://${host.authority}`
    if (!isKnown(origin)) return unknownOrigin(origin)
    const site = { hostname: host.name, origin }
    if (sites.size >= MAX_CACHED) sites.clear()
    sites.set(`${proto}://${text}`, site)
    return site
  }

  /** The nearest address that is not a trusted proxy. */
  function findClient({ forwardedFor }: Facts, peer: string): string {
    const hops = forwardedFor.split(',').map((hop) => hop.trim())
    const nearest = hops.findLast((hop) => isIP(hop) === 0 || !isAuthProxy(hop)) ?? hops[0] ?? ''
    return isIP(nearest) === 0 ? peer : nearest
  }

  function unknownOrigin(origin: string): RefusedForwardAuth {
    const asked = origin.slice(0, MAX_QUOTE_CHARS)
    return {
      fault: new Fault('ORIGIN_MISMATCH', { detail: `asked for ${asked}` }),
      hint: {
        cause: `asked for ${asked}, which is neither publicUrl nor in forwardAuth.origins (${[...listed].join(', ')})`,
        fix: isKnown(withOtherScheme(origin))
          ? 'the scheme differs: does TLS end before this proxy? Make it send https, or use http in the configuration'
          : 'add it to forwardAuth.origins, or make the proxy refuse requests for other hosts'
      }
    }
  }
}

/** @public An incomplete or malformed auth request. `problem`: one line for the log, without the value. */
export function invalid(problem: string): RefusedForwardAuth {
  return refused(problem, { cause: `auth request: ${problem}`, fix: FILES })
}

function refused(detail: string, hint: RefusedForwardAuth['hint']): RefusedForwardAuth {
  return { fault: new Fault('INVALID_REQUEST', { detail }), hint }
}

/** Lowercase, without a trailing dot or default port; null if invalid. */
function readHost(text: string, proto: string): { name: string; authority: string } | null {
  const read = readHostAndPort(text)
  if (read === null) return null
  const { hostname, port } = read
  const name = normalizeHost(hostname)
  if (!isHostName(name) && !name.startsWith('[')) return null
  const suffix = port === null || port === DEFAULT_PORTS[proto] ? '' : `:${port}`
  return { name, authority: `${name}${suffix}` }
}
