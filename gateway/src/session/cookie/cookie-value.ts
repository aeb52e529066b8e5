import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Box, createBox, deriveKey } from '../../encryption/box.ts'
import { Fault } from '../../errors.ts'
import type { SessionMark } from '../session.ts'

/** What a session cookie carries. */
export interface SessionState extends SessionMark {
  idToken: string
  /** Empty: the session cannot be refreshed. */
  refreshToken: string
}

/** A state that can be sealed. */
export type EncryptableState = SessionState & { id: string }

/** What opening a value gave. */
export type OpenedSession =
  /** `key`: position of the key that signed it. */
  | { kind: 'open'; state: SessionState; key: number }
  | { kind: 'malformed' }
  /** Signed by none of our keys, or for another gateway. */
  | { kind: 'foreign' }

/** The values of session cookies; see `createCookieValues`. */
export interface CookieValues {
  /** Checks the signature and opens the refresh token. `parts`: over how many cookies the value was split. */
  open(value: string, parts: number): OpenedSession
  /**
   * Signs with the first key. `countParts`: over how many cookies a value of so many characters is split; throws a `Fault`
   * `SESSION_TOO_LARGE` when that is more than four.
   */
  encrypt(state: EncryptableState, countParts: (chars: number) => number): string
  /** Is the value of a session of another format than `seal` would write? */
  isOtherFormat(value: string, state: Pick<EncryptableState, 'endsWithBrowser'>): boolean
}

export interface CookieValueOptions {
  /** Of the cookie. */
  name: string
  /** Where it counts: origins and gateways with one key take no sessions of each other. */
  origin: string
  /** Read values of the format before, which is bound to no origin? Default true. */
  readsPrevious?: boolean
  /** Write values of the format before, which the release before reads? Default false. */
  writesPrevious?: boolean
  /** The first signs, all verify. At least one. */
  keys: readonly SessionKey[]
}

/** Parts of one session. Together they stay under the 16 KiB of headers that most servers and proxies take at least. */
export const MAX_PARTS = 4
/** Between the fields; legal in cookies, and in none of the fields. */
const SEPARATOR = '~'
/** base64url of 32 bytes. */
const SIGNATURE_CHARS = 43
const TIMES = /^(\d{1,12})(?:\.(\d{1,12}))?(b?)$/
/** Behind the times: the browser forgets the cookie when it is closed. */
const ENDS_WITH_BROWSER = 'b'
const ID = /^[\w-]{22}$/

interface Format {
  version: string
  /** Does it hold the session id? */
  hasId: boolean
  /** Is it bound to the origin? */
  hasOrigin: boolean
}

/** The format of this release. */
const CURRENT: Format = { version: '2', hasId: true, hasOrigin: true }
/** The format of the release before, for upgrades and rollbacks. A release that changes the format moves the current one here. */
const PREVIOUS: Format = { version: '1', hasId: false, hasOrigin: false }

/**
 * The values of the session cookie, in two formats. The signature covers the cookie's name, the format, the part count and
 * the payload, in format 2 also the gateway's origin; so does the seal of the refresh token. Format 1 has neither origin nor
 * session id. It is written while gateways of 0.1 run, but never for a session that ends with the browser, which it cannot express.
 * Value: `2~<parts>~<session id>~<startedAt>[.<activeAt>][b]~<id token>~<sealed refresh token>~<signature>`; `b`: of a
 * session that ends with the browser.
 */
