import { equal, ok } from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { request } from 'undici'
import { WebSocket } from 'ws'
import { startStandIn } from '../stand-in/stand-in.ts'
import type { Checks } from '../test/fixtures/commands/checks.ts'
import { signatureKeyOf } from '../test/fixtures/session/signature-keys.ts'
import { send } from '../test/fixtures/wire/http-client.ts'
import { startApplication } from './application.ts'
import { type OperatedGateway, startOperatedGateway } from './gateway.ts'

const USERS = 100
const SOCKETS_OF_ONE = 20
const EVENT_STREAMS_OF_ONE = 5
/** Longer than the run takes, to measure open connections without messages. */
const TICK_MS = 600_000
const CHECK_SECONDS = 5
const WARM_UP_ROUNDS = 15
/** The memory budget, which is printed. */
const BUDGET_MEBIBYTES = 60
/** More than garbage can explain: resident memory includes memory that was freed but not yet returned. */
const MAX_MEBIBYTES = 90
const MAX_LOOKS = 30
const BETWEEN_LOOKS_MS = 500
const TIMEOUT_MS = 180_000

/** The connections of one user, and how many are open. */
interface Visitor {
  cookie: string
  open: { sockets: number; eventStreams: number }
  closeCodes: number[]
}

/** Thousands of WebSockets and event streams, where exactly those of one user are ended. */
export async function checkConnections({ check }: Checks, folder: string): Promise<void> {
  await check(
    `connections: ${USERS * SOCKETS_OF_ONE} WebSockets and ${USERS * EVENT_STREAMS_OF_ONE} event streams, those of one user end within a second`,
    () => endThoseOfOne(folder),
    TIMEOUT_MS
  )
}

async function endThoseOfOne(folder: string): Promise<void> {
  const provider = await startStandIn({ projectId: 'demo-connections' })
  const application = await startApplication(TICK_MS)
  const first = { publicPaths: ['/open'], keys: `${signatureKeyOf('connections')}\n` }
  const gateway = await startOperatedGateway(folder, {
    provider,
    upstreamUrl: application.url,
    first,
    withCredentials: true,
    session: { revocationCheckSeconds: CHECK_SECONDS, signInsPerMinute: 0 }
  })
  const visitors: Visitor[] = []
  for (let user = 0; user < USERS; user++) {
    provider.accounts.create({ uid: `user-${user}` })
    visitors.push({
      cookie: await gateway.signIn(`user-${user}`),
      open: { sockets: 0, eventStreams: 0 },
      closeCodes: []
    })
  }
  await warmUp(gateway, visitors)
  const before = residentMebibytes(gateway.pid)
  for (const visitor of visitors) await openSockets(gateway, visitor)
  let grown = residentMebibytes(gateway.pid) - before
  // Garbage of the handshakes is returned to the system after a while.
  for (let look = 0; look < MAX_LOOKS && grown >= BUDGET_MEBIBYTES; look++) {
    await delay(BETWEEN_LOOKS_MS)
    grown = residentMebibytes(gateway.pid) - before
  }
  console.log(
    `# ${USERS * SOCKETS_OF_ONE} WebSockets take ${Math.round(grown)} MiB (budget ${BUDGET_MEBIBYTES} MiB)`
  )
  ok(grown < MAX_MEBIBYTES, `${grown} MiB`)
  for (const visitor of visitors) await openEventStreams(gateway, visitor)

  const [everywhere, afterReload, disabled, ...others] = visitors
  if (everywhere === undefined || afterReload === undefined || disabled === undefined)
    throw new Error('users')
  await endsWithin(everywhere, 1000, () => signOut(gateway, everywhere, '?everywhere=1'))
  const applied = gateway.latest('config.applied', 1)
  gateway.publish({ ...first, publicPaths: ['/open', '/new'] })
  await applied
  await endsWithin(afterReload, 1000, () => signOut(gateway, afterReload))
  await endsWithin(disabled, CHECK_SECONDS * 1000 + 2000, async () => provider.accounts.disable('user-2'))
  for (const { open } of others) {
    equal(open.sockets, SOCKETS_OF_ONE)
    equal(open.eventStreams, EVENT_STREAMS_OF_ONE)
  }
  const { code } = await gateway.end()
  equal(code, 0)
  // Its last frames may still be in transit when its process has ended.
  for (const { open } of others)
    while (open.sockets > 0) await new Promise<void>((resolve) => setImmediate(resolve))
  equal(new Set(others.flatMap(({ closeCodes }) => closeCodes)).size, 1)
  application.close()
  await provider.close()
}

/** Opens and closes sockets until memory for code and handshakes is allocated, to measure open ones only. */
async function warmUp(gateway: OperatedGateway, [visitor]: readonly Visitor[]): Promise<void> {
  if (visitor === undefined) return
  for (let round = 0; round < WARM_UP_ROUNDS; round++) {
    const opened = await openSockets(gateway, visitor)
    for (const socket of opened) socket.terminate()
    while (visitor.open.sockets > 0) await new Promise<void>((resolve) => setImmediate(resolve))
  }
  visitor.closeCodes.length = 0
}

/** Ends the sessions, and waits until no connection of the visitor is open. */
async function endsWithin(visitor: Visitor, mostMs: number, act: () => Promise<void>): Promise<void> {
  const startedAtMs = performance.now()
  await act()
  while (visitor.open.sockets + visitor.open.eventStreams > 0)
    await new Promise<void>((resolve) => setImmediate(resolve))
  const tookMs = Math.round(performance.now() - startedAtMs)
  console.log(`# ended after ${tookMs} ms`)
  ok(tookMs < mostMs, `${tookMs} ms`)
  equal(
    visitor.closeCodes.every((code) => code === 4401),
    true
  )
}

async function signOut({ url }: OperatedGateway, { cookie }: Visitor, query = ''): Promise<void> {
  const response = await send(`${url}/logout${query}`, { method: 'POST', headers: { cookie, origin: url } })
  equal(response.status, 204)
}

async function openSockets(
  { url }: OperatedGateway,
  { cookie, open, closeCodes }: Visitor
): Promise<WebSocket[]> {
  const opening = Array.from({ length: SOCKETS_OF_ONE }, async () => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/live`, {
      headers: { cookie, origin: url },
      perMessageDeflate: false
    })
    socket.on('error', () => {})
    socket.once('close', (code) => {
      open.sockets -= 1
      closeCodes.push(code)
    })
    await once(socket, 'open')
    open.sockets += 1
    return socket
  })
  return await Promise.all(opening)
}

async function openEventStreams({ url }: OperatedGateway, { cookie, open }: Visitor): Promise<void> {
  const opening = Array.from({ length: EVENT_STREAMS_OF_ONE }, async () => {
    const { body } = await request(`${url}/events`, { headers: { cookie } })
    open.eventStreams += 1
    body.on('error', () => {})
    body.once('close', () => {
      open.eventStreams -= 1
    })
    body.resume()
  })
  await Promise.all(opening)
}

function residentMebibytes(pid: number): number {
  const kibibytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kibibytes) / 1024
}
