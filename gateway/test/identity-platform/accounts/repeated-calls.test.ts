import type { ServerResponse } from 'node:http'
import t from 'tap'
import type { Accounts } from '../../../src/identity-platform/accounts/accounts.ts'
import type { AccessTokens } from '../../../src/identity-platform/credentials/service-tokens.ts'
import { FOR_NOW, startAccounts, startRecorder } from '../../fixtures/provider/account-calls.ts'
import { startProvider } from '../../fixtures/provider/provider.ts'
import { failureOf } from '../../fixtures/provider/provider-calls.ts'
import { sendJson } from '../../fixtures/wire/recording-server.ts'

t.test('accounts: 20 look-ups with a refused access token share one new token', async (t) => {
  const { standIn, accounts } = await startAccounts(t)
  await accounts.lookUp({ uid: 'alice' })
  standIn.expireAccessTokens()
  standIn.calls.reset()
  const all = await Promise.all(Array.from({ length: 20 }, () => accounts.lookUp({ uid: 'alice' })))
  t.strictSame(new Set(all.map(({ kind }) => kind)), new Set(['found']))
  t.equal(standIn.calls.oauthToken, 1)
})

const refuseToken = (response: ServerResponse) =>
  sendJson(response, 401, {
    error: {
      code: 401,
      message: 'Request had invalid authentication credentials.',
      status: 'UNAUTHENTICATED'
    }
  })

t.test('accounts: after one 401, every call is retried with a fresh token and not reported', async (t) => {
  const ask: readonly [string, (accounts: Accounts) => Promise<unknown>][] = [
    ['lookUp', (accounts) => accounts.lookUp({ uid: 'alice' })],
    ['once only', (accounts) => accounts.ask(':delete', {}, { isRepeatable: false })],
    ['list', (accounts) => accounts.listPage(9, null)]
  ]
  for (const [name, call] of ask) {
    const { accounts, requests, hints } = await startRecorder(t, {
      response: (response, index) => {
        if (index === 0) refuseToken(response)
        else sendJson(response, 200, { users: [{ localId: 'alice' }], localId: 'alice' })
      }
    })
    t.equal(failureOf(Object(await call(accounts))), null, name)
    const found = requests.map(({ headers }) => headers.authorization)
    t.strictSame(found, ['Bearer ya29.1', 'Bearer ya29.2'], name)
    t.equal(requests[0]?.body, requests[1]?.body)
    t.strictSame(hints, [])
  }
})

t.test('accounts: two 401s in a row are one report to the operator, and the circuit opens', async (t) => {
  const { accounts, requests, hints } = await startRecorder(t, { response: refuseToken })
  const failure = { kind: 'configuration', code: 'PROVIDER_UNAVAILABLE', status: 401 }
  t.match(await accounts.lookUp({ uid: 'alice' }), { kind: 'failed', failure })
  t.equal(requests.length, 2)
  for (let count = 0; count < 50; count++) await accounts.lookUp({ uid: 'alice' })
  t.equal(requests.length, 10)
  t.match(hints, [{ family: 'account', hint: { cause: /new access token/ } }])
  t.equal(hints.length, 1)
})

/** Drops the connection instead of sending the first response. */
const loseFirst = (response: ServerResponse, index: number) => {
  if (index === 0) response.destroy()
  else sendJson(response, 200, { users: [{ localId: 'alice' }], localId: 'alice' })
}

t.test('accounts: a 403 is not retried, nor is a call that is not repeatable', async (t) => {
  const denied = (response: ServerResponse) =>
    sendJson(response, 403, { error: { code: 403, message: 'PERMISSION_DENIED' } })
  const away = (response: ServerResponse) => void response.writeHead(503).end()
  for (const [response, isRepeatable, kind] of [
    [denied, true, 'configuration'],
    [loseFirst, false, 'temporary'],
    [away, false, 'temporary']
  ] as const) {
    const { accounts, requests } = await startRecorder(t, { response })
    t.match(await accounts.ask(':delete', {}, { isRepeatable }), { failure: { kind } })
    t.equal(requests.length, 1)
  }
})

t.test('accounts: idempotent calls are retried when the response is lost', async (t) => {
  const ask: readonly [string, (accounts: Accounts) => Promise<unknown>][] = [
    ['lookUp', (accounts) => accounts.lookUp({ uid: 'alice' })],
    ['lookUpByIdToken', (accounts) => accounts.lookUpByIdToken('a.b.c', 'alice')],
    ['revoke', (accounts) => accounts.revoke('alice', 1)],
    ['list', (accounts) => accounts.listPage(9, null)]
  ]
  for (const [name, call] of ask) {
    const { accounts, requests } = await startRecorder(t, { response: loseFirst })
    t.equal(failureOf(Object(await call(accounts))), null, name)
    t.equal(requests.length, 2, name)
    t.equal(requests[0]?.body, requests[1]?.body, name)
  }
})

// In real time, all cases in parallel: the longest that a call may take.
t.test('accounts: a visitor waits at most 5 s, whatever is slow', async (t) => {
  const never = new Promise<never>(() => {})
  const slowTokens: AccessTokens = { quotaProject: null, get: () => never }
  const slowSecondToken: AccessTokens = {
    quotaProject: null,
    get: async (_scope, refused) => (refused === undefined ? { kind: 'token', token: 'ya29.1' } : await never)
  }
  const silent = await startRecorder(t, { response: () => {} })
  const first = await startRecorder(t, { accessTokens: slowTokens })
  const second = await startRecorder(t, { accessTokens: slowSecondToken, response: refuseToken })
  const startedAt = process.hrtime.bigint()
  const results = await Promise.all(
    [silent, first, second].flatMap(({ accounts }) => [
      accounts.lookUp({ uid: 'alice' }),
      accounts.revoke('alice', 1)
    ])
  )
  const tookMs = Number(process.hrtime.bigint() - startedAt) / 1e6
  for (const result of results) t.match(result, FOR_NOW)
  t.ok(tookMs < 7000, `took ${tookMs} ms`)
  t.equal(first.requests.length, 0)
  t.equal(second.requests.length, 2, 'no call once the budget is spent')
})

t.test('accounts: visitors wait for their calls, operators do not', async (t) => {
  for (const budget of ['visitor', 'operator'] as const) {
    const { platform } = await startProvider(t, { budget })
    t.equal(platform.connection.visitorWaits, budget === 'visitor', budget)
  }
})
