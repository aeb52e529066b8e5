import { isLoopback, isOwnAddress } from '../addresses/own-address.ts'
import { parseUrl } from '../addresses/url.ts'
import type { Config } from '../schema/schema.ts'
import type { Report } from './check.ts'

/** `login.federated.helperUrl`: a URL of somebody else, and https unless it is on this machine. */
export function checkAuthHelper(config: Config, report: Report): void {
  const path = 'login.federated.helperUrl'
  const { helperUrl } = config.login.federated
  if (helperUrl === null) return
  const url = parseUrl(helperUrl)
  if (url === null) report(path, 'is not a URL', 'Such as `https://my-project.firebaseapp.com`.')
  else if (isOwnAddress(url, config))
    report(
      path,
      'is the gateway itself',
      'Requests would go round in circles: name the auth domain, or null.'
    )
  else if (url.protocol !== 'https:' && !isLoopback(url.hostname))
    report(path, 'is not https', 'Sign-ins travel there: use https, or a loopback address for tests.')
}
