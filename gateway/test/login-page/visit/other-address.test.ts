import t from 'tap'
import { PAGE, startGateway, type TestGateway } from '../../fixtures/gateway.ts'
import { send } from '../../fixtures/wire/http-client.ts'

const BROWSER = { ...PAGE, 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' }
/** What browsers send over http, except to loopback addresses. */
const PLAIN = { accept: 'text/html', 'upgrade-insecure-requests': '1' }

const load = (
  gateway: TestGateway,
  host: string,
  headers: Record<string, string> = BROWSER,
  path = '/login'
) => send(gateway.url + path, { headers: { host, ...headers } })

const warnings = (gateway: TestGateway) => gateway.logLines({ msg: 'request at another origin' })

t.test('other address: a browser is led to publicUrl, once, with its query', async (t) => {
  const gateway = await startGateway(t, { publicUrl: 'https://app.example.com' })
  for (const [host, headers, asked] of [
    ['www.example.com', BROWSER, 'https://www.example.com'],
    ['app.example.com:8443', BROWSER, 'https://app.example.com:8443'],
    ['127.0.0.1:8080', BROWSER, 'https://127.0.0.1:8080'],
    ['app.example.com', PLAIN, 'http://app.example.com']
  ] as const) {
    const response = await load(gateway, host, headers, '/login/forgot?redirect=%2Fx')
    const led = 'https://app.example.com/login/forgot?redirect=%2Fx&led=1'
    t.same([response.status, response.headers.get('location')], [302, led], asked)
    // A proxy that changes Host causes no loop.
    t.equal((await load(gateway, host, headers, '/login?led=1')).status, 200, asked)
  }
  const seen = (await load(gateway, 'x.example', BROWSER)).headers.get('location')
  t.equal(seen, 'https://app.example.com/login?led=1')
  await gateway.settled()
  t.equal(warnings(gateway).length, 1, 'one line a minute, whatever the hosts')
  t.match(warnings(gateway)[0], {
    cause: /https:\/\/www\.example\.com.*https:\/\/app\.example\.com$/,
    fix: /open https:\/\/app\.example\.com/,
    doctor: 'PUBLIC_URL'
  })
})

t.test('other address: the right one, a program or a health check gets the page', async (t) => {
  const gateway = await startGateway(t, {
    publicUrl: 'https://app.example.com:8443',
    tenants: ['acme-1'],
    config: { 'identityPlatform.tenants': { 'acme.example.com': 'acme-1' } }
  })
  for (const [host, headers] of [
    ['app.example.com:8443', BROWSER],
    ['APP.example.com:8443', BROWSER],
    ['app.example.com', BROWSER],
    ['acme.example.com:8443', BROWSER],
    ['127.0.0.1:1', PAGE],
    ['127.0.0.1:1', { accept: '*/*' }],
    ['127.0.0.1:1', { ...BROWSER, 'sec-fetch-mode': 'cors' }]
  ] as const)
    t.equal((await load(gateway, host, headers)).status, 200, `${host} ${JSON.stringify(headers)}`)
  t.same(warnings(gateway), [])
})

t.test('other address: behind a proxy that changes Host, X-Forwarded-Host of any proxy counts', async (t) => {
  const gateway = await startGateway(t, { publicUrl: 'https://app.example.com:8443' })
  const service = 'service.a.run.app'
  const right = { 'x-forwarded-host': 'app.example.com' }
  const wrong = { 'x-forwarded-host': 'www.example.com' }
  const rows: [status: number, headers: Record<string, string>, host?: string][] = [
    [200, { ...BROWSER, 'x-forwarded-host': 'app.example.com:8443' }],
    [200, { ...BROWSER, ...right }],
    [200, { ...BROWSER, 'x-forwarded-host': 'www.example.com, app.example.com' }],
    [200, { ...PLAIN, ...right, 'x-forwarded-proto': 'https' }],
    [200, { ...BROWSER, 'x-forwarded-host': service }, 'app.example.com'],
    [302, { ...BROWSER, ...wrong }],
    [302, { ...BROWSER, ...wrong, 'x-forwarded-proto': 'https' }],
    [302, { ...PLAIN, ...right, 'x-forwarded-proto': 'http' }],
    [302, { ...PLAIN, ...right }]
  ]
  for (const [status, headers, host = service] of rows)
    t.equal((await load(gateway, host, headers)).status, status, `${host} ${JSON.stringify(headers)}`)
  await gateway.settled()
  t.match(warnings(gateway), [{ cause: 'the browser is at https://www.example.com, ' }])
})

t.test('other address: where publicUrl is of this machine, a page says which address to use', async (t) => {
  const gateway = await startGateway(t)
  const response = await load(gateway, '127.0.0.1:8080')
  t.equal(response.status, 403)
  const found = await response.text()
  t.match(found, '<a class="button" href="http://localhost:8080/login?led=1">http://localhost:8080/login</a>')
  t.equal((await load(gateway, 'localhost:8080')).status, 200, 'control')
})

t.test('other address: every call that is refused for it warns with both origins and the fix', async (t) => {
  for (const [path, method, more] of [
    ['/_auth/session', 'POST', {}],
    ['/_auth/refresh', 'POST', {}],
    ['/logout', 'POST', {}],
    ['/socket', 'GET', { 'sec-fetch-mode': 'websocket' }]
  ] as const)
    for (const [host, origin, fix] of [
      [
        'app.example.com',
        'http://app.example.com',
        /the scheme differs: redirect to https:\/\/app\.example\.com/
      ],
      ['127.0.0.1:80', 'http://127.0.0.1:80', /open https:\/\/app\.example\.com, or set publicUrl/]
    ] as const) {
      const gateway = await startGateway(t, { publicUrl: 'https://app.example.com' })
      const response = await send(gateway.url + path, { method, headers: { host, origin, ...more } })
      t.equal(response.status, 403, path)
      await gateway.settled()
      t.match(warnings(gateway), [{ code: 'ORIGIN_MISMATCH', fix, doctor: 'PUBLIC_URL' }], path)
      t.equal(warnings(gateway).length, 1)
      t.match(gateway.logText(), `Origin: ${origin}, expected: https://app.example.com`, path)
    }
})

t.test('other address: another site is refused without that warning', async (t) => {
  const gateway = await startGateway(t, { publicUrl: 'https://app.example.com' })
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'null', 'sec-fetch-site': 'cross-site' },
    { origin: 'app.example.com' }
  ]) {
    const options = { method: 'POST', headers: { host: 'app.example.com', ...headers } }
    t.equal((await send(`${gateway.url}/logout`, options)).status, 403)
  }
  await gateway.settled()
  t.same(warnings(gateway), [])
})
