import type { Readable } from 'node:stream'
import { Agent, request } from 'undici'
import { PUBLIC_ORIGIN } from '../fixture/provider.ts'
import type { Page } from './application.ts'

const REQUEST_TIMEOUT_MS = 20_000

/** An answer; null: there was no whole one. */
export type Reply = { status: number; page: Page | null } | null

/** Somebody with cookies of their own. */
export type Client = ReturnType<typeof createClient>

export interface AskOptions {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | Readable
}

/** A client without cookies, over connections that are kept. */
export function createClient(cookies = new Map<string, string>()) {
  const agent = new Agent({ headersTimeout: REQUEST_TIMEOUT_MS, bodyTimeout: REQUEST_TIMEOUT_MS })
  const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

  function keep(header: string): void {
    const [pair = '', ...attributes] = header.split('; ')
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    if (attributes.includes('Max-Age=0')) cookies.delete(name)
    else cookies.set(name, value)
  }

  return {
    /** What is sent; empty: no cookie. */
    cookieHeader,
    /** Sends a request and keeps the cookies of the answer. `url`: an origin, with the path. */
    async ask(url: string, { method = 'GET', headers = {}, body }: AskOptions = {}): Promise<Reply> {
      try {
        const response = await request(url, {
          method,
          dispatcher: agent,
          headers: { accept: 'application/json', origin: PUBLIC_ORIGIN, cookie: cookieHeader(), ...headers },
          body: body ?? null
        })
        for (const header of [response.headers['set-cookie'] ?? []].flat()) keep(header)
        const text = await response.body.text()
        return { status: response.statusCode, page: response.statusCode === 200 ? readPage(text) : null }
      } catch {
        return null
      }
    },
    close: (): Promise<void> => agent.destroy()
  }
}

function readPage(text: string): Page | null {
  try {
    const { user, bytes }: Partial<Page> = JSON.parse(text)
    return typeof user === 'string' && typeof bytes === 'number' ? { user, bytes } : null
  } catch {
    return null
  }
}
