import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request as openRequest } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect as connectTcp, type Socket } from 'node:net'
import { join } from 'node:path'
import { type ConnectionOptions, connect, TLSSocket } from 'node:tls'
import t, { type Test } from 'tap'
import { WebSocket } from 'ws'
import { readCertificatePair } from '../../src/http/tls-files.ts'
import { createLog } from '../../src/operations/logging.ts'
import { createListeningServer, planTcp } from '../../src/serving/connections/listening-server.ts'
import { createListeners } from '../../src/serving/listeners.ts'
import { createServedCertificates, planTls } from '../../src/serving/tls.ts'
import { startGateway, testConfig } from '../fixtures/gateway.ts'
import { startServed } from '../fixtures/processes/served-gateway.ts'
import { filesIn, makeAuthority, makePair, writePair } from '../fixtures/provider/certificates.ts'
import { send, sendRaw } from '../fixtures/wire/http-client.ts'
import { lineOf } from '../fixtures/wire/log-lines.ts'
import { listenWithSockets, sayHello } from '../fixtures/wire/websockets.ts'

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
const TRUSTING = { host: '127.0.0.1', rejectUnauthorized: false }

/** A TLS listener that uses the files in a folder. */
async function startTls(t: Test, handshakeTimeoutMs?: number) {
  const folder = t.testdir()
  const files = filesIn(folder)
  writePair(folder, await makePair())
  const first = readCertificatePair(files, 'listen.tls')
  if (first.kind === 'invalid') throw new Error(JSON.stringify(first.problems))
  const lines: string[] = []
  const { logger } = createLog('info', { write: (line: string) => void lines.push(line) })
  const { plan, useCertificate } = planTls(planTcp({ host: '127.0.0.1', port: 0 }), first, handshakeTimeoutMs)
  const usage = { section: 'listen.tls', refusedBy: 'browsers refuse it' }
  const certificates = createServedCertificates([{ listener: 'listen', files, usage }], {
    given: { listen: first },
    use: (_listener, pair) => useCertificate(pair),
    logger,
    now: () => Date.now() / 1000
  })
  const listening = createListeningServer({ plan, keepAliveTimeoutMs: 72_000, largestHeadersBytes: 4096 })
  listening.serve(createServer((_raw, response) => response.end('here')))
  const port = await listening.listen()
  t.teardown(async () => {
    listening.abort()
    await listening.close()
  })
  return { folder, port, certificates, close: listening.close, lines }
}

async function open(t: Test, port: number, options: ConnectionOptions = {}): Promise<TLSSocket> {
  const socket = connect({ ...TRUSTING, port, ...options })
  t.teardown(() => socket.destroy())
  await once(socket, 'secureConnect')
  return socket
}

async function ask(socket: Socket): Promise<string> {
  socket.write(GET)
  return String((await once(socket, 'data'))[0])
}

t.test('tls: versions 1.3 and 1.2 speak HTTP/1.1, version 1.1 and HTTP/2 only are refused', async (t) => {
  const { port } = await startTls(t)
  for (const version of ['TLSv1.3', 'TLSv1.2'] as const) {
    const socket = await open(t, port, {
      minVersion: version,
      maxVersion: version,
      ALPNProtocols: ['h2', 'http/1.1']
    })
    t.equal(socket.getProtocol(), version)
    t.equal(socket.alpnProtocol, 'http/1.1')
    t.match(await ask(socket), /^HTTP\/1\.1 200 /)
  }
  const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
  await t.rejects(open(t, port, old), { code: /SSL/ })
  await t.rejects(open(t, port, { ALPNProtocols: ['h2'] }), { code: /ALPN|SSL|ECONNRESET/ })
  const weak = { maxVersion: 'TLSv1.2', ciphers: 'AES128-SHA' } as const
  await t.rejects(open(t, port, weak), { code: /SSL|ECONNRESET/ }, 'without forward secrecy')
})

t.test('tls: every suite with forward secrecy and authenticated encryption is accepted', async (t) => {
  const { port } = await startTls(t)
  for (const name of ['TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256']) {
    const socket = await open(t, port, { minVersion: 'TLSv1.3', ciphers: name })
    t.equal(socket.getCipher().name, name)
  }
  for (const suite of ['AES128-GCM-SHA256', 'AES256-GCM-SHA384', 'CHACHA20-POLY1305']) {
    const names = ['ECDSA', 'RSA'].map((kind) => `ECDHE-${kind}-${suite}`)
    const socket = await open(t, port, { maxVersion: 'TLSv1.2', ciphers: names.join(':') })
    t.ok(names.includes(socket.getCipher().name), suite)
  }
})

t.test('tls: a replaced pair is used for new connections while open ones continue', async (t) => {
  const { folder, port, certificates, lines } = await startTls(t)
  const before = await open(t, port)
  const former = before.getPeerX509Certificate()?.fingerprint256
  certificates.reload()
  t.equal(lines.length, 0, 'nothing changed')
  writePair(folder, await makePair({ days: 3 }))
  certificates.reload()
  const after = await open(t, port)
  t.not(after.getPeerX509Certificate()?.fingerprint256, former)
  t.match(await ask(before), ' 200 ')
  t.match(await ask(after), ' 200 ')
  t.match(
    lines.map((line) => JSON.parse(line)),
    [
      { level: 'info', msg: 'TLS certificate reloaded', fingerprint: /^[0-9A-F:]+$/, notAfter: /^\d{4}-/ },
      { level: 'warn', msg: /expires in \d days/ }
    ]
  )
  t.ok(Math.abs(Number(certificates.notAfterSeconds()) - Date.now() / 1000 - 3 * 86_400) < 60)
})

