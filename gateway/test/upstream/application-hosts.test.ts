import t from 'tap'
import { startGateway } from '../fixtures/gateway.ts'
import { sendRaw } from '../fixtures/wire/http-client.ts'
import { startEchoUpstream } from '../fixtures/wire/upstream.ts'

const upstream = await startEchoUpstream(t)
const OPEN = { default: 'public' }
const gateway = await startGateway(t, {
  publicUrl: 'https://app.example.com',
  config: {
    applications: [
      { name: 'home', upstream: { url: upstream.url }, access: OPEN, identityHeaders: { 'x-home': 'sub' } },
      {
        name: 'wiki',
        host: 'wiki.example.com',
        upstream: { url: upstream.url },
        access: OPEN,
        identityHeaders: { 'x-wiki': 'sub' }
      },
      { name: 'each', host: '*.apps.example.com', upstream: { url: upstream.url }, access: OPEN }
    ]
  }
})

/** The application that saw the request, recognised by the header it lets through; null: none. */
function seenBy(): string | null {
  const [seen] = upstream.seen
  if (seen === undefined) return null
  const [hasHome, hasWiki] = [seen.headers['x-home'] !== undefined, seen.headers['x-wiki'] !== undefined]
  if (hasHome && hasWiki) return 'each'
  return hasHome ? 'wiki' : 'home'
}

const JSON_CALL = ''
const PAGE_LOAD = 'Accept: text/html\r\nSec-Fetch-Mode: navigate\r\n'

/** The result of a request with these header lines. `target`: of the request line. */
async function visit(lines: string, { target = '/x', kind = JSON_CALL, version = '1.1' } = {}) {
  upstream.forget()
  const head = `GET ${target} HTTP/${version}\r\n${lines}X-Home: spoofed\r\nX-Wiki: spoofed\r\n`
  const response = await sendRaw(gateway.port, `${head}${kind}Connection: close\r\n\r\n`)
  const [, status = '0'] = /^HTTP\/1\.1 (\d+)/.exec(response) ?? []
  return { status: Number(status), by: seenBy(), response }
}

const host = (name: string) => `Host: ${name}\r\n`

/** The header lines that name the host, the application that gets the request, and the status. Malformed hosts: test/http/host.test.ts. */
const ROWS: readonly [lines: string, by: string | null, status: number][] = [
  [host('app.example.com'), 'home', 200],
  [host('wiki.example.com'), 'wiki', 200],
  [host('a.apps.example.com'), 'each', 200],
  [host('WIKI.Example.COM'), 'wiki', 200],
  [host('wiki.example.com.'), 'wiki', 200],
  [host('wiki.example.com:443'), 'wiki', 200],
  [host('wiki.example.com:8443'), 'wiki', 200],
  [host('A.APPS.example.com.'), 'each', 200],
  [host('  wiki.example.com:65535\t'), 'wiki', 200],
  [host('wiki.example.com:80@evil'), null, 400],
  [host('wiki.example.com :80'), null, 400],
  [host('wiki.example.com\t'), 'wiki', 200],
  [host('wiki.\texample.com'), null, 400],
  [host('wiki.example.com\x80'), null, 400],
  [host('wiki.example.com..'), null, 404],
  [host('.wiki.example.com'), null, 404],
  [host('x.wiki.example.com'), null, 404],
  [host('wiki.example.com@evil'), null, 400],
  [host('wiki.example.com,app.example.com'), null, 400],
  [host('wiki.example.com%00'), null, 400],
  [host('wiki_.apps.example.com'), null, 404],
  [host('b.a.apps.example.com'), null, 404],
  [host('apps.example.com'), null, 404],
  [host('.apps.example.com'), null, 404],
  [host(''), null, 400],
  [host('[::1]'), null, 404],
  [host('[::ffff:127.0.0.1]:443'), null, 404],
  [host('127.0.0.1'), null, 404],
  [host('localhost'), null, 404],
  [host('__proto__'), null, 404],
  [host('constructor'), null, 404],
  [host(`${'a'.repeat(9000)}.apps.example.com`), null, 404],
  [host(`${'a.'.repeat(4000)}example.com`), null, 404],
  [`${host('app.example.com')}${host('wiki.example.com')}`, null, 400],
  [`${host('wiki.example.com')}${host('wiki.example.com')}`, null, 400],
  [`${host('app.example.com')}X-Forwarded-Host: wiki.example.com\r\n`, 'home', 200],
  [`${host('evil.example')}X-Forwarded-Host: wiki.example.com\r\n`, null, 404],
  [`${host('app.example.com')}X-Original-Host: wiki.example.com\r\n`, 'home', 200],
  [`${host('app.example.com')}Forwarded: host=wiki.example.com\r\n`, 'home', 200]
]

