import { projectIssuer } from '../config/bearer-issuers.ts'
import { fingerprintOf } from '../config/reuse.ts'
import type { BearerIssuer, Config } from '../config/schema/schema.ts'
import { Fault } from '../errors.ts'
import type { AuthRequest } from '../http/auth-request.ts'
import { isBearer } from '../http/hop-by-hop.ts'
import { peekIssuer } from '../identity-platform/tokens/claims.ts'
import type { VerifyIdToken } from '../identity-platform/tokens/id-token.ts'
import { NO_COOKIES, type SessionCheck, signedIn } from '../session/check-result.ts'
import type { RevocationCheck } from '../session/revocation/revocation.ts'
import { buildSession, createSessionId, foreignIssuerOf, type Session } from '../session/session.ts'
import { copyText } from '../session/session-cache.ts'
import { checkSignIn, createSignInRules } from '../session/sign-in/rules.ts'
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

/** What the bearer token of a request is worth. */
export type MachineCheck = SessionCheck | (RefusedToken & Pick<SessionCheck, 'hasAsked' | 'refreshed'>)

/** Callers with bearer tokens; see `createMachines`. */
export interface Machines {
  /** Null: no token counts for this request. Answers at once, without a promise, when the token is remembered. */
  check(authRequest: TokenRequest, application: string | null): MachineCheck | Promise<MachineCheck> | null
  /** Does the request say by itself, as no page of another site can make a browser do, who calls? Nothing is verified. */
  isAuthorized(authRequest: Pick<AuthRequest, 'headers'>, application: string | null): boolean
  /** Fetches the keys of all issuers that have none, so that the first caller does not wait. Never throws. */
  warm(): Promise<void>
}

type TokenRequest = Pick<AuthRequest, 'headers' | 'client'>

export interface MachinesOptions {
  config: Config
  platform: { verifyIdToken: VerifyIdToken }
  sessions: { revocation: Pick<RevocationCheck, 'isDue' | 'check'> }
  state: MachineState
  /** Epoch seconds. */
  now: () => number
}

/** A token, those who may have issued it, and who sent it. */
interface SentToken {
  token: string
  issuers: readonly KnownIssuer[]
  client: string
}

/** What counts at one application. */
interface Place {
  issuers: readonly KnownIssuer[]
  headerNames: readonly string[]
  /** Are tokens of other issuers left to the application? */
  passesUnknown: boolean
}

/**
 * Lets callers with bearer tokens in: a token is verified once, and remembered under its exact text until it expires. At
 * every request it is looked at again whether it counts at the application, and, for accounts of the project, whether the
 * account still stands.
 */
export function createMachines(options: MachinesOptions): Machines {
  const { config, platform, state, now } = options
  const { bearer, identityPlatform } = config
  const { revocation } = options.sessions
  // What the sign-in of an account of the project needs.
  const rules = createSignInRules(config)
  const ofProject = projectIssuer(identityPlatform)
  const issuers = bearer.map((entry): KnownIssuer => {
    return { entry, keys: entry.issuer === ofProject ? null : state.keysOf(entry) }
  })
  // A set is nothing in JSON.
  const fingerprint = fingerprintOf(bearer, identityPlatform, rules, [...rules.providers])
  const cached = state.cachedBy(fingerprint)
  const verify = createTokenVerifier({ verifyIdToken: platform.verifyIdToken, now })
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
    const session = cached.recall({ origin: null, value: sent.token, parts: 1 })
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
    const session: Session = { ...buildSession(copyText(token), claims, mark), bearer }
    const fault = isOfProject ? checkSignIn(claims, rules) : null
    if (fault !== null) return { kind: 'insufficient', fault, session, setCookies: NO_COOKIES }
    cached.remember({ origin: null, value: token, parts: 1 }, session)
    return await passOrAsk(session)
  }

  function passOrAsk(session: Session): MachineCheck | Promise<MachineCheck> {
    const isSettled = foreignIssuerOf(session) !== null || !revocation.isDue(session)
    return isSettled ? signedIn(session, NO_COOKIES) : askWhetherItStands(session)
  }

  async function askWhetherItStands(session: Session): Promise<MachineCheck> {
    const result = await revocation.check(session)
    if (result.kind === 'stands') return { ...signedIn(session, NO_COOKIES), hasAsked: true }
    // A cookie would be refreshed to find out; nobody can do that with a token.
    const code = result.kind === 'ended' ? result.code : 'TOKEN_REVOKED'
    return { ...refuseToken('account', undefined, code), hasAsked: true }
  }

  return {
    isAuthorized({ headers }, application) {
      const place = placeOf(application)
      return isBearer(headers) && place.issuers.length > 0 && !isLeftAlone(readToken(headers, []), place)
    },
    check({ headers, client }, application) {
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
          return checkToken({
            token: reading.token,
            issuers: issuersOf(issuers, reading.header),
            client
          })
      }
    },
    async warm() {
      await Promise.all(issuers.map(({ keys }) => keys?.warm()))
    }
  }
}

function failed(fault: Fault): MachineCheck {
  return { kind: 'failed', fault, setCookies: NO_COOKIES }
}

/** Is it the application's own token, which none of the issuers here can have issued? */
function isLeftAlone(reading: TokenReading, { issuers, passesUnknown }: Place): boolean {
  if (!passesUnknown || reading.kind !== 'token' || reading.header !== AUTHORIZATION) return false
  const issuer = peekIssuer(reading.token)
  return !issuers.some(({ entry }) => entry.issuer === issuer)
}

/** Does an entry that names these applications count at this one? */
function countsAt(named: readonly string[], application: string | null): boolean {
  return named.length === 0 || (application !== null && named.includes(application))
}

/** Those whose tokens a header may hold: every one in `Authorization`, in others those that name it. */
function issuersOf(issuers: readonly KnownIssuer[], header: string): readonly KnownIssuer[] {
  return header === AUTHORIZATION ? issuers : issuers.filter(({ entry }) => entry.headers.includes(header))
}

/** Would a token that was verified be accepted by this entry too? */
function isAcceptedBy({ bearer, claims }: Session, entry: BearerIssuer): boolean {
  return bearer?.issuer === entry.issuer && isMeantFor(claims, entry.audiences) && saysAll(claims, entry)
}
