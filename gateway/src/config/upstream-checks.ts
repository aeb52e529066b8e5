import type { Report } from './check.ts'
import { isOwnListener } from './own-address.ts'
import type { Config } from './schema.ts'

const PATH = 'upstream.url'

/** A URL, and not that of the gateway: every request would go round until the connections run out. */
export function checkUpstream(config: Config, report: Report): void {
  const { url } = config.upstream
  if (!URL.canParse(url)) report(PATH, 'is not a URL', 'Such as `http://127.0.0.1:3000`.')
  else if (isOwnListener(new URL(url), config))
    report(
      PATH,
      'is the gateway itself',
      'Requests would go round in circles: name the address of the application, or change `listen` or `management`.'
    )
}
