/** Callers with bearer tokens, of the project and of configured issuers: verification and cache. Knows no cookies and no access rules. */

import { fingerprintOf } from '../config/changes.ts'
import type { BearerIssuer, Config } from '../config/schema/schema.ts'
import { Fault } from '../errors.ts'
import type { AuthRequest } from '../http/auth-request.ts'
import { isBearer } from '../http/message.ts'
import { peekIssuer } from '../identity-platform/tokens/claims.ts'
import type { VerifyIdToken } from '../identity-platform/tokens/id-token.ts'
import { NO_COOKIES, type SessionCheck } from '../session/check-result.ts'
import type { RevocationCheck } from '../session/revocation/revocation.ts'
import { buildSession, createSessionId, foreignIssuerOf, type Session } from '../session/session.ts'
import { detachString } from '../session/session-cache.ts'
import { checkSignIn, createSignInRules } from '../session/sign-in/rules.ts'
import { projectIssuer } from './issuers.ts'
import type { MachineState } from './machine-state.ts'
import { isMeantFor, type RefusedToken, refuseToken, saysAll } from './token-claims.ts'
import {
  AUTHORIZATION,
  createTokenVerifier,
  expired,
  type KnownIssuer,
  readToken,
  type TokenReading
} from './token-verifier.ts'

/** Result of checking a request's bearer token. */
export type MachineCheck = SessionCheck | (RefusedToken & Pick<SessionCheck, 'calledProvider' | 'refreshed'>)

export type Machines = NonNullable<ReturnType<typeof createMachines>>

/** A token, its possible issuers, and its sender. */
interface SentToken {
  token: string
  issuers: readonly KnownIssuer[]
  client: string
}

/** The issuers accepted by one application. */
interface Place {
  issuers: readonly KnownIssuer[]
  headerNames: readonly string[]
  /** Whether tokens of other issuers are left to the application. */
  passesUnknown: boolean
}

/**
 * Authenticates callers by bearer token. A token is verified once and cached under its exact text until it expires. Each
 * request still checks whether it counts at the application and, for accounts of the project, whether the account is valid.
 * Null: no issuer is configured.
 */
