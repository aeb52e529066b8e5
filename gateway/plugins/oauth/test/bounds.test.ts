import t, { type Test } from 'tap'
import { realClock } from '../../../src/async.ts'
import { createMemoryState } from '../../../src/shared-state/memory.ts'
import { startAttackedServer } from './fixtures/attacked-server.ts'
import { INITIAL_TOKEN, recordsOf, startSignedIn, TOKEN_KEY } from './fixtures/authorization-server.ts'

/** What one account, or one network, may store; and how many records the tests add. */
const MOST = 100
const MANY = 20_000

t.test('request: what is stored for it is bounded, and the client learns what is too long', async (t) => {
  const { visitor, origin } = await startSignedIn(t)
  const ask = async (more: Record<string, string>) => {
    const { status, location } = await visitor.ask({ prompt: 'consent', ...more })
    return { status, answer: new URL(location, origin).searchParams }
  }
  const bounds = { nonce: 512, ui_locales: 512, login_hint: 512, state: 7168 }
  for (const [name, most] of Object.entries(bounds)) {
    const { answer } = await ask({ [name]: 'x'.repeat(most + 1) })
    t.match(answer.get('error_description') ?? '', `${name} has more than ${most} characters`)
    t.equal(answer.get('error'), 'invalid_request', name)
    const { status } = await ask({ [name]: 'x'.repeat(name === 'state' ? 7000 : most) })
    t.equal(status, 200, `twin: ${name}`)
  }
})

t.test('device: what is stored for its request is bounded likewise', async (t) => {
  const { post } = await startAttackedServer(t)
  const ask = async (chars: number) =>
    (await post('/device-authorization', `client_id=cli&scope=openid&nonce=${'x'.repeat(chars)}`)).status
  t.same([await ask(513), await ask(512)], [400, 200])
})

const network = () => '192.0.2.1'
const nonce = 'x'.repeat(512)
const exp = realClock() + 1000

t.test('memory: what one account has stored displaces its own oldest, nothing of others', async (t) => {
  const shared = createMemoryState(realClock)
  const records = recordsOf(shared).adapter
  const models = ['AccessToken', 'AuthorizationCode', 'DeviceCode', 'Grant', 'RefreshToken', 'Session']
  for (const model of models) await records(model).upsert('of-ada', { accountId: 'ada', exp }, 1000)
  await records('Interaction').upsert('of-ada', { session: { accountId: 'ada', uid: 'u' }, exp }, 1000)
  await records('Client').upsert('registered', { client_id: 'registered' }, 1000)
  for (let index = 0; index < MANY; index++) {
    const id = `of-eve-${index}`
    const model = models[index % models.length] ?? ''
    await records(model).upsert(id, { accountId: 'eve', nonce, exp }, 1000)
    const session = { accountId: 'eve', uid: 'u' }
    await records('Interaction').upsert(id, { session, params: { nonce }, exp }, 1000)
  }
  for (const model of [...models, 'Interaction']) t.ok(await records(model).find('of-ada'), model)
  t.ok(await records('Client').find('registered'))
  const numbers = [0, MANY - MOST - 1, MANY - MOST, MANY - 1]
  const found = await Promise.all(numbers.map((number) => records('Interaction').find(`of-eve-${number}`)))
  t.same(found.map(Boolean), [false, false, true, true], 'twin: the oldest')
})

t.test('memory: what one network asks for without an account displaces nothing of others', async (t) => {
  const shared = createMemoryState(realClock)
  const { adapter: stranger } = recordsOf(shared, { network: () => '2001:db8:0:1::/64' })
  const { adapter: other } = recordsOf(shared, { network })
  for (const model of ['Interaction', 'DeviceCode']) {
    await other(model).upsert('i', { params: {}, exp }, 1000)
    let refused = 0
    for (let index = 0; index < MANY; index++)
      await stranger(model)
        .upsert(`i${index}`, { params: { state: 'x'.repeat(7000) }, exp }, 1000)
        .catch(() => (refused += 1))
    t.ok(await other(model).find('i'), model)
    t.equal(refused, MANY - MOST, `twin: ${model}`)
    t.ok(await stranger(model).find('i0'))
    t.notOk(await stranger(model).find(`i${MOST}`))
  }
})

