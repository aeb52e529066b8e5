import t from 'tap'
import { startSignedInWorkers } from '../../../test/fixtures/processes/signed-in-workers.ts'
import { findFreePorts } from '../../../test/fixtures/wire/ports.ts'
import { buildCheckRequest, connectCheckClient } from './fixtures/client.ts'

const WORKERS = 2
const UNAUTHENTICATED = 16

t.test('workers: auth requests over gRPC reach each worker, SIGUSR2 loses none', async (t) => {
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
  t.strictSame(await askAll({}), [UNAUTHENTICATED], 'control: without a session')
  gateway.child.kill('SIGUSR2')
  await gateway.until(async () => {
    t.strictSame(await askAll({ cookie }), [0])
    return (await gateway.series()).get('worker_restarts_total{reason="replaced"}') === WORKERS
  })
  t.strictSame(await askAll({ cookie }), [0])
  const { code, stdout } = await gateway.end()
  t.equal(code, 0)
  for (const worker of [1, 2]) t.match(stdout, new RegExp(`"worker":${worker},[^\\n]*"route":"verify"`))
})

/** A proxy with a separate connection; `ask` returns the status of the response. */
function startClient(port: number) {
  const { check, close } = connectCheckClient(port)
  return {
    close,
    async ask(origin: string, headers: Record<string, string>) {
      const response = await check(buildCheckRequest(`${origin}/page`, { headers }))
      if (response instanceof Error) t.comment(response.message)
      return response instanceof Error ? -1 : Number(response.status?.code ?? 0)
    }
  }
}
