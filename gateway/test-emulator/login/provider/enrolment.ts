import { totpCode } from '../../../stand-in/second-factors/totp.ts'
import { askEmulator, IDENTITY_TOOLKIT } from '../../emulator-accounts.ts'

/** Enrols an authenticator for the account of a token at the provider on `host`; returns its secret. */
export async function enrolByRest(host: string, idToken: string): Promise<string> {
  const ask = (action: string, body: object) =>
    askEmulator(host, `${IDENTITY_TOOLKIT}/v2/accounts/mfaEnrollment:${action}`, { idToken, ...body })
  const { totpSessionInfo } = await ask('start', { totpEnrollmentInfo: {} })
  const { sharedSecretKey, sessionInfo } = Object(totpSessionInfo)
  const verificationCode = totpCode(String(sharedSecretKey), Date.now() / 1000)
  await ask('finalize', { displayName: 'app', totpVerificationInfo: { sessionInfo, verificationCode } })
  return String(sharedSecretKey)
}
