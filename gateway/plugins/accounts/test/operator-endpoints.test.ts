import { once } from 'node:events'
import { connect } from 'node:net'
import t, { type Test } from 'tap'
import { portOf } from '../../../src/serving/connections/listening-server.ts'
import {
  endsByOperator,
  MANAGEMENT_TOKEN,
  operatorOf,
  MANAGEMENT_TOKEN as TOKEN
} from '../../../test/fixtures/commands/operator.ts'
import {
  SIGNATURE_KEY,
  startGateway,
  type TestGateway,
  type TestGatewayOptions
} from '../../../test/fixtures/gateway.ts'
import { openManagement } from '../../../test/fixtures/management.ts'
import { joinStore, NEEDS_STORE, startStore } from '../../../test/fixtures/processes/store-server.ts'
import { startConnectedGateway } from '../../../test/fixtures/wire/connections.ts'
import { send, sendRaw } from '../../../test/fixtures/wire/http-client.ts'
import { words } from '../../../test/fixtures/words.ts'

const skip = NEEDS_STORE
const MAX_LOOKS = 2000

function options(t: Test, url: string): TestGatewayOptions {
  return {
    acquire: 'exchange',
    tenants: ['acme-x1'],
    shared: (report) => joinStore(t, url, { signatureKeys: [SIGNATURE_KEY], report })
  }
}

async function startWithStore(t: Test) {
  const server = await startStore(t)
  const here = await startGateway(t, options(t, server.url))
  for (const uid of ['eve', 'finn']) here.provider.accounts.create({ uid, email: `${uid}@example.com` })
  await here.state.shared.ready()
  const operator = operatorOf(openManagement(t, here, { token: () => MANAGEMENT_TOKEN }))
  return { server, here, operator }
}

/** Sends requests until the session is refused. */
async function isRefusedSoon(gateway: TestGateway, cookie: string): Promise<boolean> {
  for (let looks = 0; looks < MAX_LOOKS; looks++) if ((await statusOf(gateway, cookie)) === 401) return true
  return false
}

const statusOf = async ({ url }: TestGateway, cookie: string) =>
  (await send(`${url}/app`, { headers: { cookie } })).status

/** The log id of the session that was started last. */
const lastSession = ({ logLines }: TestGateway) =>
  String(logLines().findLast(({ event }) => event === 'session.started')?.sessionId)

t.test(
  'sessions endpoints: one is ended with its sockets at another gateway (ASVS 7.4.5)',
  { skip },
  async (t) => {
    const { server, here, operator } = await startWithStore(t)
    const there = await startConnectedGateway(t, { ...options(t, server.url), beside: here })
    await there.state.shared.ready()
    const kept = await here.signIn('eve')
    const keptId = lastSession(here)
    const gone = await here.signIn('eve')
    const goneId = lastSession(here)
    await here.signIn('finn')
    const socket = await there.open('socket', gone)

    for (const query of [
      { account: 'eve' },
      { account: 'eve@example.com' },
      { account: 'eve', by: 'uid', tenant: '' }
    ]) {
      const listed = await operator.list(query)
      t.equal(listed.statusCode, 200)
      t.same(
        new Set(listed.json().sessions.map((row: { sessionId: string }) => row.sessionId)),
        new Set([keptId, goneId])
      )
    }
    const one = await operator.list({ account: 'eve', sessionId: goneId })
    t.match(one.json(), {
      sessions: [
        { sessionId: goneId, uid: 'eve', tenant: null, origin: 'http://localhost:8080', begun: /^\d{4}-/ }
      ]
    })
    t.equal(one.json().sessions.length, 1)
    t.equal(one.headers['cache-control'], 'no-store')
    t.match(await operator.list({ account: 'eve', sessionId: 'unknown' }), { statusCode: 404 })

    const ended = await operator.revoke({ account: 'eve', sessionId: goneId })
    t.equal(ended.statusCode, 200)
    t.same(ended.json(), { uid: 'eve', tenant: null, sessionId: goneId, everywhereWithinSeconds: 1 })
    t.equal(await statusOf(here, gone), 401, 'at this gateway at once')
    t.equal(await socket.ended, '4401 signed out')
    t.ok(await isRefusedSoon(there, gone))
    t.equal(await statusOf(here, kept), 200)
    t.match(endsByOperator(here), [
      {
        event: 'session.ended',
        code: 'SESSION_ENDED',
        by: 'operator',
        subject: 'eve',
        sessionId: goneId,
        client: '127.0.0.1',
        requestId: /./
      }
    ])
    t.equal(endsByOperator(here).length, 1)
    t.equal(
      (await operator.revoke({ account: 'eve', sessionId: goneId })).statusCode,
      404,
      'the session is gone'
    )
  }
)