export function createMachines(options: {
  config: Config
  platform: { verifyIdToken: VerifyIdToken }
  sessions: { revocation: Pick<RevocationCheck, 'isDue' | 'check'> }
  state: MachineState
  /** The gateway itself, where it issues tokens. Default: it does not. */
  ownIssuers?: readonly KnownIssuer[]
  /** Epoch seconds. */
  now: () => number
}) {
  const { config, platform, state, ownIssuers = [], now } = options
  const { bearer, identityPlatform } = config
  const { revocation } = options.sessions
  // Sign-in rules for accounts of the project.
  const rules = createSignInRules(config)
  const ofProject = projectIssuer(identityPlatform)
  const configured = bearer.map(
    (entry): KnownIssuer => ({ entry, keys: entry.issuer === ofProject ? null : state.keysOf(entry) })
  )
  const issuers = [...configured, ...ownIssuers]
  if (issuers.length === 0) return null
  const ownEntries = ownIssuers.map(({ entry }) => entry)
  // The gateway's own tokens are signed with keys derived from these: removing one ends the tokens it signed.
  const keys = ownIssuers.length === 0 ? [] : config.cookie.signatureKeys
  // JSON drops sets.
  const fingerprint = fingerprintOf(bearer, ownEntries, keys, identityPlatform, rules, [...rules.providers])
  const cached = state.cachedBy(fingerprint)
  const verify = createTokenVerifier(platform.verifyIdToken, now)
  const places = new Map<string | null, Place>()

  function placeOf(application: string | null): Place {
    const known = places.get(application)
    if (known !== undefined) return known
    const counting = issuers.filter(({ entry }) => countsAt(entry.applications, application))
    const headerNames = [...new Set(counting.flatMap(({ entry }) => entry.headers))]
    const own = config.applications.find(({ name }) => name === application)
    const passesUnknown = own?.passUnknownBearer ?? config.passUnknownBearer
    const place = { issuers: counting, headerNames, passesUnknown }
    places.set(application, place)
    return place
  }

  function checkToken(sent: SentToken): MachineCheck | Promise<MachineCheck> {
    const session = cached.get({ origin: null, value: sent.token, parts: 1 })
    if (session === undefined) return checkFirst(sent)
    if (now() >= session.idTokenExpiresAtSeconds) return expired()
    if (!sent.issuers.some(({ entry }) => isAcceptedBy(session, entry))) return checkFirst(sent)
    return passOrAsk(session)
  }

  async function checkFirst({ token, issuers, client }: SentToken): Promise<MachineCheck> {
    const limit = state.wrongTokens.limitOf(client)
    if (limit !== null) return failed(limit)
    const result = await verify(token, issuers)
    if (result.kind === 'failed') return failed(result.fault)
    if (result.kind === 'token-refused') {
      if (result.problem === 'signature') state.wrongTokens.note(client)
      return result
    }
    const { claims, isOfProject } = result
    const mark = { id: createSessionId(), startedAtSeconds: claims.iat, activeAtSeconds: null }
    const bearer = { issuer: String(claims.iss), isOfProject }
    const session: Session = { ...buildSession(detachString(token), claims, mark), bearer }
    const fault = isOfProject ? checkSignIn(claims, rules) : null
    if (fault !== null) return { kind: 'insufficient', fault, session, setCookies: NO_COOKIES }
    cached.set({ origin: null, value: token, parts: 1 }, session)
    return await passOrAsk(session)
  }

  function passOrAsk(session: Session): MachineCheck | Promise<MachineCheck> {
    const isSettled = foreignIssuerOf(session) !== null || !revocation.isDue(session)
    return isSettled
      ? { kind: 'signed-in', session, setCookies: NO_COOKIES, outage: null }
      : checkRevocation(session)
  }

  async function checkRevocation(session: Session): Promise<MachineCheck> {
    const result = await revocation.check(session)
    if (result.kind === 'active')
      return { kind: 'signed-in', session, setCookies: NO_COOKIES, outage: null, calledProvider: true }
    // A cookie would now be refreshed to decide; a token cannot be.
    const code = result.kind === 'ended' ? result.code : 'TOKEN_REVOKED'
    return { ...refuseToken('account', undefined, code), calledProvider: true }
  }

  return {
    /** Whether the request carries credentials of its own, which no cross-site page can make a browser send. Verifies nothing. */
    isAuthorized({ headers }: Pick<AuthRequest, 'headers'>, application: string | null): boolean {
      const place = placeOf(application)
      return isBearer(headers) && place.issuers.length > 0 && !isLeftAlone(readToken(headers, []), place)
    },
    /** Null: the request has no token that counts. Synchronous if the token is cached. */
    check(
      { headers, client }: Pick<AuthRequest, 'headers' | 'client'>,
      application: string | null
    ): MachineCheck | Promise<MachineCheck> | null {
      const place = placeOf(application)
      const { issuers, headerNames } = place
      if (issuers.length === 0) return null
      const reading = readToken(headers, headerNames)
      if (isLeftAlone(reading, place)) return null
      switch (reading.kind) {
        case 'absent':
          return null
        case 'malformed':
          return refuseToken('malformed')
        case 'several':
          return failed(new Fault('INVALID_REQUEST', { detail: 'tokens in more than one header' }))
        case 'token':
          return checkToken({ token: reading.token, issuers: issuersOf(issuers, reading.header), client })
      }
    },
    /** Prefetches missing keys of all issuers, so the first caller does not wait. Never throws. */
    async warm(): Promise<void> {
      await Promise.all(issuers.map(({ keys }) => keys?.warm()))
    }
  }
}

function failed(fault: Fault): MachineCheck {
  return { kind: 'failed', fault, setCookies: NO_COOKIES }
}

/** Whether it is the application's own token, which no configured issuer can have issued. */
function isLeftAlone(reading: TokenReading, { issuers, passesUnknown }: Place): boolean {
  if (!passesUnknown || reading.kind !== 'token' || reading.header !== AUTHORIZATION) return false
  const issuer = peekIssuer(reading.token)
  return !issuers.some(({ entry }) => entry.issuer === issuer)
}

/** Whether an entry that names these applications applies to this one. */
function countsAt(named: readonly string[], application: string | null): boolean {
  return named.length === 0 || (application !== null && named.includes(application))
}

/** Issuers whose tokens a header may hold: all for `Authorization`, otherwise those that name the header. */
function issuersOf(issuers: readonly KnownIssuer[], header: string): readonly KnownIssuer[] {
  return header === AUTHORIZATION ? issuers : issuers.filter(({ entry }) => entry.headers.includes(header))
}

/** Whether this entry would accept a verified token too. */
function isAcceptedBy({ bearer, claims }: Session, entry: BearerIssuer): boolean {
  return bearer?.issuer === entry.issuer && isMeantFor(claims, entry.audiences) && saysAll(claims, entry)
}
