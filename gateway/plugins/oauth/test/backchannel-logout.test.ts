import type { ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose'
import * as client from 'openid-client'
import t, { type Test } from 'tap'
import { realClock } from '../../../src/async.ts'
import { runSessions, startOperator } from '../../../test/fixtures/commands/operator.ts'
import { SIGNATURE_KEY } from '../../../test/fixtures/gateway.ts'
import { joinStore, NEEDS_STORE, startStore } from '../../../test/fixtures/processes/store-server.ts'
import { startRecordingServer } from '../../../test/fixtures/wire/recording-server.ts'
import { createClientFetch } from '../client-fetch.ts'
import { configOf, connect, startAuthorizationServer } from './fixtures/authorization-server.ts'
import { signIn, type Visitor } from './fixtures/visitor.ts'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'

/** Waits until something holds, for at most ten seconds. */
async function until(holds: () => boolean): Promise<void> {
  for (let left = 1000; !holds(); left--) {
    if (left === 0) throw new Error('it never came')
    await setTimeout(10)
  }
}

type Respond = (response: ServerResponse) => unknown

/** A client's address for logout tokens, which keeps what comes. */
async function startClient(t: Test, respond: Respond = (response) => response.end()) {
  const { url, requests } = await startRecordingServer(t, respond)
  return {
    uri: `${url}/logout`,
    tokens: () => requests.map(({ body }) => new URLSearchParams(body).get('logout_token') ?? ''),
    /** Once that many have come. */
    received: (count: number) => until(() => requests.length >= count)
  }
}

async function start(t: Test, more: Record<string, unknown> = {}, respond?: Respond, ofClient = {}) {
  const application = await startClient(t, respond)
  const config = { 'account.enabled': true, 'session.revocationCheckSeconds': 300, ...more }
  const own = { backchannelLogoutUri: application.uri, ...ofClient }
  const server = await startAuthorizationServer(t, config, own)
  const { gateway, origin, oidc, request, visit } = server

  /** A browser where an account is signed in, at the client too; and the id token that the client got. */
  async function arrive(uid = 'ada') {
    // Those of one second would be one sign-in.
    gateway.advance(2)
    const visitor = await visit(uid)
    const tokens = await connect({ oidc, visitor })
    return { visitor, tokens, sid: decodeJwt(String(tokens.id_token)).sid }
  }

  const events = (result: string) =>
    gateway.logLines().filter((line) => line.event === 'oauth.logout' && line.result === result)

  /** Once there are as many events. */
  async function logged(result: string, count = 1): Promise<Record<string, unknown>[]> {
    await until(() => events(result).length >= count)
    return events(result)
  }

  const ask = ({ cookie }: Visitor, method: string, path: string) =>
    request(path, { cookie: cookie(), origin }, { method })

  const sids = () => application.tokens().map((token) => decodeJwt(token).sid)
  return { ...server, application, arrive, logged, ask, sids }
}

type Started = Awaited<ReturnType<typeof start>>
type Tokens = Awaited<ReturnType<typeof connect>>

t.test('back-channel logout: sign-out sends a token for this session alone', async (t) => {
  const { application, arrive, ask, logged, origin } = await start(t)
  const [phone, laptop] = [await arrive(), await arrive()]
  t.type(phone.sid, 'string')
  t.not(phone.sid, laptop.sid)
  t.equal((await ask(phone.visitor, 'POST', '/logout')).status, 204)
  await application.received(1)
  const [token = ''] = application.tokens()
  const issuer = `${origin}/_auth/oauth`
  const keys = createRemoteJWKSet(new URL(`${issuer}/jwks`))
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    issuer,
    audience: 'dashboard',
    typ: 'logout+jwt',
    requiredClaims: ['iat', 'jti', 'exp']
  })
  const { events, sid, sub } = payload
  t.same([protectedHeader.alg, events, sid, sub], ['ES256', { [EVENT]: {} }, phone.sid, 'ada'])
  t.notOk('nonce' in payload)
  t.match(await logged('sent'), [{ clientId: 'dashboard', subject: 'ada' }])
  await ask(phone.visitor, 'POST', '/logout')
  await ask(laptop.visitor, 'POST', '/logout')
  await logged('sent', 2)
  t.equal(application.tokens().length, 2, 'each once')
})

