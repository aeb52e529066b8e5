/**
 * Tells the application who is signed in: identity headers and signed assertions. It owns their format and
 * the assertion keys. It must not know how the session was established or whether the request may pass.
 */

import { DEFAULT_IDENTITY_HEADERS, listIdentityHeaders } from '../config/defaults.ts'
import type { Config } from '../config/schema/schema.ts'
import { findClaim, foreignIssuerOf, type Session } from '../session/session.ts'
import { readSignInFacts } from '../session/sign-in/facts.ts'
import { hasVerifiedEmail } from '../session/sign-in/rules.ts'
import { createAssertions } from './assertions.ts'

/** Scope of the uid: the same uid in two tenants means two people. */
const TENANT_HEADER = 'x-gatehouse-tenant'
/** Scope of a bearer token's subject: the same subject of two issuers means two clients. */
const ISSUER_HEADER = 'x-gatehouse-issuer'
/** Seconds since the id token expired, for sessions accepted during an outage. */
const EXPIRED_HEADER = 'x-gatehouse-expired'

/** Lowercase header name -> value. */
export type HeaderMap = Record<string, string | string[] | undefined>

/** Identity headers for the application. */
export interface IdentityHeaders {
  /** Lowercase names of all headers that may carry identity, including disabled defaults. */
  readonly names: readonly string[]
  /** Headers of a session; those without a value are omitted. `audience`: see `Assertions`. */
  of(session: Session, audience: string): HeaderMap
}

export interface IdentityHeadersOptions {
  /** Header name -> source of its value; null disables the header. */
  identityHeaders: Config['identityHeaders']
  /** The signed assertion; undefined if there is none. */
  assertionOf: (session: Session, audience: string) => string | undefined
}

/** Claim headers are cached for the lifetime of the session's id token. */
export function createIdentityHeaders(options: IdentityHeadersOptions): IdentityHeaders {
  const configured = listIdentityHeaders(options.identityHeaders)
  const assertionNames = configured.filter(([, source]) => source === '$assertion').map(([name]) => name)
  const claimSources = configured.filter(([, source]) => source !== '$assertion')
  const memory = new WeakMap<Session, HeaderMap>()

  function claimHeaders(session: Session): HeaderMap {
    const known = memory.get(session)
    if (known !== undefined) return known
    const built: HeaderMap = {}
    for (const [name, source] of claimSources) {
      const value = encodeClaim(readSource(session, source))
      if (value !== undefined) built[name] = value
    }
    memory.set(session, built)
    return built
  }

  return {
    names: [
      ...Object.keys(DEFAULT_IDENTITY_HEADERS),
      ...configured.map(([name]) => name),
      TENANT_HEADER,
      ISSUER_HEADER,
      EXPIRED_HEADER
    ],
    of(session, audience) {
      const { tenantId, expiredForSeconds } = session
      const built: HeaderMap = {}
      if (tenantId !== null) built[TENANT_HEADER] = encodeHeaderValue(tenantId)
      const issuer = foreignIssuerOf(session)
      if (issuer !== null) built[ISSUER_HEADER] = encodeHeaderValue(issuer)
      if (expiredForSeconds > 0) built[EXPIRED_HEADER] = String(expiredForSeconds)
      Object.assign(built, claimHeaders(session))
      const assertion = assertionNames.length === 0 ? undefined : options.assertionOf(session, audience)
      if (assertion !== undefined) for (const name of assertionNames) built[name] = assertion
      return built
    }
  }
}

/** Reads a configured source: a session fact or a claim. */
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
    case '$iapEmail':
      return prefixForIap(readSource(session, 'email'))
    case '$iapUserId':
      return prefixForIap(session.subject)
    case 'email':
      return hasVerifiedEmail(session.claims) ? findClaim(session.claims, 'email') : undefined
    default:
      return findClaim(session.claims, source)
  }
}

/** The namespace of Identity-Aware Proxy: https://cloud.google.com/iap/docs/identity-howto */
function prefixForIap(value: unknown): string | undefined {
  return typeof value === 'string' ? `accounts.google.com:${value}` : undefined
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
 * Encodes a header value reversibly for `decodeURIComponent`. `%`, anything outside printable ASCII, and
 * leading and trailing spaces (which parsers drop) are percent-encoded.
 */
export function encodeHeaderValue(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\x20-\x24\x26-\x7e]+/g, encodeURIComponent)
    .replace(/^ +| +$/g, (spaces) => '%20'.repeat(spaces.length))
}

/**
 * `audience`: `aud` of the assertion, default the origin of `publicUrl`. An assertion is valid for one audience
 * only.
 */
export interface Identity {
  /** Lowercase names of all identity headers. A client's own copies must never reach the application. */
  readonly headerNames: readonly string[]
  /** Identity headers of a session. Includes the assertion after `prepare`. */
  headersOf(session: Session, audience?: string): HeaderMap
  /** Signs a new assertion unless a valid one is cached. Null if there is nothing to wait for. */
  prepare(session: Session, audience?: string): Promise<void> | null
}

export interface Identities {
  /** The identity for a header config; the same config object yields the same identity. */
  as(identityHeaders: Config['identityHeaders']): Identity
  /** Public keys of the assertions (RFC 7517). Rejects if they could not be derived. */
  jwks(): Promise<object>
  /** How the assertions are issued, for libraries that begin with an issuer. Null: in a form that they do not accept. */
  readonly discovery: object | null
}

/** Begins deriving the keys. `now`: epoch seconds. */
export function createIdentities(
  config: Pick<Config, 'assertion' | 'cookie' | 'publicUrl'>,
  now: () => number
): Identities {
  const { origin: publicOrigin } = new URL(config.publicUrl)
  const assertions = createAssertions(config, now)
  const known = new Map<Config['identityHeaders'], Identity>()

  function create(identityHeaders: Config['identityHeaders']): Identity {
    const headers = createIdentityHeaders({ identityHeaders, assertionOf: assertions.of })
    return {
      headerNames: headers.names,
      headersOf: (session, audience = publicOrigin) => headers.of(session, audience),
      prepare: (session, audience = publicOrigin) => assertions.prepare(session, audience)
    }
  }

  return {
    as(identityHeaders) {
      const identity = known.get(identityHeaders) ?? create(identityHeaders)
      known.set(identityHeaders, identity)
      return identity
    },
    jwks: assertions.jwks,
    discovery: assertions.discovery
  }
}
