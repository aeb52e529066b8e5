import { isOwnAddress } from '../addresses/own-address.ts'
import type { Config } from '../schema/schema.ts'
import type { Report } from './check.ts'

const PATH = 'upstream.url'

/** A URL, and not that of the gateway, neither behind what stands in front of it: requests would go round without end. */
export function checkUpstream(config: Config, report: Report): void {
  const { url } = config.upstream
  if (!URL.canParse(url)) report(PATH, 'is not a URL', 'Such as `http://127.0.0.1:3000`.')
  else if (isOwnAddress(new URL(url), config))
    report(
      PATH,
      'is the gateway itself',
      'Requests would go round in circles: name the address at which the application itself answers.'
    )
}
