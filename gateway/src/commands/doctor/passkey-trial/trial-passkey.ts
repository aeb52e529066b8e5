import { randomBytes } from 'node:crypto'
import type { Accounts } from '../../../identity-platform/accounts/accounts.ts'
import type { UserRecord } from '../../../identity-platform/accounts/user-record.ts'
import type { ProviderFailure } from '../../../identity-platform/client/error-sorting.ts'

/** What a passkey of the doctor is called. */
export const LABEL = 'gatehouse doctor'
/** How their ids begin in base64url, so that they can be told from others. In base64 it has a `+`. */
export const MARK = 'gatehouse-doctor'
const RANDOM_BYTES = 20
/** Before each try to take a passkey away. */
const PAUSES_SECONDS = [0, 2, 5]

/** The id of a new passkey of the doctor. */
export function makeCredentialId(): Buffer {
  return Buffer.concat([Buffer.from(MARK, 'base64url'), randomBytes(RANDOM_BYTES)])
}

/** The ids of passkeys of the doctor, as the provider lists them. */
export function listMarked({ passkeys = [] }: UserRecord): string[] {
  return passkeys.map(({ id }) => id).filter((id) => toBase64url(id).startsWith(MARK))
}

/** The same id in base64url, without padding. */
function toBase64url(id: string): string {
  return Buffer.from(id, 'base64').toString('base64url')
}

/** Whose passkey is taken away. */
export interface TakeAwayOptions {
  accounts: Accounts
  uid: string
  /** base64url. */
  credentialId: string
  /** Is it unknown whether it was added? The provider is then given time to finish. */
  isUncertain: boolean
  /** Settles after so many seconds. */
  wait: (seconds: number) => Promise<void>
}

/**
 * Takes the passkey away, and all that earlier trials have left, and looks whether they are gone. Tries three times. Null:
 * they are gone; else why that is not known, or that they are still listed.
 */
export async function takePasskeyAway(options: TakeAwayOptions): Promise<string | null> {
  let problem: string | null = null
  for (const pauseSeconds of PAUSES_SECONDS) {
    const seconds = pauseSeconds === 0 && options.isUncertain ? 2 : pauseSeconds
    if (seconds > 0) await options.wait(seconds)
    problem = await takeAwayOnce(options)
    if (problem === null) return null
  }
  return problem
}

async function takeAwayOnce({ accounts, uid, credentialId }: TakeAwayOptions): Promise<string | null> {
  const before = await accounts.lookUp({ uid })
  if (before.kind === 'failed') return describeUnknown(before.failure)
  // Unknown ids do no harm, and one that is not listed may be there all the same.
  const both = [credentialId, Buffer.from(credentialId, 'base64url').toString('base64')]
  const removePasskeys = [...new Set([...listMarked(before.record), ...both])]
  const change = await accounts.update(uid, { removePasskeys })
  if (change.kind === 'failed') return describeUnknown(change.failure)
  const after = await accounts.lookUp({ uid })
  if (after.kind === 'failed') return describeUnknown(after.failure)
  return listMarked(after.record).length === 0 ? null : 'the provider lists it still'
}

/** With its account a passkey is gone too. */
function describeUnknown({ code, detail }: ProviderFailure): string | null {
  return code === 'USER_NOT_FOUND' ? null : detail
}
