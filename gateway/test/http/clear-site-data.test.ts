import t, { type Test } from 'tap'
import { cookieHeader, PAGE, postSession, startGateway } from '../fixtures/gateway.ts'
import { startOwnResponses } from '../fixtures/login-page/own-responses.ts'
import { GOOD, load } from '../fixtures/repository/yaml-config.ts'
import { forgeSignature } from '../fixtures/session/session-cookie.ts'
import { type SendOptions, send } from '../fixtures/wire/http-client.ts'

const NAME = 'clear-site-data'
const publicUrl = 'https://app.example.com'
const BOTH = { 'logout.clearSiteData': ['storage', 'cache'] }
const EXPECTED = '"storage", "cache"'
const FOLLOWED = { ...PAGE, 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' }

type VisitedGateway = Awaited<ReturnType<typeof startVisited>>

async function startVisited(t: Test, config: Record<string, unknown> = {}, origin: string = publicUrl) {
  const gateway = await startGateway(t, {
    publicUrl: origin,
    config: { ...BOTH, 'session.revocationCheckSeconds': 60, ...config }
  })
  return {
    ...gateway,
    ask: (path: string, options: SendOptions) => send(`${gateway.url}${path}`, options),
    async enter(uid: string) {
      const { idToken, refreshToken } = await gateway.provider.signIn(uid)
      const response = await postSession(gateway.url, idToken, refreshToken, { origin })
      if (response.headers.get(NAME)?.includes('storage')) throw new Error('a sign-in deletes no drafts')
      return cookieHeader(response)
    }
  }
}

/** The response to every way to sign out. */
async function signOuts({ ask, enter }: VisitedGateway, origin: string): Promise<Response[]> {
  const post = { method: 'POST', headers: { origin } }
  return [
    await ask('/logout', { ...post, headers: { ...post.headers, cookie: await enter('call') } }),
    await ask('/logout', { ...post, headers: { ...post.headers, ...PAGE, cookie: await enter('form') } }),
    await ask('/logout', { headers: { ...FOLLOWED, cookie: await enter('link') } }),
    await ask('/logout', post)
  ]
}

t.test('clear-site-data: every sign-out sends the configured types (ASVS 14.3.1)', async (t) => {
  for (const [kinds, expected] of [
    [['storage', 'cache'], EXPECTED],
    [['cache'], '"cache"'],
    [['storage'], '"storage"']
  ] as const) {
    const gateway = await startVisited(t, { 'logout.clearSiteData': kinds })
    const responses = await signOuts(gateway, publicUrl)
    const found = responses.map(({ status, headers }) => [status, headers.get(NAME)])
    t.same(
      found,
      [204, 303, 303, 204].map((status) => [status, expected])
    )
  }
})

t.test('clear-site-data: never sent over http or when not configured', async (t) => {
  for (const [config, origin] of [
    [{ 'logout.clearSiteData': [] }, publicUrl],
    [{}, 'http://localhost:8080']
  ] as const) {
    const gateway = await startVisited(t, config, origin)
    for (const { headers } of await signOuts(gateway, origin)) t.equal(headers.get(NAME), null)
    const { askAll } = await startOwnResponses(t, { publicUrl: origin, config: { ...BOTH, ...config } })
    for (const { name, headers } of await askAll()) t.equal(headers.get(NAME), null, name)
  }
})

t.test('clear-site-data: a new session deletes the cache, unless the account goes on', async (t) => {
  for (const [config, expected] of [
    [{}, '"cache"'],
    [{ 'logout.clearSiteData': ['storage'] }, null],
    [{ 'logout.clearSiteData': [] }, null]
  ] as const) {
    const { enter, provider, url } = await startVisited(t, config)
    const [ada, carol] = [await enter('ada'), await enter('carol')]
    const begin = async (uid: string, cookie = '') => {
      const { idToken, refreshToken } = await provider.signIn(uid)
      const response = await postSession(url, idToken, refreshToken, { origin: publicUrl, cookie })
      t.equal(response.status, 200)
      return response.headers.get(NAME)
    }
    t.equal(await begin('ada', ada), null, 'the same account')
    t.equal(await begin('bob', carol), expected, 'another account')
    t.equal(await begin('bob'), expected, 'the browser dropped the former cookie when it expired')
    t.equal(await begin('bob', forgeSignature(ada)), expected, 'a session that is not ours')
    t.equal(await begin('ada', `${ada}; ${await enter('dora')}`), expected, 'one of the same, one of another')
  }
})

/** How a session can end without a sign-out. */
const ENDS: [name: string, end: (gateway: VisitedGateway, uid: string) => void][] = [
  ['disabled', ({ provider }, uid) => void provider.accounts.update(uid, { disabled: true })],
  ['deleted', ({ provider }, uid) => void provider.accounts.delete(uid)],
  ['over', ({ advance }) => advance(1000)]
]

t.test('clear-site-data: sent when a session is first refused for good (ASVS 14.3.1)', async (t) => {
  for (const [name, end] of ENDS) {
    const gateway = await startVisited(t, { 'session.absoluteSeconds': 900 })
    for (const [uid, path, headers, status] of [
      ['ada', '/x', {}, name === 'disabled' ? 403 : 401],
      ['bob', '/x', PAGE, name === 'disabled' ? 403 : 302],
      ['carol', '/_auth/session', {}, name === 'disabled' ? 403 : 401],
      ['dora', '/login', PAGE, 200]
    ] as const) {
      const cookie = await gateway.enter(uid)
      end(gateway, uid)
      gateway.advance(61)
      const response = await gateway.ask(path, { headers: { ...headers, cookie } })
      t.equal(response.status, status, `${name} ${path}`)
      t.match(response.headers.getSetCookie(), [/^__Host-gatehouse=; Max-Age=0/], `${name} ${path}`)
      t.equal(response.headers.get(NAME), EXPECTED, `${name} ${path}`)
      const again = await gateway.ask(path, { headers })
      t.equal(again.headers.get(NAME), null, 'without the cookie there is no session to end')
    }
  }
})

t.test('clear-site-data: also sent for a copy of a signed-out session cookie (ASVS 14.3.1)', async (t) => {
  const { enter, ask } = await startVisited(t)
  const cookie = await enter('ada')
  await ask('/logout', { method: 'POST', headers: { origin: publicUrl, cookie } })
  t.equal((await ask('/x', { headers: { cookie } })).headers.get(NAME), EXPECTED)
})

t.test('clear-site-data: a refusal that ends no session does not send it', async (t) => {
  const rules = [{ path: '/admin', allow: { claim: 'role', oneOf: ['admin'] } }]
  const { enter, ask, provider, advance } = await startVisited(t, { 'access.rules': rules })
  const cookie = await enter('ada')
  const refused = [
    await ask('/x', {}),
    await ask('/x', { headers: PAGE }),
    await ask('/x', { headers: { cookie: '__Host-gatehouse=planted' } }),
    await ask('/x', { headers: { cookie: forgeSignature(cookie) } }),
    await ask('/admin', { headers: { cookie } }),
    await ask('/logout', { headers: { ...PAGE, cookie } }),
    await ask('/logout', { method: 'POST', headers: { cookie, origin: 'https://evil.example' } })
  ]
  provider.faults.refresh = { kind: 'html', status: 503 }
  advance(3601)
  refused.push(await ask('/x', { headers: { cookie } }))
  const found = refused.map(({ status, headers }) => [status, headers.get(NAME)])
  t.same(
    found,
    [401, 302, 401, 401, 403, 200, 403, 503].map((status) => [status, null])
  )
})

t.test('clear-site-data: two words are accepted, and no others (ASVS 14.3.1)', async (t) => {
  const check = (kinds: string, env = {}) =>
    load(t.testdir(), GOOD, { GATEHOUSE_LOGOUT_CLEAR_SITE_DATA: kinds, ...env })
  for (const good of ['cache', 'storage', 'storage,cache', '[]']) t.match(check(good), { warnings: [] }, good)
  for (const bad of ['cookies', '*', 'executionContexts', 'Cache'])
    t.match(check(`storage,${bad}`), { problems: [{ path: 'logout.clearSiteData[1]' }] }, bad)
  t.match(check('cache,cache'), { problems: [{ path: 'logout.clearSiteData' }] })
  const insecure = check('cache', { GATEHOUSE_PUBLIC_URL: 'http://localhost:8080' })
  t.match(insecure.kind === 'loaded' && insecure.warnings[0], /^logout\.clearSiteData: not sent/)
})
