import { isPlainObject, readText } from '../../src/config/json-members.ts'
import { type CallResult, type Failed, failed } from '../../src/identity-platform/client/error-sorting.ts'
import { IDENTITY_SCOPE, postJson } from '../../src/identity-platform/client/http.ts'
import {
  createProjectCalls,
  createPublicCalls,
  type ProjectConnection
} from '../../src/identity-platform/client/provider-calls.ts'

/** Circuits of their own, so that failures here do not affect visitors. */
const SETTINGS = { group: 'project settings' }
const PASSKEYS = { group: 'passkeys' }

type Members = Record<string, unknown>
/** What a call found. */
export type Read<Value> = { kind: 'found'; value: Value } | Failed

/** Enabled sign-in methods of a pool. Null if the response does not say, or for phone sign-in in tenants, which have none. */
type SignInSettings = ReturnType<typeof readProjectSignIn>

/** A blocking function of the project. */
export type BlockingFunction = ReturnType<typeof readTriggers>[number]

/**
 * Reads the project's settings at the provider, read-only. `tenantId`: null for the project itself. `continueUri`: return URL of a
 * sign-in. https://cloud.google.com/identity-platform/docs/reference/rest
 */
export function createProjectSettings(connection: ProjectConnection, continueUri: string) {
  const { accessTokens, urls, projectId } = connection
  const base = urls.identityToolkit
  const askAsProject = createProjectCalls(connection)
  const askPublicly = createPublicCalls(connection)
  const inTenant = (tenantId: string | null) =>
    tenantId === null ? '' : `/tenants/${encodeURIComponent(tenantId)}`

  /** Uses the project's credentials, with the permission `firebaseauth.configs.get`. */
  async function readAsProject<Value>(path: string, read: (body: Members) => Value): Promise<Read<Value>> {
    if (accessTokens === null) return failed(NO_CREDENTIALS)
    const url = `${base}/v2/projects/${encodeURIComponent(projectId)}${path}`
    return found(await askAsProject('account', { method: 'GET', url }, IDENTITY_SCOPE), read)
  }
  /** Uses the API key, as browsers do. */
  const get = (path: string) => askPublicly('account', { method: 'GET', url: `${base}${path}` }, SETTINGS)
  const post = (path: string, body: object, group = SETTINGS) =>
    askPublicly('account', postJson(`${base}${path}`, body), group)

  return {
    readSignIn: async (tenantId: string | null): Promise<Read<SignInSettings>> =>
      tenantId === null
        ? readAsProject('/config', readProjectSignIn)
        : readAsProject(inTenant(tenantId), readTenantSignIn),
    readBlockingFunctions: () => readAsProject('/config', readTriggers),
    readPasskeys: (tenantId: string | null) =>
      readAsProject(`${inTenant(tenantId)}/passkeyConfig`, readPasskeySettings),
    readPublic: async () => found(await get('/v1/projects'), readPublicSettings),

    /** Whether a tenant exists. Fails with `TENANT_NOT_FOUND` in `detail` if not. */
    findTenant: async (tenantId: string) =>
      found(await get(`/v2/passwordPolicy?tenantId=${encodeURIComponent(tenantId)}`), () => true),

    /** Whether a federated provider such as `google.com` is enabled. */
    async offers(providerId: string, tenantId: string | null): Promise<Read<boolean>> {
      const body = { providerId, continueUri, tenantId: tenantId ?? undefined }
      const response = found(await post('/v1/accounts:createAuthUri', body), () => true)
      const isOff = response.kind === 'failed' && response.failure.detail.includes('OPERATION_NOT_ALLOWED')
      return isOff ? { kind: 'found', value: false } : response
    },

    /** Whether a pool requires reCAPTCHA Enterprise. */
    async readRecaptcha(tenantId: string | null) {
      const query = new URLSearchParams({ clientType: 'CLIENT_TYPE_WEB', version: 'RECAPTCHA_ENTERPRISE' })
      if (tenantId !== null) query.set('tenantId', tenantId)
      return found(await get(`/v2/recaptchaConfig?${query}`), readRecaptchaSettings)
    },

    /**
     * Starts a passkey ceremony. Changes nothing at the provider: an unused challenge expires. These calls are in preview and not in
     * the public reference. Finds the relying party id of the passkeys; null if the response has none.
     */
    async beginPasskeySignIn(tenantId: string | null) {
      const body = { tenantId: tenantId ?? undefined }
      return found(await post('/v2/accounts/passkeySignIn:start', body, PASSKEYS), (begun) =>
        readText(Object(begun.credentialRequestOptions).rpId)
      )
    },

    /** The same for a new passkey. */
    async beginPasskeyEnrolment(tenantId: string | null, idToken: string) {
      const body = { idToken, tenantId: tenantId ?? undefined }
      return found(await post('/v2/accounts/passkeyEnrollment:start', body, PASSKEYS), () => true)
    }
  }
}

