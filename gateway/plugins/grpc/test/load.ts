import { buildCheckRequest, connectCheckClient } from './fixtures/client.ts'

/** For the bench: the listener's port is read from this variable. */
export const PORT_VARIABLE = 'GATEHOUSE_FORWARD_AUTH_GRPC_PORT'
export const KIND = 'forward auth (Envoy, gRPC)'

/** Auth requests for a GET of `url`, `concurrency` at a time, from four connections. The load rejects when one is not answered. */
export function createLoad(
  port: number,
  asked: { url: string; headers: Readonly<Record<string, string>>; concurrency: number }
) {
  const request = buildCheckRequest(asked.url, { headers: asked.headers })
  return async (amount: number): Promise<void> => {
    const clients = Array.from({ length: 4 }, () => connectCheckClient(port))
    let left = amount
    async function askInTurn() {
      while (left-- > 0) {
        const response = await clients[left % clients.length]?.check(request)
        if (response instanceof Error) throw response
      }
    }
    await Promise.all(Array.from({ length: asked.concurrency }, askInTurn))
    for (const client of clients) client.close()
  }
}
