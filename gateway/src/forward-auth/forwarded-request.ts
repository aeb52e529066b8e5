import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import type { Origins } from '../access/origins.ts'
import { isHostName, normalizeHost } from '../config/addresses/urls.ts'
import { Fault } from '../errors.ts'
import type { AuthRequest } from '../http/auth-request.ts'
import { isWebSocket } from '../http/connections/upgrades.ts'
import { isPageLoad } from '../http/navigation.ts'
import { readHostAndPort } from '../http/origin.ts'
import { parseRequestTarget } from '../http/target.ts'
import type { TraceIds } from '../http/trace-context.ts'

/** What a proxy says of the request that it holds. Nothing of it is checked yet. */
export interface Facts {
  /** Of the question: for log and answer. */
  id: string
  /** Of the question; null: it belongs to no trace. */
  trace: TraceIds | null
  method: string
  /** Scheme that the visitor used. */
  proto: string
  /** Host and port that the visitor used. */
  host: string
  /** Path and query. */
  uri: string
  /** Addresses that the request came by, the last one nearest; empty: none was told. */
  forwardedFor: string
  /** Those of the visitor, in lower case. */
  headers: IncomingHttpHeaders
}

/** A question that cannot be judged. */
export interface RefusedForwardAuth {
  kind: 'refused'
  fault: Fault
  /** What is probably set up wrongly, and what to do about it; null: nothing is, the visitor asks for what nobody gets. */
  hint: { cause: string; fix: string } | null
}

/** What became of the facts that a proxy told. */
export type ForwardAuthReading = { kind: 'forwardAuthRequest'; authRequest: AuthRequest } | RefusedForwardAuth

/** Where the visitor is: a host of ours, without its port, and its origin. */
interface Site {
  hostname: string
  origin: string
}

export interface ReadForwardAuthOptions {
  /** Those of `publicUrl` and of applications may be asked about. */
  origins: Pick<Origins, 'publicOrigin' | 'ofApplications' | 'isOfApplication'>
  /** Is this the address of a proxy that may ask? */
  isAuthProxy: (address: string) => boolean
}

const METHOD = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,32}$/
const PROTO = /^https?$/
/** Visible ASCII. */
const URI = /^[\x21-\x7e]+$/
const MAX_URI_CHARS = 16 * 1024
const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443' }
const MAX_QUOTE_CHARS = 200
/** Spellings of hosts that are remembered; proxies ask about the same few. */
const MAX_CACHED = 1000
const FILES = 'compare the proxy’s configuration with the one in deploy/forward-auth/'
/** The proxy may pass the same `Upgrade` on: an application that switches to h2c then takes requests that bypass the gateway. */
const OTHER_UPGRADE: RefusedForwardAuth = {
  kind: 'refused',
  fault: new Fault('INVALID_REQUEST', { detail: 'upgrade: only to WebSocket' }),
  hint: { cause: 'upgrade: the proxy passes on more than “websocket”', fix: FILES }
}

/**
 * Gives the function that makes of facts, told by a peer, a request to judge, or says why that cannot be done.
 * `successIsPass`: see `AuthRequest`.
 */
export function createReadForwardAuth({ origins, isAuthProxy }: ReadForwardAuthOptions) {
  const listed = new Set([origins.publicOrigin, ...origins.ofApplications])
  const isKnown = (origin: string) => listed.has(origin) || origins.isOfApplication(origin)
  const sites = new Map<string, Site>()

  return function readForwardAuth(facts: Facts, peer: string, successIsPass = false): ForwardAuthReading {
    const { method, proto, uri, headers } = facts
    if (headers.upgrade !== undefined && !isWebSocket(headers.upgrade)) return OTHER_UPGRADE
    if (!METHOD.test(method)) return invalid('method: no token')
    if (!PROTO.test(proto)) return invalid('proto: neither http nor https')
    const site = sites.get(`${proto}://${facts.host}`) ?? readSite(facts.host, proto)
    if ('kind' in site) return site
    if (uri === '') return invalid('uri: empty')
    if (uri.length > MAX_URI_CHARS || !URI.test(uri)) return refuseTarget('uri: length or characters')
    const target = parseRequestTarget(uri)
    if (target.kind === 'refused') return refuseTarget(target.fault.detail ?? 'uri')
    const authRequest: AuthRequest = {
      id: facts.id,
      trace: facts.trace,
      method,
      hostname: site.hostname,
      origin: site.origin,
      target,
      isPageLoad: isPageLoad(headers),
      client: findClient(facts, peer),
      headers,
      successIsPass
    }
    return { kind: 'forwardAuthRequest', authRequest }
  }

  /** Sites of ours are remembered; what strangers make up is not. */
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

  /** The nearest address that is not one of the proxies that may ask. */
  function findClient({ forwardedFor }: Facts, peer: string): string {
    const hops = forwardedFor.split(',').map((hop) => hop.trim())
    const nearest = hops.findLast((hop) => isIP(hop) === 0 || !isAuthProxy(hop)) ?? hops[0] ?? ''
    return isIP(nearest) === 0 ? peer : nearest
  }

  function unknownOrigin(origin: string): RefusedForwardAuth {
    const asked = origin.slice(0, MAX_QUOTE_CHARS)
    return {
      kind: 'refused',
      fault: new Fault('ORIGIN_MISMATCH', { detail: `asked for ${asked}` }),
      hint: {
        cause: `asked for ${asked}, which is neither publicUrl nor in forwardAuth.origins (${[...listed].join(', ')})`,
        fix: isOtherwiseKnown(origin)
          ? 'the scheme differs: does TLS end before this proxy? Let it say https, or write http into the configuration'
          : 'add it to forwardAuth.origins, or let the proxy refuse requests for other hosts before it asks'
      }
    }
  }

  function isOtherwiseKnown(origin: string): boolean {
    return isKnown(origin.startsWith('https:') ? `http${origin.slice(5)}` : `https${origin.slice(4)}`)
  }
}

/** A question that says too little, or what no request says. `flaw`: one line for the log, without the value. */
export function invalid(problem: string): RefusedForwardAuth {
  return {
    kind: 'refused',
    fault: new Fault('INVALID_REQUEST', { detail: problem }),
    hint: { cause: `question: ${problem}`, fix: FILES }
  }
}

/** What the visitor asks for could be read in more than one way, or not at all. */
function refuseTarget(detail: string): RefusedForwardAuth {
  return { kind: 'refused', fault: new Fault('INVALID_REQUEST', { detail }), hint: null }
}

/** In lower case, without a final dot and the scheme's own port. Null: it is none. */
function readHost(text: string, proto: string): { name: string; authority: string } | null {
  const read = readHostAndPort(text)
  if (read === null) return null
  const { hostname, port } = read
  const name = normalizeHost(hostname)
  if (!isHostName(name) && !name.startsWith('[')) return null
  const suffix = port === null || port === DEFAULT_PORTS[proto] ? '' : `:${port}`
  return { name, authority: `${name}${suffix}` }
}
