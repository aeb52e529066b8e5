import type { ServerResponse } from 'node:http'
import t, { type Test } from 'tap'
import { isPlainObject, parseJsonObject } from '../../../src/config/json-members.ts'
import { type CallBudget, createProviderHttp } from '../../../src/identity-platform/client/http.ts'
import { findFreePorts } from '../../fixtures/wire/ports.ts'
import { startRecordingServer } from '../../fixtures/wire/recording-server.ts'

const MEBIBYTE = 1024 * 1024

function createHttp(t: Test, budget: CallBudget = 'visitor') {
  const http = createProviderHttp(budget)
  t.teardown(() => http.close())
  return http
}

t.test('provider http: a call is sent unchanged and its response is returned', async (t) => {
  const server = await startRecordingServer(t, (response) => {
    response.writeHead(400, { 'x-one': '1', 'set-cookie': ['a=1', 'b=2'] }).end('{"error":"ü"}')
  })
  const answer = await createHttp(t).send({
    method: 'POST',
    url: `${server.url}/v1/token?x=1`,
    headers: { 'x-goog-api-key': 'key' },
    body: 'grant_type=refresh_token'
  })
  t.match(answer, { kind: 'response', status: 400, text: '{"error":"ü"}' })
  t.match(answer, { headers: { 'x-one': '1', 'set-cookie': 'a=1, b=2' } })
  t.match(server.requests, [{ method: 'POST', url: '/v1/token?x=1', body: 'grant_type=refresh_token' }])
  t.equal(server.requests[0]?.headers['x-goog-api-key'], 'key')
})

t.test('provider http: no kind of redirect is followed (ASVS 15.3.2)', async (t) => {
  const target = await startRecordingServer(t, (response) => response.end('{}'))
  for (const status of [301, 302, 303, 307, 308]) {
    const server = await startRecordingServer(t, (response) => {
      response.writeHead(status, { location: `${target.url}/stolen` }).end()
    })
    const answer = await createHttp(t).send({ method: 'POST', url: server.url, body: 'refresh_token=secret' })
    t.match(answer, { kind: 'response', status }, String(status))
    t.equal(server.requests.length, 1)
  }
  t.equal(target.requests.length, 0)
})

t.test('provider http: a response of a mebibyte is read, one more byte is a failure', async (t) => {
  const server = await startRecordingServer(t, (response, { url }) => {
    response.end('x'.repeat(url === '/most' ? MEBIBYTE : MEBIBYTE + 1))
  })
  const http = createHttp(t)
  const most = await http.send({ method: 'GET', url: `${server.url}/most` })
  t.equal(most.kind === 'response' && most.text.length, MEBIBYTE)
  t.match(await http.send({ method: 'GET', url: `${server.url}/more` }), {
    kind: 'unreachable',
    cause: Error
  })
})

t.test('provider http: an operator call reads 64 mebibytes and not one byte more', async (t) => {
  const server = await startRecordingServer(t, (response, { url }) => {
    response.end(Buffer.alloc(url === '/most' ? 64 * MEBIBYTE : 64 * MEBIBYTE + 1, 'x'))
  })
  const http = createHttp(t, 'operator')
  const most = await http.send({ method: 'GET', url: `${server.url}/most` })
  t.equal(most.kind === 'response' && most.text.length, 64 * MEBIBYTE)
  const more = { method: 'GET', url: `${server.url}/more`, isRepeatable: false } as const
  t.match(await http.send(more), { kind: 'unreachable', cause: Error })
})

t.test('provider http: an endless response without a length is cut off', async (t) => {
  const server = await startRecordingServer(t, (response) => {
    const chunk = 'x'.repeat(64 * 1024)
    const write = () => {
      while (!response.destroyed && response.write(chunk)) {}
    }
    response.on('drain', write)
    response.on('error', () => {})
    write()
  })
  const answer = await createHttp(t).send({ method: 'GET', url: server.url })
  t.match(answer, { kind: 'unreachable', cause: Error })
})

const RESET = null
type Attempt = typeof RESET | readonly [status: number, headers?: Record<string, string>]

t.test('provider http: a reset or 5xx is retried once if the call is repeatable', async (t) => {
  const once = [200, 204, 400, 401, 403, 404, 429].map((status) => [[[status]], true, status, 1] as const)
  const failing: readonly Attempt[] = [RESET, [500], [502], [503], [504]]
  const rows: readonly (readonly [
    responses: readonly Attempt[],
    isRepeatable: boolean,
    status: number | null,
    attempts: number
  ])[] = [
    ...once,
    ...failing.map((one) => [[one], true, one?.[0] ?? null, 2] as const),
    ...failing.map((one) => [[one], false, one?.[0] ?? null, 1] as const),
    [[[503, { 'retry-after': '9' }]], true, 503, 1],
    [[[503], [200]], true, 200, 2],
    [[RESET, [200]], true, 200, 2]
  ]
  for (const [responses, isRepeatable, status, attempts] of rows) {
    const server = await startRecordingServer(t, (response, _request, index) => {
      const attempt = responses[Math.min(index, responses.length - 1)] ?? RESET
      if (attempt === RESET) response.destroy()
      else response.writeHead(...attempt).end()
    })
    const answer = await createHttp(t).send({ method: 'POST', url: server.url, body: 'x=1', isRepeatable })
    const found = [answer.kind === 'response' ? answer.status : null, server.requests.map(({ body }) => body)]
    t.same(found, [status, Array(attempts).fill('x=1')], JSON.stringify([responses, isRepeatable]))
  }
})

