import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { request } from 'undici'
import { startSignedInWorkers } from '../../../test/fixtures/processes/signed-in-workers.ts'
import { NEEDS_STORE, startStore } from '../../../test/fixtures/processes/store-server.ts'
import { send } from '../../../test/fixtures/wire/http-client.ts'
import { startApplication } from '../../../test-operate/application.ts'

const WORKERS = 3
/** More than there are workers, so that each has some. */
const SOCKETS = WORKERS * 2
const TOKEN = 'ab'.repeat(32)
/** The close code for visitors whose session has ended. */
const SESSION_ENDED = 4401
/** Options of a second sign-in of an account: within the same second, both could be one session. */
const earlier = () => ({ authTimeSeconds: Math.floor(Date.now() / 1000) - 10 })

type Workers = Awaited<ReturnType<typeof startSignedInWorkers>>

/** Workers in front of an application with WebSockets and event streams. */
async function startStreams(t: Test, config: Record<string, unknown>): Promise<Workers> {
  const application = await startApplication()
  t.teardown(() => application.close())
  const tokenFile = join(t.testdir({}), 'token')
  writeFileSync(tokenFile, TOKEN, { mode: 0o600 })
  return await startSignedInWorkers(t, WORKERS, {
    config,
    env: { GATEHOUSE_UPSTREAM_URL: application.url, GATEHOUSE_MANAGEMENT_TOKEN_FILE: tokenFile }
  })
}

/** WebSockets and event streams of a session at every worker, and how they end. */
async function openStreams({ url, openSocket }: Workers, cookie: string) {
  const sockets = await Promise.all(Array.from({ length: SOCKETS }, () => openSocket(cookie)))
  const events = await Promise.all(
    Array.from({ length: WORKERS }, () => request(`${url}/events`, { headers: { cookie }, reset: true }))
  )
  const closeCodes = Promise.all(sockets.map(async (socket) => Number((await once(socket, 'close'))[0])))
  const eventsEnded = events.map(({ body }) => body.dump({ limit: Number.MAX_SAFE_INTEGER }))
  return {
    areOpen: () => sockets.every((socket) => socket.readyState === socket.OPEN),
    /** Resolves with the distinct close codes when all have ended. */
    async ended(): Promise<number[]> {
      await Promise.all(eventsEnded)
      return [...new Set(await closeCodes)]
    }
  }
}

/** A sign-out, a sign-out everywhere and a revocation at one worker end the streams at all workers. `listed`: the status of their list. */
async function testEnds(t: Test, config: Record<string, unknown>, listed: number): Promise<void> {
  const gateway = await startStreams(t, config)
  const { url, origin, managementUrl } = gateway
  const signOut = async (cookie: string, query = '') =>
    (await send(`${url}/logout${query}`, { method: 'POST', headers: { cookie, origin } })).status
  const cookies = {
    own: await gateway.signIn('ada'),
    twin: await gateway.signIn('ada', earlier()),
    everywhere: await gateway.signIn('bob'),
    revoked: await gateway.signIn('eve')
  }
  const [own, twin, everywhere, revoked] = await Promise.all([
    openStreams(gateway, cookies.own),
    openStreams(gateway, cookies.twin),
    openStreams(gateway, cookies.everywhere),
    openStreams(gateway, cookies.revoked)
  ])
  t.equal(await signOut(cookies.own), 204)
  t.strictSame(await own.ended(), [SESSION_ENDED])
  t.ok(everywhere.areOpen())
  t.equal(await signOut(cookies.everywhere, '?everywhere=1'), 204)
  t.strictSame(await everywhere.ended(), [SESSION_ENDED])
  t.ok(revoked.areOpen())
  const operate = async (path: string, more: object, authorization = `Bearer ${TOKEN}`) => {
    const headers = { authorization, 'content-type': 'application/json' }
    return (await send(`${managementUrl}/sessions${path}`, { headers, ...more })).status
  }
  t.equal(await operate('?account=eve', {}), listed)
  const revoking = { method: 'POST', body: JSON.stringify({ account: 'eve', all: true }) }
  t.equal(await operate('/revoke', revoking, 'Bearer x'), 401)
  t.equal(await operate('/revoke', revoking), 200)
  t.strictSame(await revoked.ended(), [SESSION_ENDED])
  t.ok(twin.areOpen(), 'control: another session of the first account')
  t.equal((await gateway.end()).code, 0)
  t.strictSame(await twin.ended(), [1001])
}

t.test('workers: a session that ends at one closes its WebSockets and event streams at all', (t) =>
  testEnds(t, {}, 400)
)

t.test('workers: the same with a store', { skip: NEEDS_STORE }, async (t) => {
  const store = await startStore(t)
  await testEnds(t, { store: { url: store.url, timeoutMs: 5000 } }, 200)
})
