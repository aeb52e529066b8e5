import { FirebaseError } from '@firebase/app'
import type { Done, Refusal } from './sdk-contract.ts'

/** Why not, by the SDK's code. */
export function refusal(code: string, message: string): Refusal {
  return { kind: 'refused', code, message }
}

/** Calls the SDK and gives its errors as refusals; rejects with any other. */
export async function ask<T>(call: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await call()
  } catch (err) {
    if (isOfRecaptcha(err)) return refusal('page/recaptcha', String(err))
    if (!(err instanceof FirebaseError)) throw err
    return refusal(codeOf(err), err.message)
  }
}

/** What Google's services answer when they are in trouble, as the SDK spells it: the status of the answer is lost there. */
const ofTrouble =
  /^auth\/(?:unavailable|internal|backend-error|deadline-exceeded|error-code:-\d+|internal-error-encountered\.|the-service-is-\S+-unavailable\.|deadline-expired-before-operation-could-complete\.)$/

/** The SDK makes a code of a word or a sentence that it does not know, and takes an answer without JSON for none at all. */
function codeOf({ code, customData }: FirebaseError): string {
  if (code.startsWith('auth/firebase-app-check')) return 'page/closed'
  const isUnreadable =
    code === 'auth/network-request-failed' && String(customData?.message).startsWith('SyntaxError')
  return isUnreadable || ofTrouble.test(code) ? 'PROVIDER_UNAVAILABLE' : code
}

/**
 * Could the SDK not load reCAPTCHA Enterprise, which it does by itself when the project asks for it? The policy of the page
 * blocks the script, or trusted types its address: with providers' scripts there are no trusted types.
 */
function isOfRecaptcha(err: unknown): boolean {
  if (!(err instanceof FirebaseError))
    return err instanceof TypeError && err.message.includes('TrustedScript')
  const { target }: { target?: unknown } = Object(err.customData)
  return String(Object(target).src).includes('/recaptcha/enterprise.js')
}

/** The same for a call whose answer says nothing. */
export async function done(call: () => Promise<unknown>): Promise<Done | Refusal> {
  const answer = await ask(async () => {
    await call()
    return null
  })
  return answer ?? { kind: 'done' }
}

/** Sends a mail whose page leads on to `url`; without `url` where the project has not authorised our host yet. */
export async function sendWith(
  url: string,
  send: (settings?: { url: string }) => Promise<void>
): Promise<Done | Refusal> {
  const answer = await done(() => send({ url }))
  return answer.kind === 'refused' && answer.code === 'auth/unauthorized-continue-uri'
    ? done(() => send())
    : answer
}
