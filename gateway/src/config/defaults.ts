/** Default identity headers: name -> claim. */
export const DEFAULT_IDENTITY_HEADERS: Readonly<Record<string, string>> = {
  'x-forwarded-user': 'sub',
  'x-forwarded-email': 'email',
  'x-forwarded-preferred-username': 'name',
  'x-gatehouse-assertion': '$assertion'
}

/** Effective identity headers: configured over default ones, without disabled ones. */
export function listIdentityHeaders(
  configured: Readonly<Record<string, string | null>>
): [name: string, source: string][] {
  const all = Object.entries({ ...DEFAULT_IDENTITY_HEADERS, ...configured })
  return all.flatMap(([name, source]) => (source === null ? [] : [[name, source]]))
}

/** Endpoints of the real provider. */
export const PROVIDER_ENDPOINTS = {
  identityToolkit: 'https://identitytoolkit.googleapis.com',
  secureToken: 'https://securetoken.googleapis.com',
  certificates: 'https://www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com',
  oauthToken: 'https://oauth2.googleapis.com/token',
  sts: 'https://sts.googleapis.com/v1/token',
  iamCredentials: 'https://iamcredentials.googleapis.com'
} as const
