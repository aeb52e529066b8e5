import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { loadConfig } from '../../src/config/load.ts'
import { accepted } from '../fixtures/repository/yaml-config.ts'
import { signatureKeyOf } from '../fixtures/session/signature-keys.ts'
import { signedIn } from '../fixtures/signed-in.ts'

const file = join(t.testdir(), 'gatehouse.json')
const upstream = { url: 'http://127.0.0.1:9' }

/** `values`: sections, in place of those of a site behind Firebase Hosting. */
function load(values: Record<string, unknown> = {}) {
  const config = {
    publicUrl: 'https://app.example.com',
    trustedProxies: ['169.254.0.0/16'],
    ...(values.applications === undefined ? { upstream } : {}),
    identityPlatform: { projectId: 'my-project', apiKey: 'key' },
    cookie: cookieOf(),
    session: { rememberDevices: false },
    login: { locales: { enabled: ['en'] } },
    ...values
  }
  writeFileSync(file, JSON.stringify(config))
  return loadConfig({ file, env: { METADATA_SERVER_DETECTION: 'none' }, plugins: [] })
}

const cookieOf = (more = {}) => ({
  name: '__session',
  allowPlainName: true,
  signatureKeys: [signatureKeyOf('hosting')],
  ...more
})

const warningsOf = (values: Record<string, unknown> = {}): readonly string[] =>
  accepted(load(values)).warnings

function problemsOf(values: Record<string, unknown>) {
  const loaded = load(values)
  return loaded.kind === 'invalid' ? loaded.problems : []
}

t.test('__session: on https refused without `allowPlainName`, and the hint names it', async (t) => {
  t.match(problemsOf({ cookie: cookieOf({ allowPlainName: false }) }), [
    { path: 'cookie.name', hint: /Firebase Hosting .* set `cookie\.allowPlainName: true`/ }
  ])
  t.same(problemsOf({}), [])
})

t.test('__session: a missing prefix and what has to fit are warnings', async (t) => {
  t.match(warningsOf(), [
    /^cookie\.name: `__session` has no `__Host-` prefix, /,
    /^cookie\.name: .* one cookie|only cookie/
  ])
  const other = warningsOf({ cookie: cookieOf({ name: 'sid' }) })
  t.match(other, [/^cookie\.name: without `__Host-` or `__Secure-`/])
  t.same(warningsOf({ cookie: cookieOf({ name: null }) }), [], 'control')
})

t.test('__session: each feature that needs another cookie is named, only if it is in use', async (t) => {
  const requirement = { path: '/pay', allow: 'signed-in', require: { signedInWithin: 300 } }
  const rows: [RegExp, Record<string, unknown>][] = [
    [/^session\.rememberDevices: no effect/, { session: {} }],
    [
      /^cookie\.name: .* a chosen language lasts for one page/,
      { login: { locales: { enabled: ['en', 'de'] } } }
    ],
    [/^access\.rules: .* `signedInWithin`/, { access: { rules: [requirement] } }],
    [
      /^access\.rules: .* `signedInWithin`/,
      { applications: [{ name: 'home', upstream, access: { rules: [requirement] } }] }
    ],
    [/^upstream\.sharedCaching: /, { upstream: { ...upstream, sharedCaching: true } }]
  ]
  const usual = warningsOf()
  for (const [pattern, values] of rows) {
    t.notOk(
      usual.some((warning) => pattern.test(warning)),
      `${pattern}`
    )
    t.ok(
      warningsOf(values).some((warning) => pattern.test(warning)),
      `${pattern}`
    )
    const elsewhere = warningsOf({ ...values, cookie: cookieOf({ name: null }) })
    t.notOk(
      elsewhere.some((warning) => pattern.test(warning)),
      `${pattern}: another cookie`
    )
  }
})

t.test('__session: hosts with a hand-over are refused, hosts of one domain accepted', async (t) => {
  const applications = [
    { name: 'home', upstream },
    { name: 'wiki', host: 'wiki.example.com', upstream }
  ]
  t.match(problemsOf({ applications }), [{ path: 'cookie.name', hint: /cookie\.domain/ }])
  t.same(problemsOf({ applications, cookie: cookieOf({ domain: 'example.com' }) }), [])
  t.same(problemsOf({ applications, cookie: cookieOf({ name: null }) }), [], 'another cookie')
})

t.test('__session: no marker of whose an application’s cookies are, as it would not come back', async (t) => {
  const cookiesSet = async (config: Record<string, unknown>) => {
    const { get } = await signedIn(t, { clearCookies: ['app'], ...config })
    return (await get('/')).headers.getSetCookie()
  }
  t.same(await cookiesSet({ 'cookie.name': '__session', 'cookie.allowPlainName': true }), [])
  t.match(await cookiesSet({}), [/^gatehouse-owner/], 'twin: another name')
})
