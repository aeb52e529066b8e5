/** What browsers and the gateway tell each other about a device: challenges, signed proofs, and the cookie that says that one was accepted. */

import { createPublicKey, ECDH, type KeyObject, randomBytes, verify } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { hashSessionId } from '../../src/operations/requests/request-line.ts'
import { createSigner } from '../../src/session/cookie/cookie-value.ts'
import type { Session } from '../../src/session/session.ts'
import { atMost } from '../../src/session/session-cache.ts'

/** Of a JWT with two coordinates and a challenge, several times over. */
const MAX_PROOF_CHARS = 4096
const CURVE = 'prime256v1'
/** About 10 MiB. */
const MAX_KEYS = 10_000
/** A challenge for a registered device is answered at once; a browser may sign it ahead. */
const PROVE_SECONDS = 60
/** How far the clock of a replica that made a challenge may be ahead. */
const AHEAD_SECONDS = 5
/** A browser that moves between more networks than these is not held to any, until its proof runs out. */
const MAX_LIMITS = 3
/** Of a challenge: `v1.<issued at, epoch seconds>.<random>[.<from> …].<MAC>`. */
const CHALLENGE = /^v1\.(\d{1,12})\.([\w-]{22})((?:\.[\w-]{16}){0,4})\.([\w-]{43})$/
/** Of a cookie: `v1.<expires, epoch seconds>[.<from> …].<MAC>`. */
const PROOF_COOKIE = /^v1\.(\d{1,12})((?:\.[\w-]{16}){0,3})\.([\w-]{43})$/

type Purpose = 'register' | 'prove'
type Bindable = Pick<Session, 'id' | 'device'>

/** What is signed besides times: one session at one origin. */
export interface ProofPlace {
  session: Bindable
  origin: string
}

export type ReadProof =
  /** `key`: compressed P-256 point in base64url. */
  { kind: 'valid'; key: string; challenge: string } | { kind: 'invalid'; detail: string }

/** @param secrets the signature keys: the first signs, all verify. @param now epoch seconds */
export function createProofs(secrets: readonly string[], now: () => number) {
  const signers = (purpose: string) => secrets.map((secret) => createSigner(secret, purpose))
  const challenges = signers('gatehouse device challenge 1')
  const cookies = signers('gatehouse device proof 1')

  const sign = ([first]: typeof challenges, parts: readonly string[]) => {
    if (first === undefined) throw new Error('a proof needs a signature key')
    return first.sign(parts)
  }
  const isOurs = (all: typeof challenges, parts: readonly string[], mac: string) =>
    all.some((one) => one.verify(parts, mac))

  const challengeParts = (
    purpose: Purpose,
    { session, origin }: ProofPlace,
    issued: string,
    random: string,
    from: string
  ) => [purpose, session.id, session.device ?? '', origin, issued, random, from]
  const cookieParts = ({ session, origin }: ProofPlace, expires: string, from: string) => [
    session.id,
    session.device ?? '',
    origin,
    expires,
    from
  ]

  return {
    /** A challenge for one session at one origin; nothing is stored. `from`: limits of the proof that answers it. */
    challenge(purpose: Purpose, place: ProofPlace, from = ''): string {
      const issued = String(Math.floor(now()))
      const random = randomBytes(16).toString('base64url')
      const mac = sign(challenges, challengeParts(purpose, place, issued, random, from))
      return ['v1', issued, random, ...listLimits(from), mac].join('.')
    },

    /** The header that asks a browser for a proof. */
    ask(place: ProofPlace, from = '') {
      return {
        'secure-session-challenge': `"${this.challenge('prove', place, from)}";id="${identifierOf(place)}"`
      }
    },

    /** Whether a challenge is one of ours for this purpose, session and origin, and not too old. */
    checkChallenge(
      text: string,
      purpose: Purpose,
      place: ProofPlace,
      maxAgeSeconds = PROVE_SECONDS
    ): 'live' | 'late' | 'foreign' {
      const [, issued = '', random = '', from = '', mac = ''] = CHALLENGE.exec(text) ?? []
      const parts = challengeParts(purpose, place, issued, random, from.slice(1))
      if (issued === '' || !isOurs(challenges, parts, mac)) return 'foreign'
      const ageSeconds = now() - Number(issued)
      return ageSeconds >= -AHEAD_SECONDS && ageSeconds <= maxAgeSeconds ? 'live' : 'late'
    },

    /** Value of the cookie for an accepted proof. `from`: what it is limited to besides the session; empty: nothing. */
    cookie(place: ProofPlace, expiresAtSeconds: number, from: string): string {
      const expires = String(Math.floor(expiresAtSeconds))
      const mac = sign(cookies, cookieParts(place, expires, from))
      return ['v1', expires, ...listLimits(from), mac].join('.')
    },

    /** What such a cookie says; null: it is not one of ours for this session, or over. `untilSeconds`: epoch seconds. */
    readCookie(value: string, place: ProofPlace): { untilSeconds: number; from: string } | null {
      const [, expires = '', sent = '', mac = ''] = PROOF_COOKIE.exec(value) ?? []
      const from = sent.slice(1)
      if (expires === '' || now() >= Number(expires)) return null
      return isOurs(cookies, cookieParts(place, expires, from), mac)
        ? { untilSeconds: Number(expires), from }
        : null
    }
  }
}

