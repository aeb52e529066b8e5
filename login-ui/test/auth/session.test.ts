import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { createSessionClient, sessionClientOptions } from '../../src/auth/session.ts'
import { sampleConfig } from '../fixtures/sample-config.ts'

interface Seen {
  method: string | undefined
  headers: IncomingMessage['headers']
  body: string
}

/** A gateway on a free port that responds with `answer`; returns its session URL and the calls it got. */
async function startGateway(t: Test, answer: (response: ServerResponse) => void) {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    seen.push({ method: request.method, headers: request.headers, body })
    answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  }
  t.teardown(close)
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/_auth/session`, seen, close }
}

function json(status: number, body: unknown, headers: Record<string, string> = {}) {
  return (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }
}

function clientOf(url: string, timeoutMs?: number) {
  return createSessionClient({ fetch, url, ...(timeoutMs !== undefined && { timeoutMs }) })
}

const call = { idToken: 'id-token', refreshToken: 'refresh-token', remember: null }

t.test('session call: 200 with the account opens the session', async (t) => {
  const { url, seen } = await startGateway(t, json(200, { uid: 'u1', expiresAt: 1 }))
  t.match(await clientOf(url).open(call), { kind: 'opened', serverMs: Number })
  t.equal(seen.length, 1)
  t.match(seen[0], {
    method: 'POST',
    headers: { authorization: 'Bearer id-token', accept: 'application/json' }
  })
})

t.test('session call: names where the visitor goes, unless that is home', async (t) => {
  const { url, seen } = await startGateway(t, json(200, { uid: 'u1', expiresAt: 1 }))
  const onTheWay = (query: string) =>
    createSessionClient(
      sessionClientOptions(
        { paths: { ...sampleConfig().paths, session: url }, query, redirectTarget: '/wiki/' },
        fetch
      )
    ).open(call)
  await onTheWay('?redirect=%2Fwiki%2F')
  await onTheWay('')
  const found = seen.map(({ body }) => body)
  t.same(found, ['{"refreshToken":"refresh-token","redirect":"/wiki/"}', '{"refreshToken":"refresh-token"}'])
})

t.test('session call: sends the refresh token as JSON', async (t) => {
  const { url, seen } = await startGateway(t, json(200, { uid: 'u1', expiresAt: 1 }))
  await clientOf(url).open(call)
  t.same(JSON.parse(seen[0]?.body ?? ''), { refreshToken: 'refresh-token' })
  t.equal(seen[0]?.headers['content-type'], 'application/json')
})

t.test('session call: sends the choice to stay signed in', async (t) => {
  const { url, seen } = await startGateway(t, json(200, { uid: 'u1', expiresAt: 1 }))
  await clientOf(url).open({ ...call, remember: true })
  await clientOf(url).open({ ...call, remember: false })
  t.strictSame(
    seen.map(({ body }) => JSON.parse(body)),
    [
      { refreshToken: 'refresh-token', remember: true },
      { refreshToken: 'refresh-token', remember: false }
    ]
  )
})

t.test('session call: rejection with a code returns code and reference', async (t) => {
  const body = { statusCode: 403, code: 'USER_DISABLED', error: 'Forbidden', message: '', requestId: 'r-1' }
  const { url } = await startGateway(t, json(403, body))
  t.match(await clientOf(url).open(call), { kind: 'refused', code: 'USER_DISABLED', reference: 'r-1' })
})

t.test('session call: provider outage returns its code', async (t) => {
  const body = { statusCode: 503, code: 'PROVIDER_UNAVAILABLE', requestId: 'r-2' }
  const { url } = await startGateway(t, json(503, body, { 'retry-after': '5' }))
  t.match(await clientOf(url).open(call), { kind: 'refused', code: 'PROVIDER_UNAVAILABLE', reference: 'r-2' })
})

t.test('session call: rejection in HTML is unreadable and keeps the request id of the header', async (t) => {
  const { url } = await startGateway(t, (response) => {
    response.writeHead(502, { 'content-type': 'text/html', 'x-request-id': 'r-3' })
    response.end('<h1>Bad gateway</h1>')
  })
  t.match(await clientOf(url).open(call), {
    kind: 'refused',
    code: 'page/unreadable-answer',
    reference: 'r-3'
  })
})

for (const body of [{}, null, [], 'text', { uid: 7 }]) {
  t.test(`session call: 200 with ${JSON.stringify(body)} is not accepted as a session`, async (t) => {
    const { url } = await startGateway(t, json(200, body))
    t.match(await clientOf(url).open(call), { kind: 'refused', code: 'page/unreadable-answer' })
  })
}

t.test('session call: 200 in HTML is not accepted as a session', async (t) => {
  const { url } = await startGateway(t, (response) => response.end('<h1>Hotel Wi-Fi</h1>'))
  t.match(await clientOf(url).open(call), {
    kind: 'refused',
    code: 'page/unreadable-answer',
    reference: null
  })
})

t.test('session call: error status with an account is not accepted as a session', async (t) => {
  const { url } = await startGateway(t, json(401, { uid: 'u1', code: 'TOKEN_REVOKED' }))
  t.match(await clientOf(url).open(call), { kind: 'refused', code: 'TOKEN_REVOKED' })
})

t.test('session call: redirect is not followed with the tokens', async (t) => {
  const elsewhere = await startGateway(t, json(200, { uid: 'u1', expiresAt: 1 }))
  const { url } = await startGateway(t, (response) => {
    response.writeHead(307, { location: elsewhere.url })
    response.end()
  })
  t.match(await clientOf(url).open(call), { kind: 'refused', code: 'page/unreachable' })
  t.equal(elsewhere.seen.length, 0)
})

t.test('session call: no response in time is a timeout', async (t) => {
  const { url } = await startGateway(t, () => {})
  const answer = await clientOf(url, 30).open(call)
  t.same(answer, { kind: 'refused', code: 'page/timeout', reference: null, serverMs: null })
})

t.test('session call: a body not finished in time is a timeout', async (t) => {
  const { url } = await startGateway(t, (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{"uid":')
  })
  t.match(await clientOf(url, 100).open(call), { kind: 'refused', code: 'page/timeout' })
})

t.test('session call: a closed port is unreachable', async (t) => {
  const { url, close } = await startGateway(t, () => {})
  await close()
  t.match(await clientOf(url).open(call), { kind: 'refused', code: 'page/unreachable', reference: null })
})

t.test('session call: Date header is returned in milliseconds', async (t) => {
  const date = 'Fri, 20 Nov 2026 12:00:00 GMT'
  const { url } = await startGateway(t, json(401, { code: 'TOKEN_EXPIRED' }, { date }))
  t.match(await clientOf(url).open(call), { serverMs: Date.UTC(2026, 10, 20, 12) })
})

const who = { uid: 'u1', tenant: 'a', signedInAt: 1795176000 }

t.test('who am I: signed in, returns sign-in time and tenant', async (t) => {
  const { url, seen } = await startGateway(t, json(200, who))
  t.match(await clientOf(url).check(), { kind: 'signed-in', signedInAtMs: 1795176000_000, tenantId: 'a' })
  t.equal(seen[0]?.method, 'GET')
  t.equal(seen[0]?.headers.authorization, undefined)
})

for (const tenant of [undefined, null, {}, 7]) {
  t.test(`who am I: tenant ${JSON.stringify(tenant)} is none`, async (t) => {
    const { url } = await startGateway(t, json(200, { ...who, tenant }))
    t.match(await clientOf(url).check(), { kind: 'signed-in', tenantId: null })
  })
}

t.test('who am I: 401 of the gateway means signed out', async (t) => {
  const { url } = await startGateway(t, json(401, { code: 'MISSING_CREDENTIALS' }))
  t.match(await clientOf(url).check(), { kind: 'signed-out', serverMs: Number })
})

const unclear: [string, (response: ServerResponse) => void][] = [
  ['401 of another server', (response) => void response.writeHead(401).end('<h1>Proxy</h1>')],
  ['200 in HTML', (response) => void response.end('<h1>Hotel Wi-Fi</h1>')],
  ['200 without a time', json(200, { uid: 'u1' })],
  ['503', json(503, { code: 'PROVIDER_UNAVAILABLE' })]
]
for (const [title, respond] of unclear) {
  t.test(`who am I: ${title} is unknown`, async (t) => {
    const { url } = await startGateway(t, respond)
    t.match(await clientOf(url).check(), { kind: 'unknown' })
  })
}

t.test('who am I: a closed port is unknown', async (t) => {
  const { url, close } = await startGateway(t, () => {})
  await close()
  t.same(await clientOf(url).check(), { kind: 'unknown', serverMs: null })
})