t.test('sessions endpoints: all of an account end everywhere, each call is an event', { skip }, async (t) => {
  const { here, operator } = await startWithStore(t)
  const [one, other, finn] = [await here.signIn('eve'), await here.signIn('eve'), await here.signIn('finn')]
  const ended = await operator.revoke({ account: 'eve@example.com', all: true })
  t.same(ended.json(), { uid: 'eve', tenant: null, sessionId: null, everywhereWithinSeconds: 1 })
  t.same(
    [await statusOf(here, one), await statusOf(here, other), await statusOf(here, finn)],
    [401, 401, 200]
  )
  t.same((await operator.list({ account: 'eve' })).json(), { sessions: [] })
  for (let count = 0; count < 20; count++) await operator.revoke({ account: 'eve', all: true })
  t.equal(endsByOperator(here).length, 21, 'no event limit drops one')
  t.match(endsByOperator(here)[0], { code: 'TOKEN_REVOKED', subject: 'eve', sessionId: undefined })
})

t.test('sessions endpoints: provider down or no credentials is reported as a failure', async (t) => {
  const gateway = await startGateway(t, { acquire: 'exchange' })
  const cookie = await gateway.signIn('ada')
  const operator = operatorOf(openManagement(t, gateway, { token: () => MANAGEMENT_TOKEN }))
  const rows: [request: object, response: object][] = [
    [{ account: 'nobody' }, { statusCode: 404, code: 'USER_NOT_FOUND' }],
    [{ account: 'no@body@' }, { statusCode: 400, detail: /email/ }],
    [
      { account: 'ada', tenant: 'elsewhere' },
      { statusCode: 400, detail: /tenant/ }
    ]
  ]
  for (const [request, response] of rows)
    t.match((await operator.revoke({ ...request, all: true })).json(), response)
  gateway.provider.faults.identityToolkit = { kind: 'error', status: 503, message: 'UNAVAILABLE' }
  const away = await operator.revoke({ account: 'ada', all: true })
  t.match(away.json(), { statusCode: 503, code: 'PROVIDER_UNAVAILABLE', detail: /^temporary: / })
  t.match(away.headers['retry-after'], /^\d+$/)
  t.equal(await statusOf(gateway, cookie), 200, 'no session was ended')
  t.same(endsByOperator(gateway), [])
  const without = await startGateway(t, { beside: gateway })
  const response = await operatorOf(openManagement(t, without, { token: () => MANAGEMENT_TOKEN })).list({
    account: 'ada'
  })
  t.match(response.json(), { statusCode: 400, code: 'NO_SERVICE_ACCOUNT' })
})

t.test('sessions endpoints: they require the token, and without a token file do not exist', async (t) => {
  const gateway = await startGateway(t, { acquire: 'exchange' })
  const cookie = await gateway.signIn('ada')
  let token: string | null = TOKEN
  const management = openManagement(t, gateway, { token: () => token })
  const payload = { account: 'ada', all: true }
  const ask = async (authorization?: string) => {
    const headers = authorization === undefined ? {} : { authorization }
    const all = [
      await management.inject({ url: '/sessions?account=ada', headers }),
      await management.inject({ method: 'POST', url: '/sessions/revoke', headers, payload })
    ]
    return all.map(({ statusCode }) => statusCode)
  }
  for (const wrong of [undefined, `Bearer ${TOKEN}x`]) t.same(await ask(wrong), [401, 401], String(wrong))
  token = null
  t.same(await ask(), [404, 404], 'no token file: no such paths')
  t.same(await ask(`Bearer ${TOKEN}`), [404, 404])
  t.equal(await statusOf(gateway, cookie), 200)
  token = TOKEN
  t.same(await ask(`Bearer ${TOKEN}`), [400, 200], 'control')
})

