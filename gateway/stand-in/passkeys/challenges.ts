import { randomBytes } from 'node:crypto'
import type { Account } from '../accounts/account.ts'
import { ProviderError } from '../server/errors.ts'
import { LatestEntries } from '../server/latest-entries.ts'
import { refuseResponse } from './cbor.ts'

const CHALLENGE_BYTES = 32

/** Whom a challenge is for: the account that enrols, or any sign-in at a tenant. */
interface ChallengeOf {
  /** Undefined: for a sign-in. */
  account: Account | undefined
  tenantId: string | undefined
}

/** The challenges that wait for an answer, the latest 50, each for five minutes and for one answer. */
export class PasskeyChallenges extends LatestEntries<ChallengeOf> {
  constructor(now: () => number) {
    super(now, 300)
  }

  /** A new challenge. */
  create(of: ChallengeOf): Buffer {
    const challenge = randomBytes(CHALLENGE_BYTES)
    this.add(challenge.toString('base64url'), of)
    return challenge
  }

  /** Takes a challenge (base64url), which is used up by that. Throws the refusal, PASSKEY_CHALLENGE_TIMEOUT for one that is too old. */
  use(text: string, { account, tenantId }: ChallengeOf): void {
    const challenge = this.get(text)
    this.delete(text)
    if (challenge === undefined || challenge.account !== account || challenge.tenantId !== tenantId)
      throw refuseResponse()
    if (this.isExpired(challenge)) throw new ProviderError(400, 'PASSKEY_CHALLENGE_TIMEOUT')
  }
}
