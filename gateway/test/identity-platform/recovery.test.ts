import type { ServerResponse } from 'node:http'
import t, { type Test } from 'tap'
import {
  createProviderHttp,
  type ProviderCall,
  type ProviderResponse
} from '../../src/identity-platform/client/http.ts'
import { createProviderCalls } from '../../src/identity-platform/client/provider-calls.ts'
import { buildRuntime, createClock, createTimers } from '../fixtures/clock.ts'
import { startGateway } from '../fixtures/gateway.ts'
import { callProviderAt } from '../fixtures/provider/provider-calls.ts'
import { send } from '../fixtures/wire/http-client.ts'
import { sendJson, startRecordingServer } from '../fixtures/wire/recording-server.ts'

/** Longest time from the end of an outage to the first successful response. */
const RECOVERY_SECONDS = 5

/** Long enough that no test reaches it, not even on a busy machine. */
const UNLIMITED_MS = 600_000

type Reply = (response: ServerResponse) => void

const good: Reply = (response) => sendJson(response, 200, { id_token: 'x' })
const reset: Reply = (response) => response.destroy()
const hang: Reply = () => {}
const refusal =
  (status: number, message: string, headers: Record<string, string> = {}): Reply =>
  (response) =>
    sendJson(response, status, { error: { code: status, message } }, headers)

const OUTAGES: readonly [name: string, answer: Reply][] = [
  ['resets', reset],
  ['503', refusal(503, 'UNAVAILABLE')],
  ['500 with HTML', (response) => response.writeHead(500).end('<html></html>')],
  ['200 with HTML', (response) => response.writeHead(200).end('<html></html>')]
]

/** Accounts whose failures open the circuit. */
const ACCOUNTS_TO_OPEN = 10

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Calls to a server whose response the test sets; the test clock times probes. `random` 0.5: no jitter. */
async function startLine(t: Test, { random = 0.5 } = {}) {
  const state = { response: good }
  const count = { begun: 0, ended: 0, hanging: 0 }
  const server = await startRecordingServer(t, (response) => {
    if (state.response === hang) count.hanging += 1
    state.response(response)
  })
  const http = createProviderHttp('visitor', UNLIMITED_MS)
  t.teardown(() => http.close())
  async function sendCounted(call: ProviderCall): Promise<ProviderResponse> {
    count.begun += 1
    const answer = await http.send(call)
    count.ended += 1
    return answer
  }
  const clock = createClock(0)
  const timers = createTimers(clock, async () => {
    const isOver = () => count.ended + count.hanging === count.begun
    while (!isOver()) await turn()
    await turn()
  })
  const changes: string[] = []
  const calls = createProviderCalls(
    buildRuntime({
      now: clock.now,
      schedule: timers.schedule,
      report(event) {
        if (event.kind === 'circuit.opened' || event.kind === 'circuit.closed')
          changes.push(`${event.calls} ${event.kind.replace('circuit.', '')}`)
      }
    }),
    { ...http, send: sendCounted },
    () => random
  )
  t.teardown(() => calls.close())
  const ask = (body = 'x') =>
    calls.ask('refresh', { method: 'POST', url: server.url, body, isRepeatable: false, mayProbe: true })

  async function failFiveTimes(answer: Reply): Promise<void> {
    state.response = answer
    for (let index = 1; index <= 5; index++) await ask(`body ${index}`)
  }

  return { ask, changes, clock, failFiveTimes, server, state, timers }
}

t.test('recovery: the provider is back, the circuit closes within 5 s, without any request', async (t) => {
  for (const [name, outage] of OUTAGES) {
    for (const random of [0, 0.5, 1]) {
      for (const outageSeconds of [0.5, 3, 9.875, 31, 47.25]) {
        const { ask, changes, failFiveTimes, state, timers } = await startLine(t, { random })
        await failFiveTimes(outage)
        await timers.advance(outageSeconds)
        t.match(await ask(), { failure: { detail: /^not asked/ } })
        state.response = good
        await timers.advance(RECOVERY_SECONDS)
        const shown = `${name}, ${random}, ${outageSeconds} s`
        t.strictSame(changes, ['refresh opened', 'refresh closed'], shown)
        t.equal((await ask()).kind, 'ok', shown)
      }
    }
  }
})

t.test('recovery: a process that was frozen leaves the probe to the request that woke it', async (t) => {
  for (const [frozenSeconds, isLeft] of [
    [4, false],
    [20, true]
  ] as const) {
    const { ask, changes, clock, failFiveTimes, server, state, timers } = await startLine(t)
    await failFiveTimes(reset)
    state.response = good
    clock.advance(frozenSeconds)
    const before = server.requests.length
    await timers.advance(0.125)
    t.equal(server.requests.length - before, isLeft ? 0 : 1, `${frozenSeconds} s`)
    t.equal((await ask()).kind, 'ok')
    await timers.advance(RECOVERY_SECONDS)
    t.equal(server.requests.length - before, isLeft ? 1 : 2, 'and no further probe')
    t.strictSame(changes, ['refresh opened', 'refresh closed'])
  }
})

t.test('recovery: probes that never get a response do not delay the next probe', async (t) => {
  const { ask, changes, failFiveTimes, server, state, timers } = await startLine(t)
  await failFiveTimes(reset)
  state.response = hang
  await timers.advance(20)
  t.equal(server.requests.length, 5 + 5, 'probes at 2, 6, 10, 14 and 18 s')
  state.response = good
  await timers.advance(RECOVERY_SECONDS)
  t.strictSame(changes, ['refresh opened', 'refresh closed'])
  t.equal((await ask()).kind, 'ok')
})

