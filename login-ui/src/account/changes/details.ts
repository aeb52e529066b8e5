import { checkEmail } from '../../auth/check-email.ts'
import { problemOf } from '../../auth/errors.ts'
import {
  missingByMessage,
  missingByStatus,
  type PasswordStatus,
  problemOfMissing
} from '../../auth/password-policy.ts'
import type { Refusal } from '../../auth/sdk-contract.ts'
import { readEmail } from '../../lib/email.ts'
import { deletionOff, sameEmail, unconfirmed, unusableEmail } from '../account-problems.ts'
import { type Change, type ChangeAnswer, refusedChange } from './change.ts'
import { type ProviderCalls, tokensOf } from './provider-calls.ts'

interface NewPassword {
  calls: Pick<ProviderCalls, 'call'>
  password: string
  /** How the password meets the project's policy; null: unknown. */
  evaluate: (password: string) => Promise<PasswordStatus | null>
}

/**
 * Sets the password, including an account's first. The provider ends all sessions of the account: only the tokens in the
 * response are valid. https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/update
 */
export function setPassword({ calls, password, evaluate }: NewPassword): Change {
  return async ({ idToken }) => {
    if (password === '') return { kind: 'refused', problem: problemOf('page/password-missing') }
    const status = await evaluate(password)
    const missing = status === null ? null : problemOfMissing(missingByStatus(status))
    if (missing !== null) return { kind: 'refused', problem: missing }
    const answer = await calls.call('v1/accounts:update', { idToken, password, returnSecureToken: true })
    if (answer.kind === 'refused') return refuseWeak(answer) ?? refusedChange(answer)
    return { kind: 'changed', tokens: tokensOf(answer.body), endsSession: true }
  }
}

function refuseWeak({ code, message }: Refusal): ChangeAnswer | null {
  if (code !== 'auth/weak-password' && code !== 'auth/password-does-not-meet-requirements') return null
  const problem = problemOfMissing(missingByMessage(message)) ?? problemOf('page/weak-password')
  return { kind: 'refused', problem }
}

interface NewEmail {
  calls: Pick<ProviderCalls, 'call'>
  email: string
  /** The current address; null: none. */
  present: string | null
  /** Where the page behind the mail's link continues. */
  continueUrl: string
  /** The provider's code for the mail's language, read late because the change may wait for a proof. */
  language: () => string
}

/**
 * Sends a link to the new address. Nothing changes until it is opened, which ends all sessions of the
 * account. The address is never set directly: the provider forbids that with email enumeration protection.
 * https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/sendOobCode
 */
export function requestNewEmail({ calls, email: typed, present, continueUrl, language }: NewEmail): Change {
  const email = readEmail(typed)
  return async ({ idToken }) => {
    const problem = checkEmail(email)
    if (problem !== null) return { kind: 'refused', problem }
    if (email.toLowerCase() === present?.toLowerCase()) return { kind: 'refused', problem: sameEmail }
    const send = (settings: object) =>
      calls.call(
        'v1/accounts:sendOobCode',
        { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail: email, ...settings },
        language()
      )
    const answer = await send({ continueUrl })
    // The project has not authorized our host yet.
    const last =
      answer.kind === 'refused' && answer.code === 'auth/unauthorized-continue-uri' ? await send({}) : answer
    if (last.kind === 'answered') return { kind: 'done' }
    return refusedChange(last, { 'auth/email-already-in-use': unusableEmail })
  }
}

interface Deletion {
  calls: Pick<ProviderCalls, 'call'>
  typed: string
  /** What must be typed: the account's address, or a word if it has none. */
  expected: string
}

/**
 * Deletes the account permanently, if the project allows it.
 * https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/delete
 */
export function deleteAccount({ calls, typed, expected }: Deletion): Change {
  return async ({ idToken }) => {
    const isMeant = typed.trim().toLowerCase() === expected.toLowerCase()
    if (!isMeant) return { kind: 'refused', problem: unconfirmed }
    const answer = await calls.call('v1/accounts:delete', { idToken })
    if (answer.kind === 'answered') return { kind: 'deleted' }
    return refusedChange(answer, {
      'auth/admin-restricted-operation': deletionOff,
      'auth/operation-not-allowed': deletionOff
    })
  }
}
