import { Client, credentials, type ServiceError } from '@grpc/grpc-js'
import t from 'tap'
import { type CheckResponse, loadAuthorizationService } from '../../src/forward-auth/grpc/protocol.ts'
import { findFreePorts } from '../fixtures/ports.ts'
import { startSignedInWorkers } from '../fixtures/signed-in-workers.ts'

const WORKERS = 2
const UNAUTHENTICATED = 16

t.test(
  'workers: questions over gRPC on connections of their own, each worker answers; SIGUSR2 loses none',
  async (t) => {
    const [port = 0] = await findFreePorts(1)
    const gateway = await startSignedInWorkers(t, WORKERS, {
      config: {
        trustedProxies: ['127.0.0.1/32'],
        forwardAuth: { enabled: true, grpc: { host: '127.0.0.1', port } }
      }
    })
    const cookie = await gateway.signIn('ada')
    const clients = Array.from({ length: WORKERS * 2 }, () => startClient(port))
    for (const { close } of clients) t.teardown(close)
    const askAll = async (headers: Record<string, string>) => {
      const codes = await Promise.all(clients.map(({ ask }) => ask(gateway.origin, headers)))
      return [...new Set(codes)]
    }
    t.strictSame(await askAll({ cookie }), [0])
    t.strictSame(await askAll({}), [UNAUTHENTICATED], 'twin: without a session')
    gateway.child.kill('SIGUSR2')
    await gateway.until(async () => {
      t.strictSame(await askAll({ cookie }), [0])
      return (await gateway.series()).get('worker_restarts_total{reason="replaced"}') === WORKERS
    })
    t.strictSame(await askAll({ cookie }), [0])
    const { code, stdout } = await gateway.end()
    t.equal(code, 0)
    for (const worker of [1, 2]) t.match(stdout, new RegExp(`"worker":${worker},[^\\n]*"route":"verify"`))
  }
)

/** A proxy that asks, with a connection of its own; `ask` gives the status of the answer. */
function startClient(port: number) {
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure(), {
    'grpc.use_local_subchannel_pool': 1
  })
  const { Check } = loadAuthorizationService()
  if (Check === undefined) throw new Error('no method')
  return {
    close: () => client.close(),
    ask: (origin: string, headers: Record<string, string>) =>
      new Promise<number>((resolve) =>
        client.makeUnaryRequest(
          Check.path,
          (message: object) => Check.requestSerialize(message),
          (bytes) => Check.responseDeserialize(bytes) as CheckResponse,
          questionOf(origin, headers),
          (err: ServiceError | null, answer?: CheckResponse) => {
            if (err !== null) t.comment(err.message)
            resolve(err === null ? Number(answer?.status?.code ?? 0) : -1)
          }
        )
      )
  }
}

function questionOf(origin: string, headers: Record<string, string>): object {
  const { host, protocol } = new URL(origin)
  const http = {
    id: '1',
    method: 'GET',
    scheme: protocol.slice(0, -1),
    host,
    path: '/page',
    headers: [] as object[]
  }
  http.headers = Object.entries(headers).map(([key, value]) => ({ key, value }))
  return {
    attributes: { source: { address: { socket_address: { address: '203.0.113.7' } } }, request: { http } }
  }
}
