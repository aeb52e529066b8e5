import t, { type Test } from 'tap'
import { environmentWith } from '../../../test/fixtures/processes/environment.ts'
import { NEEDS_STORE, startStore } from '../../../test/fixtures/processes/store-server.ts'
import { startWorkerProcesses } from '../../../test/fixtures/processes/worker-processes.ts'
import { startTestStandIn } from '../../../test/fixtures/provider/stand-in.ts'
import {
  challengeIn,
  createDevice,
  createVisits,
  ORIGIN,
  pairOf,
  REFRESH,
  REGISTER,
  resultOf,
  SESSION
} from './device.ts'

const WORKERS = 2
/** New connections go to the workers in turn. */
const ASKED = WORKERS * 4
const now = () => Date.now() / 1000

/** Gateways of several workers each with one provider. The first one has the visitors. */
async function startGateways(t: Test, count: number, env: Record<string, string> = {}) {
  const provider = await startTestStandIn(t, { projectId: 'demo-test', now })
  provider.accounts.create({ uid: 'ada', email: 'ada@example.com', emailVerified: true })
  const variables = {
    ...environmentWith(provider),
    GATEHOUSE_PUBLIC_URL: ORIGIN,
    GATEHOUSE_SESSION_DEVICE_BINDING_MODE: 'when-supported',
    ...env
  }
  const start = () => startWorkerProcesses(t, WORKERS, { env: variables })
  const gateways = await Promise.all(Array.from({ length: count }, start))
  const visits = gateways.map(({ url }) => createVisits({ url, provider, now }))
  const [here] = visits
  if (here === undefined) throw new Error('no gateway')
  /** The distinct results of requests at every worker of every gateway; asks again until those of other gateways have the message. */
  async function askAll(cookies: string, awaited?: string): Promise<string> {
    const all = visits.flatMap(({ call }) =>
      Array.from({ length: ASKED }, () => call('/', cookies, { connection: 'close' }))
    )
    const results = new Set(await Promise.all((await Promise.all(all)).map(resultOf)))
    const isLate = count > 1 && awaited !== undefined && String([...results]) !== awaited
    return isLate ? await askAll(cookies, awaited) : String([...results])
  }
  return { here, askAll, end: () => Promise.all(gateways.map(({ end }) => end())) }
}

const UNPROVEN = '401 DEVICE_PROOF_REQUIRED'

for (const [name, skip, count] of [
  ['workers', false, 1],
  ['workers of two gateways with a store', NEEDS_STORE, 2]
] as const)
  t.test(`device binding: ${name} agree on what is bound, and what has ended`, { skip }, async (t) => {
    const store = count === 1 ? {} : { GATEHOUSE_STORE_URL: (await startStore(t)).url }
    const { here, askAll, end } = await startGateways(t, count, store)
    const { begun, cookies, prove } = await here.bind()
    const other = await here.begin()
    t.equal(await askAll(begun.cookies, UNPROVEN), UNPROVEN, 'the cookie that was replaced')
    t.equal(await askAll(pairOf(cookies, SESSION)), UNPROVEN, 'without a proof')
    t.equal(await askAll(cookies), '200', 'with one')
    t.equal(await askAll((await prove()).cookies), '200', 'with a renewed one')
    t.equal(await askAll(other.cookies), '200', 'a session that is not bound')

    t.equal((await here.post('/logout', cookies, { origin: ORIGIN })).status, 204)
    t.equal(await askAll(cookies, '401 SESSION_ENDED'), '401 SESSION_ENDED')
    t.equal(await askAll(other.cookies), '200', 'the other one goes on')
    t.same(new Set((await end()).map(({ code }) => code)), new Set([0]))
  })

t.test('device binding: of keys and proofs that reach all workers at once, one counts', async (t) => {
  const { here } = await startGateways(t, 1)
  const race = async (path: string, cookies: string, requests: readonly Record<string, string>[]) => {
    const all = requests.map((headers) => here.post(path, cookies, { ...headers, connection: 'close' }))
    return (await Promise.all(all)).map(({ status }) => status).filter((status) => status === 200)
  }
  const begun = await here.begin()
  const devices = await Promise.all(Array.from({ length: ASKED }, () => createDevice()))
  const keys = await Promise.all(
    devices.map(async ({ register }) => {
      const offered = challengeIn(await here.call('/_auth/device/offer', begun.cookies))
      return { 'secure-session-response': await register(offered) }
    })
  )
  t.same(await race(REGISTER, begun.cookies, keys), [200], 'a session has one key')

  const { ask, cookies, device, id } = await here.bind()
  const proofs = await Promise.all(
    Array.from({ length: 3 }, async () => ({
      'sec-secure-session-id': id,
      'secure-session-response': await device.sign(challengeIn(await ask()))
    }))
  )
  const [proof] = proofs
  t.same(await race(REFRESH, cookies, Array(ASKED).fill(proof)), [200], 'a proof counts once')
  t.same(await race(REFRESH, cookies, proofs), [200, 200], 'each of another challenge')
})
