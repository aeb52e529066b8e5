import { once } from 'node:events'
import t, { type Test } from 'tap'
import { WebSocket } from 'ws'
import { PUBLIC_ORIGIN } from '../fixtures/gateway.ts'
import { AUDIENCE, startIssuer } from '../fixtures/provider/issuer.ts'
import { startConnectedGateway } from '../fixtures/wire/connections.ts'

const EVIL = 'https://evil.example'

async function startSockets(t: Test) {
  let now = () => 0
  const issuer = await startIssuer(t, () => now())
  const gateway = await startConnectedGateway(t, {
    config: { bearer: [{ issuer: issuer.url, audiences: [AUDIENCE], headers: ['x-assertion'] }] }
  })
  now = gateway.now
  const connect = (headers: Record<string, string>) => {
    const socket = new WebSocket(`ws://127.0.0.1:${gateway.port}/live`, { headers })
    t.teardown(() => socket.terminate())
    return socket
  }
  /** 101, or the status of the refusal. */
  const statusOf = async (headers: Record<string, string>): Promise<number | undefined> => {
    const socket = connect(headers)
    socket.on('error', () => {})
    const opened = once(socket, 'open').then(() => 101)
    return await Promise.race([
      opened,
      once(socket, 'unexpected-response').then(([, response]) => response.statusCode)
    ])
  }
  return { issuer, gateway, connect, statusOf }
}

t.test('machines: WebSocket by Authorization from any Origin, by another header from ours', async (t) => {
  const { issuer, gateway, statusOf } = await startSockets(t)
  const authorization = `Bearer ${issuer.token()}`
  const assertion = { 'x-assertion': issuer.token() }
  const cookie = await gateway.signIn('ada')
  const rows: readonly [status: number, headers: Record<string, string>][] = [
    [101, { authorization }],
    [101, { authorization, origin: EVIL }],
    [401, { authorization: 'Bearer x', origin: EVIL, cookie }],
    [401, { authorization: 'Bearer x', origin: PUBLIC_ORIGIN, cookie }],
    [403, { ...assertion, origin: EVIL }],
    [101, { ...assertion, origin: PUBLIC_ORIGIN }],
    [403, { authorization: 'Basic YTpi', origin: EVIL, cookie }],
    [403, { cookie, origin: EVIL }],
    [101, { cookie, origin: PUBLIC_ORIGIN }]
  ]
  for (const [status, headers] of rows)
    t.equal(await statusOf(headers), status, Object.keys(headers).join(', '))
})

t.test('machines: WebSocket ends with its token, whatever cookie and sign-out', async (t) => {
  const { issuer, gateway, connect } = await startSockets(t)
  const cookie = await gateway.signIn('ada')
  const open = async (seconds: number, headers: Record<string, string> = {}) => {
    const token = issuer.token({ claims: { exp: gateway.now() + seconds } })
    const socket = connect({ authorization: `Bearer ${token}`, ...headers })
    const ended = once(socket, 'close').then(([code, reason]) => `${code} ${reason}`)
    await once(socket, 'open')
    return { socket, ended }
  }
  const short = await open(60)
  const beside = await open(60, { cookie })
  const long = await open(600)
  const byCookie = await gateway.open('socket', cookie)
  t.equal((await gateway.visit(cookie, '/logout', 'POST')).status, 204)
  t.match(await byCookie.ended, /^4401 /)
  await gateway.pass(59)
  for (const { socket } of [short, beside, long]) t.equal(socket.readyState, WebSocket.OPEN)
  await gateway.pass(2)
  for (const { ended } of [short, beside]) t.match(await ended, /^4401 /)
  t.equal(long.socket.readyState, WebSocket.OPEN, 'control: a longer token')
  await gateway.pass(540)
  t.match(await long.ended, /^4401 /)
})
