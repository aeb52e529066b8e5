import { equal } from 'node:assert/strict'
import { createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { type Checks, closing } from '../test/fixtures/commands/checks.ts'
import { startGateway } from '../test/fixtures/gateway.ts'
import { openManagement, scrape } from '../test/fixtures/management.ts'
import type { Teardown } from '../test/fixtures/provider/stand-in.ts'
import { send } from '../test/fixtures/wire/http-client.ts'
import { findFreePort } from '../test/fixtures/wire/ports.ts'
import { readSeries } from '../test/fixtures/wire/scrape.ts'
import { startProxyProcess } from '../test-proxies/program.ts'
import { APPLICATION_SERVERS } from './keep-alive-servers.ts'

const CHECK_TIMEOUT_MS = 120_000
/** Concurrent requests, each on a separate connection. */
const LANES = 25

/** Requests in rounds, with pauses around the keep-alive timeout of the application. */
interface Rounds {
  method: string
  rounds: number
  /** Pause before a round, by its number from 0, in milliseconds. */
  pauseMs: (round: number) => number
}

/** How many requests failed, and how many the gateway retried. */
interface Result {
  failed: number
  retried: number
}

async function sendRounds(
  t: Teardown,
  port: number,
  { method, rounds, pauseMs }: Rounds,
  config: Record<string, unknown>
): Promise<Result> {
  const gateway = await startGateway(t, {
    upstreamUrl: `http://127.0.0.1:${port}`,
    config: { 'access.default': 'public', 'log.level': 'warn', ...config }
  })
  let failed = 0
  for (let round = 0; round < rounds; round++) {
    await delay(pauseMs(round))
    const statuses = await Promise.all(
      Array.from({ length: LANES }, async () => (await send(`${gateway.url}/`, { method })).status)
    )
    failed += statuses.filter((status) => status !== 200).length
  }
  const series = readSeries(await scrape(openManagement(t, gateway)))
  return { failed, retried: series.get('upstream_retries_total{upstream="default"}') ?? 0 }
}

/** Pauses from 5 ms before the timeout to 6 ms after it. */
const around = (timeoutMs: number) => (round: number) => timeoutMs - 5 + (round % 12)

/** Requests just as keep-alive timeouts of real servers expire. */
export async function checkKeepAlive({ check, skip }: Checks, folder: string): Promise<void> {
  await check(
    'application that closes 50 ms after its response: none of 1,000 requests 45 to 56 ms apart fails',
    () =>
      closing(async (t) => {
        const sockets = new Set<Socket>()
        const server = createServer((socket) => {
          sockets.add(socket)
          socket.on('error', () => {})
          socket.on('data', () => {
            socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
            setTimeout(() => socket.destroy(), 50)
          })
          socket.on('close', () => sockets.delete(socket))
        })
        const port = await findFreePort()
        await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
        t.teardown(() => {
          for (const socket of sockets) socket.destroy()
          server.close()
        })
        const plan = { method: 'GET', rounds: 1000 / LANES, pauseMs: around(50) }
        const { failed, retried } = await sendRounds(t, port, plan, {
          'upstream.keepAliveTimeoutMs': 60_000
        })
        console.log(`# ${retried} of 1000 were sent once more`)
        equal(failed, 0)
      }),
    CHECK_TIMEOUT_MS
  )

  for (const { name, program, keepAliveMs, args } of APPLICATION_SERVERS) {
    const titles = [
      `${name}: no request fails when its keep-alive timeout ends`,
      `${name}: with keepAliveTimeoutMs below its timeout, no POST fails or is retried when that ends`
    ] as const
    if (program === null) {
      for (const title of titles) skip(title, 'not installed')
      continue
    }
    const port = await findFreePort()
    const application = await startProxyProcess({ program, args: args(port, folder), port, folder })
    const rounds = keepAliveMs < 1000 ? 24 : 8
    await check(
      titles[0],
      () =>
        closing(async (t) => {
          const plan = { method: 'GET', rounds, pauseMs: around(keepAliveMs) }
          const { failed, retried } = await sendRounds(t, port, plan, {
            'upstream.keepAliveTimeoutMs': 60_000
          })
          console.log(`# ${name}: ${retried} of ${rounds * LANES} were sent once more`)
          equal(failed, 0)
        }),
      CHECK_TIMEOUT_MS
    )
    await check(
      titles[1],
      () =>
        closing(async (t) => {
          const plan = { method: 'POST', rounds, pauseMs: around(keepAliveMs) }
          const result = await sendRounds(t, port, plan, { 'upstream.keepAliveTimeoutMs': keepAliveMs / 2 })
          equal(JSON.stringify(result), JSON.stringify({ failed: 0, retried: 0 }))
        }),
      CHECK_TIMEOUT_MS
    )
    await application.close()
  }
}
