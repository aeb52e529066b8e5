import { type Surroundings, VISITORS_HOST } from '../peer.ts'
import { createBrowser } from './browser.ts'

/** Signs somebody new in by opening a page, as a browser does; gives the `Cookie` header. Rejects unless it ends at the application. */
export async function signInThrough({ port, upstreamBody }: Surroundings): Promise<string> {
  const browser = createBrowser()
  const { url, status, body } = await browser.open(`http://${VISITORS_HOST}:${port}/`)
  if (status !== 200 || body !== upstreamBody)
    throw new Error(`sign-in ended at ${url.origin}${url.pathname} with ${status}: ${body.slice(0, 200)}`)
  return browser.cookieHeader()
}
