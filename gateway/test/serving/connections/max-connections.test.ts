import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import t, { type Test } from 'tap'
import { startGateway } from '../../fixtures/gateway.ts'
import { openManagement, scrape } from '../../fixtures/management.ts'
import { send } from '../../fixtures/wire/http-client.ts'
import { readSeries } from '../../fixtures/wire/scrape.ts'

const MAX = 16

const start = (t: Test) =>
  startGateway(t, {
    config: { 'listen.maxConnections': MAX, 'access.rules': [{ path: '/*', allow: 'public' }] }
  })

async function open(t: Test, port: number, bytes: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  t.teardown(() => socket.destroy())
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(bytes)
  return socket
}

const json = { accept: 'application/json' }

t.test('connections: the last one that is allowed is served, one more gets 503 and is closed', async (t) => {
  const { port, url } = await start(t)
  for (let count = 1; count < MAX; count++) await open(t, port, 'GET / HTTP/1.1\r\n')
  const last = await open(t, port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  const [served] = await once(last, 'data')
  t.match(String(served), /^HTTP\/1\.1 200 /)
  last.write('GET / HTTP/1.1\r\n')
  const refused = await send(`${url}/`, { method: 'POST', body: 'x'.repeat(100_000), headers: json })
  t.equal(refused.status, 503)
  t.match(await refused.json(), { code: 'OVERLOADED' })
  t.equal(refused.headers.get('connection'), 'close')
  t.equal(refused.headers.get('retry-after'), '1')
})

t.test('connections: visitors beyond the limit get a page, and the refusals are counted', async (t) => {
  const gateway = await start(t)
  for (let count = 0; count < MAX; count++) await open(t, gateway.port, 'GET / HTTP/1.1\r\n')
  const page = await send(`${gateway.url}/`, {
    headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate' }
  })
  t.equal(page.status, 503)
  t.match(await page.text(), /<html/)
  await gateway.settled()
  const found = gateway.logLines().find(({ code }) => code === 'OVERLOADED')
  t.match(found, { detail: /listen\.maxConnections, or the limit of open files/ })
  const series = readSeries(await scrape(openManagement(t, gateway)))
  t.equal(series.get('requests_refused_total{application="",reason="overload"}'), 1)
  const refused = 'route="proxy",method="GET",status="503"}'
  t.equal(series.get(`http_requests_total{application="",${refused}`), 1)
  t.equal(series.get(`http_requests_total{application="default",${refused}`), undefined)
  t.match(gateway.logLines().at(-1), { msg: 'request', status: 503, code: 'OVERLOADED', doctor: 'LIMITS' })
})

t.test('connections: idle ones are closed to make room for the next visitor', async (t) => {
  const { port, url } = await start(t)
  const idle = await Promise.all(
    Array.from({ length: MAX }, async () => {
      const socket = await open(t, port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')
      await once(socket, 'data')
      return socket
    })
  )
  const closed = Promise.all(idle.map((socket) => once(socket, 'close')))
  for (const socket of idle) socket.resume()
  await (await send(`${url}/`)).text()
  await closed
  t.equal((await send(`${url}/`)).status, 200)
})
