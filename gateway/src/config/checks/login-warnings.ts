import { isLoopback } from '../addresses/own-address.ts'
import type { Config } from '../schema/schema.ts'

/** Things of the login page that work, but not everywhere or less safely. Takes a configuration without problems. */
export function listLoginWarnings({ login, publicUrl }: Config): string[] {
  const warnings: string[] = []
  const { mode, helper } = login.federated
  const { protocol, hostname } = new URL(publicUrl)
  if (login.providers.length > 0 && mode === 'redirect' && helper === 'firebaseapp')
    warnings.push(
      'login.federated: `mode: redirect` with `helper: firebaseapp` fails silently in browsers that keep the storage of other sites apart; use `helper: proxy`, or `mode: auto`'
    )
  if (login.providers.length > 0 && helper === 'proxy' && protocol === 'http:' && !isLoopback(hostname))
    warnings.push(
      'login.federated.helper: `proxy` needs an https publicUrl, providers send nobody back to http; use https'
    )
  if (login.security.trustedTypes === 'off')
    warnings.push(
      'login.security.trustedTypes: `off` takes a protection against injected scripts away; use `auto`'
    )
  return warnings
}
