import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import type { TestGatewayOptions } from '../../../test/fixtures/gateway.ts'
import { joinStore, NEEDS_STORE, startStore } from '../../../test/fixtures/processes/store-server.ts'
import { keep, pairOf, resultOf, SESSION, signInToBind } from './device.ts'

/** Two gateways with one store, and what starts more of them. */
async function startBeside(t: Test) {
  const store = await startStore(t)
  const join = (beside: TestGatewayOptions = {}) =>
    signInToBind(t, {}, { ...beside, shared: (report) => joinStore(t, store.url, { report }) })
  const here = await join()
  return { here, there: await join({ beside: here }), join: () => join({ beside: here }) }
}

/** Asks until a message has arrived. */
async function until(result: string, ask: () => Promise<Response>): Promise<string> {
  for (;;) {
    const found = await resultOf(await ask())
    if (found === result) return found
    await sleep(5)
  }
}

const keyIn = (cookies: string) => pairOf(cookies, SESSION).split('~').at(-2)

t.test(
  'device binding: with a store, a cookie that was replaced is refused at every process',
  { skip: NEEDS_STORE },
  async (t) => {
    const { here, there, join } = await startBeside(t)
    const other = await here.begin()
    const { begun, cookies } = await here.bind()
    t.equal(
      await until('401 DEVICE_PROOF_REQUIRED', () => there.call('/', begun.cookies)),
      '401 DEVICE_PROOF_REQUIRED'
    )
    const late = await join()
    t.equal(
      await until('401 DEVICE_PROOF_REQUIRED', () => late.call('/', begun.cookies)),
      '401 DEVICE_PROOF_REQUIRED',
      'and at one that starts later'
    )
    for (const { call } of [here, there, late]) {
      t.equal(await resultOf(await call('/', cookies)), '200', 'its bound cookie passes at each')
      t.equal(await resultOf(await call('/', other.cookies)), '200', 'and another unbound one')
    }
  }
)

t.test(
  'device binding: a session that another process refreshes keeps its key',
  { skip: NEEDS_STORE },
  async (t) => {
    const { here, there } = await startBeside(t)
    const { cookies, prove } = await here.bind()
    here.advance(3600)
    const { cookies: proven } = await prove(cookies)
    here.provider.calls.reset()
    const refreshed = await Promise.all([here, there].map(({ call }) => call('/', proven)))
    t.same(
      refreshed.map(({ status }) => status),
      [200, 200]
    )
    t.equal(here.provider.calls.refresh, 1)
    t.same(
      refreshed.map((response) => keyIn(keep(proven, response))),
      Array(2).fill(keyIn(cookies))
    )
  }
)

t.test(
  'device binding: a replica that knows nothing of it takes the unbound cookie for its time',
  async (t) => {
    const results: Record<string, string[]> = {}
    for (const mode of ['required', 'when-supported']) {
      const here = await signInToBind(t, { mode })
      const there = await signInToBind(t, { mode }, { beside: here })
      const { begun, cookies } = await here.bind()
      const ask = async (cookie: string) => await resultOf(await there.call('/', cookie))
      const found = [await ask(begun.cookies)]
      here.advance(60)
      results[mode] = [
        ...found,
        await ask(begun.cookies),
        await ask(cookies),
        await ask(pairOf(cookies, SESSION))
      ]
    }
    t.same(results, {
      required: ['200', '403 DEVICE_BINDING_REQUIRED', '200', '401 DEVICE_PROOF_REQUIRED'],
      'when-supported': ['200', '200', '200', '401 DEVICE_PROOF_REQUIRED']
    })
  }
)
