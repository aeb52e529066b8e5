import { join } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import t from 'tap'
import { renderChartSchema } from '../../../../config/chart-schema.ts'
import { listApplications } from '../../../src/config/applications.ts'
import { testConfig } from '../../../test/fixtures/gateway.ts'
import { GOOD, load } from '../../../test/fixtures/repository/yaml-config.ts'
import { listAuthorizationServerWarnings } from '../settings-checks.ts'
import { CALLBACK, configOf, INITIAL_TOKEN, ON, TOKEN_KEY } from './fixtures/authorization-server.ts'

const STORE = { 'store.url': 'redis://127.0.0.1' }
const application = (own: Record<string, unknown>) => ({
  applications: [{ name: 'a', path: '/*', upstream: { url: 'http://127.0.0.1:9' }, ...own }]
})
const client = (more: object) => ({
  'authorizationServer.clients': [{ id: 'a', redirectUris: [CALLBACK], ...more }]
})
const secret = 'x'.repeat(32)
const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
const [publicJwk, privateJwk] = [await exportJWK(publicKey), await exportJWK(privateKey)]
const jwks = { keys: [publicJwk] }
const key = (one: object) =>
  [client({ jwks: { keys: [one] } }), /jwks\.keys\[0\].*is not a public key/] as const
const logoutTo = (backchannelLogoutUri: string) => client({ backchannelLogoutUri })
const KEYS = 'https://a.example/keys'
const keysAt = (jwksUri: string) => client({ jwksUri })
const backTo = (redirectUris: string[], more: object = {}) => client({ redirectUris, ...more })
const resourceAt = (host: string) => application({ host, resource: true })
const byDefault = (name: string) => ({
  ...application({ resource: true }),
  'authorizationServer.defaultResource': name
})
const PROGRAM = 'cursor://anysphere.cursor-mcp/oauth/callback'
const WEB = ['https://www.cursor.com/agents/mcp/oauth/callback', 'http://localhost:8787/callback']
const SMALL = { kty: 'RSA', e: 'AQAB', n: Buffer.alloc(128, 255).toString('base64url') }
const SEVERAL = /more than one credential/
const LOGOUT = /backchannelLogoutUri/

/** What is refused with a message, beside the nearest that is accepted. */
const REFUSED: readonly [refused: Record<string, unknown>, message: RegExp, accepted: object][] = [
  [resourceAt('*.example.com'), /applications\[0\]\.resource/, resourceAt('api.example.com')],
  [{ workers: 2 }, /several workers/, { workers: 2, ...STORE }],
  [byDefault('c'), /defaultResource.*not the name of an application/, byDefault('a')],
  [...key(privateJwk), client({ jwks })],
  [...key(SMALL), client({ jwks })],
  [...key({ kty: 'oct', k: 'eA' }), client({ jwks })],
  [...key({ kty: 'EC' }), client({ jwks })],
  [client({ jwks, secret }), SEVERAL, client({ secret })],
  [client({ jwks, jwksUri: KEYS }), SEVERAL, client({ jwksUri: KEYS })],
  [keysAt('http://127.0.0.1/keys'), /jwksUri.*is not an https/, keysAt('https://127.0.0.1/keys')],
  [backTo(['https://*.example.com/cb']), /compared exactly/, backTo(['https://a.example/cb'])],
  [backTo([PROGRAM, ...WEB], { secret }), /redirectUris\[0\].*neither https/, backTo(WEB, { secret })],
  [
    backTo([PROGRAM, ...WEB, 'ms-msdt:/id']),
    /clients\[0\]\.redirectUris\[3\].*not of a program/,
    backTo([PROGRAM, ...WEB])
  ],
  [logoutTo('http://10.0.0.1/'), LOGOUT, logoutTo('http://127.0.0.1:3000/x')],
  [logoutTo('com.example.app:/x'), LOGOUT, logoutTo('https://10.0.0.1/x')],
  [{ [TOKEN_KEY]: 'short' }, /initialAccessToken/, { [TOKEN_KEY]: INITIAL_TOKEN }]
]

t.test('settings: what cannot work or is insecure is a problem, the nearest value is none', async (t) => {
  for (const [refused, message, accepted] of REFUSED) {
    const name = JSON.stringify(refused)
    t.throws(() => testConfig({ ...ON, ...refused }), message, name)
    t.doesNotThrow(() => testConfig({ ...ON, ...accepted }), `twin: ${name}`)
  }
})

t.test('settings: without Google credentials, accounts cannot be looked up, a problem', async (t) => {
  const message = /identityPlatform.credentialsFile","message":"is required by `authorizationServer.enabled`/
  t.throws(() => testConfig({ 'authorizationServer.enabled': true }), message)
  t.ok(testConfig(ON), 'twin: they need not sign')
})

