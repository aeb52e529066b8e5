import { isPlainObject } from '../config/json-members.ts'
import type { ProviderFailure } from './client/error-sorting.ts'
import { createProjectCalls } from './client/project-calls.ts'
import type { CallResult, ProviderCalls } from './client/provider-calls.ts'
import type { AccessTokens } from './credentials/access-tokens.ts'

const SETTINGS_SCOPE = 'https://www.googleapis.com/auth/identitytoolkit'
/** Circuits of their own: what is asked here says nothing of the calls that visitors need. */
const LINE = { line: 'project settings' }

interface Failed {
  kind: 'failed'
  failure: ProviderFailure
}

/** What everybody with the API key may know. */
export interface PublicSettings {
  /** Null: the answer does not say. */
  projectNumber: string | null
  /** Domains that sign-in and the links of mails may lead to; a domain covers those below it. */
  authorizedDomains: readonly string[]
}

/** What a pool asks of browsers that sign in with email or phone. */
export interface RecaptchaSettings {
  /** Is there a key for browsers? */
  hasKey: boolean
  /** Calls with email and password, links and sign-up: are they refused without a token of reCAPTCHA? */
  enforcesEmail: boolean
  /** The same for text messages. */
  enforcesPhone: boolean
}

/** How accounts of one pool may sign in. Null: the answer does not say. */
export interface SignInSettings {
  password: boolean | null
  emailLink: boolean | null
  anonymous: boolean | null
  /** Tenants have no such sign-in. */
  phone: boolean | null
  /** Second factors. */
  totp: boolean
  sms: boolean
}

/**
 * How the project is set up at the provider. Reads only: no call makes or changes anything. `tenantId`: null for the
 * project itself. https://cloud.google.com/identity-platform/docs/reference/rest
 */
export interface ProjectSettings {
  /** By the API key. */
  readPublic(): Promise<{ kind: 'found'; settings: PublicSettings } | Failed>
  /** Is there such a tenant? By the API key; fails with `TENANT_NOT_FOUND` in `detail` when not. */
  findTenant(tenantId: string): Promise<{ kind: 'found' } | Failed>
  /** Can a visitor begin to sign in with a federated provider such as `google.com`? By the API key. */
  offers(providerId: string, tenantId: string | null): Promise<{ kind: 'offered' | 'not-offered' } | Failed>
  /** Does a pool ask for reCAPTCHA Enterprise? By the API key, as browsers ask. */
  readRecaptcha(tenantId: string | null): Promise<{ kind: 'found'; settings: RecaptchaSettings } | Failed>
  /** In the name of the project, with the permission `firebaseauth.configs.get`. Null: there are no credentials. */
  readSignIn:
    | ((tenantId: string | null) => Promise<{ kind: 'found'; settings: SignInSettings } | Failed>)
    | null
}

export interface ProjectSettingsOptions {
  calls: ProviderCalls
  apiKeyHeaders: Record<string, string>
  projectId: string
  /** Base URL without a final slash. */
  identityToolkitUrl: string
  /** Null: there are no credentials. */
  accessTokens: AccessTokens | null
  /** Where a sign-in would come back to. */
  continueUri: string
  /** Does a visitor wait for the answers? */
  visitorWaits: boolean
}

/** The settings of a project. */
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
    // The provider has no flag of its own for links: an account then needs no password.
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

/** False is left out of answers; null: there is no such section. */
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
