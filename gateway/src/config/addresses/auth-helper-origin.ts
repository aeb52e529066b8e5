import type { Config } from '../schema/schema.ts'
import { parseUrl } from './url.ts'

/**
 * Origin that serves the provider's sign-in helper: `login.federated.helperUrl`, else the auth domain unless that is a
 * host of ours (then the helper is what we pass on), else the project's own domain. Null where none can be named, as for
 * a project id with a colon.
 * Source: https://firebase.google.com/docs/auth/web/redirect-best-practices
 */
export function findAuthHelperOrigin(config: Config): string | null {
  const { authDomain, projectId } = config.identityPlatform
  const { helperUrl } = config.login.federated
  if (helperUrl !== null) return originOf(helperUrl)
  const ofAuthDomain = authDomain === null ? null : originOf(`https://${authDomain}`)
  if (ofAuthDomain !== null && !isOwnHost(config, new URL(ofAuthDomain).hostname)) return ofAuthDomain
  return originOf(`https://${projectId}.firebaseapp.com`)
}

/** Do visitors reach the gateway under this host? Takes a URL's `hostname`. */
export function isOwnHost({ publicUrl, identityPlatform, login }: Config, hostname: string): boolean {
  const named = [identityPlatform.tenants, login.tenants.byHost, login.hosts].flatMap(Object.keys)
  const publicHost = parseUrl(publicUrl)?.hostname ?? ''
  return [publicHost, ...named].includes(hostname.replace(/\.$/, ''))
}

/** Null for what is no origin of a web server. */
function originOf(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { origin } = new URL(text)
  return origin === 'null' ? null : origin
}
