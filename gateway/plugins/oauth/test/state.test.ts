import { setTimeout } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { realClock } from '../../../src/async.ts'
import { createMemoryState } from '../../../src/shared-state/memory.ts'
import { PAGE, SIGNATURE_KEY, type TestGatewayOptions } from '../../../test/fixtures/gateway.ts'
import { joinStore, NEEDS_STORE, startStore } from '../../../test/fixtures/processes/store-server.ts'
import { signatureKeyOf } from '../../../test/fixtures/session/signature-keys.ts'
import { loadOidcLibrary } from '../provider.ts'
import { createClients, startAttackedServer } from './fixtures/attacked-server.ts'
import { beginRequest, FORM, recordsOf, watch } from './fixtures/authorization-server.ts'

const skip = NEEDS_STORE
/** The greatest `oauth.refreshTokenSeconds`. */
const YEAR_SECONDS = 31_536_000
const NEWER_KEY = signatureKeyOf('newer')

async function startWithStore(t: Test) {
  const store = await startStore(t)
  const shared: TestGatewayOptions['shared'] = (report) =>
    joinStore(t, store.url, { report, timeoutMs: 1000 })
  const server = await startAttackedServer(t, { 'store.url': store.url }, shared)
  return { ...server, store }
}

t.test('store: what one replica began, another continues, also after a restart', { skip }, async (t) => {
  const { authorize, askToken, exchange, refresh, startAnother, gateway } = await startWithStore(t)
  const other = await startAnother()
  const first = await askToken(exchange(await authorize()), 'dashboard', other)
  t.equal(first.status, 200, 'the code of one at the other')
  const second = await askToken(refresh(first.refreshToken))
  t.equal(second.status, 200, 'the refresh token of the other at the first')
  await other.app.close()
  const restarted = await startAnother()
  await restarted.state.shared.ready()
  const third = await askToken(refresh(second.refreshToken), 'dashboard', restarted)
  t.equal(third.status, 200)
  gateway.advance(31)
  t.match(await askToken(refresh(second.refreshToken)), { error: 'invalid_grant' }, 'used at the other')
  t.match(await askToken(refresh(third.refreshToken), 'dashboard', restarted), { error: 'invalid_grant' })
})

