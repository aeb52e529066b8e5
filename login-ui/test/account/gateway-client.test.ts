import t from 'tap'
import { createGatewayClient } from '../../src/account/gateway-client.ts'

interface Call {
  url: string
  init: RequestInit
}

/** A client whose requests get these responses in order, and its calls. */
function clientWith(...answers: (Response | Error)[]) {
  const calls: Call[] = []
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    calls.push({ url: String(input), init })
    const answer = answers.shift()
    if (answer === undefined || answer instanceof Error) throw answer
    return answer
  }
  const client = createGatewayClient({ fetch, endpoint: '/_auth/account', logoutPath: '/logout' })
  return { client, calls }
}

const refusal = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })

t.test('gateway client: reads the current account', async (t) => {
  const { client, calls } = clientWith(Response.json({ uid: 'ada', name: 'Ada' }))
  t.match(await client.read(), { kind: 'read', account: { uid: 'ada', name: 'Ada' } })
  t.match(calls, [{ url: '/_auth/account', init: { cache: 'no-store', redirect: 'error' } }])
})

t.test('gateway client: rename, email and sign-out send JSON or no body', async (t) => {
  const done = () => new Response(null, { status: 204 })
  const { client, calls } = clientWith(Response.json({ name: null }), done(), done(), done())
  t.same(await client.rename(null), { kind: 'done' })
  t.same(await client.sendVerification('zh-CN'), { kind: 'done' })
  t.same(await client.signOut(false), { kind: 'done' })
  t.same(await client.signOut(true), { kind: 'done' })
  t.match(calls, [
    { url: '/_auth/account', init: { method: 'PATCH', body: '{"name":null}' } },
    { url: '/_auth/account/verification', init: { method: 'POST', body: '{"language":"zh-CN"}' } },
    { url: '/logout', init: { method: 'POST' } },
    { url: '/logout?everywhere=1', init: { method: 'POST' } }
  ])
  t.equal(new Headers(calls[0]?.init.headers).get('content-type'), 'application/json')
})

t.test('gateway client: a sign-in that is too old is no lost session', async (t) => {
  const { client } = clientWith(
    refusal(401, { code: 'STEP_UP_REQUIRED', requestId: 'r1' }),
    refusal(401, { code: 'SESSION_ENDED', requestId: 'r2' })
  )
  const tooOld = await client.end('sessions', 'id=phone')
  t.same(tooOld, { kind: 'refused', code: 'STEP_UP_REQUIRED', reference: 'r1' })
  t.same(await client.end('sessions', 'id=phone'), { kind: 'signed-out' })
})

t.test('gateway client: lists are asked for in a language, and entries end by a query', async (t) => {
  const { client, calls } = clientWith(
    Response.json({ endWithinSeconds: 600, applications: [] }),
    Response.json({ sessions: [] }),
    new Response(null, { status: 204 })
  )
  const applications = await client.list('applications', 'zh-Hans')
  t.same(applications, { kind: 'listed', endWithinSeconds: 600, applications: [] })
  const found = await client.list('applications', 'de')
  t.match(found, { kind: 'refused', code: 'page/unreadable-answer' }, 'others')
  t.same(await client.end('applications', 'client=dashboard'), { kind: 'done' })
  t.match(calls, [
    { url: '/_auth/account/applications?lang=zh-Hans', init: { cache: 'no-store', redirect: 'error' } },
    { url: '/_auth/account/applications?lang=de' },
    { url: '/_auth/account/applications?client=dashboard', init: { method: 'DELETE' } }
  ])
})

t.test('gateway client: a 401 of the gateway means signed out, any other is unreadable', async (t) => {
  const { client } = clientWith(refusal(401, { code: 'TOKEN_REVOKED' }), refusal(401, 'portal'))
  t.same(await client.read(), { kind: 'signed-out' })
  t.match(await client.read(), { kind: 'refused', code: 'page/unreadable-answer' })
})

t.test('gateway client: rejections have code and reference, others are unreadable', async (t) => {
  const portal = new Response('<html>', { status: 200 })
  const { client } = clientWith(refusal(503, { code: 'PROVIDER_UNAVAILABLE', requestId: 'r1' }), portal)
  t.same(await client.rename('x'), { kind: 'refused', code: 'PROVIDER_UNAVAILABLE', reference: 'r1' })
  t.match(await client.read(), { kind: 'refused', code: 'page/unreadable-answer' })
})

t.test('gateway client: no response is unreachable, a late one is a timeout', async (t) => {
  const late = new DOMException('late', 'TimeoutError')
  const { client } = clientWith(new TypeError('away'), late)
  t.match(await client.read(), { kind: 'refused', code: 'page/unreachable' })
  t.match(await client.signOut(false), { kind: 'refused', code: 'page/timeout' })
})
