/** Default identity headers: name -> claim. */
export const DEFAULT_IDENTITY_HEADERS: Readonly<Record<string, string>> = {
  'x-forwarded-user': 'sub',
  'x-forwarded-email': 'email',
  'x-forwarded-preferred-username': 'name',
  'x-gatehouse-assertion': '$assertion'
}

/** Identity headers of other gateways, by preset: name -> claim, from the documents of Authelia, oauth2-proxy, Google and Cloudflare. */
export const IDENTITY_HEADER_PRESETS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  authelia: {
    'remote-user': 'sub',
    'remote-groups': 'groups',
    'remote-name': 'name',
    'remote-email': 'email'
  },
  'oauth2-proxy': {
    'x-auth-request-user': 'sub',
    'x-auth-request-email': 'email',
    'x-auth-request-preferred-username': 'name',
    'x-auth-request-groups': 'groups',
    'x-forwarded-groups': 'groups'
  },
  iap: {
    'x-goog-authenticated-user-email': '$iapEmail',
    'x-goog-authenticated-user-id': '$iapUserId',
    'x-goog-iap-jwt-assertion': '$assertion'
  },
  cloudflare: { 'cf-access-authenticated-user-email': 'email', 'cf-access-jwt-assertion': '$assertion' }
}

interface ApplicationPreset {
  /** Identity headers that it reads, besides the default ones. */
  headers: Readonly<Record<string, string>>
  /** Cookies by which it keeps sessions of its own, as in `clearCookies`. */
  clearCookies: readonly string[]
}

const REMOTE_USER = { 'remote-user': 'sub' }
const FLASK_COOKIES = ['session', 'remember_token']

/** Presets of applications, from their recipes (deploy/recipes). */
export const APPLICATION_PRESETS: Readonly<Record<string, ApplicationPreset>> = {
  airflow: { headers: REMOTE_USER, clearCookies: [...FLASK_COOKIES, '_token'] },
  buildbot: { headers: {}, clearCookies: ['TWISTED_SESSION*'] },
  freshrss: { headers: REMOTE_USER, clearCookies: ['FreshRSS', 'PHPSESSID'] },
  gitea: {
    headers: { ...REMOTE_USER, 'remote-email': 'email', 'remote-name': 'name' },
    clearCookies: ['i_like_gitea', 'gitea_incredible', 'session', 'persistent']
  },
  grafana: { headers: {}, clearCookies: ['grafana_session', 'grafana_session_expiry'] },
  jenkins: { headers: { 'x-forwarded-groups': 'groups' }, clearCookies: ['JSESSIONID.*'] },
  jupyterhub: { headers: REMOTE_USER, clearCookies: ['jupyterhub-*'] },
  miniflux: {
    headers: {},
    clearCookies: ['MinifluxSessionID', 'MinifluxUserSessionID', 'MinifluxAppSessionID']
  },
  octoprint: { headers: REMOTE_USER, clearCookies: ['session_P*', 'remember_token_P*'] },
  'open-webui': { headers: { 'x-forwarded-groups': 'groups' }, clearCookies: ['token'] },
  'paperless-ngx': { headers: { 'remote-user': 'email' }, clearCookies: ['sessionid'] },
  pgadmin: { headers: {}, clearCookies: ['pga4_session'] },
  superset: { headers: REMOTE_USER, clearCookies: FLASK_COOKIES }
}

/** Names of all presets of `identityHeaders`. */
export const PRESET_NAMES = [...Object.keys(IDENTITY_HEADER_PRESETS), ...Object.keys(APPLICATION_PRESETS)]

type ConfiguredHeaders = Readonly<Record<string, string | null>>

const applicationPresetOf = ({ preset = null }: ConfiguredHeaders): ApplicationPreset | undefined =>
  preset === null ? undefined : APPLICATION_PRESETS[preset]

/** Session cookies of an application: those that are configured, and those of its preset. */
export function listSessionCookies({
  identityHeaders,
  clearCookies = []
}: {
  identityHeaders: ConfiguredHeaders
  clearCookies?: readonly string[] | undefined
}): readonly string[] {
  return [...new Set([...(applicationPresetOf(identityHeaders)?.clearCookies ?? []), ...clearCookies])]
}

/** Configured identity headers over those of their preset over default ones. Disabled ones are null. */
export function mergeIdentityHeaders(configured: ConfiguredHeaders): ConfiguredHeaders {
  const { preset = null, ...own } = configured
  const ofPreset = applicationPresetOf(configured)?.headers ?? IDENTITY_HEADER_PRESETS[preset ?? '']
  return { ...DEFAULT_IDENTITY_HEADERS, ...ofPreset, ...own }
}

/** Effective identity headers, without disabled ones. */
export function listIdentityHeaders(configured: ConfiguredHeaders): [name: string, source: string][] {
  const all = Object.entries(mergeIdentityHeaders(configured))
  return all.flatMap(([name, source]) => (source === null ? [] : [[name, source]]))
}

/** Endpoints of the real provider. */
export const PROVIDER_ENDPOINTS = {
  identityToolkit: 'https://identitytoolkit.googleapis.com',
  secureToken: 'https://securetoken.googleapis.com',
  certificates: 'https://www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com',
  oauthToken: 'https://oauth2.googleapis.com/token',
  sts: 'https://sts.googleapis.com/v1/token',
  iamCredentials: 'https://iamcredentials.googleapis.com',
  appCheck: 'https://firebaseappcheck.googleapis.com'
} as const

/** Names refused as custom claims, by the provider with `FORBIDDEN_CLAIM`; allowed where nested. */
export const RESERVED_CLAIMS: ReadonlySet<string> = new Set(
  'acr amr at_hash aud auth_time azp cnf c_hash exp firebase iat iss jti nbf nonce sub'.split(' ')
)

/** Facts of the account and the sign-in that the provider puts into id tokens: a copy would be out of date. */
export const STATED_CLAIMS: readonly string[] = [
  'user_id',
  'email',
  'email_verified',
  'name',
  'picture',
  'phone_number',
  'source_auth_time',
  'source_second_factor_identifier',
  'source_sign_in_provider',
  'source_sign_in_second_factor'
]

/** Framing headers and those the gateway sets on every request, which cannot be configured. */
const MESSAGE_HEADERS =
  /^(host|cookie|connection|content-.*|transfer-encoding|te|trailer|upgrade|http2-settings|keep-alive|expect|proxy-.*|sec-.*|x-request-id|traceparent|tracestate|baggage|x-cloud-trace-context|x-serverless-authorization|x-forwarded-(for|proto|host))$/

/** True for a framing header or one the gateway sets on every request. `name`: lowercase. */
export function isMessageHeader(name: string): boolean {
  return MESSAGE_HEADERS.test(name)
}
