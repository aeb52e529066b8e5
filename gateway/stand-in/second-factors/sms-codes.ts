import { randomBytes, randomInt } from 'node:crypto'
import type { Account } from '../accounts/account.ts'
import { ProviderError } from '../server/errors.ts'
import { LatestEntries } from '../server/latest-entries.ts'

const CODE_TTL_SECONDS = 600

/** An unused code that was sent to a phone. */
export interface SmsCode {
  phoneNumber: string
  /** Opaque; names the message in the call that brings the code back. */
  sessionInfo: string
  /** Six digits. */
  code: string
  /** Undefined for a first factor: whose number it is shows when the code comes back. */
  account: Account | undefined
  /** `phone`: the first factor; the others are for second ones. */
  purpose: 'enrol' | 'signIn' | 'phone'
  /** Epoch seconds. */
  expiresAtSeconds: number
}

/** What a message is for; its code is accepted for nothing else. */
type SmsPurpose = Pick<SmsCode, 'account' | 'purpose'>

/** The codes sent to phones and not used yet, the latest 50; a code is valid for ten minutes, and once. */
export class SmsCodes {
  readonly #now: () => number
  readonly #codes = new LatestEntries<SmsCode>()

  constructor(now: () => number) {
    this.#now = now
  }

  send(phoneNumber: string, purpose: SmsPurpose): SmsCode {
    const sessionInfo = randomBytes(48).toString('base64url')
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const sent = {
      phoneNumber,
      sessionInfo,
      code,
      ...purpose,
      expiresAtSeconds: this.#now() + CODE_TTL_SECONDS
    }
    this.#codes.add(sessionInfo, sent)
    return sent
  }

  /** The phone number proved by a code, which is used up; throws the provider's refusals, after which it stays valid. */
  use(response: { [Name in 'sessionInfo' | 'code']: string | undefined }, purpose: SmsPurpose): string {
    if (!response.sessionInfo) throw new ProviderError(400, 'MISSING_SESSION_INFO')
    if (!response.code) throw new ProviderError(400, 'MISSING_CODE')
    const sent = this.#codes.get(response.sessionInfo)
    if (!sent || sent.account !== purpose.account || sent.purpose !== purpose.purpose) {
      throw new ProviderError(400, 'INVALID_SESSION_INFO')
    }
    if (this.#now() >= sent.expiresAtSeconds) throw new ProviderError(400, 'SESSION_EXPIRED')
    if (sent.code !== response.code) throw new ProviderError(400, 'INVALID_CODE')
    this.#codes.delete(response.sessionInfo)
    return sent.phoneNumber
  }

  /** All of them, newest last; expired ones are among them. */
  list(): SmsCode[] {
    return this.#codes.list()
  }
}
