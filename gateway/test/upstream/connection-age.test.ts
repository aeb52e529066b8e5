import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { startGateway } from '../fixtures/gateway.ts'
import { send } from '../fixtures/wire/http-client.ts'

t.test('connection age: with maxConnectionSeconds 0 a connection is reused without end', async (t) => {
  const hops: (string | undefined)[] = []
  const ports = new Set<number | undefined>()
  const application = createServer((request, response) => {
    hops.push(request.headers.connection)
    ports.add(request.socket.remotePort)
    response.end('x')
  }).listen(0, '127.0.0.1')
  t.teardown(() => {
    application.closeAllConnections()
    application.close()
  })
  await new Promise((resolve) => application.once('listening', resolve))
  const { port } = application.address() as AddressInfo
  const gateway = await startGateway(t, {
    upstreamUrl: `http://127.0.0.1:${port}`,
    config: {
      'access.default': 'public',
      'upstream.maxConnectionSeconds': 0,
      'upstream.keepAliveTimeoutMs': 60_000
    }
  })
  for (let n = 0; n < 5; n++) {
    await (await send(`${gateway.url}/`)).text()
    await gateway.settled()
  }
  t.notOk(hops.includes('close'))
  t.equal(ports.size, 1)
})
