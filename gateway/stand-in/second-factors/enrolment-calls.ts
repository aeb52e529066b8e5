import { randomUUID } from 'node:crypto'
import type { Account } from '../accounts/account.ts'
import { runBlockingFunction } from '../project/blocking-functions.ts'
import { requireRecaptcha } from '../project/recaptcha.ts'
import type { ApiKeyCall } from '../server/api-key-calls.ts'
import { ProviderError } from '../server/errors.ts'
import { dropUndefined, Fields } from '../server/fields.ts'
import type { Provider } from '../state.ts'
import { type Bearer, openIdToken, openRecentIdToken } from '../tokens/id-tokens.ts'
import { addSecondFactor, isPhoneNumber, type SecondFactor } from './second-factor.ts'
import { TOTP_DIGITS, TOTP_STEP_SECONDS } from './totp.ts'

// The last four are the browser's proof that it is not a robot.
const PHONE_MEMBERS = ['phoneNumber', 'recaptchaToken', 'captchaResponse', 'clientType', 'recaptchaVersion']
const INELIGIBLE_PROVIDERS = ['anonymous', 'custom', 'phone']

function requireEligible(bearer: Bearer): Bearer {
  if (INELIGIBLE_PROVIDERS.includes(bearer.signIn.provider))
    throw new ProviderError(
      400,
      'UNSUPPORTED_FIRST_FACTOR : MFA is not available for the given first factor.'
    )
  if (!bearer.account.emailVerified)
    throw new ProviderError(
      400,
      'UNVERIFIED_EMAIL : Need to verify email first before enrolling second factors.'
    )
  return bearer
}

function startTotp(account: Account, { totpEnrolments }: Provider): Record<string, unknown> {
  const { secret, sessionInfo, expiresAtSeconds } = totpEnrolments.start(account)
  return {
    totpSessionInfo: {
      sharedSecretKey: secret,
      verificationCodeLength: TOTP_DIGITS,
      hashingAlgorithm: 'SHA1',
      periodSec: TOTP_STEP_SECONDS,
      sessionInfo,
      finalizeEnrollmentTime: new Date(expiresAtSeconds * 1000).toISOString()
    }
  }
}

function startPhone(phone: Fields, account: Account, deps: Provider): Record<string, unknown> {
  requireRecaptcha(phone, deps, { provider: 'phone' })
  const phoneNumber = phone.text('phoneNumber') ?? ''
  if (!isPhoneNumber(phoneNumber)) throw new ProviderError(400, 'INVALID_PHONE_NUMBER : Invalid format.')
  // Only to fail before a message is sent: what is enrolled is known when the code comes back.
  addSecondFactor(account.secondFactors, { id: '', phoneNumber, enrolledAtSeconds: 0 })
  runBlockingFunction(deps, 'beforeSendSms')
  const { sessionInfo } = deps.smsCodes.send(phoneNumber, { account, purpose: 'enrol' })
  return { phoneSessionInfo: { sessionInfo } }
}

async function start(body: unknown, deps: Provider): Promise<Record<string, unknown>> {
  const fields = new Fields(body, ['idToken', 'tenantId', 'phoneEnrollmentInfo', 'totpEnrollmentInfo'])
  const { account } = requireEligible(await openRecentIdToken(fields, deps))
  const phone = fields.message('phoneEnrollmentInfo', PHONE_MEMBERS)
  if (phone) return startPhone(phone, account, deps)
  if (fields.message('totpEnrollmentInfo', [])) return startTotp(account, deps)
  throw new ProviderError(400, 'INVALID_ARGUMENT : ((Missing phoneEnrollmentInfo or totpEnrollmentInfo.))')
}

function proveFactor(fields: Fields, account: Account, deps: Provider) {
  const phone = fields.message('phoneVerificationInfo', ['sessionInfo', 'code'])
  if (phone) {
    const response = { sessionInfo: phone.text('sessionInfo'), code: phone.text('code') }
    return { phoneNumber: deps.smsCodes.use(response, { account, purpose: 'enrol' }) }
  }
  const totp = fields.message('totpVerificationInfo', ['sessionInfo', 'verificationCode'])
  if (!totp) throw new ProviderError(400, 'INVALID_ARGUMENT : ((Missing verification info.))')
  const { totpEnrolments } = deps
  return {
    totpSecret: totpEnrolments.finish(account, totp.text('sessionInfo'), totp.text('verificationCode'))
  }
}

async function finalize(body: unknown, deps: Provider): Promise<Record<string, unknown>> {
  const members = ['idToken', 'tenantId', 'displayName', 'phoneVerificationInfo', 'totpVerificationInfo']
  const fields = new Fields(body, members)
  const { account, signIn } = requireEligible(await openIdToken(fields, deps))
  const { accounts, codes, issuer, now } = deps
  const factor: SecondFactor = {
    id: randomUUID(),
    enrolledAtSeconds: now(),
    ...dropUndefined({ displayName: fields.text('displayName') }),
    ...proveFactor(fields, account, deps)
  }
  accounts.change(account, { secondFactors: addSecondFactor(account.secondFactors, factor) })
  // A new factor ends the sessions before it, as `multiFactor(user).enroll` documents; the new one begins now.
  accounts.endSessions(account)
  const { email, tenantId } = account
  if (email !== undefined)
    codes.create({ requestType: 'REVERT_SECOND_FACTOR_ADDITION', email, tenantId, account, factor })
  const { phoneNumber, id } = factor
  const secondFactor = { kind: phoneNumber === undefined ? ('totp' as const) : ('phone' as const), id }
  return {
    ...issuer.issueTokens(account, { ...signIn, authTimeSeconds: now(), secondFactor }),
    ...(phoneNumber === undefined ? { totpAuthInfo: {} } : { phoneAuthInfo: { phoneNumber } })
  }
}

async function withdraw(body: unknown, deps: Provider): Promise<Record<string, unknown>> {
  const fields = new Fields(body, ['idToken', 'tenantId', 'mfaEnrollmentId'])
  const { account, signIn } = await openRecentIdToken(fields, deps)
  const { secondFactors } = account
  const left = secondFactors.filter(({ id }) => id !== fields.text('mfaEnrollmentId'))
  if (left.length === secondFactors.length) throw new ProviderError(400, 'MFA_ENROLLMENT_NOT_FOUND')
  deps.accounts.change(account, { secondFactors: left })
  // A session that began with that factor is over, and the answer has no other one (firebase-js-sdk#3233).
  if (signIn.secondFactor !== undefined && signIn.secondFactor.id === fields.text('mfaEnrollmentId')) {
    deps.accounts.endSessions(account)
    return {}
  }
  return { ...deps.issuer.issueTokens(account, { ...signIn, secondFactor: undefined }) }
}

/** Calls that enrol a second factor of a signed-in visitor and remove it. */
export const ENROLMENT_CALLS: readonly ApiKeyCall[] = [
  ['POST /v2/accounts/mfaEnrollment:start', 'mfaEnrollmentStart', start],
  ['POST /v2/accounts/mfaEnrollment:finalize', 'mfaEnrollmentFinalize', finalize],
  ['POST /v2/accounts/mfaEnrollment:withdraw', 'mfaEnrollmentWithdraw', withdraw]
]
