import { isLoopback } from '../config/addresses/urls.ts'
import type { Config } from '../config/schema/schema.ts'

const PROJECT_ISSUER = 'https://securetoken.google.com/'

/** Issuers that give anyone a token for any audience, so further claims must identify the client. */
const PUBLIC_ISSUERS: ReadonlySet<string> = new Set([
  'https://accounts.google.com',
  'https://token.actions.githubusercontent.com',
  'https://gitlab.com',
  'https://oidc.circleci.com'
])

/** `iss` of the project's id tokens. */
export function projectIssuer({ projectId }: Pick<Config['identityPlatform'], 'projectId'>): string {
  return `${PROJECT_ISSUER}${projectId}`
}

/** True if anyone can get a token of this issuer for any audience. */
export function isPublicIssuer(issuer: string): boolean {
  return PUBLIC_ISSUERS.has(issuer)
}

/** True if keys may be fetched from this URL: https, or http on this machine. */
export function isKeyAddress(url: URL): boolean {
  if (url.username !== '' || url.password !== '' || url.hash !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

/** The number in an app id, such as `1:1234567890:web:0123abcd`. */
const NUMBER_IN_APP_ID = /^\d+:(\d+):/

/** The project's number: as configured, or the one that all accepted app ids have. Null: unknown. */
export function projectNumberOf({
  appIds,
  projectNumber
}: Config['identityPlatform']['appCheck']): string | null {
  if (projectNumber !== null) return projectNumber
  const numbers = new Set(appIds.map((appId) => NUMBER_IN_APP_ID.exec(appId)?.[1] ?? null))
  const [only = null] = numbers
  return numbers.size === 1 ? only : null
}
