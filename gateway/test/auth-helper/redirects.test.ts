import t from 'tap'
import { findRedirectHosts, requireRedirect, rewriteLocation } from '../../src/auth-helper/headers.ts'
import { findAuthHelperOrigin } from '../../src/config/addresses/own-address.ts'
import { loadConfig } from '../../src/config/load.ts'
import { KNOWN_PROVIDERS } from '../../src/session/sign-in/rules.ts'
import { startHelper, startWithHelper } from '../fixtures/auth-helper.ts'
import { PUBLIC_ORIGIN, testConfig } from '../fixtures/gateway.ts'
import { environmentOf } from '../fixtures/processes/environment.ts'
import { send } from '../fixtures/wire/http-client.ts'
import { words } from '../fixtures/words.ts'

const PLACE = {
  helperOrigin: 'https://p.firebaseapp.com',
  path: '/__/auth/handler',
  ownOrigin: 'https://app.example.com',
  hosts: new Set(['app.example.com', 'accounts.google.com', 'idp.example', 'xn--bcher-kva.example'])
}

const LOCATIONS = [
  ['https://accounts.google.com/o?x=%2f&y=a|b#f', 'https://accounts.google.com/o?x=%2f&y=a|b#f'],
  ['https://idp.example', 'https://idp.example'],
  ['https://app.example.com/login', 'https://app.example.com/login'],
  ['https://p.firebaseapp.com/__/auth/x?y=1#z', 'https://app.example.com/__/auth/x?y=1#z'],
  ['HTTPS://P.firebaseapp.com:443/__/auth/x', 'https://app.example.com/__/auth/x'],
  ['/__/auth/iframe', 'https://app.example.com/__/auth/iframe'],
  ['iframe?a', 'https://app.example.com/__/auth/iframe?a'],
  ['https://p.firebaseapp.com//evil.example', 'https://app.example.com//evil.example'],
  ['//idp.example/x', 'https://idp.example/x'],
  ['https://b\u00fccher.example/', 'https://xn--bcher-kva.example/'],
  ['https://IDP.example./x', 'https://IDP.example./x']
] as const
const REFUSED = [
  ...words`
    https://evil.example/ https://idp.example.evil.example/ https://evil.example\@idp.example/
    https://sub.idp.example/ https://idp.example:8443/ //evil.example/x https://app.example.com:8443/
    http://idp.example/ http://app.example.com/ http://p.firebaseapp.com/ javascript:alert(1)
    data:text/html,x intent://x https://app.example.com@evil.example/ https://u:p@p.firebaseapp.com/
    https://
  `,
  ['https://a.example/', 'https://b.example/']
]

t.test('auth helper: its redirects lead only to listed hosts or to us (ASVS 3.7.2)', async (t) => {
  for (const [location, allowed] of LOCATIONS) t.equal(rewriteLocation(location, PLACE), allowed, location)
  for (const location of REFUSED) t.equal(rewriteLocation(location, PLACE), null, String(location))
  const found = rewriteLocation('http://localhost:8080/x', { ...PLACE, ownOrigin: 'http://localhost:8080' })
  t.equal(found, 'http://localhost:8080/x', 'our own origin may be http')
  const refusal = (detail: RegExp) => ({ code: 'PROVIDER_UNAVAILABLE', detail })
  t.throws(() => requireRedirect('https://evil.example/?code=1', PLACE), refusal(/ to evil\.example, which/))
  t.throws(() => requireRedirect('javascript:alert(1)', PLACE), refusal(/ to what is no https address$/))
})

t.test('auth helper: a redirect over HTTP is passed on, rewritten or refused', async (t) => {
  const helper = await startHelper(t, (res, { url, headers }) => {
    const location = new URLSearchParams(url.split('?')[1])
      .get('to')
      ?.replace('HELPER', `http://${headers.host}`)
    res.writeHead(302, { location })
    res.end()
  })
  const { url } = await startWithHelper(t, helper.url, { 'login.federated.redirectHosts': ['idp.example'] })
  const follow = (to: string) => send(`${url}/__/auth/handler?to=${encodeURIComponent(to)}`)
  for (const [to, status, expected] of [
    ['https://idp.example/x?SAMLRequest=a%2Bb', 302, 'https://idp.example/x?SAMLRequest=a%2Bb'],
    ['HELPER/__/auth/y?z=1', 302, `${PUBLIC_ORIGIN}/__/auth/y?z=1`],
    ['https://evil.example/x', 503, null]
  ] as const) {
    const response = await follow(to)
    t.same([response.status, response.headers.get('location')], [status, expected], to)
    if (status === 503) t.match(await response.json(), { code: 'PROVIDER_UNAVAILABLE' })
  }
})

t.test('auth helper: redirect hosts are those of the offered providers alone (ASVS 3.7.2)', async (t) => {
  const own = ['app.example.com', 'my-project.firebaseapp.com']
  const rows: readonly [values: Record<string, unknown>, hosts: string[]][] = [
    [{}, []],
    [{ 'login.providers': [{ id: 'google.com' }] }, ['accounts.google.com']],
    [
      { 'login.providers': [{ id: 'github.com' }, { id: 'microsoft.com' }] },
      ['github.com', 'login.microsoftonline.com', 'login.live.com']
    ],
    [{ 'login.providers': [{ id: 'saml.corp', name: 'Corp' }] }, []],
    [{ 'login.federated.redirectHosts': ['idp.example.com'] }, ['idp.example.com']],
    [{ 'identityPlatform.authDomain': 'auth.example.com' }, ['auth.example.com']],
    [{ 'login.federated.helperUrl': 'https://helper.example.com' }, ['helper.example.com']]
  ]
  for (const [values, hosts] of rows) {
    const config = testConfig({
      publicUrl: 'https://app.example.com',
      'identityPlatform.projectId': 'my-project',
      ...values
    })
    t.same([...findRedirectHosts(config)].sort(), [...own, ...hosts].sort(), JSON.stringify(values))
  }
  for (const id of KNOWN_PROVIDERS) {
    const config = testConfig({ 'login.providers': [{ id }] })
    t.ok(findRedirectHosts(config).size > findRedirectHosts(testConfig({})).size, id)
  }
})

