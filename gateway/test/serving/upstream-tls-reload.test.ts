import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type IncomingMessage, request as openRequest } from 'node:http'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import t, { type Test } from 'tap'
import { WebSocket } from 'ws'
import { startServed } from '../fixtures/processes/served-gateway.ts'
import { filesIn, makeAuthority, writePair } from '../fixtures/provider/certificates.ts'
import { send } from '../fixtures/wire/http-client.ts'
import { listenWithSockets } from '../fixtures/wire/websockets.ts'

/** An application that accepts clients of one CA only, and responds with the name in their certificates. */
async function startApplication(t: Test, authority: Awaited<ReturnType<typeof makeAuthority>>) {
  const nameOf = ({ socket }: IncomingMessage) =>
    socket instanceof TLSSocket ? String(socket.getPeerCertificate().subject.CN) : ''
  const tls = { ...(await authority.issue('localhost')), ca: authority.cert, requestCert: true }
  let sendEvent = (_text: string) => {}
  const server = createServer(tls, (req, res) => {
    if (req.url === '/events') {
      sendEvent = (text) => res.write(`data: ${text}\n\n`)
      res.writeHead(200, { 'content-type': 'text/event-stream' })
      sendEvent(nameOf(req))
    } else req.resume().on('end', () => res.end(nameOf(req)))
  })
  const { sockets, port } = await listenWithSockets(t, server)
  sockets.on('connection', (socket, req) => socket.on('message', () => socket.send(nameOf(req))))
  return { url: `https://localhost:${port}`, sendEvent: (text: string) => sendEvent(text) }
}

t.test('upstream TLS reload: a new certificate is for new requests, open ones continue', async (t) => {
  const folder = t.testdir()
  const authority = await makeAuthority()
  const files = filesIn(folder)
  const caFile = join(folder, 'ca.crt')
  writeFileSync(caFile, authority.cert)
  writePair(folder, await authority.issue('first'))
  const application = await startApplication(t, authority)
  const gateway = await startServed(t, {
    // Longer than this test takes, so that former connections stay open until checked.
    GATEHOUSE_SHUTDOWN_GRACE_SECONDS: '60',
    GATEHOUSE_UPSTREAM_URL: application.url,
    GATEHOUSE_UPSTREAM_CA_FILE: caFile,
    GATEHOUSE_UPSTREAM_CERT_FILE: files.certFile,
    GATEHOUSE_UPSTREAM_KEY_FILE: files.keyFile
  })
  const peer = async () => (await send(`${gateway.url}/`)).text()
  t.equal(await peer(), 'first')
  const events = (await fetch(`${gateway.url}/events`)).body?.getReader()
  const nextEvent = async () => new TextDecoder().decode((await events?.read())?.value)
  t.equal(await nextEvent(), 'data: first\n\n')
  const socket = new WebSocket(`ws://127.0.0.1:${gateway.port}/`)
  await once(socket, 'open')
  const upload = openRequest(`${gateway.url}/`, { method: 'POST' })
  upload.write('x')
  await peer()

  writePair(folder, await authority.issue('second'))
  await gateway.reload()
  t.equal(await peer(), 'second')
  application.sendEvent('later')
  t.equal(await nextEvent(), 'data: later\n\n')
  socket.send('who?')
  t.equal(String((await once(socket, 'message'))[0]), 'first')
  const answered = once(upload, 'response')
  upload.end('y')
  t.equal(String((await once((await answered)[0], 'data'))[0]), 'first')

  writeFileSync(files.certFile, '-----BEGIN CERTIFICATE-----\n')
  await gateway.reload()
  t.equal(await peer(), 'second', 'an invalid file changes nothing')
  const refusal = gateway.lines.find(({ event }) => event === 'config.refused')
  t.match(refusal, { problems: [{ path: 'upstream.certFile', message: 'has no end line' }] })

  writePair(folder, await authority.issue('third'))
  writeFileSync(caFile, (await makeAuthority()).cert)
  await gateway.reload()
  t.equal((await send(`${gateway.url}/`)).status, 502, 'the former CA is no longer trusted')
  await events?.cancel()
  socket.terminate()
})