/** Settings with a warning, which begins like this; without: none. */
const WARNED: readonly [settings: Record<string, unknown>, warning?: RegExp][] = [
  [{}, /^authorizationServer: without `store.url`/],
  [
    { ...STORE, 'authorizationServer.clientMetadata.allow': ['*'] },
    /^authorizationServer.clientMetadata.allow: with `\*`/
  ],
  [{ ...STORE, 'authorizationServer.clientMetadata.allow': ['a.example'] }],
  [{ 'authorizationServer.enabled': false }],
  [
    { ...STORE, ...application({ resource: { scopes: ['a:read'] } }) },
    /^applications\[0\]\.resource: no effect/
  ],
  [{ ...STORE, ...application({ resource: { enabled: true, scopes: ['a:read'] } }) }],
  [{ ...STORE, ...application({ resource: false }) }],
  [
    { ...STORE, ...withRule('a:read') },
    /^applications\[0\]\.access\.rules\[0\]: no client can get a:write; list it/
  ],
  [{ ...STORE, ...withRule('a:read', 'a:write') }],
  [
    { ...STORE, ...client({ redirectUris: [PROGRAM, ...WEB] }) },
    /clients\[0\]\.redirectUris: .* cursor:\/\/anysphere\.cursor-mcp\/oauth\/callback and/
  ],
  [{ ...STORE, ...client({ redirectUris: WEB }) }]
]

function withRule(...scopes: string[]) {
  const rules = [{ path: '/*', allow: { any: [{ scopes: 'a:write' }, { uid: 'ada' }] } }]
  return application({ resource: { enabled: true, scopes }, access: { rules } })
}

t.test('settings: what is insecure or has no effect is a warning', async (t) => {
  for (const [settings, warning] of WARNED) {
    const [found = '', ...more] = listAuthorizationServerWarnings(configOf(settings))
    t.match(found, warning ?? /^$/, JSON.stringify(settings))
    t.same(more, [], JSON.stringify(settings))
  }
})

t.test('resource: `true` is a resource without scopes; off without a word, or by `false`', async (t) => {
  const resourceOf = (resource: unknown) =>
    listApplications(configOf(application({ resource }))).map((one) => one.resource?.scopes)
  t.same(resourceOf(true), [[]])
  t.same(resourceOf({ enabled: true, scopes: ['a:read'] }), [['a:read']])
  for (const off of [undefined, false, { scopes: ['a:read'] }]) t.same(resourceOf(off), [undefined])
})

t.test('resource: without an authorization server it is a problem', async (t) => {
  const loaded = (resource: boolean) => {
    const applications = `[{ name: a, path: /*, upstream: { url: http://127.0.0.1:9 }, resource: ${resource} }]`
    return load(t.testdir(), GOOD.replace(/^upstream:.*$/m, `applications: ${applications}`))
  }
  t.match(loaded(true), { problems: [{ path: 'applications[0].resource', message: /^has no effect/ }] })
  t.match(loaded(false), { kind: 'loaded' }, 'twin')
})

t.test('documents: a private network that is misspelt or no CIDR is named', async (t) => {
  const path = 'authorizationServer.clientMetadata.privateNetworks[0]'
  const problem = { path, message: 'is not a CIDR', hint: /`10\.0\.0\.0\/8`/ }
  const loaded = (text: string) => {
    const settings = `{ enabled: true, clientMetadata: { privateNetworks: ['${text}'] } }`
    return load(t.testdir(), `${GOOD}authorizationServer: ${settings}`)
  }
  for (const text of ['10.0.0.0/', '10.0.0.0/8/32', '10.0.0.0/08', '10.0.0.0/8 ', 'fe80::1%eth0', 'unix:'])
    t.match(loaded(text), { problems: [problem] }, text)
  for (const text of ['10.0.0.0/8', 'fe80::/10', '192.0.2.1'])
    t.notMatch(loaded(text), { problems: [problem] }, 'twin')
})

t.test('registration: the chart takes the initial access token as a file alone', async (t) => {
  const { config } = JSON.parse(renderChartSchema()).properties
  const keys = Object.keys(config.properties.authorizationServer.properties.registration.properties)
  t.same(keys, ['initialAccessTokenFile'])
})

t.test('secrets: in a file as long as in the configuration, and in one of both', async (t) => {
  const dir = t.testdir({ short: `${'x'.repeat(31)}\n`, long: `${secret}\n`, token: `${INITIAL_TOKEN}\n` })
  const path = 'authorizationServer.clients[0].secretFile'
  const loaded = (more: string) =>
    load(
      dir,
      `${GOOD}authorizationServer: { clients: [{ id: a, redirectUris: ['https://a.example'], ${more} }] }`
    )
  t.match(loaded(`secretFile: ${dir}/short`), { problems: [{ path, message: /shorter than 32 characters/ }] })
  t.match(loaded(`secretFile: ${dir}/long`), { kind: 'loaded' }, 'twin')
  t.match(loaded(`secret: ${secret}, secretFile: /x`), {
    problems: [{ path, message: 'cannot be combined with `secret`', hint: 'Keep one of the two.' }]
  })
  const withFile = (name: string, more: object = {}) =>
    configOf({ [`${TOKEN_KEY}File`]: join(dir, name), ...more }).authorizationServer.registration
  t.equal(withFile('token').initialAccessToken, INITIAL_TOKEN)
  t.throws(() => withFile('short'), /shorter than 32/)
  t.throws(() => withFile('token', { [TOKEN_KEY]: INITIAL_TOKEN }), /cannot be combined/)
})