t.test('sessions endpoints: hostile input is refused and ends no session', async (t) => {
  const gateway = await startGateway(t, { acquire: 'exchange' })
  const cookie = await gateway.signIn('ada')
  const management = openManagement(t, gateway, { token: () => TOKEN })
  const operator = operatorOf(management)
  const wrong: unknown[] = [
    null,
    [],
    'ada',
    7,
    {},
    { account: 'ada' },
    { account: 'ada', all: 'true' },
    { account: 'ada', all: false },
    { account: 'ada', all: true, sessionId: 'x' },
    { account: 'ada', sessionId: '' },
    { account: 'ada', sessionId: null },
    { account: 'ada', sessionID: 'x', all: true },
    { account: 7, all: true },
    { account: ['ada'], all: true },
    { account: '', all: true },
    { account: 'a'.repeat(257), all: true },
    { account: 'ada', by: 'name', all: true },
    { account: 'ada', tenant: 7, all: true },
    { account: 'ada', tenant: { a: 1 }, all: true }
  ]
  for (const body of wrong) {
    const response = await operator.revoke(JSON.stringify(body))
    t.match(
      response.json(),
      { statusCode: 400, code: 'INVALID_REQUEST', requestId: /./ },
      JSON.stringify(body)?.slice(0, 60)
    )
  }
  const good = '{"account":"ada","all":true}'
  const rows: readonly [body: string, status: number, type?: string][] = [
    ['', 400],
    ['{', 400],
    [good.slice(0, -1), 400],
    ['{"__proto__":{"all":true},"account":"ada"}', 400],
    ['\0', 400],
    ['account=ada&all=true', 400, 'application/x-www-form-urlencoded'],
    [good, 400, 'text/plain'],
    [good, 415, 'application/json; charset=utf-16'],
    [JSON.stringify({ account: 'ada', all: true, pad: 'x'.repeat(5000) }), 413]
  ]
  for (const [body, status, type] of rows) {
    const response = await operator.revoke(body, type === undefined ? {} : { 'content-type': type })
    t.equal(response.statusCode, status, `${body.slice(0, 60)} ${type}`)
  }
  for (const url of words`/sessions /sessions?account= /sessions?account=a&account=b /sessions?__proto__=1
    /sessions?account=ada&all=true /sessions?account=%ff%00&x[]=1`) {
    const { statusCode } = await management.inject({ url, headers: { authorization: `Bearer ${TOKEN}` } })
    t.equal(statusCode, 400, url)
  }

  await management.listen({ host: '127.0.0.1', port: 0 })
  const port = portOf(management.server.address())
  const head = `POST /sessions/revoke HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n`
  const withToken = `${head}Authorization: Bearer ${TOKEN}\r\n`
  for (const text of [
    `${head}Content-Length: 10000000\r\n\r\n${good}`,
    `${head}Content-Length: ${good.length}\r\n\r\n${good}`,
    `${withToken}Content-Length: 10000000\r\n\r\n${good}`,
    `${withToken}Transfer-Encoding: chunked\r\n\r\nZZ\r\n${good}\r\n`,
    `${withToken}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n${good}\r\n`
  ])
    t.match(await sendRaw(port, text), /^HTTP\/1\.1 4\d\d /, JSON.stringify(text.slice(-60)))
  // Sends half of it, then the connection closes.
  const half = connect(port, '127.0.0.1')
  half.on('error', () => {}).resume()
  half.end(`${withToken}Content-Length: ${good.length}\r\n\r\n${good.slice(0, 9)}`)
  await once(half, 'close')
  t.equal(await statusOf(gateway, cookie), 200)
  t.same(endsByOperator(gateway), [])
  const whole = `${withToken}Content-Length: ${good.length}\r\nConnection: close\r\n\r\n${good}`
  t.match(await sendRaw(port, whole), /^HTTP\/1\.1 200 /, 'control')
})
