import t from 'tap'
import { startHelper, startWithHelper } from '../fixtures/auth-helper.ts'
import { PUBLIC_ORIGIN } from '../fixtures/gateway.ts'
import { send, sendRaw } from '../fixtures/wire/http-client.ts'
import { words } from '../fixtures/words.ts'

t.test('auth helper: other methods get 405 with Allow and reach no helper', async (t) => {
  const helper = await startHelper(t)
  const { url, upstream } = await startWithHelper(t, helper.url)
  for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']) {
    for (const [path, allowed] of [
      ['/__/auth/handler', 'GET, HEAD, POST'],
      ['/__/firebase/init.json', 'GET, HEAD']
    ] as const) {
      const { status, headers } = await send(`${url}${path}`, { method })
      t.same([status, headers.get('allow')], [405, allowed], `${method} ${path}`)
    }
  }
  t.equal((await send(`${url}/__/firebase/init.json`, { method: 'POST' })).status, 405)
  t.equal(helper.seen.length, 0)
  t.equal(upstream.seen.length, 0)
})

const OTHER_PATHS = words`
  /__ /__/ /__/auth /__/AUTH/handler /__/authx/handler /__/auth/action
  /__/auth/action?mode=resetPassword&oobCode=x /__/auth/action/ /__/auth/ACTION /__/auth/actio%6e
  /__/auth%2fhandler /__/auth/%68andler /__/auth/x%2f..%2f..%2fy /__/auth/%252e%252e/x /__/auth//handler
  /__/auth/handler;x=1 /__/auth/..;/x /__/auth/../x /__/auth/%2e%2e/x /__/auth/..%5cx /__/auth\x
  /__/firebase/init.js /__/firebase/x/init.json /__/hosting/x /%5f%5f/auth/handler /%5F_/auth/handler /_%5f/x
  /%255f%255f/auth/handler /%25255f_/auth/handler /__%2fauth/handler /__%252fauth/handler /__;x/auth/handler
  /%EF%BC%BF%EF%BC%BF/auth/handler /x/../__/auth/handler /x%2f..%2f__/auth/handler
  /x/%252e%252e/__/auth/handler /%2f__/auth/handler /;/__/auth/handler //__/auth/handler /./__/auth/handler
  /\__/auth/handler /__#/auth/handler /__/auth/%00 /__/auth/%zz
`

t.test('auth helper: other paths below /__ reach no helper and no application (ASVS 1.3.6)', async (t) => {
  const helper = await startHelper(t)
  const gateway = await startWithHelper(t, helper.url, {
    'access.rules': [
      { path: '/__/*', allow: 'public' },
      { path: '/*', allow: 'public' }
    ]
  })
  const { cookie } = gateway
  for (const path of OTHER_PATHS) {
    for (const method of ['GET', 'POST', 'PUT', 'PROPFIND', 'OPTIONS']) {
      const response = await sendRaw(
        gateway.port,
        `${method} ${path} HTTP/1.1\r\nHost: a\r\nCookie: ${cookie}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`
      )
      const status = response.slice(9, 12)
      const isAction = path.startsWith('/__/auth/action') && !path.endsWith('/')
      if (!isAction) t.ok(['400', '404', '405'].includes(status), `${method} ${path}: ${status}`)
    }
  }
  t.equal(helper.seen.length, 0)
  t.equal(gateway.upstream.seen.length, 0)
  for (const path of words`
      /_/auth/handler /__x/auth /x/__/auth/handler /?x=/__/auth/handler /%5f/__
    `)
    t.match(
      await sendRaw(
        gateway.port,
        `GET ${path} HTTP/1.1\r\nHost: a\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`
      ),
      'HTTP/1.1 200 ',
      `${path} belongs to the application`
    )
  t.equal(gateway.upstream.seen.length, 5)
})

t.test('auth helper: WebSocket upgrades below /__ are refused, even from our own site', async (t) => {
  const helper = await startHelper(t)
  const gateway = await startWithHelper(t, helper.url)
  const { cookie } = gateway
  const upgrade =
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='
  for (const [path, status] of [
    ['/__/auth/handler', 400],
    ['/__/x', 404],
    ['/%5f%5f/x', 404],
    ['/__%2fx', 404],
    ['/__', 404]
  ] as const) {
    const head = `GET ${path} HTTP/1.1\r\nHost: a\r\nOrigin: ${PUBLIC_ORIGIN}\r\nCookie: ${cookie}\r\n${upgrade}\r\n\r\n`
    t.match(await sendRaw(gateway.port, head), new RegExp(`^HTTP/1.1 ${status} `), path)
  }
  t.equal(helper.seen.length, 0)
  t.equal(gateway.upstream.seen.length, 0)
})

t.test('auth helper: when disabled, 404 for all its paths, never the application', async (t) => {
  const helper = await startHelper(t)
  const gateway = await startWithHelper(t, helper.url, {
    'login.federated.helper': 'firebaseapp',
    'access.default': 'public'
  })
  for (const path of words`
    /__/auth/handler /__/auth/iframe.js /__/firebase/init.json /__/x /%5f%5f/x
  `) {
    for (const method of ['GET', 'POST', 'DELETE'])
      t.equal((await send(`${gateway.url}${path}`, { method })).status, 404, `${method} ${path}`)
  }
  t.equal(helper.seen.length, 0)
  t.equal(gateway.upstream.seen.length, 0)
  t.equal((await send(`${gateway.url}/x`)).status, 200, 'the rest is')
})
