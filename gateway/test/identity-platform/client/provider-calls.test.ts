import type { ServerResponse } from 'node:http'
import t, { type Test } from 'tap'
import { type CallFamily, createProviderHttp } from '../../../src/identity-platform/client/http.ts'
import { createProviderCalls } from '../../../src/identity-platform/client/provider-calls.ts'
import type { GatewayEvent } from '../../../src/operations/events.ts'
import { buildRuntime, createClock } from '../../fixtures/clock.ts'
import { sendJson, startRecordingServer } from '../../fixtures/wire/recording-server.ts'

/** Long enough that no test reaches it, not even on a busy machine. */
const UNLIMITED_MS = 600_000

type Reply = (response: ServerResponse, index: number) => void

const good: Reply = (response) => sendJson(response, 200, { id_token: 'x' })
const refusal =
  (status: number, message: string, headers: Record<string, string> = {}): Reply =>
  (response) =>
    sendJson(response, status, { error: { code: status, message } }, headers)
const reset: Reply = (response) => response.destroy()

/** Calls to a server whose response the test may change. No jitter. */
async function startCalls(t: Test, answer: Reply) {
  const clock = createClock()
  const state = { response: answer }
  const server = await startRecordingServer(t, (response, _request, index) => state.response(response, index))
  const http = createProviderHttp('visitor', UNLIMITED_MS)
  t.teardown(() => http.close())
  const hints: Extract<GatewayEvent, { kind: 'provider.misconfigured' }>[] = []
  const changes: string[] = []
  const calls = createProviderCalls(
    buildRuntime({
      now: clock.now,
      report(event) {
        if (event.kind === 'provider.misconfigured') hints.push(event)
        if (event.kind === 'circuit.opened' || event.kind === 'circuit.closed')
          changes.push(`${event.calls} ${event.kind.replace('circuit.', '')}: ${event.detail}`)
      }
    }),
    http,
    () => 0.5
  )
  const ask = (family: CallFamily = 'refresh', options = {}, isRepeatable = false) =>
    calls.ask(family, { method: 'POST', url: server.url, body: 'x', isRepeatable }, options)

  async function askTimes(times: number, family: CallFamily = 'refresh') {
    const results = []
    for (let count = 0; count < times; count++) results.push(await ask(family))
    return results
  }

  return { ask, askTimes, calls, changes, clock, state, server, hints }
}

t.test('provider calls: a call that fails once the circuit has opened is not retried', async (t) => {
  for (const [others, attempts] of [
    [5, 1],
    [4, 2]
  ] as const) {
    const held: ServerResponse[] = []
    const away = refusal(503, 'away')
    const { ask, askTimes, server } = await startCalls(t, (response, index) => {
      if (index === 0) held.push(response)
      else away(response, index)
    })
    const late = ask('refresh', {}, true)
    await new Promise<void>((resolve) => {
      const look = () => (held.length > 0 ? resolve() : setImmediate(look))
      look()
    })
    await askTimes(others)
    for (const response of held) away(response, 0)
    t.match(await late, { kind: 'failed', failure: { status: 503 } })
    t.equal(server.requests.length, others + attempts, `${others} others`)
  }
})

t.test('provider calls: each group of a family has a separate circuit', async (t) => {
  const { ask, askTimes, state } = await startCalls(t, refusal(503, 'away'))
  await askTimes(5, 'account')
  state.response = good
  t.match(await ask('account'), { failure: { detail: 'not asked: 503 away' } })
  t.match(await ask('account', { group: 'by id token' }), { kind: 'ok' })
})

