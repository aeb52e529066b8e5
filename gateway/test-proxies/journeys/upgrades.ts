import type { Journey } from './journey.ts'

/** Whoever is let out of HTTP/1.1 sends further requests that no proxy sees. RFC 7540, 3.2. */
const TO_HTTP_2 = ['Connection', 'Upgrade, HTTP2-Settings', 'Upgrade', 'h2c', 'HTTP2-Settings', 'AAMAAABk']
const TO_ANOTHER = ['Connection', 'Upgrade', 'Upgrade', 'something-else']

/** Ways out of the protocol in which each request is asked about. */
export const UPGRADES: readonly Journey[] = [
  {
    title: 'upgrade: to HTTP/2 or another protocol but WebSocket, the application never hears of it',
    setup: 'one application',
    async run(t, { environment: { createVisitor, applications }, limit }) {
      for (const rawHeaders of [TO_HTTP_2, TO_ANOTHER])
        await createVisitor().visit({ path: '/public/page', rawHeaders })
      const asked = (applications[0]?.seen ?? []).flatMap(({ headers }) => headers.upgrade ?? [])
      if (limit === undefined) t.same(asked, [])
      else t.not(asked.length, 0)
    }
  }
]