t.test('back-channel logout: every login of a session at the client is the same session there', async (t) => {
  const { arrive, oidc, sids, application, ask } = await start(t)
  const { visitor, sid, tokens } = await arrive()
  t.equal(decodeJwt(String((await connect({ oidc, visitor })).id_token)).sid, sid)
  const refreshed = await client.refreshTokenGrant(oidc, String(tokens.refresh_token))
  t.equal(decodeJwt(String(refreshed.id_token)).sid, sid)
  await ask(visitor, 'POST', '/logout')
  await application.received(1)
  t.same(sids(), [sid])
})

function by(method: string, path: string) {
  return ({ ask }: Started, phone: Visitor) => ask(phone, method, path)
}

/** How sessions end, and whose clients are informed: of two browsers of one account, one of another. */
const ENDS: readonly [
  how: string,
  ended: number[],
  end: (started: Started, phone: Visitor, tokens: Tokens) => Promise<unknown>
][] = [
  ['sign-out everywhere', [0, 1], by('POST', '/logout?everywhere=1')],
  ['all others ended on the account page', [1], by('DELETE', '/_auth/account/sessions?others=1')],
  ['the connected application ended', [0, 1], by('DELETE', '/_auth/account/applications?client=dashboard')],
  [
    'the account disabled, noticed by a request of one session',
    [0, 1],
    async ({ gateway, ask }, phone) => {
      gateway.provider.accounts.update('ada', { disabled: true })
      gateway.advance(400)
      await ask(phone, 'GET', '/_auth/session')
    }
  ],
  [
    'the account disabled, noticed by a refresh of a client',
    [0],
    async ({ gateway, oidc }, _phone, { refresh_token: token }) => {
      gateway.provider.accounts.update('ada', { disabled: true })
      await client.refreshTokenGrant(oidc, String(token)).catch(() => {})
    }
  ],
  [
    'signed out for a client',
    [0],
    async ({ oidc }, phone) =>
      phone.submit(await phone.go(client.buildEndSessionUrl(oidc).href), '&logout=yes')
  ]
]

for (const key of ['session.idleSeconds', 'session.absoluteSeconds'])
  t.test(`back-channel logout: ${key} reached, the first request that shows it sends a token`, async (t) => {
    const { arrive, ask, application, sids, gateway } = await start(t, { [key]: 1200 })
    const { visitor, sid } = await arrive()
    gateway.advance(1300)
    t.equal((await ask(visitor, 'GET', '/_auth/session')).status, 401)
    await application.received(1)
    t.same(sids(), [sid])
  })

for (const [name, ended, end] of ENDS)
  t.test(`back-channel logout: ${name}`, async (t) => {
    const started = await start(t)
    const phone = await started.arrive()
    const browsers = [phone, await started.arrive(), await started.arrive('eve')]
    await end(started, phone.visitor, phone.tokens)
    await started.logged('sent', ended.length)
    const expected = ended.map((index) => browsers[index]?.sid)
    t.same(new Set(started.sids()), new Set(expected))
    t.equal(started.application.tokens().length, ended.length)
  })

t.test('back-channel logout: without sid if the client does not ask for it', async (t) => {
  const { arrive, ask, application, sids } = await start(t, {}, undefined, {
    backchannelLogoutSessionRequired: false
  })
  const { visitor, sid } = await arrive()
  t.equal(sid, undefined)
  await ask(visitor, 'POST', '/logout')
  await application.received(1)
  t.same(sids(), [undefined])
  t.equal(decodeJwt(String(application.tokens()[0])).sub, 'ada')
})

t.test('back-channel logout: a client that does not answer delays no sign-out', async (t) => {
  const held: (() => void)[] = []
  const { arrive, ask, application, logged } = await start(t, {}, (response) =>
    held.push(() => response.end())
  )
  const { visitor } = await arrive()
  t.equal((await ask(visitor, 'POST', '/logout')).status, 204)
  await application.received(1)
  t.equal((await ask(visitor, 'GET', '/_auth/session')).status, 401, 'signed out')
  for (const release of held) release()
  await logged('sent')
})

t.test('back-channel logout: one that fails or redirects is reported, without what was sent', async (t) => {
  let reached = false
  const trap = await startClient(t, (response) => {
    reached = true
    response.end()
  })
  for (const [status, detail] of [
    [500, 'status 500'],
    [302, 'unexpected redirect'],
    [307, 'unexpected redirect']
  ] as const) {
    const { arrive, ask, logged, application, gateway } = await start(t, {}, (response) =>
      response.writeHead(status, { location: trap.uri }).end('SECRET')
    )
    const { visitor } = await arrive()
    await ask(visitor, 'POST', '/logout')
    t.match(await logged('failed'), [{ clientId: 'dashboard', detail }])
    t.notMatch(gateway.logText(), 'SECRET')
    for (const token of application.tokens()) t.notOk(gateway.logText().includes(token))
    t.notOk(gateway.logText().includes(application.uri))
  }
  t.equal(reached, false)
})

