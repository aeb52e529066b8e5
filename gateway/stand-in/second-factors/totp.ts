import { createHmac, randomBytes } from 'node:crypto'
import type { Account } from '../accounts/account.ts'
import { ProviderError } from '../server/errors.ts'
import { type Lasting, LatestEntries } from '../server/latest-entries.ts'

/** Seconds that one code is the current one. */
export const TOTP_STEP_SECONDS = 30
/** Digits of a code. */
export const TOTP_DIGITS = 6

// A clock may be off by this many steps either way; RFC 6238, 5.2 advises one.
const SKEW_STEPS = 1
const SECRET_BYTES = 20
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Bytes in base32 without padding (RFC 4648, 6). */
export function encodeBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => BASE32[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

function decodeBase32(text: string): Buffer {
  const digits = [...text.toUpperCase().replace(/[\s=]/g, '')]
  const bits = digits.map((digit) => BASE32.indexOf(digit).toString(2).padStart(5, '0')).join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}

/** A new shared secret of 160 bits, in base32. */
export function createTotpSecret(): string {
  return encodeBase32(randomBytes(SECRET_BYTES))
}

/**
 * The six digits that an authenticator application shows at that time: RFC 6238 with SHA-1 and steps of 30 seconds.
 * `secret` is base32; case, spaces and padding do not count, and other characters are not refused.
 * https://www.rfc-editor.org/rfc/rfc6238
 */
export function totpCode(secret: string, nowSeconds: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(nowSeconds / TOTP_STEP_SECONDS)))
  const digest = createHmac('sha1', decodeBase32(secret)).update(counter).digest()
  const offset = digest.readUInt8(digest.length - 1) & 0x0f
  const number = digest.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** TOTP_DIGITS).padStart(TOTP_DIGITS, '0')
}

/** Whether a code is that of now or of one step before or after; a code used twice is not noticed. */
export function isTotpCode(secret: string, code: string, nowSeconds: number): boolean {
  for (let step = -SKEW_STEPS; step <= SKEW_STEPS; step += 1) {
    if (totpCode(secret, nowSeconds + step * TOTP_STEP_SECONDS) === code) return true
  }
  return false
}

/** A secret that was handed out and waits for its first code. */
interface TotpEnrolment {
  /** Opaque; names the enrolment in the call that brings the first code. */
  sessionInfo: string
  /** Base32. */
  secret: string
  account: Account
}

/** The authenticator applications being enrolled, the latest 50, each for ten minutes. */
export class TotpEnrolments extends LatestEntries<TotpEnrolment> {
  readonly #now: () => number

  constructor(now: () => number) {
    super(now, 600)
    this.#now = now
  }

  start(account: Account): Lasting<TotpEnrolment> {
    const sessionInfo = randomBytes(48).toString('base64url')
    return this.add(sessionInfo, { sessionInfo, secret: createTotpSecret(), account })
  }

  /** The secret proved by a code, whose enrolment is over; throws the provider's refusals, after which it stays open. */
  finish(account: Account, sessionInfo: string | undefined, code: string | undefined): string {
    if (!sessionInfo) throw new ProviderError(400, 'MISSING_SESSION_INFO')
    if (!code) throw new ProviderError(400, 'MISSING_CODE')
    const enrolment = this.get(sessionInfo)
    if (!enrolment || enrolment.account !== account) throw new ProviderError(400, 'INVALID_SESSION_INFO')
    if (this.isExpired(enrolment)) throw new ProviderError(400, 'SESSION_EXPIRED')
    if (!isTotpCode(enrolment.secret, code, this.#now())) throw new ProviderError(400, 'INVALID_CODE')
    this.delete(sessionInfo)
    return enrolment.secret
  }
}
