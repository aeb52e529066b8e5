import type { Config } from '../config/schema/schema.ts'
import type { Session } from '../session/session.ts'
import { createAssertions } from './assertion.ts'
import { createIdentityHeaders, type HeaderMap } from './identity-headers.ts'

/**
 * What the application is told about a visitor, and what it can check that with; see `createIdentities`. `audience`: the origin
 * by which the application is known, that of `publicUrl` when left out; an assertion for one is worth nothing at another.
 */
export interface Identity {
  /** Lower-case names of all headers that can carry it: a client's copy of none may reach the application. */
  readonly headerNames: readonly string[]
  /** The identity headers of a session: all that are set for it. The assertion is among them after `prepare`. */
  headersOf(session: Session, audience?: string): HeaderMap
  /** Makes the assertion of a session where there is none that holds for a while. Null: nothing to wait for. */
  prepare(session: Session, audience?: string): Promise<void> | null
}

/** The identity of sessions, for one application or several; see `createIdentities`. */
export interface Identities {
  /** As these headers tell it; the same for the same object. */
  as(identityHeaders: Config['identityHeaders']): Identity
  /** Public keys of the assertions (RFC 7517), the same for all. Rejects where none could be derived. */
  jwks(): Promise<object>
}

/** The identity of sessions as a configuration wants it told. `now`: epoch seconds. Deriving the keys begins here. */
export function createIdentities(
  { cookie, publicUrl }: Pick<Config, 'cookie' | 'publicUrl'>,
  now: () => number
): Identities {
  const { origin: publicOrigin } = new URL(publicUrl)
  const assertions = createAssertions({ secrets: cookie.signatureKeys, publicOrigin, now })
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
    jwks: assertions.jwks
  }
}
