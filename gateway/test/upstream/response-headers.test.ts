import t, { type Test } from 'tap'
import { addOwnCookies, makePrivate } from '../../src/upstream/response-headers.ts'
import { PAGE, startGateway, type TestGatewayOptions } from '../fixtures/gateway.ts'
import { send } from '../fixtures/wire/http-client.ts'
import { startScriptedApplication } from '../fixtures/wire/scripted-application.ts'
import { startUpstream } from '../fixtures/wire/upstream.ts'

type HeaderLines = [name: string, value: string][]

/** A gateway in front of an application that responds with the header lines that the test wants. */
async function startAnswering(t: Test, { config = {}, ...options }: TestGatewayOptions = {}) {
  let lines: HeaderLines = []
  const app = await startUpstream(t, (_req, res) => {
    res.writeHead(200, lines.flat()).end('x')
  })
  const { url, signIn, advance } = await startGateway(t, {
    ...options,
    upstreamUrl: app.url,
    config: { 'access.rules': [{ path: '/public', allow: 'public' }], ...config }
  })
  // The fixture signs in only at the usual public URL.
  const session = options.publicUrl === undefined ? await signIn('ada') : ''
  return {
    /** Origin of the application, which no visitor can reach. */
    upstreamOrigin: app.url,
    advance,
    /** The headers a visitor gets when the application responds with these header lines. */
    async ask(wanted: HeaderLines, { path = '/private', cookie = session, host = 'localhost:8080' } = {}) {
      lines = wanted
      return (await send(`${url}${path}`, { headers: { cookie, host } })).headers
    }
  }
}

const CACHE_CONTROL: [sent: string | string[] | undefined, expected: string][] = [
  [undefined, 'private, no-cache'],
  ['', 'private, no-cache'],
  [',, ,', 'private, no-cache'],
  ['public', 'private, no-cache'],
  ['PUBLIC', 'private, no-cache'],
  ['public, max-age=300', 'private, max-age=300'],
  ['max-age=300, s-maxage=600', 'private, max-age=300'],
  ['max-age=300,S-MaxAge="600" ,must-revalidate', 'private, max-age=300, must-revalidate'],
  ['max-age=60, proxy-revalidate', 'private, max-age=60'],
  ['max-age=31536000, immutable', 'private, max-age=31536000, immutable'],
  ['no-cache', 'private, no-cache'],
  ['no-cache="set-cookie, x-a", max-age=1', 'private, no-cache="set-cookie, x-a", max-age=1'],
  ['private', 'private, no-cache'],
  ['Private, max-age=0', 'Private, max-age=0'],
  ['no-store', 'no-store'],
  ['no-store, public', 'no-store'],
  ['private, s-maxage=60', 'private, no-cache'],
  [['public', 'max-age=5'], 'private, max-age=5'],
  [['no-store', 's-maxage=5'], 'no-store'],
  // Only the named fields are private (RFC 9111, 5.2.2.7).
  ['private="set-cookie", max-age=9', 'private, max-age=9'],
  // A word inside a quoted string is no directive.
  ['ext="no-store, private", max-age=9', 'private, ext="no-store, private", max-age=9'],
  ['ext="a\\", private, \\"b"', 'private, ext="a\\", private, \\"b", no-cache'],
  ['public=1', 'private, no-cache'],
  ['not-public', 'private, not-public, no-cache'],
  ['must-revalidate', 'private, must-revalidate, no-cache'],
  ['immutable', 'private, immutable, no-cache'],
  ['max-age=soon', 'private, max-age=soon, no-cache'],
  ['max-age="5"', 'private, max-age="5"'],
  ['no-cache="set-cookie"', 'private, no-cache="set-cookie", no-cache'],
  // Caches disagree on malformed values.
  ['max-age=300; public', 'private, no-store'],
  ['max-age = 300', 'private, no-store'],
  ['ext="unclosed, private', 'private, no-store'],
  ['max-age="5"x', 'private, no-store']
]

