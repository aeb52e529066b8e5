import { type IncomingHttpHeaders, request } from 'node:http'

/** What a page load sends, as Chromium does. */
export const PAGE_LOAD: Readonly<Record<string, string>> = {
  ...browserHeaders(),
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'none',
  'sec-fetch-user': '?1',
  'upgrade-insecure-requests': '1'
}

/** What a script's call sends. */
export const SCRIPT_CALL: Readonly<Record<string, string>> = {
  ...browserHeaders(),
  accept: 'application/json',
  'cache-control': 'no-cache',
  pragma: 'no-cache',
  priority: 'u=1, i',
  'sec-fetch-dest': 'empty',
  'sec-fetch-mode': 'cors',
  'sec-fetch-site': 'same-origin'
}

const MAX_REDIRECTS = 15
const TIMEOUT_MS = 15_000

/** An answer that a browser got. */
export interface BrowserResponse {
  url: URL
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** What else to send with a request. */
export interface BrowserRequest {
  method?: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: string
}

/** A browser without cookies. Those that it gets go to every host: all that it visits belongs to one peer. */
export function createBrowser() {
  const jar = new Map<string, string>()
  const cookieHeader = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

  /** One answer, redirects too. Rejects for hosts that are not on this machine, and after 15 s. */
  async function ask(url: string | URL, options: BrowserRequest = {}): Promise<BrowserResponse> {
    const cookie = jar.size === 0 ? {} : { cookie: cookieHeader() }
    const response = await send(new URL(url), { ...options, headers: { ...options.headers, ...cookie } })
    for (const line of response.headers['set-cookie'] ?? []) keepCookie(jar, line)
    return response
  }

  return {
    ask,
    /** The `Cookie` header that it sends now; empty: it has none. */
    cookieHeader,
    /** Opens a page and follows redirects. Rejects after 15 of them. */
    async open(url: string | URL): Promise<BrowserResponse> {
      let response = await ask(url, { headers: PAGE_LOAD })
      for (let count = 0; isRedirect(response); count++) {
        if (count === MAX_REDIRECTS) throw new Error(`${url}: more than ${MAX_REDIRECTS} redirects`)
        response = await ask(new URL(response.headers.location ?? '', response.url), { headers: PAGE_LOAD })
      }
      return response
    }
  }
}

function isRedirect({ status, headers }: BrowserResponse): boolean {
  return status >= 300 && status < 400 && headers.location !== undefined
}

/** Attributes that end a cookie are the only ones that count here. */
function keepCookie(jar: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
  const separator = pair.indexOf('=')
  const name = pair.slice(0, separator)
  if (separator < 1) return
  if (attributes.some(hasEnded)) jar.delete(name)
  else jar.set(name, pair.slice(separator + 1))
}

function hasEnded(attribute: string): boolean {
  const [name = '', value = ''] = attribute.split('=')
  if (/^max-age$/i.test(name)) return Number(value) <= 0
  return /^expires$/i.test(name) && Date.parse(value) < Date.now()
}

/** Names below localhost need no look-up: all of them are this machine. */
function send(url: URL, { method = 'GET', headers = {}, body }: BrowserRequest): Promise<BrowserResponse> {
  const { hostname, port, pathname, search, host, protocol } = url
  if (protocol !== 'http:' || !/^(127\.0\.0\.1|([\w-]+\.)*localhost)$/.test(hostname))
    return Promise.reject(new Error(`${url.origin} is not on this machine`))
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: pathname + search, method, agent: false as const }
    const req = request({ ...options, headers: { ...headers, host }, timeout: TIMEOUT_MS }, (res) => {
      let text = ''
      res.setEncoding('utf8')
      res.on('data', (chunk: string) => {
        text += chunk
      })
      res.on('end', () => resolve({ url, status: res.statusCode ?? 0, headers: res.headers, body: text }))
      res.on('error', reject)
    })
    req.on('timeout', () => req.destroy(new Error(`${url.origin} did not answer`)))
    req.on('error', reject)
    req.end(body)
  })
}

function browserHeaders(): Record<string, string> {
  return {
    'accept-encoding': 'gzip, deflate, br, zstd',
    'accept-language': 'en-GB,en;q=0.9',
    'sec-ch-ua': '"Chromium";v="142", "Google Chrome";v="142", "Not_A Brand";v="99"',
    'sec-ch-ua-mobile': '?0',
    'sec-ch-ua-platform': '"Linux"',
    'user-agent':
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
  }
}
