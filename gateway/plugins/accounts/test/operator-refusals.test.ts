import { once } from 'node:events'
import { connect } from 'node:net'
import t from 'tap'
import { portOf } from '../../../src/serving/connections/listening-server.ts'
import {
  endsByOperator,
  operatorOf,
  MANAGEMENT_TOKEN as TOKEN
} from '../../../test/fixtures/commands/operator.ts'
import { startGateway, type TestGateway } from '../../../test/fixtures/gateway.ts'
import { openManagement } from '../../../test/fixtures/management.ts'
import { send, sendRaw } from '../../../test/fixtures/wire/http-client.ts'
import { words } from '../../../test/fixtures/words.ts'

const statusOf = async ({ url }: TestGateway, cookie: string) =>
  (await send(`${url}/app`, { headers: { cookie } })).status

t.test('sessions endpoints: they require the token, and without a token file do not exist', async (t) => {
  const gateway = await startGateway(t, { acquire: 'exchange' })
  gateway.provider.accounts.create({ uid: 'ada' })
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
  gateway.provider.accounts.create({ uid: 'ada' })
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