export function createCookieValues(options: CookieValueOptions): CookieValues {
  const { name, origin, keys, readsPrevious = true, writesPrevious = false } = options
  const [signingKey] = keys
  if (signingKey === undefined) throw new Error('a session cookie needs a signature key')
  const read = readsPrevious ? [CURRENT, PREVIOUS] : [CURRENT]
  const formats = new Map(read.map((one) => [one.version, one]))
  /** What a format binds its signature and its seal to, beside the payload. */
  const boundTo = ({ version, hasOrigin }: Format) => [name, version, ...(hasOrigin ? [origin] : [])]
  const formatFor = ({ endsWithBrowser }: Pick<EncryptableState, 'endsWithBrowser'>) =>
    writesPrevious && endsWithBrowser !== true ? PREVIOUS : CURRENT

  return {
    isOtherFormat: (value, state) => writesPrevious && !value.startsWith(formatFor(state).version),

    open(value, parts) {
      const fields = value.split(SEPARATOR)
      const format = formats.get(fields[0] ?? '')
      if (format === undefined || fields[1] !== String(parts)) return { kind: 'malformed' }
      const content = readFields(fields.slice(2), format)
      if (content === null) return { kind: 'malformed' }
      const { encrypted, signature, ...state } = content
      const payload = value.slice(0, value.lastIndexOf(SEPARATOR))
      const binding = boundTo(format)
      const signed = [...binding, String(parts), payload]
      const position = keys.findIndex((candidate) => candidate.verify(signed, signature))
      const key = keys[position]
      if (key === undefined) return { kind: 'foreign' }
      // The seal is bound to what the signature is bound to: no value works anywhere else.
      const refreshToken = encrypted === '' ? '' : key.open(encrypted, binding.join(' '))
      return refreshToken === null
        ? { kind: 'malformed' }
        : { kind: 'open', state: { ...state, refreshToken }, key: position }
    },

    encrypt(state, countParts) {
      const format = formatFor(state)
      const binding = boundTo(format)
      const { id, startedAtSeconds, activeAtSeconds, idToken, refreshToken } = state
      const active = activeAtSeconds === null ? '' : `.${Math.floor(activeAtSeconds)}`
      const life = state.endsWithBrowser ? ENDS_WITH_BROWSER : ''
      const encrypted = refreshToken === '' ? '' : signingKey.encrypt(refreshToken, binding.join(' '))
      const times = `${Math.floor(startedAtSeconds)}${active}${life}`
      const fields = [...(format.hasId ? [id] : []), times, idToken, encrypted].join(SEPARATOR)
      // Format and part count are one character each; three separators stand around them and before the signature.
      const parts = countParts(fields.length + 2 + 3 + SIGNATURE_CHARS)
      if (parts > MAX_PARTS)
        throw new Fault('SESSION_TOO_LARGE', { detail: `needs ${parts} cookies, ${MAX_PARTS} are allowed` })
      const payload = [format.version, parts, fields].join(SEPARATOR)
      return `${payload}${SEPARATOR}${signingKey.sign([...binding, String(parts), payload])}`
    }
  }
}

type Content = Omit<SessionState, 'refreshToken'> & { encrypted: string; signature: string }

/** Null: they are not the fields of this format. */
function readFields(fields: readonly string[], { hasId }: Format): Content | null {
  const [times = '', idToken = '', encrypted = '', signature = ''] = hasId ? fields.slice(1) : fields
  const id = hasId ? (fields[0] ?? '') : null
  const [, startedAt, activeAt, life] = TIMES.exec(times) ?? []
  const isWhole = fields.length === (hasId ? 5 : 4) && (id === null || ID.test(id))
  if (!isWhole || startedAt === undefined || idToken === '' || signature === '') return null
  const activeAtSeconds = activeAt === undefined ? null : Number(activeAt)
  const endsWithBrowser = life === ENDS_WITH_BROWSER && ({ endsWithBrowser: true } as const)
  return {
    id,
    startedAtSeconds: Number(startedAt),
    activeAtSeconds,
    ...endsWithBrowser,
    idToken,
    encrypted,
    signature
  }
}

/** One configured secret, split into the keys it is used for. */
export interface SessionKey {
  /** HMAC-SHA256 as base64url. `parts` are joined without ambiguity: each is preceded by its length. */
  sign(parts: readonly string[]): string
  /** Is `signature` that of `parts`? In constant time for a signature of the right length. */
  verify(parts: readonly string[], signature: string): boolean
  /** Seals refresh tokens. */
  encrypt: Box['encrypt']
  open: Box['open']
  /** Seals sessions on their way to another origin. */
  handOver: Box
}

/** Derives the keys of one secret (HKDF-SHA256, RFC 5869); signing and sealing never share a key. */
export function deriveSessionKey(secret: string): SessionKey {
  const signingKey = deriveKey(secret, 'gatehouse session cookie signature 1')

  const digest = (parts: readonly string[]) => {
    const hmac = createHmac('sha256', signingKey)
    for (const part of parts) hmac.update(`${part.length}:`).update(part)
    return hmac.digest()
  }

  return {
    sign: (parts) => digest(parts).toString('base64url'),

    verify(parts, signature) {
      const given = Buffer.from(signature, 'base64url')
      const expected = digest(parts)
      // A second spelling of the same bytes is refused too.
      return (
        given.length === expected.length &&
        timingSafeEqual(given, expected) &&
        given.toString('base64url') === signature
      )
    },

    ...createBox(deriveKey(secret, 'gatehouse refresh token seal 1')),
    handOver: createBox(deriveKey(secret, 'gatehouse session hand-over seal 1'))
  }
}
