import type { Account, Done, Refusal, Tokens } from '../../auth/sdk-contract.ts'
import { wrongCodeOf } from '../../auth/wrong-code.ts'
import { plainProblem } from '../../first-state.ts'
import { readPhoneNumber } from '../../lib/phone-number.ts'
import { type Change, freshAccount, refusedChange } from './change.ts'
import { tokensOf } from './provider-calls.ts'

/** The phone number already is a second factor of the account. */
const enrolledNumber = plainProblem('phone', 'problem.enrolled.title', null)

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

/** Requests the secret of a new authenticator. Nothing changes before its first valid code. */
export function startAuthenticator(onStarted: (authenticator: NewAuthenticator) => void): Change {
  return async (proof, tools) => {
    const fresh = await freshAccount(tools, proof)
    if (fresh.kind === 'refused') return refusedChange(fresh)
    const enrolment = await fresh.account.startEnrolment(tools.config.mfa.issuer)
    if (enrolment.kind === 'refused') return refusedChange(enrolment)
    const { secret, uri } = enrolment
    const factor = newFactor(fresh.account, enrolment)
    onStarted({
      secret,
      uri,
      async finish(code) {
        const answer = await factor.finish(code)
        if (answer.kind !== 'refused') return answer
        return { ...answer, code: await wrongCodeOf(answer.code, tools.isClockOff) }
      }
    })
    return { kind: 'done' }
  }
}

/** Has the provider send a code to a new phone number, in E.164 for `onSent`. Nothing changes before the code is entered. */
export function startPhone(typed: string, onSent: (factor: NewFactor, number: string) => void): Change {
  return async (proof, tools) => {
    const number = readPhoneNumber(typed)
    if (number === null)
      return refusedChange({ code: typed.trim() === '' ? 'page/phone-missing' : 'page/phone-malformed' })
    const fresh = await freshAccount(tools, proof)
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
    if (digits === '') return refusedChange({ code: 'page/code-missing' })
    const answer = await finish(digits)
    if (answer.kind === 'refused') return refusedChange(answer)
    return { kind: 'changed', tokens: answer, endsSession: true }
  }
}

/**
 * Removes a second factor. A session that used it ends, and the response has no tokens then: the visitor signs in again.
 * https://cloud.google.com/identity-platform/docs/reference/rest/v2/accounts.mfaEnrollment/withdraw
 */
export function withdrawFactor(mfaEnrollmentId: string): Change {
  return async ({ idToken }, { calls }) => {
    const answer = await calls.call('v2/accounts/mfaEnrollment:withdraw', { idToken, mfaEnrollmentId })
    if (answer.kind === 'answered') {
      const tokens = tokensOf(answer.body)
      return { kind: 'changed', tokens, endsSession: tokens === null }
    }
    // Another tab was faster; the page reloads the account.
    if (answer.message.startsWith('MFA_ENROLLMENT_NOT_FOUND')) return { kind: 'done' }
    return refusedChange(answer)
  }
}
