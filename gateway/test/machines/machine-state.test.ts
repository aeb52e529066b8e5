import t from 'tap'
import { createMachineState } from '../../src/machines/machine-state.ts'
import { createRuntime } from '../../src/operations/runtime.ts'
import { createClock } from '../fixtures/clock.ts'
import { startIssuer } from '../fixtures/provider/issuer.ts'

t.test('machine state: after close, no further request to an issuer', async (t) => {
  const { now } = createClock()
  const [known, other] = [await startIssuer(t, now), await startIssuer(t, now)]
  const state = createMachineState(createRuntime({ now }))
  const find = async ({ url: issuer }: { url: string }) =>
    (await state.keysOf({ issuer, jwksUri: null }).find('rsa', 'RS256')).kind
  t.equal(await find(known), 'key')
  await state.close()
  t.equal(await find(other), 'unavailable')
  t.same(other.requests, [])
  t.equal(await find(known), 'key', 'cached keys remain')
})

t.test('machine state: keys of an issuer are shared while its entry is unchanged', async (t) => {
  const { now } = createClock()
  const issuer = await startIssuer(t, now)
  const state = createMachineState(createRuntime({ now }))
  t.teardown(() => state.close())
  const byDiscovery = { issuer: issuer.url, jwksUri: null }
  const keys = state.keysOf(byDiscovery)
  t.equal(state.keysOf({ ...byDiscovery }), keys)
  t.not(state.keysOf({ ...byDiscovery, jwksUri: `${issuer.url}/keys` }), keys, 'a separate address')
  t.not(state.keysOf({ ...byDiscovery, issuer: `${issuer.url}/other` }), keys, 'another issuer')
})
