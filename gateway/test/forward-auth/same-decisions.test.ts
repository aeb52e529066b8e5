import fc from 'fast-check'
import t from 'tap'
import { buildForwardAuth, startAskedGateway } from '../fixtures/forward-auth.ts'
import { sendRaw } from '../fixtures/wire/http-client.ts'
import { startEchoUpstream } from '../fixtures/wire/upstream.ts'
import { words } from '../fixtures/words.ts'

/** A request of a visitor, as a browser or an attacker would make it. */
interface Visit {
  method: string
  host: string
  path: string
  cookie: string
  lines: readonly string[]
}

const pieces = fc.constantFrom(
  ...words`/ public admin open there x . .. ;y %2F %2e %61 %00 %zz // PUBLIC é %C3%A9 ?q=/admin #f`,
  ...words`__ login _auth * [1] a%20b 50%25`,
  ...['\\', ' ']
)
const path = fc.oneof(
  fc.constantFrom(...words`/public/x /open /feed /internal/x /admin/x /there/x /x / /__/auth/x /__/x`),
  fc.array(pieces, { maxLength: 6 }).map((parts) => `/${parts.join('')}`.trimEnd())
)
/** Random visits with one of these `Cookie` headers; empty: none. */
const visitsWith = (cookies: readonly string[]) =>
  fc.record<Visit>({
    method: fc.constantFrom(...words`GET HEAD POST PUT DELETE OPTIONS PROPFIND TRACE`),
    host: fc.constantFrom(...words`auth.example.com AUTH.example.com:443 wiki.example.com wiki.example.com.`),
    path,
    cookie: fc.constantFrom(...cookies),
    lines: fc.subarray([
      ...['X-Forwarded-User: evil', 'X-Original-URL: /public/x', 'X-Http-Method-Override: GET'],
      ...['Authorization: Bearer x', 'Authorization: Basic y', 'Sec-Fetch-Mode: navigate'],
      ...['Origin: https://evil.example', 'X-Middleware-Subrequest: 1']
    ])
  })

const upstream = await startEchoUpstream(t)
/** The same application twice: proxied by the gateway, and by another proxy with forward auth. */
const gateway = await startAskedGateway(t, {
  config: {
    upstream: { url: upstream.url },
    'access.rules': [
      { path: '/admin/*', allow: { claim: 'role', oneOf: ['admin'] } },
      { path: '/public/*', methods: ['GET'], allow: 'public' },
      { path: '/open', allow: 'public' },
      { path: '/feed', allow: 'optional' },
      { path: '/internal/*', allow: 'deny' },
      { host: 'wiki.example.com', path: '/there/*', allow: 'public' }
    ]
  }
})
gateway.provider.accounts.create({ uid: 'root', email: 'root@example.com', customClaims: { role: 'admin' } })
const cookies = [
  '',
  await gateway.enter('ada'),
  await gateway.enter('root'),
  '__Secure-gatehouse=forged',
  'a=b; c'
]

function linesOf({ cookie, lines }: Visit): string {
  return [...lines, ...(cookie === '' ? [] : [`Cookie: ${cookie}`]), 'Connection: close']
    .map((line) => `${line}\r\n`)
    .join('')
}

const statusOf = (response: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1])

/** Whether the application saw the request, and the status of the response. */
async function proxied(visit: Visit) {
  upstream.forget()
  const head = `${visit.method} ${visit.path} HTTP/1.1\r\nHost: ${visit.host}\r\n`
  const response = await sendRaw(
    gateway.port,
    Buffer.from(`${head}${linesOf(visit)}\r\n`, 'latin1').toString('latin1')
  )
  return {
    passed: upstream.seen.length > 0,
    status: statusOf(response),
    isOwn: /x-request-id/i.test(response)
  }
}

async function asked(visit: Visit) {
  const [, options] = buildForwardAuth('', {
    method: visit.method,
    url: `https://${visit.host}${visit.path}`,
    headers: {}
  })
  const sent = Object.entries(options.headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const response = await sendRaw(
    gateway.port,
    `GET /_auth/verify HTTP/1.1\r\nHost: gatehouse\r\n${sent.join('')}${linesOf(visit)}\r\n`
  )
  return {
    passed: statusOf(response) === 200,
    status: statusOf(response),
    user: /^x-forwarded-user: (.*)$/im.exec(response)?.[1]
  }
}

/**
 * Pages of the gateway need no session, as reverse proxy and as forward auth. The sign-in helper belongs to
 * the gateway on every host that it proxies, and to the application behind another proxy.
 */
const isOwnPage = ({ host, path }: Visit) =>
  /^\/(login|logout|_auth|__)(\/|\?|$)/.test(path) || (path.includes('__') && host.startsWith('wiki'))

t.test('same decisions: reverse proxy and forward auth decide 300 requests alike', async (t) => {
  const disagreements: string[] = []
  const counts = { passed: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(visitsWith(cookies), async (visit) => {
      if (isOwnPage(visit)) return
      const [here, there] = [await proxied(visit), await asked(visit)]
      counts[here.passed ? 'passed' : 'refused'] += 1
      const isSame = here.passed === there.passed && (here.passed || here.status === there.status)
      if (!isSame)
        disagreements.push(
          JSON.stringify({ visit: { ...visit, cookie: cookies.indexOf(visit.cookie) }, here, there })
        )
    }),
    { numRuns: 300, seed: 12 }
  )
  t.same(disagreements.slice(0, 5), [])
  t.ok(counts.passed > 40 && counts.refused > 40, JSON.stringify(counts))
})

t.test('same decisions: a page of the gateway passes, on the sign-in origin only', async (t) => {
  for (const path of words`
    /login /login/forgot /logout /_auth/session /_auth/assets/x.css /_auth/jwks.json
  `) {
    const visit = { method: 'GET', host: 'auth.example.com', path, cookie: cookies[1] ?? '', lines: [] }
    t.match(await asked(visit), { passed: true, user: '' }, path)
    const found = await asked({ ...visit, host: 'wiki.example.com', cookie: '' })
    t.match(found, { passed: false }, `${path} elsewhere`)
  }
  for (const path of words`
    /LOGIN /%6cogin /login%2fx /loginx /_auth/verify /_auth/other /__/x /%5f_/auth/x
  `) {
    const seen = await asked({ method: 'GET', host: 'auth.example.com', path, cookie: '', lines: [] })
    t.match(seen, { passed: false }, path)
  }
})

t.test('same decisions: TRACE, which would echo the identity to the visitor, is never allowed', async (t) => {
  const visit = { method: 'TRACE', host: 'auth.example.com', path: '/x', cookie: cookies[1] ?? '', lines: [] }
  t.match(await asked(visit), { passed: false, status: 404 })
  t.match(await asked({ ...visit, method: 'CONNECT' }), { passed: false, status: 404 })
  t.match(await asked({ ...visit, method: 'OPTIONS' }), { passed: true }, 'control')
})
