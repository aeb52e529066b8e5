/** The endpoints of browsers for bound sessions (https://w3c.github.io/webappsec-dbsc/): registration of a key, and proofs of it. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { describeVisitor } from '../../src/access/security-events.ts'
import { redirectTargetAt } from '../../src/endpoints/hand-over.ts'
import { type CallLimit, createSessionGuard, limitCalls } from '../../src/endpoints/own-session.ts'
import { Fault } from '../../src/errors.ts'
import { authRequestOf } from '../../src/http/auth-request.ts'
import { networkOf } from '../../src/http/origin.ts'
import { markOwnResponse } from '../../src/http/own-response.ts'
import { refuseOtherMethods } from '../../src/http/routes.ts'
import { parameterOf } from '../../src/http/target.ts'
import type { PluginEndpoints } from '../../src/own-routes.ts'
import { type SessionCookie, takeCookies } from '../../src/session/cookie/cookie.ts'
import { deviceOfKey, keyOfDevice } from '../../src/session/device.ts'
import type { Session } from '../../src/session/session.ts'
import { createLimitOf, ON_THE_WAY_SECONDS } from './binding.ts'
import { createDeviceCookie, type DeviceCookie } from './device-cookie.ts'
import { OFFER_PATH, PROVE_PATH, REGISTER_PATH } from './paths.ts'
import { addLimit, createProofReader, createProofs, identifierOf, limitsIn, readText } from './proof.ts'

/** Of one session in one network. A browser needs one each few minutes for all its tabs; a verified signature costs about 100 µs. */
const CALLS: CallLimit = { name: 'device-binding', most: 30, windowMs: 60_000 }
/** Longer than a proof is good, and than the cookie of a session that was just bound passes anywhere. */
const ONCE_MS = 120_000

