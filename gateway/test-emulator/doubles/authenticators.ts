import { decodeJwt } from 'jose'
import {
  createTotpSecret,
  isTotpCode,
  TOTP_DIGITS,
  TOTP_STEP_SECONDS
} from '../../stand-in/second-factors/totp.ts'
import { forgeUnsigned } from '../emulator-accounts.ts'
import {
  type Json,
  jsonResponse,
  type ProviderCall,
  type ProviderResponse,
  passOn,
  readResponse,
  readSentCode,
  refusal
} from './provider-call.ts'

const ENROLMENT_LIFE_MS = 300_000
/** Prefix of hidden phone numbers, which no visitor has. */
const HIDDEN_PREFIX = '+1555'
const TOKEN_MEMBERS = new Set(['idToken', 'id_token', 'access_token'])

/**
 * Stores each authenticator as a hidden phone number of the emulator. It checks the RFC 6238 code, then
 * sends the emulator the code of the text message. Verified emails, pending credentials and everything else
 * are checked by the emulator.
 */
export function createAuthenticators(host: string) {
  /** `sessionInfo` of the emulator -> secret of a started enrolment. */
  const begun = new Map<string, string>()
  /** Enrolment id -> secret. */
  const enrolled = new Map<string, string>()
  let numbers = 1_000_000

  async function start(call: ProviderCall): Promise<ProviderResponse> {
    numbers += 1
    const { totpEnrollmentInfo: _totp, ...body } = call.body
    const phoneNumber = `${HIDDEN_PREFIX}${numbers}`
    const response = await passOn(host, call, { ...body, phoneEnrollmentInfo: { phoneNumber } })
    if (response.status !== 200) return response
    const sessionInfo = String(Object(readResponse(response)?.phoneSessionInfo).sessionInfo)
    const secret = createTotpSecret()
    begun.set(sessionInfo, secret)
    return jsonResponse(call, 200, {
      totpSessionInfo: {
        sharedSecretKey: secret,
        verificationCodeLength: TOTP_DIGITS,
        hashingAlgorithm: 'SHA1',
        periodSec: TOTP_STEP_SECONDS,
        sessionInfo,
        finalizeEnrollmentTime: new Date(Date.now() + ENROLMENT_LIFE_MS).toISOString()
      }
    })
  }

  async function finish(call: ProviderCall, given: Json): Promise<ProviderResponse> {
    const { totpVerificationInfo: _totp, ...body } = call.body
    const secret = begun.get(String(given.sessionInfo))
    if (secret === undefined) return refusal(call, 'INVALID_SESSION_INFO')
    if (!isTotpCode(secret, String(given.verificationCode), Date.now() / 1000))
      return refusal(call, 'INVALID_CODE')
    const code = await readSentCode(host, { sessionInfo: given.sessionInfo }, body.tenantId)
    const phoneVerificationInfo = { sessionInfo: given.sessionInfo, code }
    const response = await passOn(host, call, { ...body, phoneVerificationInfo })
    const token = readResponse(response)?.idToken
    if (typeof token === 'string') enrolled.set(String(factorOf(token)), secret)
    return response
  }

  async function signIn(call: ProviderCall, given: Json): Promise<ProviderResponse> {
    const { totpVerificationInfo: _totp, mfaEnrollmentId, ...body } = call.body
    const secret = enrolled.get(String(mfaEnrollmentId))
    if (secret === undefined) return refusal(call, 'MFA_ENROLLMENT_NOT_FOUND')
    if (!isTotpCode(secret, String(given.verificationCode), Date.now() / 1000))
      return refusal(call, 'INVALID_CODE')
    const sms = { ...call, target: call.target.replace(':finalize', ':start') }
    const started = await passOn(host, sms, { ...body, mfaEnrollmentId, phoneSignInInfo: {} })
    if (started.status !== 200) return started
    const sessionInfo = Object(readResponse(started)?.phoneResponseInfo).sessionInfo
    const code = await readSentCode(host, { sessionInfo }, body.tenantId)
    return passOn(host, call, { ...body, phoneVerificationInfo: { sessionInfo, code } })
  }

  return {
    /** Null: not a call of ours. */
    async response(call: ProviderCall): Promise<ProviderResponse | null> {
      const given = call.body.totpVerificationInfo
      if (call.path.endsWith('/accounts/mfaEnrollment:start') && 'totpEnrollmentInfo' in call.body)
        return start(call)
      if (given === undefined) return null
      if (call.path.endsWith('/accounts/mfaEnrollment:finalize')) return finish(call, Object(given))
      if (call.path.endsWith('/accounts/mfaSignIn:finalize')) return signIn(call, Object(given))
      return null
    },
    /** The response with these factors and their tokens labelled as TOTP. */
    relabel(response: ProviderResponse): ProviderResponse {
      const body = readResponse(response)
      if (body === null || enrolled.size === 0) return response
      const text = JSON.stringify(body, (name, value) => relabelMember(name, value, enrolled))
      return { ...response, bytes: Buffer.from(text) }
    },
    /** Secret of the latest enrolled factor, or null. */
    lastSecret: (): string | null => [...enrolled.values()].at(-1) ?? null
  }
}

function factorOf(idToken: string): unknown {
  return Object(decodeJwt(idToken).firebase).second_factor_identifier
}

function relabelMember(name: string, value: unknown, enrolled: ReadonlyMap<string, string>): unknown {
  if (name === 'mfaInfo' && Array.isArray(value)) {
    return value.map(({ phoneInfo, unobfuscatedPhoneInfo, ...factor }) =>
      enrolled.has(factor.mfaEnrollmentId)
        ? { ...factor, totpInfo: {} }
        : { ...factor, phoneInfo, unobfuscatedPhoneInfo }
    )
  }
  if (TOKEN_MEMBERS.has(name) && typeof value === 'string' && enrolled.has(String(factorOf(value)))) {
    const firebase = { ...Object(decodeJwt(value).firebase), sign_in_second_factor: 'totp' }
    return forgeUnsigned(value, { firebase })
  }
  return value
}
