import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Sites } from '../access/sites.ts'
import { DEFAULT_IDENTITY_HEADERS, listIdentityHeaders } from '../config/defaults.ts'
import type { Config } from '../config/schema/schema.ts'
import { findClaim } from '../session/named-claims.ts'
import type { Session } from '../session/session.ts'
import { readSignInFacts } from '../session/sign-in/facts.ts'
import { hasVerifiedEmail } from '../session/sign-in/rules.ts'
import { buildClientHeaderTest } from './client-header-rules.ts'

/** Where the uid counts: one uid in two tenants is two people. */
const TENANT_HEADER = 'x-gatehouse-tenant'
/** How many seconds the id token has been over, when the session passes although it is. */
const EXPIRED_HEADER = 'x-gatehouse-expired'

export interface UpstreamHeadersOptions {
  identityHeaders: Config['identityHeaders']
  /** Whose `Host` the upstream sees. */
  hostHeader: Config['upstream']['hostHeader']
  /** Client headers that pass although the gateway drops them by default. */
  passHeaders: readonly string[]
  sites: Sites
  stripCookies: (cookieHeader: string) => string | undefined
  /** The signed assertion of a session; undefined when there is none. */
  assertionOf: (session: Session) => string | undefined
  isTrustedProxy: (address: string) => boolean
}

/** Headers by name, in lower case. */
export type HeaderMap = Record<string, string | string[] | undefined>

/**
 * Builds the headers that the upstream sees, for plain requests and WebSocket upgrades alike. `headers`: those of
 * the client, without what its `Connection` header names.
 */
export type BuildUpstreamHeaders = (headers: IncomingHttpHeaders, request: FastifyRequest) => HeaderMap

/**
 * The header builder: whatever the client says about identity, origin, path or method is dropped in every spelling,
 * on every route; then the gateway says it itself, once.
 */
export function createUpstreamHeaders(options: UpstreamHeadersOptions): BuildUpstreamHeaders {
  const identityHeaders = listIdentityHeaders(options.identityHeaders)
  const ownNames = listIdentityHeaderNames(options.identityHeaders)
  const mayPass = buildClientHeaderTest({ ownNames, passHeaders: options.passHeaders })
  const memory = new WeakMap<Session, HeaderMap>()

  /** Values that stay the same for the life of a session's id token. */
  function constantHeaders(session: Session): HeaderMap {
    const known = memory.get(session)
    if (known !== undefined) return known
    const built: HeaderMap = {}
    for (const [name, source] of identityHeaders) {
      if (source === '$assertion') continue
      const value = encodeClaim(readSource(session, source))
      if (value !== undefined) built[name] = value
    }
    memory.set(session, built)
    return built
  }

  const assertionHeaders = identityHeaders
    .filter(([, source]) => source === '$assertion')
    .map(([name]) => name)

  return (headers, request) => {
    const built: HeaderMap = {}
    for (const name in headers) {
      if (mayPass(name)) built[name] = headers[name]
    }
    // A client may name these in `Connection`, but not take them away: they frame the message.
    const length = request.headers['content-length']
    if (length !== undefined) built['content-length'] = length
    if (headers.cookie !== undefined) {
      const cookies = options.stripCookies(headers.cookie)
      if (cookies === undefined) delete built.cookie
      else built.cookie = cookies
    }

    const peer = plainAddress(request.raw.socket.remoteAddress)
    const chain = options.isTrustedProxy(peer) ? request.headers['x-forwarded-for'] : undefined
    built['x-forwarded-for'] = chain === undefined ? peer : `${String(chain)}, ${peer}`
    const [proto, host] = options.sites.originOf(request).split('://')
    built['x-forwarded-proto'] = proto
    built['x-forwarded-host'] = host
    built['x-request-id'] = request.id
    // Left out, it is the upstream's own.
    if (options.hostHeader === 'upstream') delete built.host
    else built.host = host
    if (request.session === null) return built
    if (request.session.tenantId !== null) built[TENANT_HEADER] = encodeHeaderValue(request.session.tenantId)
    if (request.session.expiredForSeconds > 0)
      built[EXPIRED_HEADER] = String(request.session.expiredForSeconds)

    Object.assign(built, constantHeaders(request.session))
    const assertion = assertionHeaders.length === 0 ? undefined : options.assertionOf(request.session)
    if (assertion !== undefined) for (const name of assertionHeaders) built[name] = assertion
    return built
  }
}

/** `::ffff:127.0.0.1` -> `127.0.0.1` */
export function plainAddress(address: string | undefined): string {
  return (address ?? 'unknown').replace(/^::ffff:(?=\d+\.)/, '')
}

/** Lower-case names of the headers that carry the identity; the default ones also where they are switched off. */
export function listIdentityHeaderNames(configured: Config['identityHeaders']): string[] {
  return [...Object.keys(DEFAULT_IDENTITY_HEADERS), ...listIdentityHeaders(configured).map(([name]) => name)]
}

/** What a configured source gives: a fact of the session, or a claim. */
function readSource(session: Session, source: string): unknown {
  switch (source) {
    case '$idToken':
      return `Bearer ${session.idToken}`
    case '$signInProvider':
      return readSignInFacts(session.claims).provider
    case '$secondFactor':
      return readSignInFacts(session.claims).secondFactor
    case '$emailUnverified':
      return findClaim(session.claims, 'email')
    case 'email':
      return hasVerifiedEmail(session.claims) ? findClaim(session.claims, 'email') : undefined
    default:
      return findClaim(session.claims, source)
  }
}

function encodeClaim(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (Array.isArray(value))
    return value.map((member) => encodeHeaderValue(toText(member)).replaceAll(',', '%2C')).join(',')
  return encodeHeaderValue(toText(value))
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/**
 * A header value that `decodeURIComponent` turns back into the text, and that no other text has: `%`, everything
 * outside printable ASCII, and spaces at the ends (which parsers drop) are percent-encoded.
 */
export function encodeHeaderValue(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\x20-\x24\x26-\x7e]+/g, encodeURIComponent)
    .replace(/^ +| +$/g, (spaces) => '%20'.repeat(spaces.length))
}