t.test('provider http: once the caller aborts, there is no response and no further attempt', async (t) => {
  const before = await startRecordingServer(t, (response) => response.end('{}'))
  const over = { method: 'GET', url: before.url, signal: AbortSignal.abort() } as const
  t.equal((await createHttp(t).send(over)).kind, 'unreachable')
  t.equal(before.requests.length, 0, 'before the first attempt')
  const controller = new AbortController()
  const server = await startRecordingServer(t, () => controller.abort())
  const answer = await createHttp(t).send({ method: 'GET', url: server.url, signal: controller.signal })
  t.equal(answer.kind, 'unreachable')
  t.equal(server.requests.length, 1, 'during the first attempt')
  const late = new AbortController()
  const failing = await startRecordingServer(t, (response) => response.writeHead(503).end())
  const patient = await createHttp(t).send({ method: 'GET', url: failing.url, signal: late.signal })
  t.match(patient, { kind: 'response', status: 503 })
  t.equal(failing.requests.length, 2, 'an abort after the call changes nothing')
})

t.test('provider http: an invalid URL is unreachable and does not throw', async (t) => {
  const http = createHttp(t)
  for (const url of ['not a url', 'ftp://127.0.0.1/'])
    t.equal((await http.send({ method: 'GET', url })).kind, 'unreachable', url)
})

// All servers in parallel.
t.test('provider http: a first response may take nearly all of the budget but no longer', async (t) => {
  const endAfter = (seconds: number, response: ServerResponse) => {
    const timer = setTimeout(() => response.end('{}'), seconds * 1000)
    response.on('close', () => clearTimeout(timer))
  }
  const after = (seconds: number) => startRecordingServer(t, (response) => endAfter(seconds, response))
  // Without the budget, each would respond in the end.
  const bodyless = await startRecordingServer(t, (response) => {
    response.writeHead(200).flushHeaders()
    endAfter(2.5, response)
  })
  const dripping = await startRecordingServer(t, (response) => {
    const drip = setInterval(() => response.write(' '), 100)
    response.on('close', () => clearInterval(drip))
    endAfter(2.5, response)
  })
  const servers = [await after(0.3), await after(0.9), await after(1.2), await after(2.5), bodyless, dripping]
  const http = createProviderHttp('visitor', 1500)
  t.teardown(() => http.close())
  const responses = await Promise.all(servers.map(({ url }) => http.send({ method: 'GET', url })))
  const found = responses.map(({ kind }) => kind)
  t.strictSame(found, ['response', 'response', 'response', 'unreachable', 'unreachable', 'unreachable'])
  const seen = servers.map(({ requests }) => requests.length)
  t.strictSame(seen, [1, 1, 1, 1, 1, 1], 'a timeout is never retried')
})

t.test('provider http: the second attempt has only the time that the first one left', async (t) => {
  const budgetMs = 1000
  const server = await startRecordingServer(t, (response, _request, index) => {
    if (index === 0) setTimeout(() => response.destroy(), budgetMs * 0.8)
  })
  const http = createProviderHttp('visitor', budgetMs)
  t.teardown(() => http.close())
  const startedAt = performance.now()
  t.match(await http.send({ method: 'GET', url: server.url }), { kind: 'unreachable' })
  const tookMs = performance.now() - startedAt
  t.equal(server.requests.length, 2)
  t.ok(tookMs < budgetMs * 1.6, `took ${tookMs} ms; a separate budget would end after ${budgetMs * 1.8} ms`)
})

t.test('provider http: a refused connection is retried once, an unknown host is not', async (t) => {
  let mayRepeatAsked = 0
  const mayRepeat = () => {
    mayRepeatAsked += 1
    return true
  }
  const [port] = await findFreePorts(1)
  const refused = { method: 'GET', url: `http://127.0.0.1:${port}`, mayRepeat } as const
  t.equal((await createHttp(t).send(refused)).kind, 'unreachable')
  t.equal(mayRepeatAsked, 1)
  const nameless = { ...refused, url: 'http://name.invalid' }
  t.equal((await createHttp(t).send(nameless)).kind, 'unreachable')
  t.equal(mayRepeatAsked, 1, 'an unknown host is not retried')
})

t.test('provider http: any text parses to a JSON object or null (ASVS 1.5.2)', async (t) => {
  for (const text of ['{"a":1}', ' {"a":1}\n']) t.strictSame(parseJsonObject(text), { a: 1 }, text)
  t.strictSame(parseJsonObject('{}'), {})
  for (const text of ['[]', 'null', '1', '"a"', '', '{"a":1', '<html></html>'])
    t.equal(parseJsonObject(text), null, text)
})

t.test('provider http: only what JSON calls an object is a plain object', async (t) => {
  for (const value of [{}, { a: 1 }, Object.create(null)]) t.ok(isPlainObject(value))
  for (const value of [null, undefined, [], 'x', 7, true, () => {}])
    t.notOk(isPlainObject(value), String(value))
})