t.test('provider calls: after five wide failures, calls fail unsent for 2 s', async (t) => {
  const rows: readonly [name: string, answer: Reply, detail: string][] = [
    ['reset', reset, 'connection reset (UND_ERR_SOCKET)'],
    [
      '503',
      refusal(503, 'The service is currently unavailable.'),
      '503 The service is currently unavailable.'
    ],
    ['500 HTML', (response) => response.writeHead(500).end('<html></html>'), '500 HTML'],
    ['captive portal', (response) => response.writeHead(200).end('<html></html>'), '200 HTML'],
    ['429', refusal(429, 'RESOURCE_EXHAUSTED'), '429 RESOURCE_EXHAUSTED'],
    ['quota', refusal(400, 'QUOTA_EXCEEDED : x'), '400 QUOTA_EXCEEDED'],
    ['a wrong API key', refusal(400, 'API key not valid.'), '400 API key not valid.']
  ]
  for (const [name, answer, detail] of rows) {
    const { ask, askTimes, server, state, clock } = await startCalls(t, answer)
    await askTimes(5)
    t.equal(server.requests.length, 5, name)
    state.response = good
    t.strictSame(await ask(), {
      kind: 'failed',
      failure: {
        kind: 'temporary',
        code: 'PROVIDER_UNAVAILABLE',
        call: 'refresh',
        detail: `not asked: ${detail}`,
        isOfCredentials: name === 'a wrong API key',
        isHeldByConfiguration: name === 'a wrong API key',
        retryAfterSeconds: 2
      }
    })
    t.equal(server.requests.length, 5, `${name}: no call`)
    clock.advance(2)
    t.equal((await ask()).kind, 'ok', `${name}: over`)
  }
})

t.test('provider calls: failures of one account or token never block other calls', async (t) => {
  const rows: readonly [family: CallFamily, messages: string][] = [
    ['account', 'USER_NOT_FOUND EMAIL_EXISTS INVALID_ID_TOKEN TENANT_NOT_FOUND TOO_MANY_ATTEMPTS_TRY_LATER'],
    ['refresh', 'TOKEN_EXPIRED USER_DISABLED INVALID_REFRESH_TOKEN PROJECT_NUMBER_MISMATCH'],
    ['refresh', 'TOO_MANY_ATTEMPTS_TRY_LATER A_CODE_NOBODY_HAS_HEARD_OF'],
    ['exchange', 'USER_DISABLED TENANT_ID_MISMATCH TENANT_NOT_FOUND UNSUPPORTED_TENANT_OPERATION'],
    ['exchange', 'ADMIN_ONLY_OPERATION FORBIDDEN_CLAIM BLOCKING_FUNCTION_ERROR_RESPONSE']
  ]
  for (const [family, messages] of rows)
    for (const message of messages.split(' ')) {
      const { askTimes, server } = await startCalls(t, refusal(400, message, { 'retry-after': '60' }))
      await askTimes(12, family)
      t.equal(server.requests.length, 12, `${family} ${message}`)
    }
})

t.test('provider calls: when one family fails, calls of the others are still sent', async (t) => {
  const { ask, askTimes, state, server } = await startCalls(t, reset)
  await askTimes(5, 'refresh')
  state.response = good
  t.equal((await ask('refresh')).kind, 'failed')
  for (const family of ['exchange', 'account', 'oauth', 'sign'] as const)
    t.equal((await ask(family)).kind, 'ok', family)
  t.equal(server.requests.length, 9)
})

t.test('provider calls: 500 callers after an outage, one sends the probe, all are answered', async (t) => {
  const { ask, askTimes, clock, state, server } = await startCalls(t, reset)
  await askTimes(5)
  const atTheSameTime: number[] = []
  state.response = (response, index) => {
    atTheSameTime.push(server.requests.length - atTheSameTime.length)
    good(response, index)
  }
  clock.advance(2)
  const results = await Promise.all(Array.from({ length: 500 }, async () => (await ask()).kind))
  t.strictSame(new Set(results), new Set(['ok']))
  t.equal(atTheSameTime[0], 6, 'the probe alone')
})

