import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import t, { type Test } from 'tap'
import { startGateway, type TestGatewayOptions } from '../fixtures/gateway.ts'
import { filesIn, makePair, writePair } from '../fixtures/provider/certificates.ts'
import { holdRefreshes } from '../fixtures/provider/stand-in.ts'
import { handshakeOf, startSilentApplication } from '../fixtures/wire/websockets.ts'

const ACCEPTED = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'

/** Ways a client leaves without any HTTP. */
const LEAVING = {
  'closes its side': (client: Socket) => client.end(),
  closes: (client: Socket) => client.destroy(),
  resets: (client: Socket) => client.resetAndDestroy()
} as const

const pathOf = (...words: string[]) => `/${words.join('/').replaceAll(' ', '-')}`

/** A gateway with one connection to an application that sends no response itself, and without timeouts. */
async function startHandshakes(t: Test, config: TestGatewayOptions['config'] = {}) {
  const application = await startSilentApplication(t)
  const gateway = await startGateway(t, {
    upstreamUrl: application.url,
    config: {
      'access.default': 'public',
      'upstream.headersTimeoutMs': 0,
      'upstream.maxConnections': 1,
      ...config
    }
  })
  return {
    gateway,
    open() {
      const client = connect(gateway.port, '127.0.0.1').on('error', () => {})
      t.teardown(() => client.destroy())
      return client
    },
    /** Sends a handshake; resolves with the application's side of it once it arrives. */
    async ask(client: Socket, path: string, early: Buffer | string = '', cookie = '') {
      const arrived = application.nextHandshake()
      client.write(Buffer.concat([Buffer.from(handshakeOf(path, cookie)), Buffer.from(early)]))
      return arrived
    },
    asked: application.asked,
    /** The log line of the request with this path, once written. */
    async lineOf(path: string) {
      for (;;) {
        const line = gateway.logLines({ msg: 'request', path })[0]
        if (line !== undefined) return line
        await new Promise(setImmediate)
      }
    }
  }
}

/** Settles when the other side has closed or reset this connection. */
function whenLeft(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.resume().once('end', resolve)
    socket.once('close', () => resolve())
  })
}

t.test('websocket handshake: a client that leaves a silent application is noticed', async (t) => {
  const { gateway, open, ask, lineOf } = await startHandshakes(t)
  const gone = { status: 0, end: 'client_gone', level: 'info', code: undefined }
  for (const [how, leave] of Object.entries(LEAVING)) {
    for (const early of ['', 'first bytes']) {
      const path = pathOf(how, early)
      const client = open()
      const hasLeft = whenLeft(await ask(client, path, early))
      leave(client)
      await hasLeft
      t.match(await lineOf(path), gone, `${how}, ${early.length} bytes sent ahead`)
      t.equal(gateway.app.lifecycle.requests.size, 0)
    }
  }
  const client = open()
  const upstream = await ask(client, '/stays')
  upstream.write(ACCEPTED)
  t.match(String((await once(client, 'data'))[0]), /^HTTP\/1\.1 101 /, 'the only connection is free again')
  const hasLeft = whenLeft(upstream)
  client.destroy()
  await hasLeft
  upstream.destroy()
})

t.test('websocket handshake: bytes sent before the response are passed on after it', async (t) => {
  const { open, ask } = await startHandshakes(t)
  const client = open()
  const upstream = await ask(client, '/early', 'with the handshake, ')
  client.write('after it, ')
  upstream.write(ACCEPTED)
  let response = ''
  client.on('data', (chunk) => {
    response += chunk
  })
  while (!response.includes('101')) await once(client, 'data')
  client.write('after the answer')
  let received = ''
  upstream.on('data', (chunk) => {
    received += chunk
  })
  upstream.resume()
  while (!received.includes('answer')) await once(upstream, 'data')
  t.equal(received, 'with the handshake, after it, after the answer')
  upstream.write('answer of the application')
  while (!response.includes('application')) await once(client, 'data')
  t.match(response, /^HTTP\/1\.1 101 .*\r\n\r\nanswer of the application$/s)
  upstream.destroy()
})

t.test('websocket handshake: a client that leaves over TLS is noticed', async (t) => {
  const folder = t.testdir()
  writePair(folder, await makePair())
  const { open, ask, lineOf } = await startHandshakes(t, { 'listen.tls': filesIn(folder) })
  for (const [how, leave] of Object.entries(LEAVING)) {
    const path = pathOf(how)
    const beneath = open()
    const client = connectTls({ socket: beneath, rejectUnauthorized: false }).on('error', () => {})
    await once(client, 'secureConnect')
    const hasLeft = whenLeft(await ask(client, path))
    leave(how === 'resets' ? beneath : client)
    await hasLeft
    t.match(await lineOf(path), { status: 0, end: 'client_gone' })
  }
})

t.test('websocket handshake: client leaves during a refresh, application is not called', async (t) => {
  const { gateway, open, ask, asked, lineOf } = await startHandshakes(t, { 'access.default': 'signed-in' })
  const cookie = await gateway.signIn('ada')
  gateway.advance(3601)
  const { arrived, release } = holdRefreshes(gateway.provider)
  const left = open()
  left.end(handshakeOf('/left', cookie))
  await arrived()
  t.match(await lineOf('/left'), { status: 0, end: 'client_gone' }, 'noticed before the refresh is over')
  const stayed = ask(open(), '/stayed', '', cookie)
  release()
  await stayed
  t.same(asked, ['/stayed'], 'the control alone')
})