t.test('cache-control: made private for shared caches, otherwise unchanged for browsers', async (t) => {
  for (const [sent, expected] of CACHE_CONTROL) t.equal(makePrivate(sent), expected, JSON.stringify(sent))
})

const TARGETED = [
  ...'CDN-Cache-Control Cloudflare-CDN-Cache-Control Vercel-CDN-Cache-Control Edge-Control'.split(' '),
  ...'Netlify-CDN-Cache-Control Surrogate-Control Akamai-Cache-Control X-Accel-Expires'.split(' '),
  'X-LiteSpeed-Cache-Control'
]
const SHARED: HeaderLines = [
  ['Cache-Control', 'public'],
  ['Cache-Control', 'max-age=300, s-maxage=600'],
  ['Expires', 'Sat, 21 Nov 2026 12:00:00 GMT'],
  ...TARGETED.map((name): [string, string] => [name, 'max-age=600'])
]

t.test('caching: responses that needed a session are for no shared cache (ASVS 14.2.2)', async (t) => {
  const { ask } = await startAnswering(t)
  const personal = await ask(SHARED)
  t.equal(personal.get('cache-control'), 'private, max-age=300')
  t.equal(personal.get('expires'), 'Sat, 21 Nov 2026 12:00:00 GMT', 'browsers may')
  for (const name of TARGETED) t.equal(personal.get(name), null, name)
  t.equal((await ask([])).get('cache-control'), 'private, no-cache', 'caches also store without the header')

  for (const options of [{ path: '/public' }, { path: '/public', cookie: '' }]) {
    const shared = await ask(SHARED, options)
    t.equal(shared.get('cache-control'), 'public, max-age=300, s-maxage=600')
    for (const name of TARGETED) t.equal(shared.get(name), 'max-age=600', name)
    t.equal((await ask([], options)).get('cache-control'), null)
  }
})

const EXPIRES: HeaderLines = [['Expires', 'Fri, 01 Jan 2100 00:00:00 GMT']]

t.test('caching: only a freshness of the application keeps browsers from asking again', async (t) => {
  const { ask } = await startAnswering(t)
  const modified: HeaderLines = [
    ['Last-Modified', 'Sat, 01 Jan 2000 00:00:00 GMT'],
    ['ETag', '"1"']
  ]
  const guessed = await ask(modified)
  t.equal(guessed.get('cache-control'), 'private, no-cache')
  t.equal(guessed.get('etag'), '"1"', 'so that the response can be a 304')
  const found = (await ask([...modified, ['Cache-Control', 'max-age=9']])).get('cache-control')
  t.equal(found, 'private, max-age=9')
  t.equal((await ask([...modified, ...EXPIRES])).get('cache-control'), 'private')
  t.equal((await ask([...modified, ['Expires', '']])).get('cache-control'), 'private, no-cache')
  t.equal((await ask(modified, { path: '/public' })).get('cache-control'), null)
})

t.test('caching: pages of a session vary by cookie, data, assets and public pages do not', async (t) => {
  const { ask } = await startAnswering(t)
  const vary = async (type: string, lines: HeaderLines = [], options = {}) =>
    (await ask([['Content-Type', type], ...lines], options)).get('vary')
  for (const type of ['text/html', 'Text/HTML; charset=utf-8', 'application/xhtml+xml'])
    t.equal(await vary(type), 'Cookie', type)
  t.equal(await vary('text/html', [['Vary', 'Accept-Encoding']]), 'Accept-Encoding, Cookie')
  t.equal(await vary('text/html', [['Vary', 'cookie']]), 'cookie')
  for (const type of ['text/css', 'application/json', 'image/png', 'text/javascript'])
    t.equal(await vary(type, [['Cache-Control', 'max-age=31536000']]), null, type)
  t.equal(await vary('text/html', [], { path: '/public' }), null)
})

