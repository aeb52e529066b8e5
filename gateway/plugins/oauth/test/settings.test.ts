import t from 'tap'
import { renderChartSchema } from '../../../../config/chart-schema.ts'
import { listApplications } from '../../../src/config/applications.ts'
import { testConfig } from '../../../test/fixtures/gateway.ts'
import { USER_FILE } from '../../../test/fixtures/provider/credential-config.ts'
import { GOOD, load } from '../../../test/fixtures/repository/yaml-config.ts'
import type { OauthConfig } from '../settings.ts'
import { listAuthorizationServerWarnings } from '../settings-checks.ts'

const ON = { 'authorizationServer.enabled': true, 'identityPlatform.credentials': JSON.stringify(USER_FILE) }
const STORE = { 'store.url': 'redis://127.0.0.1' }
const application = (own: Record<string, unknown>) => ({
  applications: [{ name: 'a', path: '/*', upstream: { url: 'http://127.0.0.1:9' }, ...own }]
})
const warningsOf = (values: Record<string, unknown>) =>
  listAuthorizationServerWarnings(testConfig(values) as OauthConfig)

t.test('authorization server: no store, or clients of every host, is a warning', async (t) => {
  t.match(warningsOf(ON), [/^authorizationServer: without `store.url`/])
  t.match(warningsOf({ ...ON, ...STORE, 'authorizationServer.clientMetadata.allow': ['*'] }), [
    /^authorizationServer.clientMetadata.allow: with `\*`/
  ])
  t.same(
    warningsOf({ ...ON, ...STORE, 'authorizationServer.clientMetadata.allow': ['a.example'] }),
    [],
    'twin'
  )
  t.same(warningsOf({}), [], 'twin: it is off')
})

t.test('resource: `true` is a resource without scopes; off without a word, or by `false`', async (t) => {
  const resourceOf = (resource: unknown) =>
    listApplications(testConfig({ ...ON, ...application({ resource }) })).map((one) => one.resource?.scopes)
  t.same(resourceOf(true), [[]])
  t.same(resourceOf({ enabled: true, scopes: ['a:read'] }), [['a:read']])
  for (const off of [undefined, false, { scopes: ['a:read'] }]) t.same(resourceOf(off), [undefined])
})

t.test('resource: a host with a wildcard is a problem, as tokens are for one address', async (t) => {
  const started = (host: string) => testConfig({ ...ON, ...application({ host, resource: true }) })
  t.throws(() => started('*.example.com'), /applications\[0\]\.resource/)
  t.ok(started('api.example.com'), 'twin')
})

t.test('authorization server: is refused without Google credentials, as it looks accounts up', async (t) => {
  t.throws(
    () => testConfig({ 'authorizationServer.enabled': true }),
    /identityPlatform.credentialsFile","message":"is required by `authorizationServer.enabled`/
  )
  t.ok(testConfig(ON), 'twin: they need not sign')
})

t.test('documents: a private network that is misspelt or no CIDR is named', async (t) => {
  const path = 'authorizationServer.clientMetadata.privateNetworks[0]'
  const problem = { path, message: 'is not a CIDR', hint: /`10\.0\.0\.0\/8`/ }
  const loaded = (text: string) =>
    load(
      t.testdir(),
      `${GOOD}authorizationServer: { enabled: true, clientMetadata: { privateNetworks: ['${text}'] } }`
    )
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

t.test('clients: a secret that is set directly and in a file is refused', async (t) => {
  const client = `{ id: a, redirectUris: ['https://a.example'], secret: ${'x'.repeat(32)}, secretFile: /x }`
  t.match(load(t.testdir(), `${GOOD}authorizationServer: { clients: [${client}] }`), {
    problems: [
      {
        path: 'authorizationServer.clients[0].secretFile',
        message: 'cannot be combined with `secret`',
        hint: 'Keep one of the two.'
      }
    ]
  })
})

t.test('clients: a secret in a file has at least 32 characters, as one in the configuration', async (t) => {
  const dir = t.testdir({ short: `${'x'.repeat(31)}\n`, long: `${'x'.repeat(32)}\n` })
  const started = (name: string) => {
    const client = `{ id: a, secretFile: ${dir}/${name}, redirectUris: ["https://a.example/back"] }`
    return load(dir, `${GOOD}authorizationServer: { clients: [${client}] }`)
  }
  t.match(started('short'), {
    problems: [{ path: 'authorizationServer.clients[0].secretFile', message: /shorter than 32 characters/ }]
  })
  t.match(started('long'), { kind: 'loaded' }, 'twin')
})

t.test('resource: without an authorization server it is a problem', async (t) => {
  const loaded = (resource: boolean) =>
    load(
      t.testdir(),
      GOOD.replace(
        /^upstream:.*$/m,
        `applications: [{ name: a, path: /*, upstream: { url: http://127.0.0.1:9 }, resource: ${resource} }]`
      )
    )
  t.match(loaded(true), { problems: [{ path: 'applications[0].resource', message: /^has no effect/ }] })
  t.match(loaded(false), { kind: 'loaded' }, 'twin')
})

t.test('resource: settings of one that is not enabled are a warning', async (t) => {
  const warningsFor = (resource: unknown) => warningsOf({ ...ON, ...STORE, ...application({ resource }) })
  t.match(warningsFor({ scopes: ['a:read'] }), [/^applications\[0\]\.resource: no effect/])
  t.same(warningsFor({ enabled: true, scopes: ['a:read'] }), [], 'twin')
  t.same(warningsFor(false), [], 'twin')
})

t.test('clients: a redirect URI with an asterisk or a space is a problem', async (t) => {
  const started = (uri: string) => () =>
    testConfig({ ...ON, 'authorizationServer.clients': [{ id: 'a', redirectUris: [uri] }] })
  for (const uri of ['https://*.example.com/cb', 'https://a.example/*', ' https://a.example/cb'])
    t.throws(started(uri), /compared exactly/, uri)
  t.ok(started('https://a.example/cb')(), 'twin')
})

t.test('resource: a rule with a scope that no client can get is a warning', async (t) => {
  const warningsFor = (scopes: string[]) =>
    warningsOf({
      ...ON,
      ...STORE,
      ...application({
        resource: { enabled: true, scopes },
        access: { rules: [{ path: '/*', allow: { any: [{ scopes: 'a:write' }, { uid: 'ada' }] } }] }
      })
    })
  t.match(warningsFor(['a:read']), [
    /^applications\[0\]\.access\.rules\[0\]: no client can get a:write; list it/
  ])
  t.same(warningsFor(['a:read', 'a:write']), [], 'twin')
})
