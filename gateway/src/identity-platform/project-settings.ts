import { isPlainObject } from '../config/json-members.ts'
import type { ProviderFailure } from './client/error-sorting.ts'
import { createProjectCalls } from './client/project-calls.ts'
import type { CallResult, ProviderCalls } from './client/provider-calls.ts'
import type { AccessTokens } from './credentials/access-tokens.ts'

const SETTINGS_SCOPE = 'https://www.googleapis.com/auth/identitytoolkit'
/** A circuit of its own, so that failures here do not affect visitors. */
const LINE = { line: 'project settings' }

interface Failed {
  kind: 'failed'
  failure: ProviderFailure
}

/** Settings readable with the API key. */
export interface PublicSettings {
  /** Null if the response has none. */
  projectNumber: string | null
  /** Domains that sign-in and email links may lead to, including their subdomains. */
  authorizedDomains: readonly string[]
}

/** reCAPTCHA requirements of a pool for email and phone sign-in. */
export interface RecaptchaSettings {
  /** Whether there is a key for browsers. */
  hasKey: boolean
  /** Whether password, email link and sign-up calls are refused without a reCAPTCHA token. */
  enforcesEmail: boolean
  /** The same for text messages. */
  enforcesPhone: boolean
}

/** Enabled sign-in methods of a pool. Null if the response does not say. */
export interface SignInSettings {
  password: boolean | null
  emailLink: boolean | null
  anonymous: boolean | null
  /** Null for tenants, which have no phone sign-in. */
  phone: boolean | null
  totp: boolean
  sms: boolean
}

/**
 * Reads the project's settings at the provider, read-only. `tenantId`: null for the project itself.
 * https://cloud.google.com/identity-platform/docs/reference/rest
 */
export interface ProjectSettings {
  /** Uses the API key. */
  readPublic(): Promise<{ kind: 'found'; settings: PublicSettings } | Failed>
  /** Checks that a tenant exists, with the API key. Fails with `TENANT_NOT_FOUND` in `detail` if not. */
  findTenant(tenantId: string): Promise<{ kind: 'found' } | Failed>
  /** Whether a federated provider such as `google.com` is enabled. Uses the API key. */
  offers(providerId: string, tenantId: string | null): Promise<{ kind: 'offered' | 'not-offered' } | Failed>
  /** Whether a pool requires reCAPTCHA Enterprise. Uses the API key, as browsers do. */
  readRecaptcha(tenantId: string | null): Promise<{ kind: 'found'; settings: RecaptchaSettings } | Failed>
  /** Uses the project's credentials, with the permission `firebaseauth.configs.get`. Null: no credentials. */
  readSignIn:
    | ((tenantId: string | null) => Promise<{ kind: 'found'; settings: SignInSettings } | Failed>)
    | null
}

export interface ProjectSettingsOptions {
  calls: ProviderCalls
  apiKeyHeaders: Record<string, string>
  projectId: string
  /** Base URL without a trailing slash. */
  identityToolkitUrl: string
  /** Null: no credentials. */
  accessTokens: AccessTokens | null
  /** Return URL of a sign-in. */
  continueUri: string
  /** Whether a visitor is waiting: limits the time. */
  visitorWaits: boolean
}

export function createProjectSettings(options: ProjectSettingsOptions): ProjectSettings {
  const { calls, apiKeyHeaders, identityToolkitUrl: base, accessTokens, continueUri } = options
  const project = `${base}/v2/projects/${encodeURIComponent(options.projectId)}`
  const get = (path: string) =>
    calls.ask('account', { method: 'GET', url: `${base}${path}`, headers: apiKeyHeaders }, LINE)

  return {
    async readPublic() {
      const response = await get('/v1/projects')
      return response.kind === 'ok'
        ? { kind: 'found', settings: readPublicSettings(response.body) }
        : response
    },

    async findTenant(tenantId) {
      const response = await get(`/v2/passwordPolicy?tenantId=${encodeURIComponent(tenantId)}`)
      return response.kind === 'ok' ? { kind: 'found' } : response
    },

    async offers(providerId, tenantId) {
      const response = await calls.ask(
        'account',
        {
          method: 'POST',
          url: `${base}/v1/accounts:createAuthUri`,
          headers: { 'content-type': 'application/json', ...apiKeyHeaders },
          body: JSON.stringify({ providerId, continueUri, ...(tenantId === null ? {} : { tenantId }) })
        },
        LINE
      )
      return readOffer(response)
    },

    async readRecaptcha(tenantId) {
      const query = new URLSearchParams({ clientType: 'CLIENT_TYPE_WEB', version: 'RECAPTCHA_ENTERPRISE' })
      if (tenantId !== null) query.set('tenantId', tenantId)
      const response = await get(`/v2/recaptchaConfig?${query}`)
      return response.kind === 'ok'
        ? { kind: 'found', settings: readRecaptchaSettings(response.body) }
        : response
    },

    readSignIn:
      accessTokens === null
        ? null
        : async (tenantId) => {
            const ask = createProjectCalls({ ...options, accessTokens })
            const url =
              tenantId === null ? `${project}/config` : `${project}/tenants/${encodeURIComponent(tenantId)}`
            const response = await ask('account', { method: 'GET', url, scope: SETTINGS_SCOPE })
            if (response.kind === 'failed') return response
            const read = tenantId === null ? readProjectSignIn : readTenantSignIn
            return { kind: 'found', settings: read(response.body) }
          }
  }
}

