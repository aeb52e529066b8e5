import { connect } from 'node:net'
import t from 'tap'
import { startGatewayProcess } from '../../fixtures/processes/gateway-process.ts'
import { send } from '../../fixtures/wire/http-client.ts'

const MIB = 1024 * 1024
const REQUESTS = 2000
const CONNECTIONS = 15
/** Before requests were handled one at a time, this filled a heap of 512 MiB. */
const env = { NODE_OPTIONS: '--max-old-space-size=512 --max-semi-space-size=16' }

const PATHS: readonly (readonly [name: string, path: string, listener: 'url' | 'managementUrl'])[] = [
  ['the login page', '/login', 'url'],
  ['a 401', '/protected', 'url'],
  ['a page of the application', '/open', 'url'],
  ['metrics', '/metrics', 'managementUrl']
]

for (const reads of [false, true])
  t.test(
    `pipelining: ${CONNECTIONS} clients with ${REQUESTS} requests each that ${reads ? 'read' : 'read nothing'}, memory grows by less than 60 MiB`,
    async (t) => {
      const gateway = await startGatewayProcess(t, { env })
      const visit = async () => (await send(`${gateway.url}/open`)).status
      // What a gateway under load needs anyway.
      for (let round = 0; round < 20; round++)
        await Promise.all(
          PATHS.flatMap(([, path, listener]) =>
            Array.from({ length: 20 }, () => send(`${gateway[listener]}${path}`).then((it) => it.text()))
          )
        )
      const before = gateway.residentBytes()
      for (const [name, path, listener] of PATHS) {
        const { hostname, port } = new URL(gateway[listener])
        const flood = `GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`.repeat(REQUESTS)
        const clients = Array.from({ length: CONNECTIONS }, () => {
          const socket = connect(Number(port), hostname).on('error', () => {})
          socket.write(flood)
          return reads ? socket.resume() : socket.pause()
        })
        for (let visits = 0; visits < 20; visits++) t.equal(await visit(), 200, `a visitor beside ${name}`)
        for (const client of clients) client.destroy()
      }
      const grownMib = (gateway.residentBytes() - before) / MIB
      t.ok(grownMib < 60, `${grownMib.toFixed(0)} MiB more`)
      t.match(await gateway.end(), { code: 0 })
    }
  )