for (const model of ['AuthorizationCode', 'DeviceCode'])
  t.test(`state: a ${model} is used once by several processes, else its grant ends`, async (t) => {
    const shared = createMemoryState(realClock)
    let isLocal = false
    const count: typeof shared.countCall = async (...call) =>
      isLocal ? { calls: 1, endsInMs: 120_000, isLocal } : await shared.countCall(...call)
    const ended: unknown[] = []
    const refuseReplay = (_model: string, grantId?: string) => {
      ended.push(grantId)
      return new Error('replay')
    }
    const start = () => recordsOf({ ...shared, countCall: count }, { refuseReplay }).adapter
    const [one, other] = [start(), start()]
    const exp = realClock() + 60
    for (const id of ['a', 'b', 'c']) {
      await one('Grant').upsert(`of-${id}`, { exp }, 60)
      await one(model).upsert(id, { grantId: `of-${id}`, exp }, 60)
    }
    const uses = [one, other].map((at) => at(model).consume('a'))
    t.same((await Promise.allSettled(uses)).map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    t.same(ended, ['of-a'])
    t.notOk(await one('Grant').find('of-a'))
    await other(model).consume('b')
    t.ok(await one('Grant').find('of-b'), 'twin: used once')
    isLocal = true
    for (const at of [one, other]) await t.rejects(at(model).consume('c'), { code: 'STORE_UNAVAILABLE' })
    t.ok(await one('Grant').find('of-c'), 'nothing is lost while the use cannot be counted')
    isLocal = false
    await one(model).consume('c')
    t.same(ended, ['of-a'])
  })

t.test('store: a token revoked at one replica has ended at all (ASVS 10.4.9)', { skip }, async (t) => {
  const { authorize, askToken, exchange, refresh, startAnother, post } = await startWithStore(t)
  const other = await startAnother()
  const redirect_uri = 'http://127.0.0.1/callback'
  const given = await authorize({ client_id: 'cli', redirect_uri })
  const { refreshToken } = await askToken(exchange(given, { redirect_uri }), 'cli')
  const revoked = await post('/revoke', `client_id=cli&token=${refreshToken}`)
  t.equal(revoked.status, 200)
  t.match(await askToken(refresh(refreshToken), 'cli', other), { error: 'invalid_grant' })
})

t.test('store: while it is away nothing is given out, and nothing is lost', { skip }, async (t) => {
  const { authorize, askToken, exchange, refresh, store } = await startWithStore(t)
  const { refreshToken } = await askToken(exchange(await authorize()))
  await store.command('CLIENT', 'PAUSE', 3000, 'ALL')
  const away = await askToken(refresh(refreshToken))
  t.equal(away.status, 503, away.text)
  t.match(JSON.parse(away.text), { error: 'server_error' })
  await store.command('CLIENT', 'UNPAUSE')
  const statuses: number[] = []
  for (let attempt = 0; attempt < 100 && statuses.at(-1) !== 200; attempt++) {
    statuses.push((await askToken(refresh(refreshToken))).status)
    // One that was away is tried again within a second.
    await setTimeout(50)
  }
  t.equal(statuses.at(-1), 200, 'the token was not used up')
})

t.test('store: while it is away, each endpoint asks to try again, pages and calls', { skip }, async (t) => {
  const { authorize, exchange, askToken, oidc, origin, post, request, store, visit } = await startWithStore(t)
  const visitor = await visit()
  const stranger = await visit(null)
  const { accessToken } = await askToken(exchange(await authorize()))
  const { url } = await beginRequest(oidc)
  const ofRegistered = await beginRequest(oidc, { client_id: 'registered' })
  const interaction = (await visitor.ask({ prompt: 'consent' })).location
  await store.stop()
  const device = '/_auth/oauth/device'
  for (const [method, address, browser, body] of [
    ['GET', url, visitor],
    ['GET', ofRegistered.url, stranger],
    ['GET', interaction, visitor],
    ['POST', interaction, visitor],
    ['GET', '/_auth/oauth/sign-out', visitor],
    ['GET', device, visitor],
    ['POST', device, visitor, 'xsrf=x&user_code=BCDF-GHJK']
  ] as const)
    for (const kind of [PAGE, {}]) {
      const headers = { ...FORM, ...kind, cookie: browser.cookie(), origin }
      const { status, headers: got } = await request(address, headers, { method, ...(body && { body }) })
      const isPage = /text\/html/.test(String(got.get('content-type')))
      const found = [status, Number(got.get('retry-after')) > 0, isPage]
      t.same(found, [503, true, kind === PAGE], `${method} ${address} ${Object.keys(kind)}`)
    }
  const code = 'grant_type=authorization_code&code=x&redirect_uri=http://127.0.0.1/callback'
  for (const [address, body, headers = {}] of [
    ['/token', 'client_id=cli&grant_type=refresh_token&refresh_token=x'],
    ['/token', `client_id=cli&${code}`],
    ['/revoke', 'client_id=cli&token=x'],
    ['/device-authorization', 'client_id=cli&scope=openid'],
    ['/userinfo', '', { authorization: `Bearer ${accessToken}` }]
  ] as const) {
    const { status, headers: got } = await post(address, body, headers)
    // What a device asks for is stored once the store is back.
    const isStored = address === '/device-authorization'
    t.same([status, Number(got.get('retry-after')) > 0], isStored ? [200, false] : [503, true], address)
  }
})

t.test('store: holds no token, code, client or account in the clear', { skip }, async (t) => {
  const { authorize, askToken, exchange, store } = await startWithStore(t)
  const form = exchange(await authorize())
  const tokens = await askToken(form)
  const keys = [await store.command('KEYS', '*')].flat().map(String)
  t.ok(keys.length > 5)
  const dump: string[] = [...keys]
  for (const name of keys) {
    const type = await store.command('TYPE', name)
    if (type === 'zset') dump.push(String(await store.command('ZRANGE', name, 0, -1)))
    else if (type === 'string') dump.push(String(await store.command('GET', name)))
    t.not(await store.command('TTL', name), -1, 'expires')
  }
  const text = dump.join('\n')
  const { code, code_verifier } = form
  const names = ['dashboard', 'ada', 'example.com']
  for (const secret of [code, code_verifier, tokens.refreshToken, tokens.accessToken, ...names])
    t.notOk(text.includes(String(secret)), String(secret).slice(0, 12))
})

t.test('keys: a grant that is ended after a rotation stays ended', { skip }, async (t) => {
  const store = await startStore(t)
  let late = 0
  const now = () => realClock() + late
  async function start(...signatureKeys: string[]) {
    const shared = joinStore(t, store.url, { signatureKeys, now })
    await shared.ready()
    return recordsOf(shared, { now })
  }
  const [before, rotated] = [await start(SIGNATURE_KEY), await start(NEWER_KEY, SIGNATURE_KEY)]
  await before.adapter('Grant').upsert('g', { exp: now() + 1000 }, 1000)
  t.ok(await rotated.adapter('Grant').find('g'), 'twin')
  await rotated.revoke('g')
  await rotated.adapter('Grant').destroy('g')
  for (late of [0, 200]) t.notOk(await rotated.adapter('Grant').find('g'), `${late} s later`)
})

t.test('grant: once it has ended, so have its tokens, even the longest-lived', async (t) => {
  let late = 0
  const now = () => realClock() + late
  const records = recordsOf(createMemoryState(now), { now })
  const tokens = records.adapter('RefreshToken')
  for (const grantId of ['ended', 'kept']) await tokens.upsert(grantId, { grantId }, YEAR_SECONDS)
  await records.revoke('ended')
  for (late of [0, YEAR_SECONDS - 1])
    t.same([await tokens.find('ended'), (await tokens.find('kept'))?.grantId], [undefined, 'kept'])
})

t.test('memory: after a restart without a store, clients have to ask again', async (t) => {
  const { authorize, askToken, exchange, refresh, startAnother, origin, oidc } = await startAttackedServer(t)
  const given = await authorize()
  const { refreshToken } = await askToken(exchange(await authorize()))
  const restarted = await startAnother()
  t.match(await askToken(refresh(refreshToken), 'dashboard', restarted), { error: 'invalid_grant' })
  t.match(await askToken(exchange(given), 'dashboard', restarted), { error: 'invalid_grant' })
  const clients = createClients(restarted, origin, oidc)
  t.equal((await clients.askToken(exchange(await clients.authorize()))).status, 200, 'twin: asked again')
})

t.test('memory: requests of strangers are stored in rooms of their own alone', async (t) => {
  const rooms = new Set<string>()
  const { gateway, visit, post } = await startAttackedServer(t)
  watch(gateway, 'addToList', (list) => rooms.add(list.slice(0, list.indexOf(' '))))
  const stranger = await visit(null)
  await stranger.ask()
  await stranger.go('/_auth/oauth/sign-out')
  await post('/device-authorization', 'client_id=cli&scope=openid')
  const expected = ['DeviceCode', 'Interaction'].flatMap((one) => [`oauth-${one}`, `oauth-${one}-held`])
  t.same([...rooms].sort(), expected)
})

t.test('refresh: reads the grants of the account once', async (t) => {
  const read: string[] = []
  const { gateway, authorize, askToken, exchange, refresh } = await startAttackedServer(t)
  const { refreshToken } = await askToken(exchange(await authorize()))
  watch(gateway, 'readList', (list) => read.push(list))
  t.equal((await askToken(refresh(refreshToken))).status, 200)
  t.equal(read.filter((list) => list.startsWith('oauth-grants ')).length, 1)
})

t.test('library: while it loads, warnings of others are written, and `console.warn` stays', async (t) => {
  const lines = t.capture(console, 'warn')
  const { warn } = console
  const loading = Promise.all([loadOidcLibrary(), loadOidcLibrary()])
  console.warn('of another')
  await loading
  t.equal(console.warn, warn)
  t.same(lines()[0]?.args, ['of another'])
})
