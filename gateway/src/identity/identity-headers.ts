import { DEFAULT_IDENTITY_HEADERS, listIdentityHeaders } from '../config/defaults.ts'
import type { Config } from '../config/schema/schema.ts'
import { findClaim, foreignIssuerOf, type Session } from '../session/session.ts'
import { readSignInFacts } from '../session/sign-in/facts.ts'
import { hasVerifiedEmail } from '../session/sign-in/rules.ts'

/** Where the uid counts: one uid in two tenants is two people. */
const TENANT_HEADER = 'x-gatehouse-tenant'
/** Where the subject counts that a bearer token names: one subject of two issuers is two callers. */
const ISSUER_HEADER = 'x-gatehouse-issuer'
/** How many seconds ago the id token expired, when the session is accepted all the same. */
const EXPIRED_HEADER = 'x-gatehouse-expired'

/** Headers by name, in lower case. */
export type HeaderMap = Record<string, string | string[] | undefined>

/** What the application is told about who is signed in; see `createIdentityHeaders`. */
export interface IdentityHeaders {
  /** Lower-case names of all headers that can carry it; the default ones also where they are switched off. */
  readonly names: readonly string[]
  /** Every header of a session, by name. What there is nothing to say about is left out. `audience`: see `Assertions`. */
  of(session: Session, audience: string): HeaderMap
}

export interface IdentityHeadersOptions {
  /** Header name -> where its value comes from; null: not sent. */
  identityHeaders: Config['identityHeaders']
  /** The signed assertion of a session for an audience; undefined when there is none. */
  assertionOf: (session: Session, audience: string) => string | undefined
}

/** The identity headers of sessions. What stays the same for the life of a session's id token is worked out once. */
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
