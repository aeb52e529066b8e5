import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { connect as connectTls } from 'node:tls'
import type { Test } from 'tap'
import { ADA } from '../environment.ts'
import type { Visit } from '../visitor.ts'
import type { Journey, JourneyOptions } from './journey.ts'

/** Less than the buffer of any proxy, and than one TLS record. */
const PARTS = ['data: first\n\n', 'data: second\n\n', 'data: third\n\n']

/** A body whose parts are each sent once the previous one has reached the visitor. */
async function checkTrickle(
  t: Test,
  { environment: { enter, applications } }: JourneyOptions,
  { visit, headers }: { visit: Visit; headers: Record<string, string> }
): Promise<void> {
  const visitor = await enter(ADA.uid)
  const taken = applications[0]?.take()
  const opened = visitor.open(visit)
  const application = await taken
  application?.writeHead(200, headers).flushHeaders()
  const response = await opened
  t.equal(response.statusCode, 200, 'the headers, before any part of the body')
  const body = response.setEncoding('utf8')[Symbol.asyncIterator]()
  for (const [index, part] of PARTS.entries()) {
    application?.write(part)
    let arrived = ''
    while (arrived.length < part.length) {
      const { value, done } = await body.next()
      if (done === true) break
      arrived += value
    }
    t.equal(arrived, part, `part ${index + 1}, before the next one is sent`)
  }
  application?.end()
  t.same(await body.next(), { value: undefined, done: true })
}

/** The limit of proxies whose file does not enable HTTP/2. */
export const HTTP_1_ALONE = 'its file enables only HTTP/1.1'
/** Key of `ProxyUnderTest.limits`. */
export const OVER_HTTP_2 = 'streams: an event stream arrives event by event over HTTP/2'

const overHttp2: Journey = {
  title: OVER_HTTP_2,
  setup: 'two applications',
  async run(t, { environment: { enter, applications }, limit }) {
    const visitor = await enter(ADA.uid)
    const { port, hostname: servername } = new URL(visitor.origin)
    const options = { host: '127.0.0.1', port: Number(port), servername, rejectUnauthorized: false }
    const socket = connectTls({ ...options, ALPNProtocols: ['h2', 'http/1.1'] })
    t.teardown(() => socket.destroy())
    await once(socket, 'secureConnect')
    if (limit !== undefined) {
      t.not(socket.alpnProtocol, 'h2')
      return
    }
    t.equal(socket.alpnProtocol, 'h2')
    const session = connectHttp2(visitor.origin, { createConnection: () => socket })
    const taken = applications[0]?.take()
    const stream = session.request({ ':path': '/events', cookie: visitor.cookieHeader() }).setEncoding('utf8')
    const response = await taken
    response?.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const part of PARTS) {
      const arrived = once(stream, 'data')
      response?.write(part)
      t.same(await arrived, [part])
    }
    response?.end()
    await once(stream, 'end')
    session.close()
  }
}

/** Bodies that applications send in parts, over HTTP and TLS. */
export const STREAMS: readonly Journey[] = [
  ...(['one application', 'two applications'] as const).flatMap((setup): readonly Journey[] => [
    {
      title: `streams: an event stream arrives event by event (${setup})`,
      setup,
      run: (t, options) =>
        checkTrickle(t, options, {
          visit: { path: '/events', headers: { accept: 'text/event-stream', 'sec-fetch-mode': 'cors' } },
          headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' }
        })
    },
    {
      title: `streams: a download arrives as the application sends it (${setup})`,
      setup,
      run: (t, options) =>
        checkTrickle(t, options, {
          visit: { path: '/download' },
          headers: {
            'content-type': 'application/octet-stream',
            'content-length': String(PARTS.join('').length)
          }
        })
    }
  ]),
  overHttp2
]
