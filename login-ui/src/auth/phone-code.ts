import { FirebaseError } from '@firebase/app'
import { PhoneAuthProvider, type PhoneInfoOptions } from '@firebase/auth'
import type { Connection } from './sdk-account.ts'

/** Sends a text message and returns the id for verifying its code. Throws the SDK's errors. */
export async function sendCode(
  { auth, headers }: Connection,
  to: string | PhoneInfoOptions
): Promise<string> {
  const errorOf = (code: string) => new FirebaseError(code, code)
  const { verifierOf } = await import('../second-step-parts.ts').catch(() => {
    throw errorOf('auth/network-request-failed')
  })
  return new PhoneAuthProvider(auth).verifyPhoneNumber(to, verifierOf({ auth, headers, errorOf }))
}
