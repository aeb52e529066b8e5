import t, { type Test } from 'tap'
import type { AccountName } from '../../../src/identity-platform/client/circuit.ts'
import type { ProviderCall, ProviderResponse } from '../../../src/identity-platform/client/http.ts'
import { createProviderCalls } from '../../../src/identity-platform/client/provider-calls.ts'
import type { GatewayEvent } from '../../../src/operations/events.ts'
import { buildRuntime, createClock, createTimers } from '../../fixtures/clock.ts'
import { callProviderAt, failureOf, type ProviderAt } from '../../fixtures/provider/provider-calls.ts'
import { sendJson, startRecordingServer } from '../../fixtures/wire/recording-server.ts'

/** Failures in a row after which calls for one account are held back. */
const FAILURES_OF_ACCOUNT = 5

const turn = () => new Promise((resolve) => setImmediate(resolve))

/**
 * Refreshes at a provider that answers 503 for the accounts that `fails` names, or 400 where it says `refused`. No jitter; answers
 * take a turn, failures one more.
 */
function createFailingProvider(
  t: Test,
  fails: (account: AccountName) => boolean | 'refused',
  headers: Record<string, string> = {}
) {
  const clock = createClock(0)
  const timers = createTimers(clock, async () => {
    for (let turns = 0; turns < 4; turns++) await turn()
  })
  /** The accounts of all requests. */
  const requests: string[] = []
  const events: GatewayEvent[] = []

  async function send(call: ProviderCall): Promise<ProviderResponse> {
    const account: AccountName = JSON.parse(call.body ?? '')
    requests.push(account.uid)
    await turn()
    const failure = fails(account)
    if (failure === false) return { kind: 'response', status: 200, headers: {}, text: '{}' }
    if (failure === 'refused') {
      const text = JSON.stringify({ error: { code: 400, message: 'USER_DISABLED' } })
      return { kind: 'response', status: 400, headers: {}, text }
    }
    if (headers['retry-after'] === undefined && call.mayRepeat?.() !== false) requests.push(account.uid)
    await turn()
    const text = JSON.stringify({ error: { code: 503, message: 'UNAVAILABLE' } })
    return { kind: 'response', status: 503, headers, text }
  }

  const calls = createProviderCalls(
    buildRuntime({
      now: clock.now,
      schedule: timers.schedule,
      report: (event) => void (event.kind === 'provider.call' || events.push(event))
    }),
    { send, close: async () => {} },
    () => 0.5
  )
  t.teardown(() => calls.close())

  /** Why a visitor is refused; null: the account was answered. */
  async function refusalOf(uid: string, tenantId: string | null = null): Promise<string | null> {
    const account = { uid, tenantId }
    const call = {
      method: 'POST',
      url: 'http://provider/',
      body: JSON.stringify(account),
      mayProbe: true
    } as const
    const result = await calls.ask('refresh', call, { account })
    return result.kind === 'ok' ? null : result.failure.detail
  }

  return {
    events,
    advance: timers.advance,
    /** Pending timers of probes. */
    planned: timers.count,
    close: calls.close,
    refusalOf,
    /** The status for a visitor. */
    ask: async (uid: string, tenantId: string | null = null): Promise<200 | 503> =>
      (await refusalOf(uid, tenantId)) === null ? 200 : 503,
    sent: () => requests.length,
    sentFor: (uid: string) => requests.filter((one) => one === uid).length,
    askedSince: (start: number) => requests.slice(start)
  }
}

