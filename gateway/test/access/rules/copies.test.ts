import t from 'tap'
import { PUBLIC_ORIGIN, startGateway } from '../../fixtures/gateway.ts'
import { send } from '../../fixtures/wire/http-client.ts'
import { words } from '../../fixtures/words.ts'

const RULES = [
  { path: '/dav/admin/*', allow: { claim: 'role', oneOf: ['admin'] } },
  { path: '/dav/closed/*', methods: ['GET'], allow: 'deny' },
  { path: '/secret', allow: { claim: 'role', oneOf: ['admin'] } }
]

/** Status for a stranger, a user and an admin, with everything else public; 200 reaches the application. */
const ROWS: readonly [
  line: string,
  destination: string | null,
  expected: readonly [number, number, number]
][] = [
  ['COPY /dav/pub/a.txt', '/dav/pub/b.txt', [200, 200, 200]],
  ['COPY /dav/pub/a.txt', null, [200, 200, 200]],
  ['COPY /dav/pub/a.txt', '$ORIGIN/dav/pub/b.txt', [200, 200, 200]],
  ['COPY /dav/pub/a.txt', '$ORIGIN/dav/admin/b.txt', [401, 403, 200]],
  ['COPY /dav/pub/a.txt', '/dav/admin/', [401, 403, 200]],
  ['COPY /dav/pub/a.txt', '/dav/%61dmin/b.txt', [401, 403, 200]],
  ['COPY /dav/pub/a.txt', '/DAV//admin/b.txt', [401, 403, 200]],
  ['MOVE /dav/pub/', '/dav/closed/x', [403, 403, 403]],
  ['COPY /dav/pub/a.txt', 'https://elsewhere.example/dav/pub/b.txt', [400, 400, 400]],
  ['COPY /dav/pub/a.txt', '/dav/pub/../admin/b.txt', [400, 400, 400]],
  ['COPY /dav/pub/a.txt', '/dav/pub/b.txt, /dav/admin/b.txt', [400, 400, 400]],
  ['COPY /dav/admin/a.txt', '/dav/pub/b.txt', [401, 403, 200]],
  ['COPY /secret.txt', '/dav/pub/b.txt', [401, 403, 200]],
  ['MOVE /dav/pub/a.txt', '/secret.html', [401, 403, 200]],
  // With all that is below it.
  ['COPY /dav/sub/', '/elsewhere/', [200, 200, 200]],
  ['COPY /dav/', '/elsewhere/', [403, 403, 403]],
  ['MOVE /', '/elsewhere/', [403, 403, 403]],
  ['COPY /dav/pub/', '/secret', [401, 403, 200]],
  ['PUT /dav/pub/a.txt', '/dav/admin/b.txt', [200, 200, 200]]
]

t.test('COPY and MOVE: both paths and all that is below them are checked', async (t) => {
  const config = { 'access.default': 'public', 'access.rules': RULES }
  const gateway = await startGateway(t, { config })
  const { url, upstream, provider } = gateway
  provider.accounts.create({ uid: 'root', customClaims: { role: 'admin' } })
  const callers = ['', await gateway.signIn('ada'), await gateway.signIn('root')]
  for (const [line, destination, expected] of ROWS)
    for (const [index, cookie] of callers.entries()) {
      upstream.forget()
      const [method = '', path = ''] = line.split(' ')
      const to = destination === null ? {} : { destination: destination.replace('$ORIGIN', PUBLIC_ORIGIN) }
      const response = await send(`${url}${path}`, {
        method,
        headers: { ...to, ...(cookie !== '' && { cookie }) }
      })
      const reached = expected[index] === 200 ? 1 : 0
      const found = [response.status, upstream.seen.length]
      t.same(found, [expected[index], reached], `${line} to ${destination} as ${index}`)
    }
})

t.test('COPY and MOVE: what is another application’s is refused', async (t) => {
  const upstream = { url: 'http://127.0.0.1:9' }
  const access = { default: 'public' }
  const applications = [
    { name: 'home', upstream, access },
    { name: 'wiki', path: '/wiki/*', upstream, access }
  ]
  const { url } = await startGateway(t, { config: { applications } })
  const { host } = new URL(PUBLIC_ORIGIN)
  const copy = async (path: string, destination: string) =>
    (await send(`${url}${path}`, { method: 'COPY', headers: { destination, host } })).status
  t.equal(await copy('/a', '/b'), 502, 'twin: within one')
  t.equal(await copy('/wiki/a', '/wiki/b'), 502)
  t.equal(await copy('/a', '/wiki/a'), 400)
  t.equal(await copy('/wiki/a', '/a'), 400)
  t.equal(await copy('/', '/copy/'), 400, 'with all that is below')
})

t.test('path: a group that ASP.NET removes hides no rule', async (t) => {
  const config = { 'access.default': 'public', 'access.rules': RULES }
  const { url, upstream } = await startGateway(t, { config })
  const statusOf = async (path: string) => (await send(`${url}${path}`)).status
  for (const path of words`
    /(S(70739f18f222c5942608dfe7))/secret /(s(x))/secret /(A(a)F(b))/secret /se(S(x))cret
    /(70739f18f222c5942608dfe7)/secret /%28S%28x%29%29/secret /dav/(S(x))/admin/a.txt /dav/adm(S(x))in/a.txt
  `)
    t.equal(await statusOf(path), 401, path)
  t.equal(upstream.seen.length, 0)
  for (const path of ['/(S(x))/open', '/secret(1)', '/(group)/secret', "/secrets('a')", '/f(x)/y'])
    t.equal(await statusOf(path), 200, `twin: ${path}`)
})
