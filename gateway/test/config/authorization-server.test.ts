import t from 'tap'
import { listApplications } from '../../src/config/applications.ts'
import { listAuthorizationServerWarnings } from '../../src/config/checks/authorization-server-checks.ts'
import { testConfig } from '../fixtures/gateway.ts'
import { USER_FILE } from '../fixtures/provider/credential-config.ts'
import { GOOD, load } from '../fixtures/repository/yaml-config.ts'

const ON = {
  'authorizationServer.enabled': true,
  'identityPlatform.credentials': JSON.stringify(USER_FILE)
}
const STORE = { 'store.url': 'redis://127.0.0.1' }
const application = (own: Record<string, unknown>) => ({
  applications: [{ name: 'a', path: '/*', upstream: { url: 'http://127.0.0.1:9' }, ...own }]
})
const warningsOf = (values: Record<string, unknown>) => listAuthorizationServerWarnings(testConfig(values))

t.test(
  'authorization server: without a store, or with clients of every host, there is a warning',
  async (t) => {
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
  }
)

t.test('resource: `true` is a resource without scopes; off without a word, or by `false`', async (t) => {
  const resourceOf = (resource: unknown) =>
    listApplications(testConfig({ ...ON, ...application({ resource }) })).map((one) => one.resource?.scopes)
  t.same(resourceOf(true), [[]])
  t.same(resourceOf({ enabled: true, scopes: ['a:read'] }), [['a:read']])
  for (const off of [undefined, false, { scopes: ['a:read'] }]) t.same(resourceOf(off), [undefined])
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
