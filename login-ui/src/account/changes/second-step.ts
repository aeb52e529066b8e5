import type { Account, Done, LoadSdk, Refusal, Tokens } from '../../auth/sdk-contract.ts'
import { wrongCodeOf } from '../../auth/wrong-code.ts'
import { readPhoneNumber } from '../../lib/phone-number.ts'
import { enrolledNumber } from '../account-problems.ts'
import { type Change, refusedChange } from './change.ts'
import { freshAccount } from './fresh-account.ts'
import { type ProviderCalls, tokensOf } from './provider-calls.ts'

/** A second factor being set up. In memory only. */
export interface NewFactor {
  finish(code: string): Promise<Tokens | Refusal>
}

/** An authenticator being set up. In memory only. */
export interface NewAuthenticator extends NewFactor {
  /** Base32. */
  secret: string
  /** `otpauth://…` */
  uri: string
}

interface Start {
  loadSdk: LoadSdk
  /** Issuer shown in the app. */
  issuer: string
  /** Whether this device's clock is off. */
  isClockOff: () => Promise<boolean>
  onStarted: (authenticator: NewAuthenticator) => void
}

/** Requests the secret of a new authenticator. Nothing changes before its first valid code. */
export function startAuthenticator({ loadSdk, issuer, isClockOff, onStarted }: Start): Change {
  return async (proof) => {
    const fresh = await freshAccount(loadSdk, proof)
    if (fresh.kind === 'refused') return refusedChange(fresh)
    const enrolment = await fresh.account.startEnrolment(issuer)
    if (enrolment.kind === 'refused') return refusedChange(enrolment)
    const { secret, uri } = enrolment
    const factor = newFactor(fresh.account, enrolment)
    onStarted({
      secret,
      uri,
      async finish(code) {
        const answer = await factor.finish(code)
        if (answer.kind !== 'refused') return answer
        return { ...answer, code: await wrongCodeOf(answer.code, isClockOff) }
      }
    })
    return { kind: 'done' }
  }
}

interface PhoneStart {
  loadSdk: LoadSdk
  /** The number as typed. */
  typed: string
  /** `number`: in E.164. */
  onSent: (factor: NewFactor, number: string) => void
}

/** Has the provider send a code to a new phone number. Nothing changes before the code is entered. */
export function startPhone({ loadSdk, typed, onSent }: PhoneStart): Change {
  return async (proof) => {
    const number = readPhoneNumber(typed)
    if (number === null) {
      const code = typed.trim() === '' ? 'page/phone-missing' : 'page/phone-malformed'
      return refusedChange({ kind: 'refused', code, message: '' })
    }
    const fresh = await freshAccount(loadSdk, proof)
    if (fresh.kind === 'refused') return refusedChange(fresh)
    const enrolment = await fresh.account.startPhoneEnrolment(number)
    if (enrolment.kind === 'refused')
      return refusedChange(enrolment, { 'auth/second-factor-already-in-use': enrolledNumber })
    onSent(newFactor(fresh.account, enrolment), number)
    return { kind: 'done' }
  }
}

function newFactor(
  account: Account,
  enrolment: { finish(code: string): Promise<Done | Refusal> }
): NewFactor {
  return {
    async finish(code) {
      const answer = await enrolment.finish(code)
      return answer.kind === 'refused' ? answer : account.tokens()
    }
  }
}

/** Adds the factor with its first code. The provider then ends all other sessions of the account. */
export function finishFactor({ finish }: NewFactor, code: string): Change {
  return async () => {
    const digits = code.replace(/\s/g, '')
    if (digits === '') return refusedChange({ kind: 'refused', code: 'page/code-missing', message: '' })
    const answer = await finish(digits)
    if (answer.kind === 'refused') return refusedChange(answer)
    return { kind: 'changed', tokens: answer, endsSession: true }
  }
}

interface Withdrawal {
  calls: Pick<ProviderCalls, 'call'>
  /** Id of the factor. */
  id: string
}

/**
 * Removes a second factor. A session that used it ends, and the response has no tokens then: the visitor signs in again.
 * https://cloud.google.com/identity-platform/docs/reference/rest/v2/accounts.mfaEnrollment/withdraw
 */
export function withdrawFactor({ calls, id }: Withdrawal): Change {
  return async ({ idToken }) => {
    const answer = await calls.call('v2/accounts/mfaEnrollment:withdraw', { idToken, mfaEnrollmentId: id })
    if (answer.kind === 'answered') {
      const tokens = tokensOf(answer.body)
      return { kind: 'changed', tokens, endsSession: tokens === null }
    }
    // Another tab was faster; the page reloads the account.
    if (answer.message.startsWith('MFA_ENROLLMENT_NOT_FOUND')) return { kind: 'done' }
    return refusedChange(answer)
  }
}
