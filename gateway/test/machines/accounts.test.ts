import t from 'tap'
import {
  CONNECTION_KINDS,
  type ConnectedGateway,
  startConnectedGateway
} from '../fixtures/wire/connections.ts'
import { readJson, send } from '../fixtures/wire/http-client.ts'

const BEARER = [{ issuer: 'https://securetoken.google.com/demo-test', audiences: ['demo-test'] }]
const CHECKED = { bearer: BEARER, 'session.revocationCheckSeconds': 300 }
const CHANGES = ['disable', 'revoke', 'delete'] as const
const ENDS = ['4401 session revoked', 'end of the body', 'cut']

/** The result of a request with these headers: 200, or the code of its refusal. */
async function ask({ url }: ConnectedGateway, headers: Record<string, string>): Promise<unknown> {
  const response = await send(`${url}/page`, { headers })
  return response.status === 200 ? 200 : readJson(await response.text()).code
}

const callWith = (gateway: ConnectedGateway, token: string) =>
  ask(gateway, { authorization: `Bearer ${token}` })

for (const acquire of ['handover', 'exchange'] as const) {
  t.test(`machines: account no longer valid, ${acquire}, token refused like a cookie`, async (t) => {
    const gateway = await startConnectedGateway(t, { acquire, config: CHECKED })
    const visitors = await Promise.all(
      CHANGES.map(async (change) => {
        const { idToken } = await gateway.provider.signIn(change)
        return { change, token: idToken, cookie: await gateway.signIn(change) }
      })
    )
    gateway.advance(10)
    for (const { change } of visitors) gateway.provider.accounts[change](change)
    for (const { change, token, cookie } of visitors) {
      t.equal(await callWith(gateway, token), 200, `${change}: no look-up is due`)
      t.equal(await ask(gateway, { cookie }), 200, `${change}: nor for a cookie`)
    }
    gateway.advance(300)
    for (const { change, token, cookie } of visitors) {
      const code = await callWith(gateway, token)
      t.equal(code, await ask(gateway, { cookie }), change)
      t.equal(code, { disable: 'USER_DISABLED', revoke: 'TOKEN_REVOKED', delete: 'USER_NOT_FOUND' }[change])
    }
  })

  t.test(`machines: open connections of a token, ${acquire}, end with their account`, async (t) => {
    const gateway = await startConnectedGateway(t, { acquire, config: CHECKED })
    const { idToken: token } = await gateway.provider.signIn('ada')
    const { idToken: again } = await gateway.provider.signIn('ada', { authTimeSeconds: gateway.now() - 1 })
    const { idToken: other } = await gateway.provider.signIn('bob')
    const mine = [await gateway.openAll({ token }), await gateway.openAll({ token: again })]
    const stays = await gateway.open('socket', { token: other })
    const { calls } = gateway.provider
    const count = () => calls.lookup + calls.lookupByIdToken
    const before = count()
    await gateway.pass(299)
    t.equal(count(), before, 'no look-up is due')
    gateway.provider.accounts.disable('ada')
    await gateway.pass(5)
    for (const { socket, events, download, wait } of mine) {
      t.same([await socket.ended, await events.ended, await download.ended], ENDS)
      t.equal(await wait.ended, '403 USER_DISABLED')
    }
    t.ok(stays.isOpen(), 'control: another account')
    t.equal(count(), before + 2, 'once for each account')
    t.equal(await callWith(gateway, token), 'USER_DISABLED')
  })
}

t.test('machines: a token within the interval needs no look-up, then one for all requests', async (t) => {
  const gateway = await startConnectedGateway(t, { config: CHECKED })
  const { idToken: token } = await gateway.provider.signIn('ada')
  const { calls } = gateway.provider
  const count = () => calls.lookup + calls.lookupByIdToken
  t.equal(await callWith(gateway, token), 200)
  gateway.advance(299)
  t.equal(await callWith(gateway, token), 200)
  t.equal(count(), 0)
  gateway.advance(1)
  for (let times = 0; times < 3; times++) t.equal(await callWith(gateway, token), 200)
  t.equal(count(), 1)
})

t.test('machines: without look-ups, the open connection of a token ends with the token', async (t) => {
  const gateway = await startConnectedGateway(t, { config: { bearer: BEARER } })
  const { idToken: token } = await gateway.provider.signIn('ada')
  const all = await gateway.openAll({ token })
  gateway.provider.accounts.disable('ada')
  const calls = { ...gateway.provider.calls }
  await gateway.pass(3598)
  for (const kind of CONNECTION_KINDS) t.ok(all[kind].isOpen(), kind)
  await gateway.pass(3)
  t.match(await all.socket.ended, /^4401 /)
  t.same({ ...gateway.provider.calls }, calls, 'no provider call')
})

t.test('machines: provider down, the open connection of a token stays until it is back', async (t) => {
  const gateway = await startConnectedGateway(t, { config: CHECKED })
  const { idToken: token } = await gateway.provider.signIn('ada')
  const socket = await gateway.open('socket', { token })
  gateway.provider.accounts.disable('ada')
  gateway.provider.faults.identityToolkit = { kind: 'reset' }
  await gateway.pass(400)
  t.ok(socket.isOpen())
  gateway.provider.faults.reset()
  await gateway.pass(61)
  t.equal(await socket.ended, '4401 session revoked')
})

t.test('machines: sign-out everywhere ends connections of tokens of the account at once', async (t) => {
  const gateway = await startConnectedGateway(t, { acquire: 'exchange', config: { bearer: BEARER } })
  const cookie = await gateway.signIn('ada')
  const [mine, others] = [await gateway.provider.signIn('ada'), await gateway.provider.signIn('bob')]
  const socket = await gateway.open('socket', { token: mine.idToken })
  const other = await gateway.open('socket', { token: others.idToken })
  gateway.advance(1)
  t.equal((await gateway.visit(cookie, '/logout?everywhere=1', 'POST')).status, 204)
  t.equal(await socket.ended, '4401 signed out')
  t.ok(other.isOpen(), 'control: another account')
})

t.test('machines: the provider refuses a token, its open connection ends', async (t) => {
  const gateway = await startConnectedGateway(t, { config: CHECKED })
  const { idToken: token } = await gateway.provider.signIn('ada')
  const socket = await gateway.open('socket', { token })
  gateway.provider.faults.lookupByIdToken = { kind: 'error', status: 400, message: 'INVALID_ID_TOKEN' }
  await gateway.pass(299)
  t.ok(socket.isOpen(), 'no look-up is due')
  await gateway.pass(5)
  t.equal(await socket.ended, '4401 session revoked')
  t.equal(await callWith(gateway, token), 'TOKEN_REVOKED')
})
