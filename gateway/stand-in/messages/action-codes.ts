import { randomBytes } from 'node:crypto'
import type { Account } from '../accounts/account.ts'
import type { SecondFactor } from '../second-factors/second-factor.ts'
import { ProviderError } from '../server/errors.ts'
import { LatestEntries } from '../server/latest-entries.ts'

/** What a code in a mail is for, by its `requestType`, with the `mode` of its link. */
export const ACTION_MODES = {
  PASSWORD_RESET: 'resetPassword',
  VERIFY_EMAIL: 'verifyEmail',
  EMAIL_SIGNIN: 'signIn',
  VERIFY_AND_CHANGE_EMAIL: 'verifyAndChangeEmail',
  RECOVER_EMAIL: 'recoverEmail',
  REVERT_SECOND_FACTOR_ADDITION: 'revertSecondFactorAddition'
} as const

/** Names of `ACTION_MODES`. */
export type ActionType = keyof typeof ACTION_MODES

/** What a mail asks the visitor to confirm. */
export interface Action {
  requestType: ActionType
  /** Where the mail goes: of RECOVER_EMAIL the old address, of VERIFY_AND_CHANGE_EMAIL the new one is in `newEmail`. */
  email: string
  newEmail?: string
  tenantId: string | undefined
  /** Undefined for EMAIL_SIGNIN, which may not have an account yet. */
  account?: Account
  /** Of REVERT_SECOND_FACTOR_ADDITION: the factor to take away. */
  factor?: SecondFactor
  continueUrl?: string | undefined
}

/** An action with its unused code. */
export interface ActionCode extends Action {
  oobCode: string
}

/** The codes sent by mail and not used yet, the latest 50; a code is valid for an hour, and once. */
export class ActionCodes extends LatestEntries<ActionCode> {
  constructor(now: () => number) {
    super(now, 3600)
  }

  create(action: Action): void {
    const oobCode = randomBytes(40).toString('base64url')
    this.add(oobCode, { ...action, oobCode })
  }

  /** What a code is for; it stays valid. Throws MISSING_, INVALID_ and EXPIRED_OOB_CODE; a code of another pool is invalid. */
  open(oobCode: string | undefined, tenantId: string | undefined): ActionCode {
    if (oobCode === undefined || oobCode === '') throw new ProviderError(400, 'MISSING_OOB_CODE')
    const code = this.get(oobCode)
    if (!code || code.tenantId !== tenantId) throw new ProviderError(400, 'INVALID_OOB_CODE')
    if (this.isExpired(code)) throw new ProviderError(400, 'EXPIRED_OOB_CODE')
    return code
  }

  /** Invalidates a code. */
  use({ oobCode }: ActionCode): void {
    this.delete(oobCode)
  }
}
