import { Agent, request } from 'undici'
import { createCookieJar } from '../test/fixtures/wire/cookie-jar.ts'
import { readJson } from '../test/fixtures/wire/http-client.ts'
import type { GatewayUnderTest } from './gateway-under-test.ts'

/** One request of a visitor. */
export interface Visit {
  method?: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: object
  /** True for a page load of a browser. */
  pageLoad?: boolean
}

/** The response of the gateway. */
export interface Reply {
  status: number
  location: string | null
  setCookies: string[]
  text: string
  /** The body as JSON; an empty object when it is none. */
  json: Record<string, unknown>
}

/** A visitor with separate cookies. Redirects are not followed. */
export type Visitor = ReturnType<typeof createVisitor>

const agent = new Agent({ keepAliveTimeout: 1000 })

/** A new visitor of this gateway without cookies, or with those of `cookieHeader`. */
export function createVisitor({ url, mode }: GatewayUnderTest, cookieHeader = '') {
  const { store, header } = createCookieJar(cookieHeader)

  async function visit(visit: Visit): Promise<Reply> {
    const response = await send(url, visit, header())
    store(response.setCookies)
    return response
  }

  return {
    visit,
    /** The `Cookie` header that the next request will carry. */
    cookieHeader: header,
    /** Posts the tokens of a sign-in to the session endpoint, like the login page in this mode. */
    openSession: ({ idToken, refreshToken }: { idToken: string; refreshToken: string }): Promise<Reply> =>
      visit({
        method: 'POST',
        path: '/_auth/session',
        headers: { authorization: `Bearer ${idToken}` },
        ...(mode === 'handover' ? { body: { refreshToken } } : {})
      })
  }
}

async function send(
  origin: string,
  { method = 'GET', path, headers = {}, body, pageLoad = false }: Visit,
  cookie: string
): Promise<Reply> {
  const response = await request(`${origin}${path}`, {
    dispatcher: agent,
    method,
    headers: {
      ...(pageLoad ? { 'sec-fetch-mode': 'navigate', accept: 'text/html' } : {}),
      ...(cookie === '' ? {} : { cookie }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers
    },
    body: body === undefined ? null : JSON.stringify(body)
  })
  const text = await response.body.text()
  const { location, 'set-cookie': setCookies = [] } = response.headers
  return {
    status: response.statusCode,
    location: typeof location === 'string' ? location : null,
    setCookies: [setCookies].flat(),
    text,
    json: readJson(text)
  }
}

/** The request headers that reached the demo application. */
export function upstreamHeaders(response: Reply): Record<string, unknown> {
  return { ...Object(response.json.headers) }
}