t.test('provider calls: what only the operator can fix is reported once until a success', async (t) => {
  const { ask, askTimes, clock, state, hints } = await startCalls(t, refusal(403, 'API key expired.'))
  await askTimes(20)
  t.match(hints, [{ family: 'refresh', failure: { kind: 'configuration' }, hint: { cause: /expired/ } }])
  clock.advance(30)
  await ask()
  t.equal(hints.length, 1)
  state.response = good
  clock.advance(30)
  await ask()
  state.response = refusal(403, 'API key expired.')
  await ask()
  t.equal(hints.length, 2, 'reported again after a success in between')
})

t.test('provider calls: a failure is reported once for each family and detail', async (t) => {
  const { ask, state, hints } = await startCalls(t, refusal(403, 'API key expired.'))
  await ask('refresh')
  await ask('exchange')
  state.response = good
  await ask('account')
  state.response = refusal(403, 'API key expired.')
  await ask('refresh')
  state.response = refusal(400, 'API key not valid. Please pass a valid API key.')
  await ask('refresh')
  await ask('refresh')
  t.strictSame(
    hints.map(({ family, failure }) => `${family} ${failure.detail}`),
    [
      'refresh 403 API key expired.',
      'exchange 403 API key expired.',
      'refresh 400 API key not valid. Please pass a valid API key.'
    ]
  )
})

t.test('provider calls: which failures are reported to the operator', async (t) => {
  const rows: readonly [family: CallFamily, answer: Reply, isReported: boolean][] = [
    ['refresh', refusal(400, 'USER_DISABLED'), false],
    ['refresh', refusal(400, 'TOKEN_EXPIRED'), false],
    ['refresh', refusal(400, 'PROJECT_NUMBER_MISMATCH'), true],
    ['refresh', refusal(400, 'A_CODE_NOBODY_HAS_HEARD_OF'), true],
    ['refresh', refusal(400, 'INVALID_GRANT_TYPE'), true],
    ['refresh', refusal(400, 'QUOTA_EXCEEDED'), false],
    ['refresh', refusal(503, 'UNAVAILABLE'), false],
    ['refresh', reset, false],
    ['exchange', refusal(400, 'CREDENTIAL_MISMATCH'), true],
    ['exchange', refusal(400, 'BLOCKING_FUNCTION_ERROR_RESPONSE : your IP address'), false],
    ['account', refusal(400, 'EMAIL_EXISTS'), false],
    ['account', refusal(400, 'INVALID_CLAIMS'), false],
    ['account', refusal(403, 'The caller does not have permission'), true]
  ]
  for (const [family, answer, isReported] of rows) {
    const { ask, hints } = await startCalls(t, answer)
    const result = await ask(family)
    t.equal(hints.length, isReported ? 1 : 0, JSON.stringify(result))
  }
})

t.test('provider calls: only the expected status is neither reported nor counted', async (t) => {
  for (const [status, expectedStatus, requests, reported] of [
    [401, 401, 20, 0],
    [401, undefined, 5, 1],
    [403, 401, 5, 1]
  ] as const) {
    const { ask, server, hints } = await startCalls(t, refusal(status, 'PERMISSION_DENIED'))
    for (let count = 0; count < 20; count++)
      await ask('account', expectedStatus === undefined ? {} : { expectedStatus })
    t.same([server.requests.length, hints.length], [requests, reported], `${status}, ${expectedStatus}`)
  }
})

t.test('provider calls: a family is open since its open circuit opened, whatever closed later', async (t) => {
  const { ask, calls, clock, state } = await startCalls(t, refusal(503, 'away'))
  const condition = () => calls.circuits().find(({ call }) => call === 'refresh')
  const fail = async (group: string) => {
    for (let count = 0; count < 10; count++) await ask('refresh', { group })
    return clock.now()
  }
  await fail('one')
  clock.advance(10)
  const openedAtSeconds = await fail('other')
  clock.advance(10)
  state.response = good
  await ask('refresh', { group: 'one' })
  t.match(condition(), { isOpen: true, changedAtSeconds: openedAtSeconds, detail: /503/ })
  clock.advance(10)
  await ask('refresh', { group: 'other' })
  t.match(condition(), { isOpen: false, changedAtSeconds: clock.now() })
})
