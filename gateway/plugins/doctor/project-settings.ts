import { isPlainObject, readText } from '../../src/config/json-members.ts'
import type { CallResult, Failed } from '../../src/identity-platform/client/error-sorting.ts'
import { IDENTITY_SCOPE, postJson } from '../../src/identity-platform/client/http.ts'
import {
  createProjectCalls,
  createPublicCalls,
  type ProjectConnection
} from '../../src/identity-platform/client/project-calls.ts'

/** Circuits of their own, so that failures here do not affect visitors. */
const SETTINGS = { line: 'project settings' }
const PASSKEYS = { line: 'passkeys' }

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

/** A blocking function of the project. */
export type BlockingFunction = ReturnType<typeof readTriggers>[number]

type Read<Settings> = { kind: 'found'; settings: Settings } | Failed

/**
 * Reads the project's settings at the provider, read-only. `tenantId`: null for the project itself. `continueUri`: return URL of a
 * sign-in. https://cloud.google.com/identity-platform/docs/reference/rest
 */
export function createProjectSettings(connection: ProjectConnection, continueUri: string) {
  const { accessTokens, urls } = connection
  const base = urls.identityToolkit
  const project = `${base}/v2/projects/${encodeURIComponent(connection.projectId)}`
  const askAsProject = createProjectCalls(connection)
  const askPublicly = createPublicCalls(connection)

  const get = (path: string) => askPublicly('account', { method: 'GET', url: `${base}${path}` }, SETTINGS)
  const post = (path: string, body: object, line = SETTINGS) =>
    askPublicly('account', postJson(`${base}${path}`, body), line)
  const getAsProject = (url: string) => askAsProject('account', { method: 'GET', url }, IDENTITY_SCOPE)
  const poolOf = (tenantId: string | null) =>
    tenantId === null ? project : `${project}/tenants/${encodeURIComponent(tenantId)}`
  /** Uses the project's credentials, with the permission `firebaseauth.configs.get`. Null: no credentials. */
  const asProject = <Call>(call: Call) => (accessTokens === null ? null : call)

  return {
    readSignIn: asProject(async (tenantId: string | null) =>
      tenantId === null
        ? read(await getAsProject(`${project}/config`), readProjectSignIn)
        : read(await getAsProject(poolOf(tenantId)), readTenantSignIn)
    ),
    readBlockingFunctions: asProject(async () => read(await getAsProject(`${project}/config`), readTriggers)),
    readPasskeys: asProject(async (tenantId: string | null) =>
      read(await getAsProject(`${poolOf(tenantId)}/passkeyConfig`), readPasskeySettings)
    ),

    /** Uses the API key. */
    async readPublic() {
      return read(await get('/v1/projects'), readPublicSettings)
    },

    /** Checks that a tenant exists, with the API key. Fails with `TENANT_NOT_FOUND` in `detail` if not. */
    async findTenant(tenantId: string): Promise<{ kind: 'found' } | Failed> {
      const response = await get(`/v2/passwordPolicy?tenantId=${encodeURIComponent(tenantId)}`)
      return response.kind === 'ok' ? { kind: 'found' } : response
    },

    /** Whether a federated provider such as `google.com` is enabled. Uses the API key. */
    async offers(
      providerId: string,
      tenantId: string | null
    ): Promise<{ kind: 'offered' | 'not-offered' } | Failed> {
      const body = { providerId, continueUri, tenantId: tenantId ?? undefined }
      const response = await post('/v1/accounts:createAuthUri', body)
      if (response.kind === 'ok') return { kind: 'offered' }
      return response.failure.detail.includes('OPERATION_NOT_ALLOWED') ? { kind: 'not-offered' } : response
    },

    /** Whether a pool requires reCAPTCHA Enterprise. Uses the API key, as browsers do. */
    async readRecaptcha(tenantId: string | null): Promise<Read<RecaptchaSettings>> {
      const query = new URLSearchParams({ clientType: 'CLIENT_TYPE_WEB', version: 'RECAPTCHA_ENTERPRISE' })
      if (tenantId !== null) query.set('tenantId', tenantId)
      return read(await get(`/v2/recaptchaConfig?${query}`), readRecaptchaSettings)
    },

    /**
     * Starts a passkey ceremony with the API key. Changes nothing at the provider: an unused challenge expires. These calls are in
     * preview and not in the public reference. `rpId`: relying party id of the passkeys; null if the response has none.
     */
    async beginPasskeySignIn(
      tenantId: string | null
    ): Promise<{ kind: 'begun'; rpId: string | null } | Failed> {
      const body = { tenantId: tenantId ?? undefined }
      const response = await post('/v2/accounts/passkeySignIn:start', body, PASSKEYS)
      if (response.kind === 'failed') return response
      const { credentialRequestOptions } = response.body
      const rpId = isPlainObject(credentialRequestOptions) ? readText(credentialRequestOptions.rpId) : null
      return { kind: 'begun', rpId }
    },

    /** The same for a new passkey. */
    async beginPasskeyEnrolment(
      tenantId: string | null,
      idToken: string
    ): Promise<{ kind: 'begun' } | Failed> {
      const body = { idToken, tenantId: tenantId ?? undefined }
      const response = await post('/v2/accounts/passkeyEnrollment:start', body, PASSKEYS)
      return response.kind === 'failed' ? response : { kind: 'begun' }
    }
  }
}