const names = (start: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${start} ${index}`)

t.test('account circuits: one account always fails, all others are answered', async (t) => {
  const { ask, advance, events, sentFor } = createFailingProvider(t, ({ uid }) => uid === 'bad')
  for (let second = 0; second < 100; second++) {
    t.equal(await ask('bad'), 503)
    t.equal(await ask(`good ${second % 7}`), 200)
    await advance(1)
  }
  const sent = sentFor('bad')
  t.ok(sent >= 20 && sent <= FAILURES_OF_ACCOUNT + 100 / 3.2, `${sent} calls for it`)
  t.match(events, [
    {
      kind: 'account.failing',
      calls: 'refresh',
      subject: 'bad',
      tenant: undefined,
      detail: '503 UNAVAILABLE',
      othersAnsweredSecondsAgo: 1
    }
  ])
  t.equal(events.length, 1, 'no circuit opened, and one event')
})

t.test('account circuits: a single account fails and nothing else is called, none opens', async (t) => {
  const { ask, advance, events } = createFailingProvider(t, () => true)
  for (let second = 0; second < 60; second++) {
    await ask('bad', 'acme')
    await advance(1)
  }
  t.match(events, [{ kind: 'account.failing', tenant: 'acme', othersAnsweredSecondsAgo: null }])
  t.equal(events.length, 1)
})

t.test('account circuits: ten accounts fail in turn, 490 others at once are answered', async (t) => {
  const { ask, advance } = createFailingProvider(t, ({ uid }) => uid.startsWith('bad'))
  for (const apartSeconds of [0, 3]) {
    for (let round = 0; round < 6; round++)
      for (const uid of names('bad', 10)) {
        t.equal(await ask(uid), 503)
        await advance(apartSeconds)
      }
    const statuses = await Promise.all(names(`good ${apartSeconds}`, 490).map((uid) => ask(uid)))
    t.strictSame(new Set(statuses), new Set([200]), `${apartSeconds} s apart`)
  }
})

t.test('account circuits: half of the accounts fail, in any order, no other is turned away', async (t) => {
  for (const atOnce of [1, 20, 500]) {
    const { ask, advance } = createFailingProvider(t, ({ uid }) => Number(uid.at(-1)) % 2 === 0)
    // A fixed mixture, so that the runs of failures are the same each time.
    const order = names('visitor', 500).sort((one, other) => hashOf(one) - hashOf(other))
    const turnedAway = []
    for (let round = 0; round < 3; round++) {
      for (let from = 0; from < order.length; from += atOnce) {
        const asked = order.slice(from, from + atOnce)
        const statuses = await Promise.all(asked.map((uid) => ask(uid)))
        turnedAway.push(
          ...asked.filter((uid, index) => Number(uid.at(-1)) % 2 === 1 && statuses[index] !== 200)
        )
        await advance(atOnce / 8)
      }
    }
    t.strictSame(turnedAway, [], `${atOnce} at once`)
  }
})

const hashOf = (text: string) =>
  [...text].reduce((hash, char) => (hash * 31 + char.charCodeAt(0)) % 10_007, 7)

t.test('account circuits: all fail, it opens, recovers within 5 s (ASVS 15.2.2, 16.5.2)', async (t) => {
  let isAway = true
  const { ask, advance, events, sent } = createFailingProvider(t, () => isAway)
  for (const uid of names('visitor', 500)) t.equal(await ask(uid), 503)
  t.ok(sent() <= 11 * 2, `${sent()} requests, with their retries`)
  t.strictSame(events, [{ kind: 'circuit.opened', calls: 'refresh', detail: '503 UNAVAILABLE' }])
  const before = sent()
  for (let second = 0; second < 60; second++) {
    await Promise.all(names('visitor', 500).map((uid) => ask(uid)))
    await advance(1)
  }
  t.ok(sent() - before <= 20, `${sent() - before} in a minute`)
  isAway = false
  await advance(5)
  t.match(events.at(-1), { kind: 'circuit.closed', detail: 'an answer' })
  const found = new Set(await Promise.all(names('visitor', 500).map((uid) => ask(uid))))
  t.strictSame(found, new Set([200]), 'and no account has to wait')
})

t.test('account circuits: two accounts fail, no answer for ten seconds, it opens', async (t) => {
  let isAway = true
  const { ask, advance, events } = createFailingProvider(t, () => isAway)
  for (let second = 0; second < 12; second++) {
    for (const uid of names('visitor', 2)) await ask(uid)
    await advance(1)
  }
  t.match(events.at(-1), { kind: 'circuit.opened' })
  isAway = false
  t.equal(await ask('another'), 200, 'one more account is tried at once')
  t.match(events.at(-1), { kind: 'circuit.closed' })
})

t.test('account circuits: many sessions of one account fail, they count as one account', async (t) => {
  const { ask, events } = createFailingProvider(t, ({ uid }) => uid === 'bad')
  await Promise.all(Array.from({ length: 50 }, () => ask('bad')))
  t.equal(await ask('good'), 200)
  t.notOk(events.some(({ kind }) => kind === 'circuit.opened'))
})

t.test('account circuits: a Retry-After in the failure of an account, is a pause for it alone', async (t) => {
  const { ask, advance, sentFor } = createFailingProvider(t, ({ uid }) => uid === 'bad', {
    'retry-after': '40'
  })
  t.equal(await ask('bad'), 503)
  t.equal(await ask('good'), 200)
  await advance(39)
  t.equal(await ask('bad'), 503)
  t.equal(sentFor('bad'), 1)
  await advance(2)
  await ask('bad')
  t.equal(sentFor('bad'), 2)
})

t.test('account circuits: the account is answered again, it has no pauses any more', async (t) => {
  let isBad = true
  const { ask, advance, sentFor } = createFailingProvider(t, ({ uid }) => isBad && uid === 'bad')
  for (let count = 0; count < 8; count++) await ask('bad')
  const before = sentFor('bad')
  isBad = false
  t.equal(await ask('bad'), 503, 'in its pause')
  t.equal(sentFor('bad'), before)
  await advance(3)
  for (let count = 0; count < 8; count++) t.equal(await ask('bad'), 200)
})

for (const response of ['answered', 'refused'] as const)
  t.test(`account circuits: an account is ${response}, its next failure counts as its first`, async (t) => {
    let state: boolean | 'refused' = true
    const { ask, events, sentFor } = createFailingProvider(t, () => state)
    for (const uid of names('visitor', 10)) {
      state = true
      await ask(uid)
      state = response === 'answered' ? false : response
      await ask(uid)
    }
    t.notOk(events.some(({ kind }) => kind === 'circuit.opened'))
    state = true
    const before = sentFor('visitor 0')
    await ask('visitor 0')
    t.equal(sentFor('visitor 0') - before, 2, 'with a retry')
    for (const uid of names('visitor', 10).slice(1)) await ask(uid)
    t.match(events.at(-1), { kind: 'circuit.opened' }, 'of ten accounts')
  })

t.test('account circuits: a failure is kept for ten minutes without a call', async (t) => {
  for (const [seconds, requests] of [
    [599.5, 1],
    [600.5, 2]
  ] as const) {
    const { ask, advance, sentFor } = createFailingProvider(t, ({ uid }) => uid === 'bad')
    await advance(1)
    await ask('bad')
    const before = sentFor('bad')
    await advance(seconds)
    await ask('bad')
    t.equal(sentFor('bad') - before, requests, `${seconds} s later: ${requests - 1} retries`)
  }
})

t.test('account circuits: the circuit of all closes, and ends the pause of an account', async (t) => {
  let isAway = false
  const { ask, advance, events, refusalOf } = createFailingProvider(t, ({ uid }) => isAway || uid === 'bad')
  for (let count = 0; count < FAILURES_OF_ACCOUNT; count++) await ask('bad')
  await advance(2)
  await ask('bad')
  isAway = true
  for (const uid of names('visitor', 9)) await ask(uid)
  t.match(events.at(-1), { kind: 'circuit.opened' })
  t.match(await refusalOf('bad'), /^not asked for this account/)
  isAway = false
  t.equal(await ask('another'), 200)
  t.match(events.at(-1), { kind: 'circuit.closed' })
  t.equal(await refusalOf('bad'), '503 UNAVAILABLE')
})

t.test('account circuits: accounts of the same uid in two tenants are two accounts', async (t) => {
  const { ask } = createFailingProvider(t, ({ tenantId }) => tenantId === 'acme')
  for (let count = 0; count < 8; count++) t.equal(await ask('ada', 'acme'), 503)
  t.equal(await ask('ada', 'other'), 200)
  t.equal(await ask('ada', null), 200)
})

t.test('account circuits: probes take turns, and end a minute after their visitors left', async (t) => {
  const { ask, advance, askedSince, sent } = createFailingProvider(t, () => true)
  for (const uid of names('visitor', 13)) await ask(uid)
  const before = sent()
  await advance(24)
  const probed = askedSince(before)
  t.ok(probed.length >= 5, `${probed.length} probes`)
  t.ok(new Set(probed).size >= 3, `of ${[...new Set(probed)].join(', ')}`)
  t.not(probed[0], 'visitor 9', 'one that was withheld goes first')
  t.equal(new Set(probed.slice(0, 4)).size, 4, 'each once before any of them twice')
  await advance(120)
  const after = sent()
  await advance(60)
  t.equal(sent(), after)
})

t.test('account circuits: after the recovery no probe is planned, later ones are of new calls', async (t) => {
  let isAway = true
  const { ask, advance, askedSince, sent, planned } = createFailingProvider(t, () => isAway)
  for (const uid of names('former', 13)) await ask(uid)
  await advance(1)
  t.equal(planned(), 1)
  isAway = false
  await advance(2)
  t.equal(planned(), 0)
  isAway = true
  for (const uid of names('visitor', 13)) await ask(uid)
  const before = sent()
  await advance(24)
  t.ok(askedSince(before).length >= 5)
  const found = askedSince(before).filter((uid) => uid.startsWith('former'))
  t.strictSame(found, [])
})

t.test('account circuits: a probe is planned, and not after the calls are closed or answered', async (t) => {
  let isAway = true
  for (const end of ['close', 'answer']) {
    isAway = true
    const { ask, close, planned } = createFailingProvider(t, () => isAway)
    for (const uid of names('visitor', 10)) await ask(uid)
    t.equal(planned(), 1)
    isAway = false
    if (end === 'close') close()
    else t.equal(await ask('another'), 200)
    t.equal(planned(), 0, end)
  }
})

/** Every call that is about one account. */
const CALLS: Record<string, (provider: ProviderAt, uid: string) => Promise<{ kind: string }>> = {
  refresh: ({ tokens }, uid) => tokens.refresh(uid, { uid, tenantId: null }),
  exchange: ({ tokens }, uid) => tokens.exchange(uid, null, uid),
  lookUp: ({ accounts }, uid) => accounts.lookUp({ uid }),
  lookUpByIdToken: ({ accounts }, uid) => accounts.lookUpByIdToken(uid, uid),
  revoke: ({ accounts }, uid) => accounts.revoke(uid, 1),
  'any other': ({ accounts }, uid) => accounts.ask(':delete', { localId: uid }, { uid }),
  changeOwn: ({ accounts }, uid) => accounts.changeOwn('update', { uid, idToken: uid })
}

t.test('account circuits: one account fails in any call, calls about another are sent', async (t) => {
  for (const [name, call] of Object.entries(CALLS)) {
    const server = await startRecordingServer(t, (response, { body }) =>
      body.includes('bad')
        ? sendJson(response, 503, { error: { code: 503, message: 'UNAVAILABLE' } })
        : sendJson(response, 400, { error: { code: 400, message: 'USER_NOT_FOUND' } })
    )
    const provider = callProviderAt(t, server.url, { now: () => 1 })
    for (let count = 0; count < 8; count++)
      t.match(failureOf(await call(provider, 'bad')), { code: 'PROVIDER_UNAVAILABLE' }, name)
    const found = failureOf(await call(provider, 'bad'))
    t.match(found, { detail: 'not asked for this account: 503 UNAVAILABLE' }, name)
    t.match(failureOf(await call(provider, 'good')), { code: 'USER_NOT_FOUND' }, name)
  }
})
