import { FirebaseError } from '@firebase/app'
import { type Auth, PhoneAuthProvider, type PhoneInfoOptions } from '@firebase/auth'

/** `headers`: further ones of calls without the SDK. */
interface Sender {
  auth: Auth
  headers: () => Promise<HeadersInit>
}

/** Sends a text message and returns the id for verifying its code. Throws the SDK's errors. */
export async function sendCode({ auth, headers }: Sender, to: string | PhoneInfoOptions): Promise<string> {
  const errorOf = (code: string) => new FirebaseError(code, code)
  const { verifierOf } = await import('../second-step-parts.ts').catch(() => {
    throw errorOf('auth/network-request-failed')
  })
  return new PhoneAuthProvider(auth).verifyPhoneNumber(to, verifierOf({ auth, headers, errorOf }))
}
