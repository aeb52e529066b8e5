import { once } from 'node:events'
import { connect } from 'node:tls'
import t from 'tap'
import { createLog } from '../../src/operations/logging.ts'
import { createListeners } from '../../src/serving/listeners.ts'
import { buildForwardAuth, startAskedGateway } from '../fixtures/forward-auth.ts'
import { testConfig } from '../fixtures/gateway.ts'
import { filesIn, makePair, writePair } from '../fixtures/provider/certificates.ts'

/** Connects as a client that prefers HTTP/2, and trusts every certificate. */
async function open(port: number, protocols = ['h2', 'http/1.1']) {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: protocols })
  await once(socket, 'secureConnect')
  t.teardown(() => socket.destroy())
  return socket
}

/** The first line of the response to an auth request over TLS. */
async function statusLine(port: number): Promise<string> {
  const socket = await open(port)
  t.equal(socket.alpnProtocol, 'http/1.1')
  const [url, { headers }] = buildForwardAuth(`https://127.0.0.1:${port}`)
  const { pathname, host } = new URL(url)
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`)
  socket.write(`GET ${pathname} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  return String((await once(socket, 'data'))[0]).split('\r\n', 1)[0] ?? ''
}

t.test('forward auth over TLS: HTTP/1.1 is served, clients of HTTP/2 only are refused', async (t) => {
  const folder = t.testdir()
  writePair(folder, await makePair())
  const listen = { host: '127.0.0.1', port: 0, tls: filesIn(folder) }
  const { ports } = await startAskedGateway(t, { config: { 'forwardAuth.listen': listen } })
  const port = ports['forwardAuth.listen'] ?? 0
  t.match(await statusLine(port), 'HTTP/1.1 302 ')
  await t.rejects(open(port, ['h2']), { code: /ALPN|SSL|ECONNRESET/ })
})

t.test('forward auth over TLS: a replaced certificate is used for new connections', async (t) => {
  const folder = t.testdir()
  writePair(folder, await makePair())
  const { listen, forwardAuth } = testConfig({ 'listen.port': 0 })
  const asked = { host: '127.0.0.1', port: 0, tls: filesIn(folder) }
  const { logger } = createLog('silent', { write: () => {} })
  const listeners = await createListeners(
    { listen, forwardAuth: { ...forwardAuth, enabled: true, listen: asked } },
    logger
  )
  t.teardown(() => listeners.close())
  const { ports } = await listeners.listen()
  const port = ports['forwardAuth.listen'] ?? 0
  const fingerprintOf = async () => {
    const socket = await open(port)
    const certificate = socket.getPeerX509Certificate()?.fingerprint256
    socket.destroy()
    return certificate
  }
  const former = await fingerprintOf()
  const before = listeners.certificates.current()
  writePair(folder, await makePair({ days: 3 }))
  listeners.certificates.reload()
  t.not(await fingerprintOf(), former)
  t.ok(Math.abs(Number(listeners.certificates.notAfterSeconds()) - Date.now() / 1000 - 3 * 86_400) < 60)
  // As a worker receives them from the primary.
  listeners.certificates.replace(before)
  t.equal(await fingerprintOf(), former)
})