t.test('tls: an expired certificate does not replace a valid one, a valid one does', async (t) => {
  const { folder, certificates, lines } = await startTls(t)
  const fingerprint = certificates.current().listen?.fingerprint
  writePair(folder, await makePair({ days: -2 }))
  certificates.reload()
  t.equal(certificates.current().listen?.fingerprint, fingerprint)
  t.match(JSON.parse(lines[0] ?? ''), {
    level: 'error',
    problems: [/certFile: the certificate expired 2 days ago/]
  })
  writePair(folder, await makePair({ days: 0.5 }))
  certificates.reload()
  t.not(certificates.current().listen?.fingerprint, fingerprint)
  t.match(JSON.parse(lines.at(-1) ?? ''), { level: 'warn', msg: /expires in 12 hours/ })
})

t.test('tls: a certificate without its key leaves the old pair in use, logged once', async (t) => {
  const { folder, port, certificates, lines } = await startTls(t)
  const former = (await open(t, port)).getPeerX509Certificate()?.fingerprint256
  const [own, other] = [await makePair(), await makePair()]
  writePair(folder, { cert: own.cert, key: other.key })
  certificates.reload()
  certificates.reload()
  t.equal((await open(t, port)).getPeerX509Certificate()?.fingerprint256, former)
  t.equal(lines.length, 1)
  t.match(JSON.parse(lines[0] ?? ''), {
    level: 'error',
    problems: [/^listen\.tls\.keyFile: does not belong/]
  })
  writePair(folder, own)
  certificates.reload()
  t.not((await open(t, port)).getPeerX509Certificate()?.fingerprint256, former, 'once the key is there')
})

t.test('tls: an unfinished handshake times out, and does not delay closing', async (t) => {
  const short = await startTls(t, 1)
  const silent = connectTcp(short.port, '127.0.0.1')
  silent.write('\x16\x03\x01')
  // The cut-off may be a reset.
  silent.on('error', () => {})
  await new Promise((resolve) => silent.resume().once('close', resolve))
  const long = await startTls(t)
  const waiting = connectTcp(long.port, '127.0.0.1').on('error', () => {})
  await once(waiting, 'connect')
  await open(t, long.port)
  await long.close()
  t.pass('both ended')
})

t.test('tls: bytes that are not a handshake end only their connection', async (t) => {
  const { port } = await startTls(t)
  for (const bytes of [
    '\x16\x03\x01\x00\x05hello',
    '\x80\x2e\x01\x00\x02',
    'SSH-2.0-x\r\n',
    '\0'.repeat(2000)
  ])
    t.notMatch(await sendRaw(port, bytes).catch(() => ''), 'HTTP/1.1 200', JSON.stringify(bytes.slice(0, 8)))
  t.match(await ask(await open(t, port)), ' 200 ')
})

t.test('tls: of the listener for auth requests, a replaced pair is for new connections too', async (t) => {
  const folder = t.testdir()
  writePair(folder, await makePair())
  const { listen, forwardAuth } = testConfig({ 'listen.port': 0 })
  const asked = {
    ...forwardAuth,
    enabled: true,
    listen: { host: '127.0.0.1', port: 0, tls: filesIn(folder) }
  }
  const { logger } = createLog('silent', { write: () => {} })
  const listeners = await createListeners({ listen, forwardAuth: asked }, logger)
  t.teardown(() => listeners.close())
  const { ports } = await listeners.listen()
  const fingerprintOf = async () =>
    (await open(t, ports['forwardAuth.listen'] ?? 0)).getPeerX509Certificate()?.fingerprint256
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

t.test('tls: https and WebSockets are served, plain HTTP gets a response that explains it', async (t) => {
  const folder = t.testdir()
  writePair(folder, await makePair())
  const server = createServer((_raw, response) => response.end('application'))
  const { sockets, port: upstreamPort } = await listenWithSockets(t, server)
  sockets.on('connection', (socket) => socket.on('message', (data) => socket.send(`echo ${data}`)))
  const gateway = await startGateway(t, {
    upstreamUrl: `http://127.0.0.1:${upstreamPort}`,
    config: { 'listen.tls': filesIn(folder), 'access.rules': [{ path: '/*', allow: 'public' }] }
  })
  t.match(await ask(await open(t, gateway.port)), /^HTTP\/1\.1 200 /)
  t.equal((await lineOf(gateway, 'request')).client, '127.0.0.1')

  const url = `wss://127.0.0.1:${gateway.port}/`
  t.equal(await sayHello(url, { rejectUnauthorized: false }), 'echo hello')

  const plain = await sendRaw(gateway.port, GET)
  t.match(plain, /^HTTP\/1\.1 400 /)
  t.match(plain, '"code":"HTTPS_REQUIRED"')
  const found = gateway.logLines().find(({ code }) => code === 'HTTPS_REQUIRED')
  t.match(found, { client: '127.0.0.1' })
})

/** An application that accepts clients of one CA only, and responds with the name in their certificates. */
async function startApplication(t: Test, authority: Awaited<ReturnType<typeof makeAuthority>>) {
  const nameOf = ({ socket }: IncomingMessage) =>
    socket instanceof TLSSocket ? String(socket.getPeerCertificate().subject.CN) : ''
  const tls = { ...(await authority.issue('localhost')), ca: authority.cert, requestCert: true }
  let sendEvent = (_text: string) => {}
  const server = createTlsServer(tls, (req, res) => {
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
