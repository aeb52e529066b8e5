import t from 'tap'
import { buildErrorInfo } from '../../stand-in/server/errors.ts'
import type { InjectedFault } from '../../stand-in/server/faults.ts'
import { JWK_PATH, refresh, requestAccessToken, send, signInCall, start } from './requests.ts'

t.test('stand-in: faults, each kind answers in place of the call', async (t) => {
  const standIn = await start(t)
  const { refreshToken } = await standIn.signIn('alice')
  const message = 'QUOTA_EXCEEDED'
  const rows: [InjectedFault, number, unknown][] = [
    [
      { kind: 'error', status: 400, message },
      400,
      { error: { code: 400, message, status: 'INVALID_ARGUMENT' } }
    ],
    [{ kind: 'html', status: 502 }, 502, /<!DOCTYPE html>/],
    [{ kind: 'empty', status: 503 }, 503, ''],
    [{ kind: 'body', status: 200, body: '{}' }, 200, {}],
    [{ kind: 'ok' }, 200, { user_id: 'alice' }]
  ]
  for (const [chosen, status, body] of rows) {
    standIn.faults.refresh = chosen
    t.match(await refresh(standIn, refreshToken), { status, body }, chosen.kind)
  }
  standIn.faults.refresh = { kind: 'reset' }
  await t.rejects(refresh(standIn, refreshToken), { cause: { code: 'UND_ERR_SOCKET' } })
  t.equal(standIn.calls.refresh, rows.length + 1)
  t.equal(standIn.calls.total(), rows.length + 1)
  standIn.calls.reset()
  t.equal(standIn.calls.refresh, 0)
})

t.test('stand-in: faults, errors have the shape of their service', async (t) => {
  const standIn = await start(t)
  const { faults } = standIn
  const error: InjectedFault = {
    kind: 'error',
    status: 503,
    message: 'gone',
    headers: { 'retry-after': '7' }
  }
  faults.identityToolkit = error
  faults.certificates = error
  faults.oauthToken = { kind: 'error', status: 400, message: 'invalid_grant', description: 'no such key' }
  const signUp = await signInCall(standIn, 'signUp', {})
  t.equal(signUp.headers.get('retry-after'), '7')
  t.match(signUp.body, { error: { code: 503, status: 'UNAVAILABLE', errors: [{ message: 'gone' }] } })
  t.equal((await send(standIn.endpoints.certificates)).status, 503)
  t.equal((await send(`${standIn.url}${JWK_PATH}`)).status, 503)
  const oauth = await requestAccessToken(standIn)
  t.strictSame(oauth.body, { error: 'invalid_grant', error_description: 'no such key' })
  faults.oauthToken = { kind: 'error', status: 500, message: 'internal_failure' }
  t.strictSame((await requestAccessToken(standIn)).body, { error: 'internal_failure' })
  faults.reset()
  t.equal((await signInCall(standIn, 'signUp', {})).status, 200)
})

t.test('stand-in: truncated answer, the body ends before its length', async (t) => {
  const standIn = await start(t)
  const { refreshToken } = await standIn.signIn('alice')
  for (const chosen of [{ kind: 'truncated' }, { kind: 'truncated', status: 503, body: '{' }] as const) {
    standIn.faults.refresh = chosen
    const url = `${standIn.endpoints.secureToken}/v1/token?key=k`
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken }
    const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(form) })
    t.equal(answer.status, 'status' in chosen ? 503 : 200)
    t.match(answer.headers.get('content-type'), 'json')
    await t.rejects(answer.text(), { cause: { code: 'UND_ERR_SOCKET' } })
  }
})

t.test('stand-in: error with details, carries them in both of Google shapes', async (t) => {
  const standIn = await start(t)
  const details = [buildErrorInfo('RATE_LIMIT_EXCEEDED', { service: 'x' })]
  const error: InjectedFault = { kind: 'error', status: 429, message: 'RESOURCE_EXHAUSTED', details }
  standIn.faults.identityToolkit = error
  standIn.faults.refresh = error
  for (const answer of [await signInCall(standIn, 'signUp', {}), await refresh(standIn, 'x')]) {
    t.match(answer, { status: 429, body: { error: { status: 'RESOURCE_EXHAUSTED', details } } })
  }
})

t.test('stand-in: fault of one call, leaves the rest of its group alone', async (t) => {
  const standIn = await start(t)
  standIn.faults.exchange = { kind: 'error', status: 429, message: 'RESOURCE_EXHAUSTED' }
  t.equal((await signInCall(standIn, 'signInWithCustomToken', {})).status, 429)
  t.equal((await signInCall(standIn, 'signUp', {})).status, 200)
})

t.test('stand-in: call on hold, answers once it is released', async (t) => {
  const standIn = await start(t)
  const { refreshToken } = await standIn.signIn('alice')
  const { promise, resolve } = createSignal()
  standIn.faults.refresh = { kind: 'hold', until: promise }
  const answers = [refresh(standIn, refreshToken), refresh(standIn, refreshToken)]
  resolve()
  for (const answer of await Promise.all(answers)) t.equal(answer.status, 200)
})

t.test('stand-in: hanging call, answers when the fault changes and ends at close', async (t) => {
  const standIn = await start(t)
  const { refreshToken } = await standIn.signIn('alice')
  const arrivals = (count: number): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => void (standIn.calls.refresh >= count ? resolve() : setImmediate(look))
      look()
    })
  standIn.faults.refresh = { kind: 'hang' }
  const first = refresh(standIn, refreshToken)
  await arrivals(1)
  standIn.faults.refresh = { kind: 'ok' }
  t.equal((await first).status, 200)
  standIn.faults.refresh = { kind: 'hang' }
  const second = t.rejects(refresh(standIn, refreshToken))
  await arrivals(2)
  await standIn.close()
  await second
})

function createSignal(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
