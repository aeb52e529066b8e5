import { randomBytes, randomInt } from 'node:crypto'
import type { Account } from '../accounts/account.ts'
import { ProviderError } from '../server/errors.ts'
import { type Lasting, LatestEntries } from '../server/latest-entries.ts'

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
}

/** What a message is for; its code is accepted for nothing else. */
type SmsPurpose = Pick<SmsCode, 'account' | 'purpose'>

/** The codes sent to phones and not used yet, the latest 50; a code is valid for ten minutes, and once. */
export class SmsCodes extends LatestEntries<SmsCode> {
  constructor(now: () => number) {
    super(now, 600)
  }

  send(phoneNumber: string, purpose: SmsPurpose): Lasting<SmsCode> {
    const sessionInfo = randomBytes(48).toString('base64url')
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    return this.add(sessionInfo, { phoneNumber, sessionInfo, code, ...purpose })
  }

  /** The phone number proved by a code, which is used up; throws the provider's refusals, after which it stays valid. */
  use(response: { [Name in 'sessionInfo' | 'code']: string | undefined }, purpose: SmsPurpose): string {
    if (!response.sessionInfo) throw new ProviderError(400, 'MISSING_SESSION_INFO')
    if (!response.code) throw new ProviderError(400, 'MISSING_CODE')
    const sent = this.get(response.sessionInfo)
    if (!sent || sent.account !== purpose.account || sent.purpose !== purpose.purpose)
      throw new ProviderError(400, 'INVALID_SESSION_INFO')
    if (this.isExpired(sent)) throw new ProviderError(400, 'SESSION_EXPIRED')
    if (sent.code !== response.code) throw new ProviderError(400, 'INVALID_CODE')
    this.delete(response.sessionInfo)
    return sent.phoneNumber
  }
}
