import { FirebaseError } from '@firebase/app'
import { type Auth, PhoneAuthProvider, type PhoneInfoOptions } from '@firebase/auth'

/** Sends a text message, and gives what names it in the call that brings its code back. Throws the SDK's own errors. */
export async function sendCode(auth: Auth, to: string | PhoneInfoOptions): Promise<string> {
  const errorOf = (code: string) => new FirebaseError(code, code)
  const { verifierOf } = await import('../second-step-parts.ts').catch(() => {
    throw errorOf('auth/network-request-failed')
  })
  return new PhoneAuthProvider(auth).verifyPhoneNumber(to, verifierOf({ auth, errorOf }))
}
