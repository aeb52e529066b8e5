import { randomUUID } from 'node:crypto'
import { runBlockingFunction } from '../project/blocking-functions.ts'
import { requireRecaptcha } from '../project/recaptcha.ts'
import { isPhoneNumber } from '../second-factors/second-factor.ts'
import { type ApiKeyCall, CLIENT_MEMBERS } from '../server/api-key-calls.ts'
import { ProviderError } from '../server/errors.ts'
import { Fields } from '../server/fields.ts'
import type { Provider } from '../state.ts'
import { type Bearer, openRecentIdToken } from '../tokens/id-tokens.ts'
import { startSession } from './first-factor.ts'

const FIRST_FACTOR = { account: undefined, purpose: 'phone' } as const

// As the official emulator: tenants have no such sign-in, nor have accounts with a second factor.
function refuseTenant(fields: Fields): void {
  if (fields.text('tenantId') !== undefined) throw new ProviderError(400, 'UNSUPPORTED_TENANT_OPERATION')
}

function findByNumber({ accounts }: Provider, phoneNumber: string) {
  const account = accounts.findByPhoneNumber(phoneNumber, undefined)
  if (account !== undefined && account.secondFactors.length > 0)
    throw new ProviderError(
      400,
      'UNSUPPORTED_FIRST_FACTOR : A phone number cannot be set as a first factor on an SMS based MFA user.'
    )
  return account
}

function sendCode(body: unknown, deps: Provider): Record<string, unknown> {
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

function linkTo({ account, signIn }: Bearer, phoneNumber: string, deps: Provider): Record<string, unknown> {
  const { accounts, issuer } = deps
  accounts.change(account, { phoneNumber })
  const tokens = issuer.issueTokens(account, { ...signIn, provider: 'phone' })
  const expiresIn = String(issuer.idTokenTtlSeconds)
  return { ...tokens, expiresIn, localId: account.uid, isNewUser: false, phoneNumber }
}

/** An unknown number creates an account; with an id token it becomes one of its account. */
async function signIn(body: unknown, deps: Provider): Promise<Record<string, unknown>> {
  const fields = new Fields(body, [...CLIENT_MEMBERS, 'sessionInfo', 'code', 'idToken'])
  refuseTenant(fields)
  const bearer = fields.text('idToken') === undefined ? null : await openRecentIdToken(fields, deps)
  const response = { sessionInfo: fields.text('sessionInfo'), code: fields.text('code') }
  const phoneNumber = deps.smsCodes.use(response, FIRST_FACTOR)
  const known = findByNumber(deps, phoneNumber)
  if (bearer !== null && known !== undefined && known !== bearer.account)
    return { temporaryProof: randomUUID(), temporaryProofExpiresIn: '3600', phoneNumber }
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

/** Sign-in by phone number and text message. */
export const PHONE_CALLS: readonly ApiKeyCall[] = [
  ['POST /v1/accounts:sendVerificationCode', 'sendVerificationCode', sendCode],
  ['POST /v1/accounts:signInWithPhoneNumber', 'signInWithPhoneNumber', signIn]
]
