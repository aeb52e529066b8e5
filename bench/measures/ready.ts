import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { findFreePort } from '../../gateway/test/fixtures/wire/ports.ts'
import { type Figure, figure, type Plan } from '../figures.ts'
import { compiled, GATEHOUSE, NODE_FLAGS, stopProcess, untilAnswered } from '../fixture/child-process.ts'
import type { BenchProvider } from '../fixture/provider.ts'

/** From the start of the process to the first 200 of /readyz, with a provider that takes calls and never answers. */
export async function measureReady(provider: BenchProvider, { starts }: Plan): Promise<Figure[]> {
  const sockets: Socket[] = []
  const silent = createServer((socket) => sockets.push(socket.on('error', () => {}))).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const samples: number[] = []
  while (samples.length < starts) samples.push(await measureStart(provider, `http://127.0.0.1:${port}`))
  for (const socket of sockets) socket.destroy()
  silent.close()
  return [figure('ready after start, provider silent', 'ms', samples, { under: 500 })]
}

async function measureStart(provider: BenchProvider, providerUrl: string): Promise<number> {
  const [port, managementPort] = [await findFreePort(), await findFreePort()]
  const upstreamUrl = 'http://127.0.0.1:1'
  const env = provider.gatewayVariables({ upstreamUrl, port, managementPort, providerUrl })
  const command = [...NODE_FLAGS, compiled(GATEHOUSE), 'start']
  const startedAt = performance.now()
  const child = spawn(process.execPath, command, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  try {
    await untilAnswered(`http://127.0.0.1:${managementPort}/readyz`)
    return performance.now() - startedAt
  } finally {
    await stopProcess(child)
  }
}
