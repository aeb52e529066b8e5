import t from 'tap'
import { startGateway, type TestGateway } from '../fixtures/gateway.ts'
import { visit } from '../fixtures/session/visits.ts'

const OVER = { status: 401, code: 'SESSION_ENDED', isCleared: true }

const signOut = (gateway: TestGateway, cookie: string, query = '') =>
  visit(gateway, cookie, `/logout${query}`, { method: 'POST' })

for (const acquire of ['handover', 'exchange'] as const) {
  t.test(`session end: ${acquire}, a sign-out ends every copy of the cookie (ASVS 7.4.1)`, async (t) => {
    const gateway = await startGateway(t, { acquire })
    gateway.provider.accounts.create({ uid: 'ada' })
    const [cookie, other] = [await gateway.signIn('ada'), await gateway.signIn('ada')]
    t.match(await visit(gateway, cookie), { status: 200 }, 'the copy is accepted before')
    t.match(await signOut(gateway, cookie), { status: 204 })
    const calls = { ...gateway.provider.calls }
    t.match(await visit(gateway, cookie), OVER, 'and rejected afterwards')
    for (const [path, method] of [
      ['/_auth/session', 'GET'],
      ['/_auth/refresh', 'POST'],
      ['/_auth/refresh?force=1', 'POST']
    ] as const)
      t.match(await visit(gateway, cookie, path, { method }), OVER, path)
    t.equal(gateway.provider.calls.refresh, calls.refresh, 'without a provider call')
    t.match(await visit(gateway, other), { status: 200 }, 'another session of the account is still valid')
  })
}

t.test('session end: sign-out everywhere ends even sessions of the same second (ASVS 7.4.1)', async (t) => {
  const gateway = await startGateway(t, { acquire: 'exchange' })
  gateway.provider.accounts.create({ uid: 'ada' })
  const [cookie, other] = [await gateway.signIn('ada'), await gateway.signIn('ada')]
  t.match(await signOut(gateway, cookie, '?everywhere=1'), { status: 204 })
  t.match(await visit(gateway, cookie), OVER)
  t.match(await visit(gateway, other), { status: 401, code: 'TOKEN_REVOKED' })
  gateway.advance(1)
  const found = await visit(gateway, await gateway.signIn('ada'))
  t.match(found, { status: 200 }, 'sign-in works again a second later')
})

t.test('session end: sign-out everywhere without a session gets 204 and is not logged as such', async (t) => {
  const gateway = await startGateway(t, { acquire: 'exchange' })
  t.match(await signOut(gateway, 'gatehouse=x', '?everywhere=1'), { status: 204 })
  t.notMatch(gateway.logText(), 'everywhere')
})
