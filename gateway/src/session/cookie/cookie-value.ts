import { createHmac, timingSafeEqual } from 'node:crypto'
import { createEncryption, deriveKey } from '../../encryption.ts'
import { Fault } from '../../errors.ts'
import { DEVICE_FIELD } from '../device.ts'
import type { SessionMetadata } from '../session.ts'
import { detachString } from '../session-cache.ts'

/** Contents of a session cookie. */
export interface SessionState extends SessionMetadata {
  idToken: string
  /** Empty: the session cannot be refreshed. */
  refreshToken: string
}

export type OpenedSession =
  /** `key`: index of the signing key. */
  | { kind: 'open'; state: SessionState; key: number }
  | { kind: 'malformed' }
  /** Signed by an unknown key, or for another gateway. */
  | { kind: 'foreign' }

export interface CookieValueOptions {
  name: string
  /** Origin it is bound to: origins and gateways that share a key do not accept each other's sessions. */
  origin: string
  /** The first signs, all verify. At least one. */
  keys: readonly SessionKey[]
  /** Number of cookies that a session may need. Default: the most, four. */
  maxParts?: number
}

/** Together they stay under 16 KiB of headers, which most servers and proxies accept. */
export const MAX_PARTS = 4
/** Legal in cookies, and in none of the fields. */
const SEPARATOR = '~'
/** base64url of 32 bytes. */
const SIGNATURE_CHARS = 43
const TIMES = /^(\d{1,12})(?:\.(\d{1,12}))?(b?)$/
/** Suffix of the times: the browser drops the cookie when it closes. */
const ENDS_WITH_BROWSER = 'b'
const ID = /^[\w-]{22}$/

/** Of the value's format: others are refused. */
const VERSION = '2'
const FIELDS = 7

/**
 * Encodes and decodes session cookies. Signature and refresh token encryption are bound to the cookie's name, its format and the
 * gateway's origin; the signature also covers the part count and the payload. Value: `2~<parts>~<session
 * id>~<startedAt>[.<activeAt>][b]~<id token>~<encrypted refresh token>[~<device>]~<signature>`; `b`: ends with the browser.
 * `countParts`: cookies of that name for a value of that length.
 */
export function createCookieValues(
  options: CookieValueOptions,
  countParts: (name: string, chars: number) => number
) {
  const { name, origin, keys, maxParts = MAX_PARTS } = options
  const [signingKey] = keys
  if (signingKey === undefined) throw new Error('a session cookie needs a signature key')
  /** What signature and encryption are bound to, besides the payload. */
  const binding = [name, VERSION, origin]

  return {
    /** Verifies the signature and decrypts the refresh token. `parts`: number of cookies the value was split over. */
    open({ value, parts }: { value: string; parts: number }): OpenedSession {
      const content = readFields(value.split(SEPARATOR), parts)
      if (content === null) return { kind: 'malformed' }
      const { encrypted, signature, ...state } = content
      const payload = value.slice(0, value.lastIndexOf(SEPARATOR))
      const signed = [...binding, String(parts), payload]
      const position = keys.findIndex((candidate) => candidate.verify(signed, signature))
      const key = keys[position]
      if (key === undefined) return { kind: 'foreign' }
      // Encryption has the same binding as the signature: no value works anywhere else.
      const refreshToken = encrypted === '' ? '' : key.open(encrypted, binding.join(' '))
      return refreshToken === null
        ? { kind: 'malformed' }
        : { kind: 'open', state: { ...state, refreshToken }, key: position }
    },

    /** Signs with the first key; each call gives another value. Throws a `Fault` `SESSION_TOO_LARGE` above `maxParts`. */
    encrypt(state: SessionState): string {
      const { id, startedAtSeconds, activeAtSeconds, idToken, refreshToken, device } = state
      const active = activeAtSeconds === null ? '' : `.${Math.floor(activeAtSeconds)}`
      const life = state.endsWithBrowser ? ENDS_WITH_BROWSER : ''
      const encrypted = refreshToken === '' ? '' : signingKey.encrypt(refreshToken, binding.join(' '))
      const times = `${Math.floor(startedAtSeconds)}${active}${life}`
      const ofDevice = device === undefined ? [] : [device]
      const fields = [id, times, idToken, encrypted, ...ofDevice].join(SEPARATOR)
      // Format and part count are one character each, with three separators around them and before the signature.
      const parts = countParts(name, fields.length + 2 + 3 + SIGNATURE_CHARS)
      if (parts > maxParts)
        throw new Fault('SESSION_TOO_LARGE', {
          detail: `needs ${parts} cookies, the limit is ${maxParts}: id token of ${idToken.length} bytes, refresh token of ${encrypted.length}`
        })
      const payload = [VERSION, parts, fields].join(SEPARATOR)
      return `${payload}${SEPARATOR}${signingKey.sign([...binding, String(parts), payload])}`
    }
  }
}

type Content = Omit<SessionState, 'refreshToken'> & { encrypted: string; signature: string }

/** Null: not the fields of this format, or of another number of cookies. */
function readFields(fields: readonly string[], parts: number): Content | null {
  const [version, count, id = '', times = '', idToken = '', encrypted = '', ...[device, last]] = fields
  // The device is the one field that may be missing.
  const isOfDevice = fields.length === FIELDS + 1 && DEVICE_FIELD.test(device ?? '')
  const signature = isOfDevice ? last : device
  const [, startedAt, activeAt, life] = TIMES.exec(times) ?? []
  const hasFields = fields.length === FIELDS || isOfDevice
  const isWhole = hasFields && version === VERSION && count === String(parts) && ID.test(id)
  if (!isWhole || startedAt === undefined || idToken === '' || !signature) return null
  const activeAtSeconds = activeAt === undefined ? null : Number(activeAt)
  const endsWithBrowser = life === ENDS_WITH_BROWSER && ({ endsWithBrowser: true } as const)
  return {
    id,
    startedAtSeconds: Number(startedAt),
    activeAtSeconds,
    ...endsWithBrowser,
    ...(isOfDevice && device !== undefined && { device: detachString(device) }),
    idToken,
    encrypted,
    signature
  }
}

/** The keys derived from one configured secret. */
export type SessionKey = ReturnType<typeof deriveSessionKey>

/** Derives the keys of one secret (HKDF-SHA256, RFC 5869). Signing and encryption never share a key. */
export function deriveSessionKey(secret: string) {
  return {
    ...createSigner(secret, 'gatehouse session cookie signature 1'),
    ...createEncryption(deriveKey(secret, 'gatehouse refresh token seal 1')),
    /** For sessions handed over to another origin. */
    handOver: createEncryption(deriveKey(secret, 'gatehouse session hand-over seal 1'))
  }
}

/** Signs texts for one purpose, of a configured secret. */
export function createSigner(secret: string, purpose: string) {
  const signingKey = deriveKey(secret, purpose)

  const sign = (parts: readonly string[]): string =>
    createHmac('sha256', signingKey)
      .update(parts.map((part) => `${part.length}:${part}`).join(''))
      .digest('base64url')

  return {
    /** HMAC-SHA256 as base64url. Each part is length-prefixed, so joining is unambiguous. */
    sign,

    /** Whether `signature` matches `parts`, in the one canonical form of base64url. Constant time for a signature of the right length. */
    verify(parts: readonly string[], signature: string): boolean {
      const given = Buffer.from(signature)
      const expected = Buffer.from(sign(parts))
      return given.length === expected.length && timingSafeEqual(given, expected)
    }
  }
}