t.test('back-channel logout: a response without an end is not read', async (t) => {
  let isClosed = false
  const { arrive, ask, logged } = await start(t, {}, (response) => {
    response.on('close', () => {
      isClosed = true
    })
    const fill = () => {
      while (response.write(Buffer.alloc(64 * 1024)));
      response.once('drain', fill)
    }
    fill()
  })
  const { visitor } = await arrive()
  await ask(visitor, 'POST', '/logout')
  await logged('sent')
  await until(() => isClosed)
})

t.test('back-channel logout: tokens go to addresses of configured clients alone', async (t) => {
  const { uri, tokens } = await startClient(t)
  const clients = [{ id: 'a', redirectUris: ['https://a.example/'], backchannelLogoutUri: uri }]
  const { authorizationServer: settings } = configOf({ 'authorizationServer.clients': clients })
  const lookUp = () => t.fail('nothing is looked up')
  const token = { method: 'POST', body: 'logout_token=x' }
  const { fetch, close } = createClientFetch(settings, { lookUp, now: realClock })
  t.teardown(close)
  for (const other of [`${uri}/`, uri.replace('127.0.0.1', '127.0.0.2'), 'http://169.254.169.254/'])
    await t.rejects(fetch(other, token), other)
  t.equal((await fetch(uri, token)).status, 200, 'twin')
  await t.rejects(fetch(uri), 'they are not fetched')
  t.same(tokens(), ['x'])
})

/** Two replicas that share a store, with the account `ada`. */
async function startReplicas(t: Test) {
  const { url: storeUrl } = await startStore(t)
  const application = await startClient(t)
  const server = await startAuthorizationServer(
    t,
    { 'store.url': storeUrl },
    { backchannelLogoutUri: application.uri },
    { shared: (report) => joinStore(t, storeUrl, { signatureKeys: [SIGNATURE_KEY], report }) }
  )
  const other = await server.startAnother()
  return { ...server, application, other }
}

t.test('back-channel logout: of two replicas that notice it, one sends', { skip: NEEDS_STORE }, async (t) => {
  const { application, gateway, other, origin, oidc, request, visit } = await startReplicas(t)
  const visitor = await visit(null)
  for (let round = 1; round <= 5; round++) {
    gateway.advance(2)
    await signIn(visitor, gateway, origin)
    await connect({ oidc, visitor })
    const headers = { cookie: visitor.cookie(), origin }
    await Promise.all([gateway, other].map((at) => request('/logout', headers, { at, method: 'POST' })))
    await application.received(round)
  }
  await Promise.all([gateway.app.close(), other.app.close()])
  t.equal(application.tokens().length, 5)
})

t.test('back-channel logout: ended by the command, informed once', { skip: NEEDS_STORE }, async (t) => {
  const { application, gateway, other, oidc, visit } = await startReplicas(t)
  const env = await startOperator(t, other)
  const revoke = async (...words: string[]) => {
    const { code, stderr } = await runSessions(env, 'revoke', 'ada', ...words, '--yes')
    t.equal(code, 0, stderr)
  }
  const arrive = async () => {
    gateway.advance(2)
    const visitor = await visit()
    const tokens = await connect({ oidc, visitor })
    const started = gateway.logLines().findLast(({ event }) => event === 'session.started')
    return { sid: decodeJwt(String(tokens.id_token)).sid, session: String(started?.sessionId) }
  }
  const sids = () => application.tokens().map((token) => decodeJwt(token).sid)
  const [first, second, third] = [await arrive(), await arrive(), await arrive()]
  await revoke(second.session)
  await application.received(1)
  t.same(sids(), [second.sid])
  await revoke()
  await application.received(3)
  await Promise.all([gateway.app.close(), other.app.close()])
  t.same(new Set(sids()), new Set([first.sid, second.sid, third.sid]))
  t.equal(application.tokens().length, 3)
  const sent = [gateway, other].flatMap((one) =>
    one.logLines().filter(({ event }) => event === 'oauth.logout')
  )
  t.equal(sent.length, 3)
  // Either replica may have sent it.
  const ofOne = sent.find(({ sessionId }) => sessionId === second.session)
  t.match(ofOne, { result: 'sent', clientId: 'dashboard', subject: 'ada' })
})
