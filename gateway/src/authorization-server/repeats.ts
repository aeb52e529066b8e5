import type { KoaContextWithOIDC } from 'oidc-provider'
import { DEVICE_PATH } from '../config/applications.ts'
import type { SharedState } from '../shared-state/shared-state.ts'

/** For how long the same form gets the same response. */
const REPEAT_SECONDS = 10

type Exchange = Pick<KoaContextWithOIDC, 'append' | 'body' | 'get' | 'path' | 'response' | 'set' | 'status'>

/**
 * Responds to the form of a device that is sent twice, as by a double click, as to the first. Errors are not repeated. `digest` names
 * a text without revealing it; `cookiePrefix` begins the names of the provider's cookies, which belong to its responses.
 */
export function createRepeats(
  shared: Pick<SharedState, 'once'>,
  digest: (text: string) => string,
  cookiePrefix: string
) {
  /** `sender`: the visitor's session. */
  return async (ctx: Exchange, next: () => Promise<void>, form: string, sender = ''): Promise<void> => {
    if (ctx.path !== DEVICE_PATH) return await next()
    const name = digest(JSON.stringify(['form', sender, ctx.get('origin'), form]))
    let isFirst = false
    const response = await shared.once(`oauth form ${name}`, REPEAT_SECONDS, {
      async make() {
        isFirst = true
        await next()
        const { status, body } = ctx
        return { status, body, headers: ctx.response.headers as Record<string, string | string[]> }
      },
      write: (made) => (made.status < 400 ? JSON.stringify(made) : null),
      read: async (text) => JSON.parse(text)
    })
    if (isFirst) return
    const { 'set-cookie': cookies = [], 'x-request-id': _, ...headers } = response.headers
    ctx.set(headers)
    for (const cookie of [cookies].flat())
      if (cookie.startsWith(cookiePrefix)) ctx.append('set-cookie', cookie)
    ctx.status = response.status
    ctx.body = response.body
  }
}