function readOffer(response: CallResult): { kind: 'offered' | 'not-offered' } | Failed {
  if (response.kind === 'ok') return { kind: 'offered' }
  return response.failure.detail.includes('OPERATION_NOT_ALLOWED') ? { kind: 'not-offered' } : response
}

function readPublicSettings({ projectId, authorizedDomains }: Record<string, unknown>): PublicSettings {
  const domains: unknown[] = Array.isArray(authorizedDomains) ? authorizedDomains : []
  return {
    projectNumber: typeof projectId === 'string' ? projectId : null,
    authorizedDomains: domains.filter((domain) => typeof domain === 'string')
  }
}

/** https://cloud.google.com/identity-platform/docs/reference/rest/v2/RecaptchaConfig */
function readRecaptchaSettings({
  recaptchaKey,
  recaptchaEnforcementState
}: Record<string, unknown>): RecaptchaSettings {
  const states: unknown[] = Array.isArray(recaptchaEnforcementState) ? recaptchaEnforcementState : []
  const hasKey = typeof recaptchaKey === 'string' && recaptchaKey !== ''
  const enforces = (provider: string) =>
    hasKey &&
    states.some(
      (one) => isPlainObject(one) && one.provider === provider && one.enforcementState === 'ENFORCE'
    )
  return {
    hasKey,
    enforcesEmail: enforces('EMAIL_PASSWORD_PROVIDER'),
    enforcesPhone: enforces('PHONE_PROVIDER')
  }
}

/** https://cloud.google.com/identity-platform/docs/reference/rest/v2/Config */
function readProjectSignIn({ signIn, mfa }: Record<string, unknown>): SignInSettings {
  const { email, anonymous, phoneNumber } = isPlainObject(signIn) ? signIn : {}
  const password = readFlag(email, 'enabled')
  return {
    password,
    // There is no flag for email links: they are enabled if accounts need no password.
    emailLink: isPlainObject(email) ? password === true && email.passwordRequired !== true : null,
    anonymous: readFlag(anonymous, 'enabled'),
    phone: readFlag(phoneNumber, 'enabled'),
    ...readSecondFactors(mfa)
  }
}

/** https://cloud.google.com/identity-platform/docs/reference/rest/v2/projects.tenants */
function readTenantSignIn(tenant: Record<string, unknown>): SignInSettings {
  return {
    password: readFlag(tenant, 'allowPasswordSignup'),
    emailLink: readFlag(tenant, 'enableEmailLinkSignin'),
    anonymous: readFlag(tenant, 'enableAnonymousUser'),
    phone: null,
    ...readSecondFactors(tenant.mfaConfig)
  }
}

/** Responses omit false; null if the section is missing. */
function readFlag(section: unknown, name: string): boolean | null {
  return isPlainObject(section) ? section[name] === true : null
}

function readSecondFactors(mfa: unknown): Pick<SignInSettings, 'totp' | 'sms'> {
  if (!isPlainObject(mfa)) return { totp: false, sms: false }
  const kinds: unknown[] = Array.isArray(mfa.enabledProviders) ? mfa.enabledProviders : []
  const others: unknown[] = Array.isArray(mfa.providerConfigs) ? mfa.providerConfigs : []
  return {
    totp: others.some((one) => isPlainObject(one) && 'totpProviderConfig' in one && one.state !== 'DISABLED'),
    sms: kinds.includes('PHONE_SMS') && mfa.state !== 'DISABLED'
  }
}