t.test('auth helper: on a tenant host, that host is the auth domain and the redirect target', async (t) => {
  const helper = await startHelper(t, (res) => res.writeHead(302, { location: '/__/auth/x' }).end())
  const { url } = await startWithHelper(t, helper.url, {
    'identityPlatform.tenants': { 'acme.example.com': 'acme' }
  })
  for (const [host, own] of [
    ['acme.example.com:8080', 'acme.example.com:8080'],
    ['localhost:8080', 'localhost:8080'],
    ['evil.example', 'localhost:8080']
  ] as const) {
    const settings = await send(`${url}/__/firebase/init.json`, { headers: { host } })
    t.strictSame(Object.keys(Object(await settings.clone().json())).sort(), [
      'apiKey',
      'authDomain',
      'projectId'
    ])
    t.match(await settings.json(), { authDomain: own, projectId: 'demo-test' }, host)
    const response = await send(`${url}/__/auth/handler`, { headers: { host } })
    t.equal(response.headers.get('location'), `http://${own}/__/auth/x`)
  }
})

t.test('auth helper: init.json for GET and HEAD is our own and never forwarded', async (t) => {
  const helper = await startHelper(t)
  const { url, provider } = await startWithHelper(t, helper.url)
  const settings = await send(`${url}/__/firebase/init.json?x=1`)
  const names = ['content-type', 'cache-control', 'x-content-type-options']
  const found = [settings.status, ...names.map((name) => settings.headers.get(name))]
  t.match(found, [200, 'application/json', 'no-store', 'nosniff'])
  t.strictSame(await settings.json(), {
    apiKey: provider.apiKey,
    authDomain: 'localhost:8080',
    projectId: 'demo-test'
  })
  t.equal((await send(`${url}/__/firebase/init.json`, { method: 'HEAD' })).status, 200)
  t.equal(helper.seen.length, 0)
})

t.test('auth helper: helperUrl takes precedence over the auth domain and the project domain', async (t) => {
  const rows: readonly [values: Record<string, unknown>, origin: string | null][] = [
    [{}, 'https://my-project.firebaseapp.com'],
    [{ 'identityPlatform.authDomain': 'auth.example.com' }, 'https://auth.example.com'],
    [{ 'identityPlatform.authDomain': 'app.example.com' }, 'https://my-project.firebaseapp.com'],
    [{ 'identityPlatform.authDomain': 'APP.example.com.' }, 'https://my-project.firebaseapp.com'],
    [
      {
        'identityPlatform.authDomain': 'acme.example.com',
        'identityPlatform.tenants': { 'acme.example.com': 'acme', '/x/*': 'x' }
      },
      'https://my-project.firebaseapp.com'
    ],
    [{ 'identityPlatform.authDomain': 'no domain' }, 'https://my-project.firebaseapp.com'],
    [
      {
        'identityPlatform.authDomain': 'auth.example.com',
        'login.federated.helperUrl': 'https://helper.example.com/'
      },
      'https://helper.example.com'
    ],
    [{ 'identityPlatform.projectId': 'example.com:old' }, null]
  ]
  for (const [values, origin] of rows) {
    const config = testConfig({
      publicUrl: 'https://app.example.com',
      'identityPlatform.projectId': 'my-project',
      ...values
    })
    t.equal(findAuthHelperOrigin(config), origin, JSON.stringify(values))
  }
})

t.test('auth helper: an unsafe helperUrl or one that leads back here is refused at start', async (t) => {
  const problemsOf = (helperUrl: string) => {
    const loaded = loadConfig({
      file: null,
      env: {
        ...environmentOf('auth helper'),
        GATEHOUSE_IDENTITY_PLATFORM_TENANTS: '{"acme.example.com":"acme"}',
        GATEHOUSE_LISTEN_PORT: '8080',
        METADATA_SERVER_DETECTION: 'none',
        GATEHOUSE_LOGIN_FEDERATED_HELPER_URL: helperUrl
      },
      plugins: []
    })
    return loaded.kind === 'invalid' ? loaded.problems.map(({ path, message }) => `${path} ${message}`) : []
  }
  for (const url of words`
    https://my-project.firebaseapp.com https://app.example.com:8443 https://other.example.com
    http://127.0.0.1:9000 http://[::1]:9000
  `)
    t.strictSame(problemsOf(url), [], url)
  for (const [url, message] of [
    ['http://my-project.firebaseapp.com', 'is not https'],
    ['http://10.0.0.1:9000', 'is not https'],
    ['https://app.example.com', 'is the gateway itself'],
    ['https://APP.example.com:443/', 'is the gateway itself'],
    ['https://app.example.com.', 'is the gateway itself'],
    ['https://acme.example.com', 'is the gateway itself'],
    ['http://127.0.0.1:8080', 'is the gateway itself'],
    ['http://localhost:8080', 'is the gateway itself'],
    ['https://x:99999', 'is not a URL'],
    ['https://x.example.com/path', 'has the wrong format'],
    ['ftp://x.example.com', 'has the wrong format']
  ] as const)
    t.strictSame(problemsOf(url), [`login.federated.helperUrl ${message}`], url)
})
