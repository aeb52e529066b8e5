import { totpCode } from '../../../stand-in/second-factors/totp.ts'

/** Enrols an authenticator for the account of a token at the provider on `host`; returns its secret. */
export async function enrolByRest(host: string, idToken: string): Promise<string> {
  const ask = async (action: string, body: object): Promise<Record<string, unknown>> => {
    const response = await fetch(
      `http://${host}/identitytoolkit.googleapis.com/v2/accounts/mfaEnrollment:${action}?key=emulator`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ idToken, ...body })
      }
    )
    const text = await response.text()
    if (!response.ok) throw new Error(`emulator: mfaEnrollment:${action} gave ${response.status} ${text}`)
    return { ...JSON.parse(text) }
  }
  const { totpSessionInfo } = await ask('start', { totpEnrollmentInfo: {} })
  const { sharedSecretKey, sessionInfo } = Object(totpSessionInfo)
  const verificationCode = totpCode(String(sharedSecretKey), Date.now() / 1000)
  await ask('finalize', { displayName: 'app', totpVerificationInfo: { sessionInfo, verificationCode } })
  return String(sharedSecretKey)
}
