import { type Change, refusedChange } from '../changes/change.ts'
import { type NewAuthenticator, type NewFactor, startAuthenticator } from '../changes/second-step.ts'

/** The login page's code components, in a file of their own. */
type Parts = typeof import('../../screens/second-step-screens.tsx')

/** An authenticator whose secret is shown. */
export interface AuthenticatorBegun {
  kind: 'totp'
  parts: Parts
  authenticator: NewAuthenticator
}

/** A phone number being entered, or awaiting its code. */
export interface PhoneBegun {
  kind: 'sms'
  parts: Parts
  /** As typed; in E.164 once a code was sent. */
  number: string
  /** Completed by the last code; null: the number is being entered. */
  sent: NewFactor | null
  /** Number of codes sent. */
  codes: number
}

/** A setup in progress. */
export type Begun = AuthenticatorBegun | PhoneBegun

/** Starts a new factor, once its components are loaded. The proof comes first, so a phone number is used at once. */
export const begin = {
  totp: (onBegun: (begun: Begun) => void): Change =>
    withParts((parts) =>
      startAuthenticator((authenticator) => onBegun({ kind: 'totp', parts, authenticator }))
    ),
  sms: (onBegun: (begun: Begun) => void): Change =>
    withParts((parts) => async () => {
      onBegun({ kind: 'sms', parts, number: '', sent: null, codes: 0 })
      return { kind: 'done' }
    })
}

function withParts(changeBy: (parts: Parts) => Change): Change {
  return async (proof, tools) => {
    const parts = await import('../../screens/second-step-screens.tsx').catch(() => null)
    if (parts === null) return refusedChange({ code: 'page/unreachable' })
    return changeBy(parts)(proof, tools)
  }
}

/** `name`, with a number if it is taken: `Linux`, `Linux 2`. */
export function nextName(name: string, taken: readonly (string | null)[]): string {
  for (let count = 1; ; count++) {
    const numbered = count === 1 ? name : `${name} ${count}`
    if (!taken.includes(numbered)) return numbered
  }
}
