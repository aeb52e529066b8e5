import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type NetConnectOpts, type Socket } from 'node:net'
import { join } from 'node:path'
import { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import t, { type Test } from 'tap'
import { type CertificatePair, readCertificatePair } from '../../../src/http/tls-files.ts'
import {
  createListeningServer,
  type ListenPlan,
  planTcp
} from '../../../src/serving/connections/listening-server.ts'
import { planUnixSocket } from '../../../src/serving/listeners.ts'
import { planTls } from '../../../src/serving/tls.ts'
import { filesIn, makePair, writePair } from '../../fixtures/provider/certificates.ts'
import { makeFolderOutside } from '../../fixtures/repository/installation.ts'

type Reply = (raw: IncomingMessage, response: ServerResponse) => void

const HOST = '127.0.0.1'
/** One that is handled, and 32 that wait. */
const MAX_AT_ONCE = 33
const get = (path: string | number) => `GET /${path} HTTP/1.1\r\nHost: a\r\n\r\n`
const post = (path: string | number, body: string) =>
  `POST /${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`
const postChunked = (path: string | number, body: string) =>
  `POST /${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
const repeat = (count: number, build: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => build(index)).join('')

/** Responds with the path and the length of the body, a turn of the event loop later. */
const echo: Reply = (raw, response) => {
  let bytes = 0
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  raw.on('end', () => void nextTurn().then(() => response.end(`[${raw.url} ${bytes}]`)))
}

/** A listening server in front of `answer`, which counts the requests without a response yet. */
async function startServer(t: Test, answer: Reply, plan: ListenPlan = planTcp({ host: HOST, port: 0 })) {
  const counts = { dispatched: 0, open: 0, mostOpen: 0 }
  const listening = createListeningServer({ plan, keepAliveTimeoutMs: 72_000, largestHeadersBytes: 8192 })
  const target = createServer((raw, response) => {
    counts.dispatched += 1
    counts.open += 1
    counts.mostOpen = Math.max(counts.mostOpen, counts.open)
    response.once('close', () => {
      counts.open -= 1
    })
    answer(raw, response)
  })
  listening.serve(target)
  const port = await listening.listen()
  t.teardown(async () => {
    listening.abort()
    await listening.close()
  })
  return { port, target, counts, connections: listening.connections }
}

/** A client that reads; `responses`: the bodies that have arrived, in order. */
function open(t: Test, socket: Socket) {
  let text = ''
  let rest = ''
  const responses: (string | undefined)[] = []
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part
    rest += part
    const end = rest.lastIndexOf(']') + 1
    for (const [, body] of rest.slice(0, end).matchAll(/\[(.*?)\]/g)) responses.push(body)
    rest = rest.slice(end)
  })
  socket.on('error', () => {})
  t.teardown(() => socket.destroy())
  return {
    socket,
    text: () => text,
    responses,
    async until(holds: () => boolean) {
      while (!holds()) await nextTurn()
    },
    async readResponses(count: number) {
      while (responses.length < count && !socket.destroyed) await nextTurn()
      return responses
    }
  }
}

const visit = (t: Test, port: number) => open(t, connect(port, HOST))

interface Listener {
  plan: ListenPlan
  connect: (port: number) => Socket
}

async function makeCertificate(t: Test): Promise<CertificatePair> {
  const folder = t.testdir()
  writePair(folder, await makePair())
  const pair = readCertificatePair(filesIn(folder), 'listen.tls')
  if (pair.kind === 'invalid') throw new Error(JSON.stringify(pair.problems))
  return pair
}

const LISTENERS: Record<string, (t: Test) => Promise<Listener>> = {
  tcp: async () => ({ plan: planTcp({ host: HOST, port: 0 }), connect: (port) => connect(port, HOST) }),
  tls: async () => ({
    plan: planTls(planTcp({ host: HOST, port: 0 }), await makeCertificate(t)).plan,
    connect: (port) => connectTls({ port, host: HOST, rejectUnauthorized: false })
  }),
  'unix socket': async (t) => {
    const path = join(makeFolderOutside(t), 's')
    return { plan: planUnixSocket(path), connect: () => connect({ path } satisfies NetConnectOpts) }
  }
}

for (const [name, startListener] of Object.entries(LISTENERS)) {
  for (const count of [16, MAX_AT_ONCE])
    t.test(`pipelining, ${name}: ${count} requests at once are served in order, one at a time`, async (t) => {
      const listener = await startListener(t)
      const { port, counts } = await startServer(t, echo, listener.plan)
      const { socket, readResponses } = open(t, listener.connect(port))
      socket.write(repeat(count, get))
      const found = await readResponses(count)
      t.same(
        found,
        Array.from({ length: count }, (_, index) => `/${index} 0`)
      )
      t.same(counts, { dispatched: count, open: 0, mostOpen: 1 })
    })

  for (const count of [MAX_AT_ONCE + 1, 2000])
    t.test(`pipelining, ${name}: ${count} requests at once end the connection and no other`, async (t) => {
      const listener = await startListener(t)
      const { port, target, counts } = await startServer(t, echo, listener.plan)
      const refused: unknown[] = []
      let parsed = 0
      const countParsed = () => {
        parsed += 1
      }
      subscribe('http.server.request.start', countParsed)
      t.teardown(() => unsubscribe('http.server.request.start', countParsed))
      target.on('clientError', ({ code }: Error & { code?: string }) => refused.push(code))
      const { socket, responses } = open(t, listener.connect(port))
      socket.write(repeat(count, get))
      await once(socket, 'close')
      t.same(responses, [])
      t.same(refused, ['TOO_MANY_PIPELINED_REQUESTS'])
      t.equal(counts.dispatched, 1)
      t.equal(parsed, MAX_AT_ONCE + 1, 'the rest of the chunk is not even parsed')
      const other = open(t, listener.connect(port))
      other.socket.write(get('other'))
      t.same(await other.readResponses(1), ['/other 0'])
    })

  t.test(`pipelining, ${name}: behind a second request any number of further ones is served`, async (t) => {
    const listener = await startListener(t)
    const { port, counts } = await startServer(t, echo, listener.plan)
    const { socket, readResponses } = open(t, listener.connect(port))
    socket.write(repeat(2, () => get('first')))
    await readResponses(2)
    socket.write(repeat(2000, get))
    t.equal((await readResponses(2002)).at(-1), '/1999 0')
    t.same(counts, { dispatched: 2002, open: 0, mostOpen: 1 })
  })
}

t.test('pipelining: bodies of every framing, cut anywhere, stay with their requests', async (t) => {
  const { port, counts } = await startServer(t, echo)
  const body = 'with\r\n\r\nblank lines\r\n\r\n'
  const builds = [
    (index: number) => post(index, body),
    (index: number) => postChunked(index, body),
    (index: number) => post(index, ''),
    get
  ]
  const expected = Array.from({ length: 32 }, (_, index) => `/${index} ${index % 4 < 2 ? body.length : 0}`)
  const text = repeat(32, (index) => builds[index % 4]?.(index) ?? '')
  for (const size of [1, 7, 90, 5000]) {
    const { socket, readResponses } = visit(t, port)
    for (let at = 0; at < text.length; at += size) {
      socket.write(text.slice(at, at + size))
      await nextTurn()
    }
    t.same(await readResponses(32), expected, `${size} bytes at a time`)
  }
  t.equal(counts.mostOpen, 1)
})

t.test('pipelining: a large upload behind another request is passed on whole', async (t) => {
  const { port } = await startServer(t, echo)
  const { socket, readResponses } = visit(t, port)
  const bytes = 4_000_000
  socket.write(get('first') + post('upload', 'x'.repeat(bytes)) + get('last'))
  t.same(await readResponses(3), ['/first 0', `/upload ${bytes}`, '/last 0'])
})

t.test('pipelining: a body of only blank lines is not split at each of them', async (t) => {
  let pieces = 0
  const { port } = await startServer(t, (raw, response) => {
    raw.on('data', () => {
      pieces += 1
    })
    echo(raw, response)
  })
  const blank = '\r\n\r\n'.repeat(64 * 1024)
  for (const build of [post, postChunked]) {
    pieces = 0
    const { socket, readResponses } = visit(t, port)
    socket.write(build(1, blank))
    t.same(await readResponses(1), [`/1 ${blank.length}`])
    t.ok(pieces < blank.length / 512, `${pieces} pieces of ${blank.length} bytes`)
  }
})

t.test('pipelining: requests behind a pending one are read no further than 128 KiB', async (t) => {
  const held: ServerResponse[] = []
  const { port, counts } = await startServer(t, (_raw, response) => held.push(response))
  const { socket, readResponses } = visit(t, port)
  socket.write(repeat(2, get))
  const other = visit(t, port)
  other.socket.write(get('other'))
  await other.until(() => counts.dispatched === 2)
  socket.write(repeat(400_000, get))
  let unread = -1
  // Stable once the buffers of both sides are full.
  for (let turns = 0; turns < 50; turns++) {
    turns = unread === socket.writableLength ? turns : 0
    unread = socket.writableLength
    await nextTurn()
  }
  t.ok(unread > 0, 'the client has to wait')
  t.same(counts, { dispatched: 2, open: 2, mostOpen: 2 })
  held[0]?.end('[first]')
  t.same(await readResponses(1), ['first'])
})

t.test('pipelining: a client that reads no response gets no further requests dispatched', async (t) => {
  const page = 'x'.repeat(1_000_000)
  const { port, counts } = await startServer(t, (_raw, response) => response.end(page))
  const silent = connect(port, HOST).pause()
  t.teardown(() => silent.destroy())
  silent.write(repeat(MAX_AT_ONCE, get))
  await once(silent, 'readable')
  silent.write(repeat(2000, get))
  for (let visits = 0; visits < 30; visits++) {
    const { socket } = visit(t, port)
    socket.write(get('x').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
    await once(socket, 'close')
  }
  t.ok(counts.dispatched < 30 + 50, `${counts.dispatched - 30} of ${MAX_AT_ONCE + 2000}`)
  t.equal(counts.open, 1)
})

for (const [name, makeListener] of Object.entries(LISTENERS)) {
  t.test(
    `pipelining, ${name}: a request during the last write of a response is served, and so is the next`,
    async (t) => {
      const { plan, connect } = await makeListener(t)
      const large = Buffer.alloc(8 * 1024 * 1024, 'x')
      const { port } = await startServer(
        t,
        (raw, response) =>
          void response.end(
            raw.url === '/large' ? Buffer.concat([large, Buffer.from('[/large]')]) : `[${raw.url}]`
          ),
        plan
      )
      const { socket, readResponses } = open(t, connect(port))
      socket.pause()
      socket.write(get('large'))
      while (socket.readableLength === 0) await nextTurn()
      socket.write(get('second'))
      for (let turn = 0; turn < 20; turn++) await nextTurn()
      socket.resume()
      t.same(await readResponses(2), ['/large', '/second'])
      socket.write(get('third'))
      t.same(await readResponses(3), ['/large', '/second', '/third'])
    }
  )
}

/** A connection below TLS that sends several records as one, `send` says when. */
function holding(socket: Socket) {
  let held: Buffer[] | null = null
  const stream = new Duplex({
    read: () => void socket.resume(),
    write(chunk: Buffer, _encoding, done) {
      if (held === null) socket.write(chunk)
      else held.push(chunk)
      done()
    },
    destroy(error, done) {
      socket.destroy()
      done(error)
    }
  })
  socket.on('data', (chunk) => void (stream.push(chunk) || socket.pause()))
  return {
    stream,
    hold() {
      held = []
    },
    heldCount: () => held?.length ?? 0,
    send() {
      socket.write(Buffer.concat(held ?? []))
      held = null
    }
  }
}

t.test(
  'pipelining, tls: head and body in two records, read at once during the last write of a response, are one request',
  async (t) => {
    const large = Buffer.concat([Buffer.alloc(8 * 1024 * 1024, 'x'), Buffer.from('[/large]')])
    const { plan } = planTls(planTcp({ host: HOST, port: 0 }), await makeCertificate(t))
    const { port, target } = await startServer(
      t,
      (raw, response) => void (raw.url === '/large' ? response.end(large) : echo(raw, response)),
      plan
    )
    const refused: unknown[] = []
    target.on('clientError', ({ code }: Error & { code?: string }) => refused.push(code))
    const { stream, hold, heldCount, send } = holding(connect(port, HOST))
    const { socket, readResponses } = open(t, connectTls({ socket: stream, rejectUnauthorized: false }))
    await once(socket, 'secureConnect')
    socket.pause()
    socket.write(get('large'))
    while (socket.readableLength === 0) await nextTurn()
    const [head = '', body = ''] = post('second', 'body').split(/(?<=\r\n\r\n)/)
    hold()
    socket.write(head)
    socket.write(body)
    while (heldCount() < 2) await nextTurn()
    send()
    for (let turn = 0; turn < 20; turn++) await nextTurn()
    socket.resume()
    t.same(await readResponses(2), ['/large', '/second 4'])
    t.same(refused, [])
  }
)

t.test('pipelining: other clients are served between the requests of 30 flooding ones', async (t) => {
  const order: string[] = []
  const { port, counts } = await startServer(t, (raw, response) => {
    order.push(raw.url ?? '')
    response.end('[done]')
  })
  const floods = Array.from({ length: 30 }, () => visit(t, port))
  const other = visit(t, port)
  await Promise.all([...floods, other].map(({ socket }) => once(socket, 'connect')))
  for (const { socket } of floods) socket.write(repeat(2, () => get('flood')))
  await Promise.all(floods.map(({ readResponses }) => readResponses(2)))
  for (const { socket } of floods) socket.write(repeat(298, () => get('flood')))
  await other.until(() => counts.dispatched > 120)
  const sentAfter = counts.dispatched
  other.socket.write(get('other'))
  await other.readResponses(1)
  const between = order.indexOf('/other') - sentAfter
  t.ok(between < 20, `${between} of 9000 in between`)
  for (const { readResponses } of floods) t.equal((await readResponses(300)).length, 300)
})

t.test('pipelining: after a response that closes the connection nothing more is dispatched', async (t) => {
  const { port, counts } = await startServer(t, (_raw, response) =>
    response.setHeader('connection', 'close').end('[last]')
  )
  const { socket, responses } = visit(t, port)
  socket.write(repeat(20, get))
  await once(socket, 'close')
  t.same(responses, ['last'])
  t.equal(counts.dispatched, 1)
})

t.test('pipelining: a client that leaves is noticed while a second request waits', async (t) => {
  const { port, counts, connections } = await startServer(t, () => {})
  const { socket, until } = visit(t, port)
  socket.write(repeat(20, get))
  await until(() => counts.open === 1)
  socket.destroy()
  await until(() => counts.open === 0 && connections() === 0)
  t.equal(counts.dispatched, 1)
})

t.test('pipelining: an upgrade behind completed requests gets every byte that follows', async (t) => {
  const { port, target } = await startServer(t, echo)
  target.on('upgrade', (_raw, socket: Socket, head: Buffer) => {
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n`)
    socket.on('data', (chunk) => socket.write(chunk))
    t.teardown(() => socket.destroy())
    socket.unshift(head)
  })
  const { socket, text, until, readResponses } = visit(t, port)
  socket.write(repeat(3, get))
  await readResponses(3)
  const frames = 'frames\r\n\r\nthat look\r\n\r\nlike heads\r\n\r\n'
  socket.write(`GET /up HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n${frames}`)
  await until(() => text().endsWith(frames))
  socket.write('and more\r\n\r\n')
  await until(() => text().endsWith(`${frames}and more\r\n\r\n`))
})

t.test('pipelining: CONNECT behind a request ends only that connection', async (t) => {
  const { port } = await startServer(t, echo)
  const other = visit(t, port)
  const { socket, responses } = visit(t, port)
  socket.write(`CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n${repeat(50, get)}`)
  await once(socket, 'close')
  t.same(responses, [])
  other.socket.write(repeat(16, get))
  t.equal((await other.readResponses(16)).length, 16)
})
