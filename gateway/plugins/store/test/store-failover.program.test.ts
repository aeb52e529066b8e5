import t, { type Test } from 'tap'
import { SIGNATURE_KEY, startGateway, type TestGateway } from '../../../test/fixtures/gateway.ts'
import {
  type FailoverStore,
  startCluster,
  startSentinels
} from '../../../test/fixtures/processes/store-failover.ts'
import {
  joinStore,
  NEEDS_STORE,
  NEEDS_STORE_TLS,
  type StoreMember
} from '../../../test/fixtures/processes/store-server.ts'
import { send } from '../../../test/fixtures/wire/http-client.ts'

const skip = NEEDS_STORE
/** Concurrent requests to each gateway. */
const REQUESTS = 50
const MAX_LOOKS = 20_000

/** A gateway with these stores, and its shared state. */
async function startReplica(t: Test, { url, caFile }: FailoverStore, beside?: TestGateway) {
  const joined: StoreMember[] = []
  const gateway = await startGateway(t, {
    shared(report) {
      const member = joinStore(t, url, { signatureKeys: [SIGNATURE_KEY], caFile, timeoutMs: 2000, report })
      joined.push(member)
      return member
    },
    ...(beside === undefined ? {} : { beside })
  })
  await gateway.state.shared.ready()
  return { gateway, member: joined[0] as StoreMember }
}

const statusOf = async ({ url }: TestGateway, cookie: string) =>
  (await send(`${url}/app`, { headers: { cookie } })).status

async function signOut({ url }: TestGateway, cookie: string): Promise<void> {
  const headers = { cookie, origin: 'http://localhost:8080' }
  const { status } = await send(`${url}/logout`, { method: 'POST', headers })
  if (status !== 204) throw new Error(`sign-out: ${status}`)
}

async function isRefusedSoon(gateway: TestGateway, cookie: string): Promise<boolean> {
  for (let looks = 0; looks < MAX_LOOKS; looks++) if ((await statusOf(gateway, cookie)) === 401) return true
  return false
}

/** Many requests to both with one expired cookie; returns their statuses and the provider calls. */
async function refreshAtAll(gateways: readonly [TestGateway, ...TestGateway[]], cookie: string) {
  const [first] = gateways
  first.advance(4000)
  first.provider.calls.reset()
  const visits = gateways.flatMap((one) => Array.from({ length: REQUESTS }, () => statusOf(one, cookie)))
  return { statuses: [...new Set(await Promise.all(visits))], calls: first.provider.calls.refresh }
}

/** Whether it can send messages again. */
const takesMessages = (member: StoreMember) =>
  member.publish('nothing', 'without a subscriber', Math.floor(Date.now() / 1000) + 1000)

/** Checks what holds while the store with the messages is killed and another takes over. */
async function testFailover(t: Test, store: FailoverStore): Promise<void> {
  const { gateway: here, member } = await startReplica(t, store)
  const { gateway: there, member: other } = await startReplica(t, store, here)
  const gateways = [here, there] as const
  const [gone, kept, later] = [await here.signIn('ada'), await here.signIn('ada'), await here.signIn('ada')]
  t.same(await refreshAtAll(gateways, kept), { statuses: [200], calls: 1 }, 'one call for all')
  await signOut(here, gone)
  t.ok(await isRefusedSoon(there, gone))
  await store.copied()

  await store.primary.stop()
  const statuses = new Set<number>()
  let visits = 0
  do {
    for (const gateway of gateways) statuses.add(await statusOf(gateway, kept))
    visits += gateways.length
  } while (!((await store.isTakenOver()) && (await takesMessages(member)) && (await takesMessages(other))))
  t.same([...statuses], [200], `${visits} visits meanwhile: no session ended`)

  t.same(await refreshAtAll(gateways, later), { statuses: [200], calls: 1 }, 'one call for all again')
  await signOut(there, later)
  t.ok(await isRefusedSoon(here, later), 'sign-outs are sent again')
  t.equal(await statusOf(here, kept), 200, 'control')
  const { gateway: fresh } = await startReplica(t, store, here)
  // It serves before the store is found, if that takes more than its timeout.
  t.ok(await isRefusedSoon(fresh, gone), 'a new gateway knows what ended before')
  t.equal(await statusOf(fresh, kept), 200)
}

t.test('store by sentinel: when the primary fails over, the gateways go on', { skip }, async (t) =>
  testFailover(t, await startSentinels(t))
)

t.test('store in a cluster of three: when one node fails over, the gateways go on', { skip }, async (t) =>
  testFailover(t, await startCluster(t))
)

t.test(
  'store in a cluster with TLS: one node fails over, the gateways go on',
  { skip: NEEDS_STORE_TLS },
  async (t) => testFailover(t, await startCluster(t, { isSecured: true }))
)
