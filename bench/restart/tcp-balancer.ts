import { get } from 'node:http'
import { connect, createServer, type Socket } from 'node:net'

/** Where a gateway listens for visitors, and where it says whether it is ready. */
export interface Place {
  port: number
  managementPort: number
}

const CHECK_MS = 100

/** A balancer of connections, in this process: each goes to a gateway that says it is ready, in turn. */
export async function startTcpBalancer(port: number, gateways: readonly Place[]) {
  const ready = new Set(gateways)
  const clients = new Set<Socket>()
  let turn = 0
  const check = setInterval(() => {
    for (const gateway of gateways) void follow(gateway, ready)
  }, CHECK_MS)

  function join(client: Socket, triesLeft: number): void {
    const candidates = ready.size === 0 ? gateways : [...ready]
    const gateway = candidates[turn++ % candidates.length]
    const server = connect(gateway?.port ?? 0, '127.0.0.1')
    server.once('connect', () => client.pipe(server).pipe(client))
    server.on('error', () => {
      if (gateway !== undefined) ready.delete(gateway)
      // Nothing has been sent while it was connecting.
      if (server.bytesWritten === 0 && triesLeft > 0) join(client, triesLeft - 1)
      else client.destroy()
    })
    client.on('error', () => server.destroy())
    client.once('close', () => server.destroy())
  }

  const server = createServer((client) => {
    clients.add(client)
    client.once('close', () => clients.delete(client))
    join(client, gateways.length)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    close() {
      clearInterval(check)
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      // Whose gateway was killed may never hear of it.
      for (const client of clients) client.destroy()
      return closed
    }
  }
}

async function follow(gateway: Place, ready: Set<Place>): Promise<void> {
  const isReady = await new Promise<boolean>((resolve) => {
    const url = `http://127.0.0.1:${gateway.managementPort}/readyz`
    get(url, { agent: false }, (response) => resolve(response.resume().statusCode === 200)).on('error', () =>
      resolve(false)
    )
  })
  if (isReady) ready.add(gateway)
  else ready.delete(gateway)
}
