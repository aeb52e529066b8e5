import { isLoopback } from './addresses/urls.ts'
import type { Config } from './schema/schema.ts'

const PROJECT_ISSUER = 'https://securetoken.google.com/'

/** Issuers that give whoever asks a token for whatever audience: only more claims tell callers apart. */
const PUBLIC_ISSUERS: ReadonlySet<string> = new Set([
  'https://accounts.google.com',
  'https://token.actions.githubusercontent.com',
  'https://gitlab.com',
  'https://oidc.circleci.com'
])

/** What the id tokens of a project say in `iss`. */
export function projectIssuer({ projectId }: Pick<Config['identityPlatform'], 'projectId'>): string {
  return `${PROJECT_ISSUER}${projectId}`
}

/** Can anybody get a token of this issuer for any audience? */
export function isPublicIssuer(issuer: string): boolean {
  return PUBLIC_ISSUERS.has(issuer)
}

/** May keys be fetched from there? By https, or from this machine alone. */
export function isKeyAddress(url: URL): boolean {
  if (url.username !== '' || url.password !== '' || url.hash !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}