t.test('memory: a client fills the share of a network, others behind it keep their requests', async (t) => {
  const shared = createMemoryState(realClock)
  const records = recordsOf(shared, { network }).adapter
  for (const [model, of] of [
    ['Interaction', (client: string) => ({ params: { client_id: client }, exp })],
    ['DeviceCode', (client: string) => ({ clientId: client, params: {}, exp })]
  ] as const) {
    const begin = (id: string, client: string) => records(model).upsert(id, of(client), 1000)
    await begin('first', 'a')
    await begin('early', 'b')
    for (let index = 2; index < MOST; index++) await begin(`a${index}`, 'a')
    await t.rejects(begin('refused', 'a'), /too many/, model)
    await begin('late', 'b')
    for (const id of ['first', 'early', 'late', 'a2']) t.ok(await records(model).find(id), `${model} ${id}`)
    t.notOk(await records(model).find(`a${MOST - 1}`), 'the newest of the client with the most')
    await records(model).destroy('first')
    await begin('after', 'a')
    t.ok(await records(model).find('after'), 'twin: one is done')
  }
})

t.test('memory: an account with too many records of one client, that client loses its oldest', async (t) => {
  const records = recordsOf(createMemoryState(realClock)).adapter('RefreshToken')
  const begin = (id: string, clientId: string) =>
    records.upsert(id, { accountId: 'ada', clientId, exp }, 1000)
  await begin('other', 'b')
  for (let index = 0; index < 2 * MOST; index++) await begin(`a${index}`, 'a')
  t.ok(await records.find('other'))
  t.notOk(await records.find(`a${MOST}`), 'twin')
  t.ok(await records.find(`a${2 * MOST - 1}`))
})

t.test('requests: too many of one network wait, the next client is informed and none is lost', async (t) => {
  const { post } = await startAttackedServer(t)
  const ask = async () =>
    Object(await (await post('/device-authorization', 'client_id=cli&scope=openid')).json())
  const { device_code: first } = await ask()
  for (let count = 1; count < MOST; count++) await ask()
  t.match(await ask(), { error: 'temporarily_unavailable' })
  const grant = 'urn:ietf:params:oauth:grant-type:device_code'
  const poll = await post('/token', `client_id=cli&grant_type=${grant}&device_code=${first}`)
  t.match(await poll.json(), { error: 'authorization_pending' })
})

t.test('refresh tokens: a busy client displaces no idle one of the same account', async (t) => {
  const { authorize, askToken, exchange, refresh } = await startAttackedServer(t)
  const idle = await askToken(exchange(await authorize()))
  let busy = (await askToken(exchange(await authorize()))).refreshToken
  for (let turn = 0; turn < MOST + 20; turn++) busy = (await askToken(refresh(busy))).refreshToken
  t.equal((await askToken(refresh(idle.refreshToken))).status, 200)
})

/** Requests by way of a proxy that names the address of its client. */
async function startBehindProxy(t: Test & Parameters<typeof startAttackedServer>[0]) {
  const { host, request } = await startAttackedServer(t, {
    trustedProxies: ['127.0.0.1/32'],
    [TOKEN_KEY]: INITIAL_TOKEN
  })
  const forwarded = { 'x-forwarded-proto': 'http', 'x-forwarded-host': host }
  return async (address: string, path: string, method = 'GET') => {
    const response = await request(path, { 'x-forwarded-for': address, ...forwarded }, { method })
    await response.text()
    return response.status
  }
}

t.test('limits: addresses of one IPv6 network count as one, also of registrations', async (t) => {
  const statusFrom = await startBehindProxy(t)
  const inNetwork = (host: number) => `2001:db8:0:1:${host.toString(16)}::${host.toString(16)}`
  const register = (address: string) => statusFrom(address, '/_auth/oauth/register', 'POST')
  const registered = []
  for (let host = 0; host < 11; host++) registered.push(await register(inNetwork(host)))
  t.same(registered, [...Array(10).fill(401), 429])
  t.equal(await register('2001:db8:0:2::1'), 401, 'twin: another network')
  const asked = []
  for (let host = 0; host < 290; host++) asked.push(await statusFrom(inNetwork(host), '/_auth/oauth/jwks'))
  t.same([asked[0], asked.at(-2), asked.at(-1)], [200, 200, 429])
  t.equal(await statusFrom('2001:db8:0:2::1', '/_auth/oauth/jwks'), 200, 'twin: another network')
})

t.test('limits: forced refreshes without a known session count for an IPv6 network', async (t) => {
  const statusFrom = await startBehindProxy(t)
  const statuses = new Set<number>()
  for (let host = 0; host < 40; host++)
    statuses.add(await statusFrom(`2001:db8:0:1::${host}`, '/_auth/refresh?force=1', 'POST'))
  t.ok(statuses.has(429), [...statuses].join())
})