/** Limits of 16 characters, separated by dots. */
const listLimits = (from: string): string[] => from.split('.').filter((limit) => limit !== '')

/** The limits of a proof whose browser was at `limit` too. Empty: it moves too much to be limited. */
export function addLimit(from: string, limit: string): string {
  const limits = [...new Set(listLimits(`${from}.${limit}`))]
  return limits.length > MAX_LIMITS ? '' : limits.join('.')
}

/** Whether a proof is good at `limit`. */
export const isGoodAt = (from: string, limit: string): boolean => from === '' || from.includes(limit)

/** Limits in a challenge of ours. */
export const limitsIn = (challenge: string): string => (CHALLENGE.exec(challenge)?.[3] ?? '').slice(1)

/** Identifies a session to its browser, which knows one of a name for all origins of a site; it grants nothing. */
export const identifierOf = ({ session, origin }: ProofPlace): string =>
  hashSessionId(`${session.id} ${origin}`)

/** A header with one string, as the specification has it (in quotes, RFC 8941, 3.3.3) or as Chromium sends it (bare). Null: neither. */
export function readText(header: string | readonly string[] | undefined): string | null {
  const text = typeof header === 'string' ? header.trim() : ''
  const bare = /^"([^"\\]*)"$/.exec(text)?.[1] ?? text
  return bare === '' || bare.length > MAX_PROOF_CHARS || !/^[\w.~+/=-]+$/.test(bare) ? null : bare
}

/** Verifies proofs. Remembers the keys of bound sessions: to make one takes longer than to verify a signature. */
export function createProofReader() {
  const keys = new LRUCache<string, KeyObject>(atMost(MAX_KEYS))

  function keyOf(key: string, isBound: boolean): KeyObject {
    const made = keys.get(key) ?? expand(key)
    if (isBound) keys.set(key, made)
    return made
  }

  /**
   * Verifies a JWT of type `dbsc+jwt`, signed with ES256 (https://w3c.github.io/webappsec-dbsc/#dbsc-proof). `key`: of the bound session;
   * null: of a registration, which brings its own. Whether the challenge is one of ours is up to the caller.
   */
  return (jwt: string, key: string | null): ReadProof => {
    const invalid = (detail: string): ReadProof => ({ kind: 'invalid', detail })
    try {
      const [header = '', payload = '', signature = '', ...rest] = jwt.split('.')
      const { alg, typ, jwk, crit } = readObject(header)
      if (alg !== 'ES256' || crit !== undefined || rest.length > 0)
        return invalid('it is not signed with ES256')
      if (typ !== 'dbsc+jwt') return invalid('its type is not dbsc+jwt')
      if (key !== null && jwk !== undefined) return invalid('it brings a key')
      const used = key ?? compress(Object(jwk))
      const signed = Buffer.from(`${header}.${payload}`, 'latin1')
      // Synchronous: the way through a thread takes longer than the signature.
      const publicKey = { key: keyOf(used, key !== null), dsaEncoding: 'ieee-p1363' } as const
      if (!verify('sha256', signed, publicKey, decode(signature)))
        return invalid('its signature is not by the key')
      const { jti } = readObject(payload)
      return typeof jti === 'string'
        ? { kind: 'valid', key: used, challenge: jti }
        : invalid('it has no challenge')
    } catch (err) {
      return invalid(err instanceof Error ? err.message.slice(0, 200) : 'unreadable')
    }
  }
}

/** Throws for anything but base64url in its one canonical form. */
function decode(part: unknown): Buffer {
  const bytes = Buffer.from(String(part), 'base64url')
  if (bytes.toString('base64url') !== part) throw new Error('it is not in base64url')
  return bytes
}

/** Throws for anything but JSON. */
function readObject(part: string): Readonly<Record<string, unknown>> {
  return Object(JSON.parse(decode(part).toString('utf8')))
}

/** Throws unless it is a P-256 key without its private part. Whether the point is on the curve shows when it is used. */
function compress({ kty, crv, x, y, d }: Readonly<Record<string, unknown>>): string {
  if (kty !== 'EC' || crv !== 'P-256' || d !== undefined) throw new Error('no P-256 key')
  const [left, right] = [decode(x), decode(y)]
  if (left.length !== 32 || right.length !== 32) throw new Error('no P-256 key')
  const point = Buffer.concat([Buffer.from([4]), left, right])
  return Buffer.from(ECDH.convertKey(point, CURVE, undefined, undefined, 'compressed')).toString('base64url')
}

/** Throws if the point is not on the curve. From coordinates, a key is made in a third of the time that its DER takes. */
function expand(key: string): KeyObject {
  const point = Buffer.from(
    ECDH.convertKey(Buffer.from(key, 'base64url'), CURVE, undefined, undefined, 'uncompressed')
  )
  const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)]
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
}
