import { isOwnHost, type OwnHosts } from './own-address.ts'
import { parseUrl } from './urls.ts'

/**
 * Origin that serves the provider's sign-in helper: `login.federated.helperUrl`, else the auth domain unless that is a
 * host of ours (then the helper is what we pass on), else the project's own domain. Null where none can be named, as for
 * a project id with a colon.
 * Source: https://firebase.google.com/docs/auth/web/redirect-best-practices
 */
export function findAuthHelperOrigin(config: OwnHosts): string | null {
  const { authDomain, projectId } = config.identityPlatform
  const { helperUrl } = config.login.federated
  if (helperUrl !== null) return originOf(helperUrl)
  const ofAuthDomain = authDomain === null ? null : originOf(`https://${authDomain}`)
  if (ofAuthDomain !== null && !isOwnHost(config, new URL(ofAuthDomain).hostname)) return ofAuthDomain
  return originOf(`https://${projectId}.firebaseapp.com`)
}

/** Null for what is no origin of a web server. */
function originOf(text: string): string | null {
  const origin = parseUrl(text)?.origin ?? 'null'
  return origin === 'null' ? null : origin
}
