import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { AccountStore } from '../accounts/account-store.ts'
import { runBlockingFunction } from '../project/blocking-functions.ts'
import { type RecaptchaDeps, requireRecaptcha } from '../project/recaptcha.ts'
import { isPhoneNumber } from '../second-factors/second-factor.ts'
import type { SmsCodes } from '../second-factors/sms-codes.ts'
import { type ApiKeyDeps, CLIENT_MEMBERS, registerApiKeyCalls } from '../server/api-key-calls.ts'
import { ProviderError } from '../server/errors.ts'
import { Fields } from '../server/fields.ts'
import { type Bearer, type IdTokenDeps, openRecentIdToken } from '../tokens/id-tokens.ts'
import type { TokenIssuer } from '../tokens/token-issuer.ts'
import { type SessionDeps, startSession } from './first-factor.ts'

const FIRST_FACTOR = { account: undefined, purpose: 'phone' } as const

/** Dependencies of the sign-in by phone. */
export interface PhoneDeps extends ApiKeyDeps, IdTokenDeps {
  settings: RecaptchaDeps['settings'] & SessionDeps['settings']
  accounts: AccountStore
  issuer: TokenIssuer
  smsCodes: SmsCodes
}

// As the official emulator: tenants have no such sign-in, nor have accounts with a second factor.
function refuseTenant(fields: Fields): void {
  if (fields.text('tenantId') !== undefined) throw new ProviderError(400, 'UNSUPPORTED_TENANT_OPERATION')
}

function findByNumber({ accounts }: PhoneDeps, phoneNumber: string) {
  const account = accounts.findByPhoneNumber(phoneNumber, undefined)
  if (account !== undefined && account.secondFactors.length > 0)
    throw new ProviderError(
      400,
      'UNSUPPORTED_FIRST_FACTOR : A phone number cannot be set as a first factor on an SMS based MFA user.'
    )
  return account
}

function sendCode(body: unknown, deps: PhoneDeps): Record<string, unknown> {
  // Of the older proof that it is not a robot any value is accepted, and none.
  const fields = new Fields(body, [...CLIENT_MEMBERS, 'phoneNumber', 'recaptchaToken'])
  refuseTenant(fields)
  requireRecaptcha(fields, deps, { provider: 'phone' })
  const phoneNumber = fields.text('phoneNumber') ?? ''
  if (!isPhoneNumber(phoneNumber)) throw new ProviderError(400, 'INVALID_PHONE_NUMBER : Invalid format.')
  findByNumber(deps, phoneNumber)
  runBlockingFunction(deps, 'beforeSendSms')
  return { sessionInfo: deps.smsCodes.send(phoneNumber, FIRST_FACTOR).sessionInfo }
}

function linkTo({ account, signIn }: Bearer, phoneNumber: string, deps: PhoneDeps): Record<string, unknown> {
  const { accounts, issuer } = deps
  accounts.change(account, { phoneNumber })
  const tokens = issuer.issueTokens(account, { ...signIn, provider: 'phone' })
  const expiresIn = String(issuer.idTokenTtlSeconds)
  return { ...tokens, expiresIn, localId: account.uid, isNewUser: false, phoneNumber }
}

/** An unknown number creates an account; with an id token it becomes one of its account. */
async function signIn(body: unknown, deps: PhoneDeps): Promise<Record<string, unknown>> {
  const fields = new Fields(body, [...CLIENT_MEMBERS, 'sessionInfo', 'code', 'idToken'])
  refuseTenant(fields)
  const bearer = fields.text('idToken') === undefined ? null : await openRecentIdToken(fields, deps)
  const response = { sessionInfo: fields.text('sessionInfo'), code: fields.text('code') }
  const phoneNumber = deps.smsCodes.use(response, FIRST_FACTOR)
  const known = findByNumber(deps, phoneNumber)
  if (bearer !== null && known !== undefined && known !== bearer.account) {
    return { temporaryProof: randomUUID(), temporaryProofExpiresIn: '3600', phoneNumber }
  }
  if (bearer !== null) return linkTo(bearer, phoneNumber, deps)
  if (known === undefined) runBlockingFunction(deps, 'beforeCreate')
  const account = known ?? deps.accounts.add({ phoneNumber })
  return {
    ...startSession(deps, account, { provider: 'phone' }),
    localId: account.uid,
    isNewUser: known === undefined,
    phoneNumber
  }
}

/** Registers the calls of a sign-in by phone number and text message, which need an API key. */
export function registerPhoneCalls(scope: FastifyInstance, deps: PhoneDeps): void {
  registerApiKeyCalls(scope, deps, {
    post: [
      ['/v1/accounts:sendVerificationCode', 'sendVerificationCode', sendCode],
      ['/v1/accounts:signInWithPhoneNumber', 'signInWithPhoneNumber', signIn]
    ]
  })
}
