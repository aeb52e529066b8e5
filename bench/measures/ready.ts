import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePort } from '../../gateway/test/fixtures/wire/ports.ts'
import { type Figure, figure, MEBIBYTE, type Plan } from '../figures.ts'
import { compiled, GATEHOUSE, NODE_FLAGS, stopProcess, untilAnswered } from '../fixture/child-process.ts'
import { type BenchProvider, PUBLIC_ORIGIN } from '../fixture/provider.ts'
import { postSignIn } from '../fixture/sign-in.ts'
import { statusOf } from '../fixture/status.ts'
import { readTree } from '../peers/process-tree.ts'

/** After which a process is at rest: the login page is rendered ahead within a second. */
const REST_MS = 4000
const LIMIT_MS = 10_000

type FirstVisit = Awaited<ReturnType<typeof measureFirstVisit>>

/**
 * From the start of the process to the first 200 of /readyz, with a provider that takes calls and never answers; then, with one that
 * answers, processor time until then, memory at rest, and what the first visitor waits for. The last four on Linux alone.
 */
export async function measureReady(provider: BenchProvider, { starts }: Plan): Promise<Figure[]> {
  const sockets: Socket[] = []
  const silent = createServer((socket) => sockets.push(socket.on('error', () => {}))).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const samples: number[] = []
  while (samples.length < starts)
    samples.push(
      await withStarted(provider, async (_url, _pid, readyMs) => readyMs, `http://127.0.0.1:${port}`)
    )
  for (const socket of sockets) socket.destroy()
  silent.close()
  const ready = figure('ready after start, provider silent', 'ms', samples, { under: 500 })
  if (process.platform !== 'linux') return [ready]
  const done: FirstVisit[] = []
  while (done.length < starts)
    done.push(await withStarted(provider, (url, pid) => measureFirstVisit(provider, url, pid)))
  const row = (what: string, unit: string, read: (visit: FirstVisit) => number) =>
    figure(what, unit, done.map(read))
  return [
    ready,
    row('start: processor time until ready', 'ms', ({ cpuMs }) => cpuMs),
    row('memory at rest, resident', 'MiB', ({ restBytes }) => restBytes / MEBIBYTE),
    row('first login page after the start', 'ms', ({ firstPageMs }) => firstPageMs),
    row('first sign-in after the start', 'ms', ({ firstSignInMs }) => firstSignInMs)
  ]
}

async function withStarted<T>(
  provider: BenchProvider,
  measure: (url: string, pid: number, readyMs: number) => Promise<T>,
  providerUrl?: string
): Promise<T> {
  const [port, managementPort] = [await findFreePort(), await findFreePort()]
  const listening = { upstreamUrl: 'http://127.0.0.1:1', port, managementPort }
  const env = provider.gatewayVariables({ ...listening, ...(providerUrl && { providerUrl }) })
  const startedAtMs = performance.now()
  const command = [...NODE_FLAGS, compiled(GATEHOUSE), 'start']
  const child = spawn(process.execPath, command, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  try {
    await untilAnswered(`http://127.0.0.1:${managementPort}/readyz`)
    return await measure(`http://127.0.0.1:${port}`, child.pid ?? 0, performance.now() - startedAtMs)
  } finally {
    await stopProcess(child)
  }
}

async function measureFirstVisit(provider: BenchProvider, url: string, pid: number) {
  const cpuMs = readTree([pid]).cpuMicroseconds / 1000
  await wait(REST_MS)
  const restBytes = readTree([pid]).residentBytes
  const agent = new Agent({ keepAlive: true })
  const timed = async (ask: () => Promise<number>) => {
    const askedAtMs = performance.now()
    const status = await ask()
    if (status !== 200) throw new Error(`status ${status} in place of 200`)
    return performance.now() - askedAtMs
  }
  const [tokens = { idToken: '', refreshToken: '' }] = await provider.signIn(1)
  const headers = { host: new URL(PUBLIC_ORIGIN).host, accept: 'text/html', 'accept-encoding': 'br' }
  const firstPageMs = await timed(() => statusOf(`${url}/login`, headers, agent, LIMIT_MS))
  const firstSignInMs = await timed(() => postSignIn(url, tokens, agent))
  agent.destroy()
  return { cpuMs, restBytes, firstPageMs, firstSignInMs }
}