function read<Settings>(
  response: CallResult,
  readBody: (body: Record<string, unknown>) => Settings
): Read<Settings> {
  return response.kind === 'ok' ? { kind: 'found', settings: readBody(response.body) } : response
}

/** `authorizedDomains`: those that sign-in and email links may lead to, including their subdomains. */
function readPublicSettings({ projectId, authorizedDomains }: Record<string, unknown>) {
  return {
    projectNumber: typeof projectId === 'string' ? projectId : null,
    authorizedDomains: textsOf(authorizedDomains)
  }
}

/** `rpId`: can never be changed. `expectedOrigins`: whether the provider includes the scheme is undocumented. */
function readPasskeySettings({ rpId, expectedOrigins }: Record<string, unknown>) {
  return { rpId: readText(rpId), expectedOrigins: textsOf(expectedOrigins) }
}

function textsOf(value: unknown): string[] {
  return listOf(value).filter((one) => typeof one === 'string')
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** https://cloud.google.com/identity-platform/docs/reference/rest/v2/RecaptchaConfig */
function readRecaptchaSettings(body: Record<string, unknown>): RecaptchaSettings {
  const { recaptchaKey, recaptchaEnforcementState } = body
  const hasKey = readText(recaptchaKey) !== null
  const enforces = (provider: string) =>
    hasKey &&
    listOf(recaptchaEnforcementState).some(
      (one) => isPlainObject(one) && one.provider === provider && one.enforcementState === 'ENFORCE'
    )
  return {
    hasKey,
    enforcesEmail: enforces('EMAIL_PASSWORD_PROVIDER'),
    enforcesPhone: enforces('PHONE_PROVIDER')
  }
}

/**
 * `event`: such as `beforeSignIn`. `url`: where the provider calls the function; null if that is no URL.
 * https://cloud.google.com/identity-platform/docs/reference/rest/v2/Config
 */
function readTriggers({ blockingFunctions }: Record<string, unknown>) {
  const triggers = isPlainObject(blockingFunctions) ? blockingFunctions.triggers : null
  if (!isPlainObject(triggers)) return []
  return Object.entries(triggers).flatMap(([event, trigger]) => {
    const uri = isPlainObject(trigger) ? readText(trigger.functionUri) : null
    return uri === null ? [] : [{ event, url: URL.canParse(uri) ? new URL(uri) : null }]
  })
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
  return {
    totp: listOf(mfa.providerConfigs).some(
      (one) => isPlainObject(one) && 'totpProviderConfig' in one && one.state !== 'DISABLED'
    ),
    sms: listOf(mfa.enabledProviders).includes('PHONE_SMS') && mfa.state !== 'DISABLED'
  }
}
