import { runBlockingFunction } from '../project/blocking-functions.ts'
import { requireRecaptcha } from '../project/recaptcha.ts'
import type { ApiKeyCall } from '../server/api-key-calls.ts'
import { ProviderError } from '../server/errors.ts'
import { Fields } from '../server/fields.ts'
import { runBeforeSignIn } from '../sign-in/first-factor.ts'
import type { PendingSignIn } from '../sign-in/pending-sign-ins.ts'
import type { Provider } from '../state.ts'
import type { SecondFactorFacts } from '../tokens/token-issuer.ts'
import type { SecondFactor } from './second-factor.ts'
import { isTotpCode } from './totp.ts'

// Of the older proof that it is not a robot any value is accepted, and none.
const PHONE_MEMBERS = ['recaptchaToken', 'captchaResponse', 'clientType', 'recaptchaVersion']

function requireFactor({ account }: PendingSignIn, id: string | undefined): SecondFactor {
  if (!id) throw new ProviderError(400, 'MISSING_MFA_ENROLLMENT_ID')
  const factor = account.secondFactors.find((one) => one.id === id)
  if (!factor) throw new ProviderError(400, 'MFA_ENROLLMENT_NOT_FOUND')
  return factor
}

function start(body: unknown, deps: Provider): Record<string, unknown> {
  const members = ['mfaPendingCredential', 'mfaEnrollmentId', 'phoneSignInInfo', 'tenantId']
  const fields = new Fields(body, members)
  const { pending, smsCodes } = deps
  requireRecaptcha(fields.message('phoneSignInInfo', PHONE_MEMBERS), deps, { provider: 'phone' })
  const signIn = pending.open(fields.text('mfaPendingCredential'), 'INVALID_MFA_PENDING_CREDENTIAL')
  const { phoneNumber } = requireFactor(signIn, fields.text('mfaEnrollmentId'))
  if (phoneNumber === undefined)
    throw new ProviderError(400, 'INVALID_ARGUMENT : MFA provider not supported!')
  runBlockingFunction(deps, 'beforeSendSms')
  const { sessionInfo } = smsCodes.send(phoneNumber, { account: signIn.account, purpose: 'signIn' })
  return { phoneResponseInfo: { sessionInfo } }
}

function provePhone(phone: Fields, { account }: PendingSignIn, { smsCodes }: Provider) {
  const response = { sessionInfo: phone.text('sessionInfo'), code: phone.text('code') }
  const proved = smsCodes.use(response, { account, purpose: 'signIn' })
  const factor = account.secondFactors.find(({ phoneNumber }) => phoneNumber === proved)
  if (!factor) throw new ProviderError(400, 'MFA_ENROLLMENT_NOT_FOUND')
  return { kind: 'phone' as const, id: factor.id }
}

function proveTotp(totp: Fields, factor: SecondFactor, nowSeconds: number) {
  const code = totp.text('verificationCode')
  if (!code) throw new ProviderError(400, 'MISSING_CODE')
  const { totpSecret, id } = factor
  if (totpSecret === undefined || !isTotpCode(totpSecret, code, nowSeconds))
    throw new ProviderError(400, 'INVALID_CODE')
  return { kind: 'totp' as const, id }
}

function prove(fields: Fields, deps: Provider): [PendingSignIn, SecondFactorFacts] {
  const credential = fields.text('mfaPendingCredential')
  const phone = fields.message('phoneVerificationInfo', ['sessionInfo', 'code'])
  if (phone) {
    const signIn = deps.pending.open(credential, 'SESSION_EXPIRED')
    return [signIn, provePhone(phone, signIn, deps)]
  }
  const totp = fields.message('totpVerificationInfo', ['verificationCode'])
  if (!totp) throw new ProviderError(400, 'INVALID_ARGUMENT : MFA provider not supported!')
  const signIn = deps.pending.open(credential, 'TOTP_CHALLENGE_TIMEOUT')
  return [signIn, proveTotp(totp, requireFactor(signIn, fields.text('mfaEnrollmentId')), deps.now())]
}

function finalize(body: unknown, deps: Provider): Record<string, unknown> {
  const members = ['mfaPendingCredential', 'mfaEnrollmentId', 'tenantId']
  const fields = new Fields(body, [...members, 'phoneVerificationInfo', 'totpVerificationInfo'])
  const [signIn, secondFactor] = prove(fields, deps)
  const details = runBeforeSignIn(deps, signIn.account, { ...signIn.details, secondFactor })
  deps.pending.use(signIn)
  return { ...deps.issuer.startSession(signIn.account, details) }
}

/** The second step of a sign-in, by authenticator application or text message. */
export const SECOND_STEP_CALLS: readonly ApiKeyCall[] = [
  ['POST /v2/accounts/mfaSignIn:start', 'mfaSignInStart', start],
  ['POST /v2/accounts/mfaSignIn:finalize', 'mfaSignInFinalize', finalize]
]