const NO_CREDENTIALS = {
  kind: 'configuration',
  code: 'PROVIDER_UNAVAILABLE',
  detail: 'reading the project settings needs credentials'
} as const

function found<Value>(response: CallResult, read: (body: Members) => Value): Read<Value> {
  return response.kind === 'ok' ? { kind: 'found', value: read(response.body) } : response
}

/** Those that sign-in and email links may lead to, including their subdomains. */
function readPublicSettings({ authorizedDomains }: Members) {
  return { authorizedDomains: textsOf(authorizedDomains) }
}

/** `rpId`: can never be changed. `expectedOrigins`: whether the provider includes the scheme is undocumented. */
function readPasskeySettings({ rpId, expectedOrigins }: Members) {
  return { rpId: readText(rpId), expectedOrigins: textsOf(expectedOrigins) }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const textsOf = (value: unknown) => listOf(value).filter((one) => typeof one === 'string')

/**
 * `hasKey`: for browsers. `enforcesEmail`: whether password, email link and sign-up calls are refused without a reCAPTCHA token.
 * https://cloud.google.com/identity-platform/docs/reference/rest/v2/RecaptchaConfig
 */
function readRecaptchaSettings({ recaptchaKey, recaptchaEnforcementState }: Members) {
  const hasKey = readText(recaptchaKey) !== null
  const enforcesEmail = listOf(recaptchaEnforcementState).some((one) => {
    const { provider, enforcementState } = Object(one)
    return provider === 'EMAIL_PASSWORD_PROVIDER' && enforcementState === 'ENFORCE'
  })
  return { hasKey, enforcesEmail: hasKey && enforcesEmail }
}

/**
 * `event`: such as `beforeSignIn`. `url`: where the provider calls the function; null if that is no URL.
 * https://cloud.google.com/identity-platform/docs/reference/rest/v2/Config
 */
function readTriggers({ blockingFunctions }: Members) {
  return Object.entries(Object(Object(blockingFunctions).triggers)).flatMap(([event, trigger]) => {
    const uri = readText(Object(trigger).functionUri)
    return uri === null ? [] : [{ event, url: URL.canParse(uri) ? new URL(uri) : null }]
  })
}

/** https://cloud.google.com/identity-platform/docs/reference/rest/v2/Config */
function readProjectSignIn({ signIn, mfa }: Members) {
  const { email, anonymous, phoneNumber } = Object(signIn)
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
function readTenantSignIn(tenant: Members): SignInSettings {
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

function readSecondFactors(mfa: unknown) {
  const { providerConfigs, enabledProviders, state } = Object(mfa)
  return {
    totp: listOf(providerConfigs).some(
      (one) => isPlainObject(one) && 'totpProviderConfig' in one && one.state !== 'DISABLED'
    ),
    sms: listOf(enabledProviders).includes('PHONE_SMS') && state !== 'DISABLED'
  }
}
