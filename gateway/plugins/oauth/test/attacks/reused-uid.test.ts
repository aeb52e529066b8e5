import * as client from 'openid-client'
import t, { type Test } from 'tap'
import { joinStore, NEEDS_STORE, startStore } from '../../../../test/fixtures/processes/store-server.ts'
import { CALLBACK, connect, errorOf, startAuthorizationServer } from '../fixtures/authorization-server.ts'

const ON = { 'account.enabled': true, 'session.revocationCheckSeconds': 300 }

/** The former `ada` has connected an application; her account is deleted, and another made with its uid `afterSeconds` later. */
async function start(t: Test, afterSeconds: number, shared?: Parameters<typeof startAuthorizationServer>[3]) {
  const started = await startAuthorizationServer(t, ON, {}, shared)
  const { gateway, oidc, visit } = started
  const { accounts } = gateway.provider
  accounts.update('ada', { email: 'former@example.com' })
  const former = await visit()
  const tokens = await connect({ oidc, visitor: former })
  const { location, checks } = await former.ask()
  accounts.delete('ada')
  gateway.advance(afterSeconds)
  accounts.create({ uid: 'ada', email: 'later@example.com' })
  const refresh = (token = tokens.refresh_token) => client.refreshTokenGrant(oidc, String(token))
  const exchange = () => client.authorizationCodeGrant(oidc, new URL(location), checks)
  return { ...started, former, refresh, exchange }
}

type Started = Awaited<ReturnType<typeof start>>

async function connectedOf({ origin, request }: Started, cookie: string, at?: Started['gateway']) {
  const response = await request('/_auth/account/applications', { cookie, origin }, { ...(at && { at }) })
  return response.status === 200 ? JSON.parse(await response.text()).applications.length : response.status
}

for (const afterSeconds of [0.004, 1, 400])
  t.test(`reused uid: ${afterSeconds} s later, the new account has no grant of the former one`, async (t) => {
    const started = await start(t, afterSeconds)
    const { oidc, refresh, exchange, visit } = started
    const later = await visit()
    t.equal(await connectedOf(started, later.cookie()), 0)
    t.equal(await errorOf(refresh()), 'invalid_grant', 'refresh token')
    t.equal(await errorOf(exchange()), 'invalid_grant', 'code')
    const page = await later.ask()
    t.match(page, { status: 200, text: /Allow Dashboard/ }, 'the consent is not remembered')
    const own = await connect({ oidc, visitor: later })
    t.equal(await errorOf(refresh(own.refresh_token)), null, 'twin: its own')
    t.equal(await connectedOf(started, later.cookie()), 1)
    t.match(await later.ask(), { location: new RegExp(`^${CALLBACK}`) })
    t.equal(await errorOf(refresh()), 'invalid_grant', 'still')
  })

t.test('reused uid: an account that was imported with an earlier time is another one', async (t) => {
  const { gateway, refresh } = await start(t, 10)
  gateway.provider.accounts.update('ada', { createdAtSeconds: gateway.now() - 10_000 })
  t.equal(await errorOf(refresh()), 'invalid_grant')
  gateway.provider.accounts.update('ada', { createdAtSeconds: gateway.now() - 10 })
  t.equal(await errorOf(refresh()), 'invalid_grant', 'the grant has ended for good')
})

t.test('reused uid: one that is imported again as it was keeps its grants', async (t) => {
  const { refresh } = await start(t, 0)
  t.equal(await errorOf(refresh()), null)
})

t.test('reused uid: the session of the former account gets no code', async (t) => {
  const { former } = await start(t, 10)
  const { location } = await former.ask()
  t.match(location, /error=access_denied/)
})

t.test('reused uid: while accounts cannot be looked up, no grant counts', async (t) => {
  const started = await start(t, 10)
  const { gateway, refresh } = started
  gateway.provider.faults.identityToolkit = { kind: 'error', status: 503, message: 'UNAVAILABLE' }
  const visitor = await started.visit(null, {}, { cookie: started.former.cookie() })
  t.match(await visitor.ask(), { status: 503 })
  t.equal(await connectedOf(started, visitor.cookie()), 503)
  t.not(await errorOf(refresh()), null)
  gateway.provider.faults.reset()
  t.equal(await errorOf(refresh()), 'invalid_grant')
})

t.test('reused uid: with a store, no other replica knows them', { skip: NEEDS_STORE }, async (t) => {
  const store = await startStore(t)
  const started = await start(t, 1, { shared: (report) => joinStore(t, store.url, { report }) })
  const { refresh, startAnother } = started
  t.equal(await errorOf(refresh()), 'invalid_grant')
  const other = await startAnother()
  const later = await started.visit('ada', {}, { at: other })
  t.equal(await connectedOf(started, later.cookie(), other), 0)
  t.match(await later.ask(), { status: 200, text: /Allow Dashboard/ })
})
