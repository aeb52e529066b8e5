import { problemByRefusal, problemByStatus } from '../../auth/password-policy.ts'
import { plainProblem } from '../../first-state.ts'
import { checkEmail } from '../../flows/sign-in/credentials.ts'
import { readEmail } from '../../lib/email.ts'
import { type Change, refusedChange } from './change.ts'
import { tokensOf } from './provider-calls.ts'

/** The new address belongs to another account, which is not revealed. */
const unusableEmail = plainProblem('email', 'account-email.unusable', null)
/** The new address is the current one. */
const sameEmail = plainProblem('email', 'account-email.same', null)
/** Only administrators of the project may delete accounts. */
const deletionOff = plainProblem('setup', 'account-delete.off', 'problem.support.hint')
/** The typed address does not match. */
const unconfirmed = plainProblem('email', 'account-delete.mismatch', null)

/**
 * Sets the password, including an account's first. The provider ends all sessions of the account: only the tokens in the
 * response are valid. https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/update
 */
export function setPassword(password: string): Change {
  return async ({ idToken }, { calls, loadSdk }) => {
    if (password === '') return refusedChange({ code: 'page/password-missing' })
    const missing = problemByStatus(password, await (await loadSdk()).checkPassword(password))
    if (missing !== null) return { kind: 'refused', problem: missing }
    const answer = await calls.call('v1/accounts:update', { idToken, password, returnSecureToken: true })
    if (answer.kind === 'refused') {
      const problem = problemByRefusal(answer)
      return problem === null ? refusedChange(answer) : { kind: 'refused', problem }
    }
    return { kind: 'changed', tokens: tokensOf(answer.body), endsSession: true }
  }
}

interface NewEmail {
  typed: string
  /** The current address; null: none. */
  present: string | null
  /** Where the page behind the mail's link continues. */
  continueUrl: string
}

/**
 * Sends a link to the new address. Nothing changes until it is opened, which ends all sessions of the
 * account. The address is never set directly: the provider forbids that with email enumeration protection.
 * https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/sendOobCode
 */
export function requestNewEmail({ typed, present, continueUrl }: NewEmail): Change {
  const newEmail = readEmail(typed)
  return async ({ idToken }, { calls, mailLanguage }) => {
    const problem = checkEmail(newEmail)
    if (problem !== null) return { kind: 'refused', problem }
    if (newEmail.toLowerCase() === present?.toLowerCase()) return { kind: 'refused', problem: sameEmail }
    const body = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail }
    const send = (settings: object) =>
      calls.call('v1/accounts:sendOobCode', { ...body, ...settings }, mailLanguage())
    const answer = await send({ continueUrl })
    // The project has not authorized our host yet.
    const last =
      answer.kind === 'refused' && answer.code === 'auth/unauthorized-continue-uri' ? await send({}) : answer
    if (last.kind === 'answered') return { kind: 'done' }
    return refusedChange(last, { 'auth/email-already-in-use': unusableEmail })
  }
}

/**
 * Deletes the account permanently, if the project allows it. `expected`: what must be typed, the account's address, or a word if
 * it has none. https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/delete
 */
export function deleteAccount(typed: string, expected: string): Change {
  return async ({ idToken }, { calls }) => {
    const isMeant = typed.trim().toLowerCase() === expected.toLowerCase()
    if (!isMeant) return { kind: 'refused', problem: { ...unconfirmed, slots: { expected } } }
    const answer = await calls.call('v1/accounts:delete', { idToken })
    if (answer.kind === 'answered') return { kind: 'deleted' }
    return refusedChange(answer, {
      'auth/admin-restricted-operation': deletionOff,
      'auth/operation-not-allowed': deletionOff
    })
  }
}