t.test('caching: a 304 renews what the browser has stored, also with a new session cookie', async (t) => {
  let lines: HeaderLines = []
  const app = await startUpstream(t, (_req, res) => void res.writeHead(304, lines.flat()).end())
  const { url, signIn, advance } = await startGateway(t, { upstreamUrl: app.url })
  const cookie = await signIn('ada')
  const ask = async (wanted: HeaderLines, headers = {}) => {
    lines = wanted
    return (await send(`${url}/x`, { headers: { cookie, ...headers } })).headers
  }
  t.equal((await ask([['ETag', '"1"']])).get('cache-control'), 'private, no-cache')
  t.equal((await ask([['ETag', '"1"']])).get('vary'), null, 'an asset')
  t.equal((await ask([['ETag', '"1"']], PAGE)).get('vary'), 'Cookie', 'a page')
  t.equal((await ask([['Cache-Control', 'max-age=9']])).get('cache-control'), 'private, max-age=9')
  advance(3601)
  const refreshed = await ask([['Cache-Control', 'max-age=9']])
  t.match(refreshed.getSetCookie(), [/^gatehouse=/])
  t.equal(refreshed.get('cache-control'), 'private, max-age=9')
})

t.test('caching: upstream.sharedCaching passes headers unchanged unless a new cookie is set', async (t) => {
  const { ask, advance } = await startAnswering(t, { config: { 'upstream.sharedCaching': true } })
  const shared = await ask(SHARED)
  t.equal(shared.get('cache-control'), 'public, max-age=300, s-maxage=600')
  for (const name of TARGETED) t.equal(shared.get(name), 'max-age=600', name)
  t.equal((await ask([])).get('cache-control'), null)

  advance(3601)
  const refreshed = await ask(SHARED)
  t.match(refreshed.getSetCookie(), [/^gatehouse=/])
  t.equal(refreshed.get('cache-control'), 'private, no-store')
  for (const name of [...TARGETED, 'expires']) t.equal(refreshed.get(name), null, name)
})

t.test('identity headers: those echoed by the application never reach the visitor', async (t) => {
  const { ask } = await startAnswering(t, {
    config: { identityHeaders: { 'x-forwarded-groups': 'groups', authorization: '$idToken', 'x-off': null } }
  })
  const names = [
    ...'X-Forwarded-User X-Forwarded-Email X-Forwarded-Preferred-Username X-Forwarded-Groups'.split(' '),
    ...'Authorization X-Gatehouse-Assertion X-Gatehouse-Tenant X-Gatehouse-Other'.split(' ')
  ]
  const own = ['X-Off', 'X-User', 'X-Forwarded', 'X-Gatehouse', 'ETag']
  for (const path of ['/private', '/public']) {
    const headers = await ask(
      [...names, ...own].map((name) => [name, 'ada']),
      { path }
    )
    for (const name of names) t.equal(headers.get(name), null, `${path} ${name}`)
    for (const name of own) t.equal(headers.get(name), 'ada', `${path} ${name}`)
  }
})

t.test('refresh and link: the origin of the upstream becomes public, all else is unchanged', async (t) => {
  const { ask, upstreamOrigin: at } = await startAnswering(t)
  const own = 'http://localhost:8080'
  const rows: readonly [name: string, sent: string, received: string][] = [
    ['Refresh', `5; url=${at}/a?b`, `5; url=${own}/a?b`],
    ['Refresh', `0;URL='${at}/a'`, `0;URL='${own}/a'`],
    ['Refresh', `0, "${at}"`, `0, "${own}"`],
    ['Refresh', `3;${at}/a`, `3;${own}/a`],
    ['Refresh', '5', '5'],
    ['Refresh', '5; url=/a', '5; url=/a'],
    ['Refresh', '5; url=https://other.example/a', '5; url=https://other.example/a'],
    ['Refresh', `5; url=/login?next=${at}/a`, `5; url=/login?next=${at}/a`],
    [
      'Link',
      `<${at}/a.css>; rel=preload, <${at}/b>;rel="next"`,
      `<${own}/a.css>; rel=preload, <${own}/b>;rel="next"`
    ],
    ['Link', `</a>; rel=next, < ${at}/b>; rel=prev`, `</a>; rel=next, < ${own}/b>; rel=prev`],
    ['Link', '<https://other.example/>; rel=me', '<https://other.example/>; rel=me'],
    ['Link', `<${at}.evil.example/>; rel=me`, `<${at}.evil.example/>; rel=me`]
  ]
  for (const [name, sent, received] of rows) t.equal((await ask([[name, sent]])).get(name), received, sent)
  const several = await ask(['/a', '/b'].map((path) => ['Link', `<${at}${path}>; rel=next`]))
  t.equal(several.get('link'), `<${own}/a>; rel=next, <${own}/b>; rel=next`, 'more than one line')
})

