import { randomBytes } from 'node:crypto'
import { isEmailAddress } from '../accounts/account.ts'
import { type ApiKeyCall, CLIENT_MEMBERS } from '../server/api-key-calls.ts'
import { ProviderError } from '../server/errors.ts'
import { Fields, textMember } from '../server/fields.ts'
import type { Provider } from '../state.ts'
import { projectNumberOf } from '../tokens/token-issuer.ts'
import { describePolicy } from './password-policy.ts'

const OWN_DOMAINS = ['localhost', '127.0.0.1']

function requireTenant(query: unknown, { accounts }: Provider): void {
  accounts.requireTenant(textMember(query, 'tenantId'))
}

function readPasswordPolicy(query: unknown, deps: Provider): Record<string, unknown> {
  requireTenant(query, deps)
  return describePolicy(deps.passwordPolicy)
}

// The SDK treats an answer without a key as a failure.
function readRecaptchaConfig(query: unknown, deps: Provider): Record<string, unknown> {
  requireTenant(query, deps)
  const { hasRecaptchaKey, recaptcha } = deps.settings
  return {
    ...(hasRecaptchaKey && { recaptchaKey: `projects/${deps.projectId}/keys/stand-in` }),
    recaptchaEnforcementState: [
      { provider: 'EMAIL_PASSWORD_PROVIDER', enforcementState: recaptcha.email },
      { provider: 'PHONE_PROVIDER', enforcementState: recaptcha.phone }
    ]
  }
}

function readRecaptchaParams(): Record<string, unknown> {
  return { kind: 'identitytoolkit#GetRecaptchaParamResponse', recaptchaSiteKey: 'stand-in' }
}

function readProject(_query: unknown, { projectId, authorizedDomains }: Provider): Record<string, unknown> {
  const domains = authorizedDomains ?? [...OWN_DOMAINS, `${projectId}.firebaseapp.com`]
  return { projectId: projectNumberOf(projectId), authorizedDomains: domains }
}

// Protection against enumeration: says nothing about the address. Of redirects to other providers there is the address alone.
function createAuthUri(body: unknown, deps: Provider): Record<string, unknown> {
  const fields = new Fields(body, [...CLIENT_MEMBERS, 'identifier', 'continueUri', 'providerId', 'sessionId'])
  deps.accounts.requireTenant(fields.text('tenantId'))
  const providerId = fields.text('providerId')
  if (providerId) return beginFederated(providerId, deps)
  const identifier = fields.text('identifier')
  if (!identifier) throw new ProviderError(400, 'MISSING_IDENTIFIER')
  if (!isEmailAddress(identifier)) throw new ProviderError(400, 'INVALID_IDENTIFIER')
  const continueUri = fields.text('continueUri')
  if (!continueUri) throw new ProviderError(400, 'MISSING_CONTINUE_URI')
  if (!URL.canParse(continueUri)) throw new ProviderError(400, 'INVALID_CONTINUE_URI')
  const sessionId = fields.text('sessionId') ?? randomBytes(20).toString('base64url')
  return { kind: 'identitytoolkit#CreateAuthUriResponse', sessionId }
}

function beginFederated(providerId: string, { settings }: Provider): Record<string, unknown> {
  if (!settings.federatedProviders.includes(providerId))
    throw new ProviderError(400, 'OPERATION_NOT_ALLOWED : The identity provider configuration is not found.')
  const sessionId = randomBytes(20).toString('base64url')
  const authUri = `https://${providerId}/stand-in`
  return { kind: 'identitytoolkit#CreateAuthUriResponse', authUri, providerId, sessionId }
}

/** Settings that the browser SDK asks for first. */
export const SETTINGS_CALLS: readonly ApiKeyCall[] = [
  ['GET /v2/passwordPolicy', 'passwordPolicy', readPasswordPolicy],
  ['GET /v2/recaptchaConfig', 'recaptchaConfig', readRecaptchaConfig],
  ['GET /v1/recaptchaParams', 'recaptchaParams', readRecaptchaParams],
  ['GET /v1/projects', 'projectConfig', readProject],
  ['POST /v1/accounts:createAuthUri', 'createAuthUri', createAuthUri]
]
