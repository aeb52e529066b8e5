import t from 'tap'
import { createProviderClock } from '../../../src/identity-platform/client/provider-clock.ts'
import type { GatewayEvent } from '../../../src/operations/events.ts'
import { buildRuntime, createClock, NOW } from '../../fixtures/clock.ts'
import { startGateway } from '../../fixtures/gateway.ts'
import { send } from '../../fixtures/wire/http-client.ts'

function startClock() {
  const clock = createClock()
  const events: GatewayEvent[] = []
  /** Steps of our own clock, which the monotonic clock does not make. */
  let stepSeconds = 0
  let asked = 0
  const provider = createProviderClock(
    buildRuntime({
      report: (event) => events.push(event),
      now: () => clock.now() + stepSeconds,
      nowMs: () => clock.now() * 1000
    }),
    () => {
      asked += 1
    }
  )
  const response = (offsetSeconds: number, headers: Record<string, string> = {}) => {
    const date = new Date((clock.now() + stepSeconds + offsetSeconds) * 1000).toUTCString()
    provider.noteResponse({ kind: 'response', status: 200, headers: { date, ...headers }, text: '' })
  }
  const step = (seconds: number) => {
    stepSeconds += seconds
  }
  return { clock, events, provider, response, step, asked: () => asked }
}

t.test('provider clock: the offset is the median of eight, one wrong date has no effect', async (t) => {
  const { provider, response, events } = startClock()
  t.equal(provider.condition().offsetSeconds, null, 'no response yet')
  for (const offset of [0, 1, 100_000, 2, 1]) response(offset)
  t.match(provider.condition(), { offsetSeconds: 1, isOff: false })
  t.same(events, [])
  for (let count = 0; count < 8; count++) response(7)
  t.match(provider.condition(), { offsetSeconds: 7 }, 'the earlier ones have dropped out')
})

t.test('provider clock: the offset follows a step of our own clock without another response', async (t) => {
  const { clock, provider, response, step } = startClock()
  for (let count = 0; count < 8; count++) response(0)
  clock.advance(1000)
  step(3600)
  t.match(provider.condition(), { offsetSeconds: -3600, isOff: true, isUnusable: true })
  step(-4200)
  t.match(provider.condition(), { offsetSeconds: 600, isOff: true, isUnusable: false })
  step(600)
  t.match(provider.condition(), { offsetSeconds: 0, isOff: false, isUnusable: false })
})

t.test('provider clock: while it is off, the provider is asked, at most every ten seconds', async (t) => {
  const { clock, provider, response, step, asked } = startClock()
  response(0)
  clock.advance(100)
  provider.condition()
  t.equal(asked(), 0, 'control: it is right')
  step(3600)
  for (let second = 0; second < 25; second++) {
    provider.condition()
    clock.advance(1)
  }
  t.equal(asked(), 3)
  // As after a suspended virtual machine: our clock was right, the monotonic one stood still.
  for (let count = 0; count < 5; count++) response(0)
  t.match(provider.condition(), { offsetSeconds: 0, isOff: false })
})

t.test('provider clock: usable with an offset of 59 minutes either way, not with more', async (t) => {
  for (const side of [1, -1]) {
    const { provider, response, step } = startClock()
    response(0)
    step(side * 59 * 60)
    t.match(provider.condition(), { isOff: true, isUnusable: false })
    step(side)
    t.match(provider.condition(), { isOff: true, isUnusable: true })
  }
})

t.test('provider clock: the Age of a cached response is added to its date', async (t) => {
  const { provider, response } = startClock()
  response(-3000, { age: '3000' })
  t.equal(provider.condition().offsetSeconds, 0)
})

t.test('provider clock: responses without a readable date are ignored', async (t) => {
  const { provider, response } = startClock()
  provider.noteResponse({ kind: 'unreachable', cause: null })
  for (const headers of [{ date: '' }, { date: 'tomorrow' }, { age: 'old' }]) response(0, headers)
  t.equal(provider.condition().offsetSeconds, null)
  response(0)
  t.equal(provider.condition().offsetSeconds, 0, 'control: a readable date counts')
})

t.test('provider clock: an offset too large is reported once in ten minutes until it ends', async (t) => {
  for (const offset of [61, -61]) {
    const { clock, provider, response, events } = startClock()
    for (let count = 0; count < 100; count++) response(offset)
    t.same(events, [{ kind: 'clock.off', offsetSeconds: offset }])
    t.match(provider.condition(), { isOff: true, changedAtSeconds: NOW })
    clock.advance(600)
    response(offset)
    t.equal(events.length, 2)
    for (let count = 0; count < 8; count++) response(60 * Math.sign(offset))
    t.match(provider.condition(), { isOff: false }, 'control: a minute is not too much')
    t.equal(events.length, 2)
  }
})

t.test('clock: ten minutes behind, sign-ins are refused and one error names the clock', async (t) => {
  const gateway = await startGateway(t)
  await gateway.signIn('ada')
  let lagSeconds = 0
  const behind = await startGateway(t, { beside: { ...gateway, now: () => gateway.now() - lagSeconds } })
  await behind.signIn('ada')
  lagSeconds = 600
  const signIns: number[] = []
  for (let count = 0; count < 5; count++) {
    gateway.advance(1)
    const { idToken } = await gateway.provider.signIn('ada')
    const headers = { authorization: `Bearer ${idToken}`, origin: 'http://localhost:8080' }
    const response = await send(`${behind.url}/_auth/session`, { method: 'POST', headers })
    signIns.push(response.status)
    t.match(await response.json(), { code: 'INVALID_ARGUMENT' })
  }
  t.same(signIns, [401, 401, 401, 401, 401])
  const errors = behind.logLines().filter(({ level }) => level === 'error')
  t.match(errors, [{ msg: 'clock is wrong', detail: /600 s behind the provider/, fix: /synchronisation/ }])
  t.equal(errors.length, 1)
  const found = gateway.logLines().some(({ msg }) => msg === 'clock is wrong')
  t.notOk(found, 'control: the gateway with the right clock')
})