t.test('location: the origin of the upstream becomes the public one, all else is unchanged', async (t) => {
  const { ask, upstreamOrigin } = await startAnswering(t, {
    config: { 'identityPlatform.tenants': { 'acme.localhost': 'acme' } },
    tenants: ['acme']
  })
  const { host, port } = new URL(upstreamOrigin)
  const rows: [sent: string, expected: string][] = [
    [`${upstreamOrigin}/a?b=%2F#c`, 'http://localhost:8080/a?b=%2F#c'],
    [upstreamOrigin, 'http://localhost:8080'],
    [`${upstreamOrigin}?x`, 'http://localhost:8080?x'],
    [`HTTP://${host}/A`, 'http://localhost:8080/A'],
    [`//${host}/a`, 'http://localhost:8080/a'],
    [`http://user:secret@${host}/a`, 'http://localhost:8080/a'],
    [`${upstreamOrigin}//evil.example/%2e`, 'http://localhost:8080//evil.example/%2e'],
    ...[
      ...['/a/../b?c', 'a', '?x', '//evil.example/a', 'mailto:a@b', 'http://[/a', 'http://127.0.0.1/a'],
      ...[`https://${host}/a`, `http://127.0.0.1:${Number(port) - 1}/a`, `/login?to=${upstreamOrigin}`],
      ...[
        `http://${host}.example/a`,
        `http://${host}\\@evil.example/`,
        `http://evil.example/${upstreamOrigin}/`
      ]
    ].map((same): [string, string] => [same, same])
  ]
  for (const name of ['Location', 'Content-Location'])
    for (const [sent, expected] of rows)
      t.equal((await ask([[name, sent]])).get(name), expected, `${name}: ${sent}`)
  const twice = await ask([
    ['Content-Location', `${upstreamOrigin}/a`],
    ['Content-Location', '/b']
  ])
  t.equal(twice.get('content-location'), 'http://localhost:8080/a, /b', 'more than one line')
  const elsewhere = await ask([['Location', `${upstreamOrigin}/a`]], {
    path: '/public',
    host: 'acme.localhost'
  })
  t.equal(elsewhere.get('location'), 'http://acme.localhost:8080/a', 'the host that the visitor uses')
})

const OURS = [
  ...['gatehouse=x', 'gatehouse=x; Path=/; Secure', 'gatehouse.0=x', 'gatehouse.17=x', 'gatehouse-lang=x'],
  'gatehouse-redirects=x',
  ...[' gatehouse=x', '\tgatehouse=x', 'gatehouse =x', 'gatehouse', 'gatehouse; Path=/', '=gatehouse'],
  ...['gatehouse.0; Path=/', '=gatehouse=x; Path=/', '= gatehouse.1=x', ' = \tgatehouse=x', '==gatehouse=x']
]
const THEIRS = [
  ...['app=1; Path=/', 'gatehouse2=x', 'xgatehouse=x', 'Gatehouse=x', 'gatehouse.x=1', 'app=gatehouse=x'],
  ...[
    'app="gatehouse"; Path=/gatehouse',
    '=app',
    '=app=gatehouse',
    'app',
    'gatehouse-language=x',
    '__Host-app=1; Path=/; Secure'
  ]
]

t.test('cookies: any that would come back as ours are dropped, others are unchanged', async (t) => {
  const { ask } = await startAnswering(t)
  for (const path of ['/private', '/public']) {
    for (const cookie of OURS)
      t.same((await ask([['Set-Cookie', cookie]], { path })).getSetCookie(), [], `${path} ${cookie}`)
    const all = [...OURS, ...THEIRS].map((cookie): [string, string] => ['Set-Cookie', cookie])
    t.same((await ask(all, { path })).getSetCookie(), THEIRS, path)
  }
})

