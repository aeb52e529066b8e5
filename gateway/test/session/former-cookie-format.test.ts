import t, { type Test } from 'tap'
import { loadConfig } from '../../src/config/load.ts'
import {
  cookieHeader,
  PUBLIC_ORIGIN,
  postSession,
  SIGNATURE_KEY,
  startGateway,
  type TestGateway
} from '../fixtures/gateway.ts'
import { send } from '../fixtures/wire/http-client.ts'

const ID_TOKEN_SECONDS = 600
const PREVIOUS = { 'cookie.format': 'previous' }

/** A gateway; `reload` starts another one beside it with other settings, as a reload does. */
async function start(t: Test, config: Record<string, unknown> = {}) {
  const gateway = await startGateway(t, { config, idTokenTtlSeconds: ID_TOKEN_SECONDS })
  for (const uid of ['ada', 'eve']) gateway.provider.accounts.create({ uid })
  const reload = (changes: Record<string, unknown>) =>
    startGateway(t, { config: changes, beside: gateway, state: gateway.state })
  return { gateway, reload }
}

async function visit({ url }: TestGateway, cookie: string) {
  const response = await send(`${url}/`, { headers: { cookie } })
  return { status: response.status, cookie: cookieHeader(response) }
}

const signOut = ({ url }: TestGateway, cookie: string) =>
  send(`${url}/logout`, { method: 'POST', headers: { cookie, origin: PUBLIC_ORIGIN } })

t.test('former format: sign-in and refresh write it, and the session stays the same', async (t) => {
  const { gateway } = await start(t, PREVIOUS)
  const first = await gateway.signIn('ada')
  t.match(first, /^gatehouse=1~1~\d+~/)
  t.same(await visit(gateway, first), { status: 200, cookie: '' }, 'and is not rewritten')
  gateway.advance(ID_TOKEN_SECONDS + 1)
  const { status, cookie: second } = await visit(gateway, first)
  t.equal(status, 200)
  t.match(second, /^gatehouse=1~1~\d+~/)
  t.equal((await signOut(gateway, second)).status, 204)
  for (const copy of [first, second]) t.equal((await visit(gateway, copy)).status, 401)
  t.match(await gateway.signIn('eve'), /^gatehouse=1~/, 'control')
})

t.test('former format: after a reload that selects it, the next request rewrites the cookie', async (t) => {
  const { gateway, reload } = await start(t)
  const current = await gateway.signIn('ada')
  t.match(current, /^gatehouse=2~/)
  t.same(await visit(gateway, current), { status: 200, cookie: '' }, 'control: without it, no cookie is set')
  const former = await reload(PREVIOUS)
  const all = await Promise.all(Array.from({ length: 20 }, () => visit(former, current)))
  const [{ cookie = '' } = {}] = all
  t.match(cookie, /^gatehouse=1~/)
  t.ok(
    all.every((one) => one.status === 200 && one.cookie === cookie),
    'the same for all concurrent requests'
  )
  t.same(await visit(former, cookie), { status: 200, cookie: '' })
  const again = await reload({})
  t.same(await visit(again, cookie), { status: 200, cookie: '' }, 'accepted with the current format')
  gateway.advance(ID_TOKEN_SECONDS + 1)
  t.match((await visit(again, cookie)).cookie, /^gatehouse=2~/, 'and replaced at the next refresh')
})

t.test('former format: after sign-out, copies of the session in both formats are rejected', async (t) => {
  const { gateway, reload } = await start(t)
  const [current, other] = [await gateway.signIn('ada'), await gateway.signIn('ada')]
  const former = await reload(PREVIOUS)
  const { cookie } = await visit(former, current)
  t.equal((await signOut(former, cookie)).status, 204)
  const again = await reload({})
  for (const place of [former, again]) {
    for (const copy of [current, cookie]) t.equal((await visit(place, copy)).status, 401)
    t.equal((await visit(place, other)).status, 200, 'another sign-in of the account')
  }
})

t.test('former format: a session signed out before the switch stays signed out', async (t) => {
  const { gateway, reload } = await start(t)
  const [gone, other] = [await gateway.signIn('ada'), await gateway.signIn('ada')]
  await signOut(gateway, gone)
  const former = await reload(PREVIOUS)
  t.equal((await visit(former, gone)).status, 401)
  t.equal((await visit(former, other)).status, 200, 'control')
})

t.test('former format: started in it and rewritten in the current one, sign-out ends both', async (t) => {
  const { gateway, reload } = await start(t, PREVIOUS)
  const [former, other] = [await gateway.signIn('ada'), await gateway.signIn('ada')]
  const later = await reload({})
  gateway.advance(ID_TOKEN_SECONDS + 1)
  const { cookie } = await visit(later, former)
  t.match(cookie, /^gatehouse=2~/)
  await signOut(later, cookie)
  for (const copy of [former, cookie]) t.equal((await visit(later, copy)).status, 401)
  t.equal((await visit(later, other)).status, 200, 'control')
})

t.test('former format: a session that ends with the browser keeps the current format', async (t) => {
  const { gateway, reload } = await start(t, { 'login.remember': 'ask' })
  const { idToken, refreshToken } = await gateway.provider.signIn('ada')
  const response = await postSession(gateway.url, idToken, refreshToken, {}, { remember: false })
  const cookie = cookieHeader(response)
  t.match(cookie, /^gatehouse=2~1~[\w-]{22}~\d+b~/)
  const former = await reload(PREVIOUS)
  t.same(await visit(former, cookie), { status: 200, cookie: '' })
})

t.test(
  'former format: the config is refused with `login.remember: ask`, otherwise accepted with a warning',
  async (t) => {
    const load = (remember: string) =>
      loadConfig({
        file: null,
        env: {
          GATEHOUSE_PUBLIC_URL: PUBLIC_ORIGIN,
          GATEHOUSE_UPSTREAM_URL: 'http://127.0.0.1:9',
          GATEHOUSE_IDENTITY_PLATFORM_PROJECT_ID: 'demo-test',
          GATEHOUSE_IDENTITY_PLATFORM_API_KEY: 'key',
          GATEHOUSE_COOKIE_SIGNATURE_KEYS: SIGNATURE_KEY,
          GATEHOUSE_COOKIE_FORMAT: 'previous',
          GATEHOUSE_LOGIN_REMEMBER: remember
        }
      })
    t.match(load('ask'), { kind: 'invalid', problems: [{ path: 'cookie.format' }] })
    for (const remember of ['always', 'never']) {
      const loaded = load(remember)
      const warnings = loaded.kind === 'loaded' ? loaded.warnings : []
      t.ok(
        warnings.some((warning) => warning.startsWith('cookie.format: ')),
        remember
      )
    }
  }
)