for (const [name, kind] of [
  ['JSON call', JSON_CALL],
  ['page load', PAGE_LOAD]
] as const)
  t.test(`hosts: ${name} under any spelling of Host never reaches another application`, async (t) => {
    for (const [lines, by, status] of ROWS) {
      const shown = lines.slice(0, 80).replaceAll('\r\n', ' ')
      const found = await visit(lines, { kind })
      t.equal(found.by, by, shown)
      t.equal(found.status, status, shown)
      if (status === 404)
        t.match(found.response, kind === PAGE_LOAD ? 'no application at this address' : 'UNKNOWN_HOST', shown)
      t.notMatch(found.response, /location:/i, shown)
    }
  })

t.test('hosts: HTTP/1.0 without Host reaches no application', async (t) => {
  t.match(await visit('', { version: '1.0' }), { by: null, status: 404 })
  t.match(await visit(host('wiki.example.com'), { version: '1.0' }), { by: 'wiki', status: 200 }, 'control')
})

t.test('hosts: absolute target is accepted only for the host it is sent to (ASVS 1.3.6)', async (t) => {
  const rows: [target: string, name: string, by: string | null, status: number][] = [
    ['https://wiki.example.com/x?y', 'wiki.example.com', 'wiki', 200],
    ['https://app.example.com/x', 'app.example.com', 'home', 200],
    ['https://a.apps.example.com/x', 'a.apps.example.com', 'each', 200],
    ['HTTPS://Wiki.Example.COM/x', 'wiki.example.com', 'wiki', 200],
    ['Https://wiki.example.com/x', 'WIKI.example.com', 'wiki', 200],
    ['HTTPS://A.Apps.Example.com/x', 'a.apps.example.com', 'each', 200],
    ['HTTPS://Wiki.Example.COM/x', 'app.example.com', null, 400],
    ['HTTP://Wiki.Example.COM/x', 'wiki.example.com', null, 400],
    ['HTTPS://Wiki.Example.COM//x', 'wiki.example.com', null, 400],
    ['https://wiki.example.com/x', 'app.example.com', null, 400],
    ['https://app.example.com/x', 'wiki.example.com', null, 400],
    ['https://b.apps.example.com/x', 'a.apps.example.com', null, 400],
    ['http://wiki.example.com/x', 'wiki.example.com', null, 400],
    ['https://wiki.example.com:8443/x', 'wiki.example.com', null, 400],
    ['https://wiki.example.com@evil/x', 'wiki.example.com', null, 400],
    ['https://wiki.example.com.evil/x', 'wiki.example.com', null, 400],
    ['https://wiki.example.com//evil/x', 'wiki.example.com', null, 400],
    ['https://wiki.example.com/../x', 'wiki.example.com', null, 400],
    ['https://evil.example/x', 'evil.example', null, 400]
  ]
  for (const [target, name, by, status] of rows) {
    t.match(await visit(host(name), { target }), { by, status }, `${target} at ${name}`)
    if (status === 200) t.match(upstream.seen[0]?.url, /^\/x/, target)
  }
})