t.test('cookies: our prefixed names are dropped in any letter case that browsers accept', async (t) => {
  const rows = [
    ['__Host-', {}],
    ['__Secure-', { 'cookie.domain': 'example.com' }]
  ] as const
  for (const [prefix, config] of rows) {
    const { ask } = await startAnswering(t, { publicUrl: 'https://app.example.com', config })
    const names = [prefix, prefix.toLowerCase(), prefix.toUpperCase()].flatMap((text) => [
      `${text}gatehouse=x; Secure`,
      `${text}gatehouse.2=x`,
      `=${text}gatehouse=x`
    ])
    const theirs = [`${prefix.toLowerCase()}app=x; Secure`, 'gatehouse=x']
    const lines = [...names, ...theirs].map((cookie): [string, string] => ['Set-Cookie', cookie])
    const headers = await ask(lines, { path: '/public' })
    t.same(headers.getSetCookie(), theirs, prefix)
  }
})

t.test('own cookies: deletions before those of the application, all others after, once', async (t) => {
  const [deletion, own] = ['a=; Max-Age=0; Path=/', 'b=1; Max-Age=60; Path=/']
  for (const [theirs, expected] of [
    [
      ['a=new', 'b=theirs'],
      [deletion, 'a=new', 'b=theirs', own]
    ],
    ['a=new', [deletion, 'a=new', own]],
    [undefined, [deletion, own]]
  ] as const) {
    const headers = theirs === undefined ? {} : { 'set-cookie': [theirs].flat() }
    addOwnCookies(headers, [own, deletion], 200)
    t.same(headers, { 'set-cookie': expected, 'cache-control': 'private, no-store' })
  }
})

t.test('headers: bytes beyond ASCII, unchanged with the body and before it', async (t) => {
  const application = await startScriptedApplication(t)
  const { url } = await startGateway(t, {
    upstreamUrl: application.url,
    config: { 'access.default': 'public' }
  })
  const value = 'attachment; filename="\u00e2\u0080\u00a6 \u00e9"'
  const head = `HTTP/1.1 200 OK\r\nContent-Disposition: ${value}\r\nContent-Length: 1\r\n\r\n`
  for (const isSplit of [false, true]) {
    let finish = () => {}
    application.respond = ({ socket }) => {
      socket.write(isSplit ? head : `${head}x`, 'latin1')
      finish = () => void (isSplit && socket.write('x'))
    }
    const response = await fetch(`${url}/x`)
    t.equal(response.headers.get('content-disposition'), value, isSplit ? 'before the body' : 'with the body')
    finish()
    t.equal(await response.text(), 'x')
  }
})

t.test('plugins: headers of one application replace its own, another has none, read once', async (t) => {
  const app = await startUpstream(t, (_req, res) => {
    res.writeHead(200, { 'referrer-policy': 'origin' }).end()
  })
  const read: (string | null)[] = []
  const upstream = { url: app.url }
  const { url } = await startGateway(t, {
    config: {
      'access.default': 'public',
      applications: [
        { name: 'shop', path: '/shop/*', upstream },
        { name: 'main', upstream }
      ]
    },
    plugins: [
      {},
      {
        responseHeaders(_config, { name }) {
          read.push(name)
          return name === 'shop' ? { 'referrer-policy': 'no-referrer', 'x-added': '1' } : {}
        }
      }
    ]
  })
  for (const [path, ...expected] of [
    ['/shop/a', 'no-referrer', '1'],
    ['/shop/b', 'no-referrer', '1'],
    ['/a', 'origin', null]
  ] as const) {
    const { headers } = await send(`${url}${path}`, { headers: { host: 'localhost:8080' } })
    t.same([headers.get('referrer-policy'), headers.get('x-added')], expected, path)
  }
  t.same(read, ['shop', 'main'])
})
