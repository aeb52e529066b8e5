import type { AccountChanges } from '../account-changes.ts'
import { type Change, refusedChange } from '../changes/change.ts'
import { type NewAuthenticator, type NewFactor, startAuthenticator } from '../changes/second-step.ts'

/** The login page's parts for codes, in a file of their own. */
type Parts = typeof import('../../screens/second-step-screens.tsx')

/** An authenticator whose secret is shown. */
export interface AuthenticatorBegun {
  kind: 'totp'
  parts: Parts
  authenticator: NewAuthenticator
}

/** A phone number that is asked for, or that a code was sent to. */
export interface PhoneBegun {
  kind: 'sms'
  parts: Parts
  /** As it was typed; in E.164 once a code was sent. */
  number: string
  /** What the last code finishes; null: the number is asked for. */
  sent: NewFactor | null
  /** How many codes were sent. */
  codes: number
}

/** A setup that has begun. */
export type Begun = AuthenticatorBegun | PhoneBegun

interface AuthenticatorStart extends Pick<AccountChanges, 'loadSdk' | 'isClockOff'> {
  /** Who issues the codes, as the app shows it. */
  issuer: string
  onBegun: (begun: AuthenticatorBegun) => void
}

/** Starts a new authenticator, once there is something to show it with. */
export function beginAuthenticator({ onBegun, ...start }: AuthenticatorStart): Change {
  return withParts((parts) =>
    startAuthenticator({
      ...start,
      onStarted: (authenticator) => onBegun({ kind: 'totp', parts, authenticator })
    })
  )
}

/** Asks for a phone number, once there is something to ask with. Whoever proves first types a number that is used at once. */
export function beginPhone(onBegun: (begun: PhoneBegun) => void): Change {
  return withParts((parts) => async () => {
    onBegun({ kind: 'sms', parts, number: '', sent: null, codes: 0 })
    return { kind: 'done' }
  })
}

function withParts(changeBy: (parts: Parts) => Change): Change {
  return async (proof) => {
    const parts = await import('../../screens/second-step-screens.tsx').catch(() => null)
    if (parts === null) return refusedChange({ kind: 'refused', code: 'page/unreachable', message: '' })
    return changeBy(parts)(proof)
  }
}