export function registerDeviceEndpoints(app: FastifyInstance, options: PluginEndpoints): void {
  const { config, sessions, shared, now } = options
  const { refreshSeconds, registerWithinSeconds } = config.session.deviceBinding
  const proofs = createProofs(config.cookie.signatureKeys, now)
  const readProof = createProofReader()
  const limitOf = createLimitOf(config.session.deviceBinding)
  const requireSession = createSessionGuard(app, options)

  const deviceCookies = new WeakMap<SessionCookie, DeviceCookie>()

  function deviceCookieOf(cookie: SessionCookie): DeviceCookie {
    const made = deviceCookies.get(cookie) ?? createDeviceCookie(cookie)
    deviceCookies.set(cookie, made)
    return made
  }

  /** By network too: a thief who has the cookie must not use up what its browser needs. */
  const limit = ({ ip }: FastifyRequest, { id }: Session) =>
    limitCalls(shared, CALLS, `${id} ${networkOf(ip)}`)

  /** False for a text that was taken before, at any process that can be reached. */
  const takeOnce = async (what: string, text: string): Promise<boolean> =>
    (await shared.countCall(what, text, ONCE_MS)).calls === 1

  function refuse(request: FastifyRequest, session: Session, reason: string): Fault {
    app.reportEvent({
      kind: 'session.binding-refused',
      ...describeVisitor(request, session),
      code: 'DEVICE_PROOF_INVALID',
      reason
    })
    return new Fault('DEVICE_PROOF_INVALID', { detail: reason })
  }

  /** The cookie that says that a proof was accepted. */
  function proofCookie(request: FastifyRequest, session: Session, challenge: string): string {
    const from = authRequestOf(request)
    const { cookie } = sessions.at(from.origin)
    const place = { session, origin: cookie.origin }
    // The browser drops it first: what it has just sent with it still passes.
    const maxAgeSeconds = refreshSeconds - ON_THE_WAY_SECONDS
    const limits = addLimit(limitsIn(challenge), limitOf(from))
    return deviceCookieOf(cookie).set(proofs.cookie(place, now() + refreshSeconds, limits), maxAgeSeconds)
  }

  /** The instructions of the browser. */
  function describeBinding(cookie: SessionCookie, identifier: string): object {
    const { name, attributes } = deviceCookieOf(cookie)
    return {
      session_identifier: identifier,
      refresh_url: PROVE_PATH,
      scope: {
        origin: cookie.origin,
        include_site: config.cookie.domain !== null && cookie.origin === new URL(config.publicUrl).origin,
        scope_specification: []
      },
      credentials: [{ type: 'cookie', name, attributes: attributes() }]
    }
  }

  /** Binds a session that passes and is not bound, in place of its cookie. */
  async function register(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const authRequest = authRequestOf(request)
    const { cookie, checker } = sessions.at(authRequest.origin)
    const { cookie: header } = request.headers
    const known = checker.identify(header)
    if (known !== null) await limit(request, known)
    // The cheap questions first: a caller with any session must not make the gateway verify signatures.
    if (known !== null && keyOfDevice(known) !== null)
      throw refuse(request, known, 'the session is bound already')
    const session = requireSession(request, reply, await checker.check(header, authRequest))
    if (session === null) return reply
    const place = { session, origin: cookie.origin }
    const jwt = readText(request.headers['secure-session-response'])
    const proof = jwt === null ? null : readProof(jwt, null)
    if (proof?.kind !== 'valid')
      throw refuse(request, session, `registration: ${proof?.detail ?? 'no proof'}`)
    const challenge = proofs.checkChallenge(proof.challenge, 'register', place, registerWithinSeconds)
    if (challenge !== 'live') throw refuse(request, session, `registration: the challenge is ${challenge}`)
    // Requests that arrive at once, here or at other processes, all find a session that is not bound.
    const isFirst = await takeOnce('device-key', `${session.id} ${session.device ?? ''} ${cookie.origin}`)
    if (!isFirst || sessions.bound().boundAtSeconds(session, cookie.origin) !== undefined)
      throw refuse(request, session, 'the session is bound already')

    // The check may have renewed the cookie.
    const renewed = [reply.getHeader('set-cookie') ?? []].flat().map(String)
    const reading = cookie.read(renewed.length > 0 ? takeCookies(renewed) : header)
    const opened = reading.kind === 'present' ? cookie.open(reading) : null
    if (reading.kind !== 'present' || opened?.kind !== 'open')
      throw new Fault('INTERNAL_ERROR', { detail: 'a session without a cookie' })
    const device = deviceOfKey(proof.key)
    const bound = { ...session, device }
    const value = cookie.encrypt({ ...opened.state, device })
    await sessions.bound().add(session, cookie.origin, sessions.limits.endsAtSeconds(session))
    sessions.connections.follow(bound, { origin: cookie.origin, value })
    app.reportEvent({ kind: 'session.bound', ...describeVisitor(request, bound) })
    void sessions.list.recordBound(bound, sessions.limits.endsAtSeconds(bound))
    const setCookies = cookie.set(value, reading.names, sessions.limits.maxAgeSeconds(bound))
    reply.removeHeader('set-cookie')
    return markOwnResponse(request, reply)
      .header('set-cookie', [...setCookies, proofCookie(request, bound, proof.challenge)])
      .send(describeBinding(cookie, identifierOf({ session: bound, origin: cookie.origin })))
  }

  /** Ends what the browser keeps for a session that is over. */
  function end(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const { cookie } = sessions.at(authRequestOf(request).origin)
    const present = cookie.read(request.headers.cookie)
    const names = present.kind === 'absent' ? [] : present.names
    return markOwnResponse(request, reply)
      .header('set-cookie', [...cookie.clear(names), ...deviceCookieOf(cookie).clear()])
      .send({ continue: false })
  }

  /** Asks for a proof, or accepts one. Needs nothing of the provider: the session cookie is checked by the requests that follow. */
  async function prove(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { origin } = authRequestOf(request)
    const { cookie, checker } = sessions.at(origin)
    const session = checker.identify(request.headers.cookie)
    if (session === null || sessions.limits.isExpired(session)) return end(request, reply)
    if (sessions.revocation.knownCodeOf(session) !== null) return end(request, reply)
    const key = keyOfDevice(session)
    // Of a sign-in before this one: browsers keep each until an answer ends it.
    const endFormer = () => markOwnResponse(request, reply).send({ continue: false })
    if (key === null) return endFormer()
    await limit(request, session)
    const place = { session, origin: cookie.origin }
    const identifier = identifierOf(place)
    const asked = readText(request.headers['sec-secure-session-id'])
    if (asked?.length !== identifier.length) throw refuse(request, session, 'it does not say which session')
    if (asked !== identifier) return endFormer()
    const askForProof = () => markOwnResponse(request, reply).code(403).headers(proofs.ask(place)).send()
    const { 'secure-session-response': sent } = request.headers
    if (sent === undefined) return askForProof()
    const jwt = readText(sent)
    const proof = jwt === null ? null : readProof(jwt, key)
    if (proof?.kind !== 'valid') throw refuse(request, session, `proof: ${proof?.detail ?? 'not a JWT'}`)
    const challenge = proofs.checkChallenge(proof.challenge, 'prove', place)
    if (challenge === 'foreign') throw refuse(request, session, 'proof: the challenge is foreign')
    // Browsers keep what they signed, and send it again if the response was lost: neither is an attack, and 4xx would end the binding.
    if (challenge === 'late' || !(await takeOnce('device-proof', proof.challenge))) return askForProof()
    app.reportEvent({ kind: 'session.device-proof' })
    return markOwnResponse(request, reply)
      .header('set-cookie', proofCookie(request, session, proof.challenge))
      .send(describeBinding(cookie, identifier))
  }

  /** Leads on with the offer, if there is something to bind. */
  async function offer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { origin } = authRequestOf(request)
    const { checker, devices } = sessions.at(origin)
    const session = checker.identify(request.headers.cookie)
    const isOpen = session !== null && keyOfDevice(session) === null
    return markOwnResponse(request, reply)
      .headers((isOpen && devices?.offer(session)) || {})
      .redirect(redirectTargetAt(config, origin, parameterOf(request, 'to')), 303)
  }

  const route = { config: { sameOrigin: true } }
  app.get(OFFER_PATH, offer)
  app.post(REGISTER_PATH, route, register)
  app.post(PROVE_PATH, route, prove)
  for (const path of [OFFER_PATH, REGISTER_PATH, PROVE_PATH])
    refuseOtherMethods(app, path, { sameOrigin: true })
}
