import { randomUUID } from 'node:crypto'
import { ProviderError } from '../server/errors.ts'
import { dropUndefined, type Fields } from '../server/fields.ts'

const MAX_SECOND_FACTORS = 5
const PHONE_NUMBER = /^\+[1-9]\d{4,14}$/

/** Names of an entry of `mfaInfo` in `accounts`. */
export const NEW_FACTOR_MEMBERS = ['displayName', 'phoneInfo']
/** Names of an entry of `mfa.enrollments` in `accounts:update`. */
export const FACTOR_MEMBERS = [...NEW_FACTOR_MEMBERS, 'mfaEnrollmentId', 'totpInfo', 'enrolledAt']

/** An enrolled second factor; one without a phone number is an authenticator application (TOTP). */
export interface SecondFactor {
  /** `mfaEnrollmentId`. */
  id: string
  displayName?: string
  /** E.164. */
  phoneNumber?: string
  /** Base32, of an authenticator application; without it no code is right, as of one made by an admin call. */
  totpSecret?: string
  /** Epoch seconds. */
  enrolledAtSeconds: number
}

/** Whether a text is a phone number in E.164. */
export function isPhoneNumber(text: string): boolean {
  return PHONE_NUMBER.test(text)
}

function readEnrolledAt(text: string | undefined, nowSeconds: number): number {
  if (text === undefined) return nowSeconds
  const milliseconds = Date.parse(text)
  if (Number.isNaN(milliseconds))
    throw new ProviderError(400, 'Invalid JSON payload received. /enrolledAt must be google-datetime')
  return milliseconds / 1000
}

function readFactor(fields: Fields, nowSeconds: number): SecondFactor {
  const phoneNumber = fields.text('phoneInfo')
  const isTotp = phoneNumber === undefined && fields.message('totpInfo', []) !== undefined
  if (!isTotp && !isPhoneNumber(phoneNumber ?? ''))
    throw new ProviderError(400, 'INVALID_MFA_PHONE_NUMBER : Invalid format.')
  return {
    id: fields.text('mfaEnrollmentId') ?? randomUUID(),
    enrolledAtSeconds: readEnrolledAt(fields.text('enrolledAt'), nowSeconds),
    ...dropUndefined({ displayName: fields.text('displayName'), phoneNumber })
  }
}

/** The factors of a request; of two with one phone number the first counts, as at the provider. */
export function readSecondFactors(entries: Fields[], nowSeconds: number): SecondFactor[] {
  const factors: SecondFactor[] = []
  for (const entry of entries) {
    const factor = readFactor(entry, nowSeconds)
    const { phoneNumber } = factor
    if (phoneNumber !== undefined && factors.some((other) => other.phoneNumber === phoneNumber)) continue
    if (factors.some(({ id }) => id === factor.id))
      throw new ProviderError(400, 'DUPLICATE_MFA_ENROLLMENT_ID')
    factors.push(factor)
  }
  if (factors.length > MAX_SECOND_FACTORS) throw new ProviderError(400, 'SECOND_FACTOR_LIMIT_EXCEEDED')
  return factors
}

/** A list with one more factor; throws the provider's refusals. */
export function addSecondFactor(factors: SecondFactor[], factor: SecondFactor): SecondFactor[] {
  const { phoneNumber } = factor
  if (phoneNumber !== undefined && factors.some((other) => other.phoneNumber === phoneNumber))
    throw new ProviderError(
      400,
      'SECOND_FACTOR_EXISTS : Phone number already enrolled as second factor for this account.'
    )
  if (factors.length >= MAX_SECOND_FACTORS) throw new ProviderError(400, 'SECOND_FACTOR_LIMIT_EXCEEDED')
  return [...factors, factor]
}

/** A list that replaces another, with the secrets of the factors that stay: an admin call does not know them. */
export function keepSecrets(factors: SecondFactor[], before: SecondFactor[]): SecondFactor[] {
  return factors.map((factor) => {
    const known = before.find(({ id }) => id === factor.id)?.totpSecret
    return factor.phoneNumber === undefined && known !== undefined ? { totpSecret: known, ...factor } : factor
  })
}

/** An entry of `mfaInfo` in an answer to somebody who has not shown the second factor yet: the phone but for four digits. */
export function describeFactorHint(factor: SecondFactor): Record<string, unknown> {
  const phoneInfo = factor.phoneNumber?.replace(/\d(?=\d{4})/g, '*')
  return { ...describeSecondFactor(factor), phoneInfo }
}

/** An entry of `mfaInfo` in a record. */
export function describeSecondFactor(factor: SecondFactor): Record<string, unknown> {
  return {
    mfaEnrollmentId: factor.id,
    displayName: factor.displayName,
    phoneInfo: factor.phoneNumber,
    totpInfo: factor.phoneNumber === undefined ? {} : undefined,
    enrolledAt: new Date(factor.enrolledAtSeconds * 1000).toISOString()
  }
}