t.test('recovery: the probe repeats the last failed call, and no caller gets its response', async (t) => {
  const { ask, failFiveTimes, server, state, timers } = await startLine(t)
  await failFiveTimes(reset)
  await timers.advance(2)
  state.response = good
  await timers.advance(4)
  const found = server.requests.slice(5).map(({ body }) => body)
  t.strictSame(found, ['body 5', 'body 5'])
  t.match(await ask('another'), { kind: 'ok' })
  t.equal(server.requests.at(-1)?.body, 'another')
  t.equal(timers.count(), 0, 'probes end with the outage')
})

t.test('recovery: refreshes and look-ups are probed, exchanges and account changes are not', async (t) => {
  const server = await startRecordingServer(t, reset)
  const clock = createClock()
  const timers = createTimers(clock)
  const { accounts, tokens } = callProviderAt(t, server.url, { now: clock.now, schedule: timers.schedule })
  const rows: readonly [name: string, probes: number, call: (uid: string) => Promise<unknown>][] = [
    ['exchange', 0, () => tokens.exchange('custom-token', null)],
    ['revoke', 0, (uid) => accounts.revoke(uid, 1)],
    ['refresh', 1, () => tokens.refresh('refresh-token')],
    ['look-up by id token', 1, (uid) => accounts.lookUpByIdToken('a.b.c', uid)]
  ]
  for (const [name, probes, call] of rows) {
    const before = timers.count()
    for (let count = 0; count < ACCOUNTS_TO_OPEN; count++) await call(`visitor ${count}`)
    t.equal(timers.count() - before, probes, name)
  }
})

t.test('recovery: after a quota error or a Retry-After, nothing is sent until the pause ends', async (t) => {
  const rows: readonly [name: string, answer: Reply, pauseSeconds: number][] = [
    ['429', refusal(429, 'RESOURCE_EXHAUSTED'), 30],
    ['400 QUOTA_EXCEEDED', refusal(400, 'QUOTA_EXCEEDED'), 30],
    ['429 that asks for a minute', refusal(429, 'x', { 'retry-after': '60' }), 60],
    ['503 that asks for a minute', refusal(503, 'x', { 'retry-after': '60' }), 60]
  ]
  for (const [name, answer, pauseSeconds] of rows) {
    const { ask, failFiveTimes, server, timers } = await startLine(t)
    await failFiveTimes(answer)
    const opened = server.requests.length
    await timers.advance(120)
    t.equal(server.requests.length, opened, `${name}: no probe`)
    // Each call that is let through fails the same way and lengthens the pause.
    for (let count = 0; count < 6; count++) {
      await ask()
      await timers.advance(60)
    }
    const before = server.requests.length
    await ask()
    await timers.advance(pauseSeconds - 0.25)
    await ask()
    t.equal(server.requests.length, before + 1, `${name}: ${pauseSeconds} s`)
  }
})

t.test('recovery: a probe rejected for an expired access token still closes the circuit', async (t) => {
  const { changes, failFiveTimes, state, timers } = await startLine(t)
  await failFiveTimes(reset)
  state.response = refusal(401, 'Request had invalid authentication credentials.')
  await timers.advance(2)
  t.strictSame(changes, ['refresh opened', 'refresh closed'])
})

t.test('recovery: visitors get 503 during an outage, and a refreshed session right after it', async (t) => {
  const timers: { run: () => void }[] = []
  const gateway = await startGateway(t, {
    schedule: (_seconds, run) => {
      timers.push({ run })
      return () => {}
    }
  })
  const cookies: string[] = []
  for (let count = 0; count < ACCOUNTS_TO_OPEN; count++)
    cookies.push(await gateway.signIn(`visitor ${count}`))
  const [ada = ''] = cookies
  const visit = (cookie = ada) => send(`${gateway.url}/`, { headers: { cookie } })
  gateway.advance(3601)
  gateway.provider.faults.refresh = { kind: 'reset' }
  timers.length = 0
  for (const cookie of cookies) t.equal((await visit(cookie)).status, 503)
  gateway.provider.faults.refresh = { kind: 'ok' }
  t.equal((await visit()).status, 503, 'in the pause')
  gateway.advance(3)
  gateway.provider.calls.reset()
  timers[0]?.run()
  while (!gateway.logText().includes('circuit closed')) await turn()
  t.equal(gateway.provider.calls.refresh, 1, 'the probe')
  t.equal((await visit()).status, 200)
  const lines = gateway.logLines().filter(({ msg }) => String(msg).startsWith('circuit '))
  t.match(lines, [
    { level: 'warn', msg: 'circuit opened', calls: 'refresh', detail: /^connection reset/ },
    { level: 'info', msg: 'circuit closed', calls: 'refresh' }
  ])
  t.match(
    gateway.logLines().filter(({ event }) => String(event).startsWith('provider.')),
    [
      {
        level: 'warn',
        event: 'provider.lost',
        call: 'refresh',
        detail: /^connection reset \(ECONNRESET|UND_ERR_SOCKET\)/
      },
      { level: 'info', event: 'provider.found', call: 'refresh', seconds: Number }
    ]
  )
})
