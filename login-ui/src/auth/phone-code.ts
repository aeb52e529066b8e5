import { FirebaseError } from '@firebase/app'
import { type Auth, PhoneAuthProvider, type PhoneInfoOptions } from '@firebase/auth'

/** Sends a text message and returns the id for verifying its code. Throws the SDK's errors. */
export async function sendCode(auth: Auth, to: string | PhoneInfoOptions): Promise<string> {
  const errorOf = (code: string) => new FirebaseError(code, code)
  const { verifierOf } = await import('../second-step-parts.ts').catch(() => {
    throw errorOf('auth/network-request-failed')
  })
  return new PhoneAuthProvider(auth).verifyPhoneNumber(to, verifierOf({ auth, errorOf }))
}
