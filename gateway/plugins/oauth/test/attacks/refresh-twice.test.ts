import t, { type Test } from 'tap'
import { SIGNATURE_KEY } from '../../../../test/fixtures/gateway.ts'
import { joinStore, NEEDS_STORE, startStore } from '../../../../test/fixtures/processes/store-server.ts'
import { signatureKeyOf } from '../../../../test/fixtures/session/signature-keys.ts'
import { startAttackedServer } from '../fixtures/attacked-server.ts'

/** A client with a refresh token. `use`: of one, as its client does. */
async function start(
  t: Test & Parameters<typeof startAttackedServer>[0],
  ...more: Parameters<typeof startAttackedServer> extends [unknown, ...infer Rest] ? Rest : never
) {
  const server = await startAttackedServer(t, ...more)
  const { authorize, askToken, exchange, refresh } = server
  const { refreshToken: token } = await askToken(exchange(await authorize()))
  const use = (one: string, form: Record<string, string> = {}, at = server.gateway) =>
    askToken(refresh(one, form), 'dashboard', at)
  return { ...server, token, use }
}

t.test('refresh token: used again within 30 s its successor, later the end (ASVS 10.4.5)', async (t) => {
  const { token, use, gateway } = await start(t)
  const first = await use(token)
  for (const seconds of [0.05, 0.25, 1, 5, 20]) {
    gateway.advance(seconds)
    t.match(await use(token), { status: 200, refreshToken: first.refreshToken }, `${seconds} s more`)
  }
  gateway.advance(4)
  t.match(await use(token), { status: 400, error: 'invalid_grant' }, 'counted from the first use')
  t.match(await use(first.refreshToken), { error: 'invalid_grant' }, 'the newest has ended too')
})

t.test('refresh token: five programs refresh together, also once the successor is used', async (t) => {
  const { token, use, gateway } = await start(t)
  const programs = await Promise.all([1, 2, 3, 4, 5].map(() => use(token)))
  const again = await Promise.all(programs.map(({ refreshToken }) => use(refreshToken)))
  t.same([...new Set(again.map(({ status }) => status))], [200])
  t.equal(new Set(again.map(({ refreshToken }) => refreshToken)).size, 1, 'one family without branches')
  const late = await use(token)
  t.match(late, { status: 200, refreshToken: again[0]?.refreshToken }, 'one that is late gets the newest')
  gateway.advance(600)
  const next = await use(late.refreshToken)
  t.equal(next.status, 200, 'and goes on with it')
  t.match(await use(token), { error: 'invalid_grant' }, 'twin: after the time, it is a replay')
  t.match(await use(next.refreshToken), { error: 'invalid_grant' }, 'which ends all')
})

t.test('refresh token: a replay ends the family however often the thief has refreshed since', async (t) => {
  const { token, use, gateway } = await start(t)
  let stolen = (await use(token)).refreshToken
  for (let turn = 0; turn < 120; turn++) stolen = (await use(stolen)).refreshToken
  gateway.advance(60)
  const current = await use(stolen)
  t.equal(current.status, 200, 'control')
  t.match(await use(token), { error: 'invalid_grant' })
  t.match(await use(current.refreshToken), { error: 'invalid_grant' })
})

t.test('refresh token: of a former signature key, it keeps its family', async (t) => {
  const { token, use, gateway, startAnother } = await start(t)
  const { state } = gateway
  const newer = signatureKeyOf('newer')
  const rotated = await startAnother({ 'cookie.signatureKeys': [newer, SIGNATURE_KEY] }, { state })
  const first = await use(token, {}, rotated)
  t.equal(first.status, 200)
  t.match(await use(token, {}, rotated), { status: 200, refreshToken: first.refreshToken })
  t.equal((await use(first.refreshToken, {}, rotated)).refreshToken.slice(0, 22), token.slice(0, 22))
  gateway.advance(60)
  t.match(await use(token, {}, rotated), { error: 'invalid_grant' }, 'twin: after the time, it is a replay')
  t.match(await use(first.refreshToken, {}, rotated), { error: 'invalid_grant' }, 'which ends all')
})

t.test('refresh token: one that only looks like another ends nothing', async (t) => {
  const { token, use } = await start(t)
  const first = await use(token)
  for (const forged of [
    `${token}0`,
    `${token.slice(0, -1)}7`,
    `${token.slice(0, 22)}${'A'.repeat(43)}0`,
    token.slice(0, 22),
    ''
  ])
    t.match(await use(forged), { status: 400 }, forged)
  t.equal((await use(first.refreshToken)).status, 200)
})

t.test('refresh token: within 30 s, it is checked as the first time', async (t) => {
  const { token, use, askToken, refresh, origin, gateway } = await start(t)
  const first = await use(token)
  for (const other of ['reports', 'cli'] as const)
    t.match(await askToken(refresh(token), other), { error: 'invalid_grant' }, other)
  t.match(await use(token, { scope: 'openid mcp:read' }), { error: 'invalid_scope' })
  t.match(await use(token, { resource: `${origin}/mcp` }), { error: 'invalid_target' })
  t.match(await use(token), { refreshToken: first.refreshToken }, 'twin: it has not ended')
  gateway.provider.accounts.update('ada', { disabled: true })
  t.match(await use(token), { error: 'invalid_grant' }, 'a disabled account')
})

t.test('refresh token: used at several replicas at once, one successor', { skip: NEEDS_STORE }, async (t) => {
  const store = await startStore(t)
  const { token, use, startAnother, gateway } = await start(t, { 'store.url': store.url }, (report) =>
    joinStore(t, store.url, { report, timeoutMs: 1000 })
  )
  const other = await startAnother()
  await other.state.shared.ready()
  const places = [gateway, other, gateway, other, gateway]
  const results = await Promise.all(places.map((at) => use(token, {}, at)))
  t.same([...new Set(results.map(({ status }) => status))], [200])
  const [{ refreshToken = '' } = {}] = results
  t.equal(new Set(results.map((one) => one.refreshToken)).size, 1)
  await other.app.close()
  const restarted = await startAnother()
  await restarted.state.shared.ready()
  t.match(await use(token, {}, restarted), { status: 200, refreshToken })
  const next = await use(refreshToken, {}, restarted)
  t.match(await use(refreshToken), { status: 200, refreshToken: next.refreshToken }, 'the second too')
})
