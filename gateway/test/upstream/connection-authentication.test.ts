import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import t, { type Test } from 'tap'
import { startGateway, type TestGatewayOptions } from '../fixtures/gateway.ts'
import {
  authenticate,
  BINDING,
  hello,
  NEGOTIATE,
  STRANGER,
  startWindowsApplication
} from '../fixtures/wire/windows-application.ts'

type Answer = readonly [status: number, body: string]
type Ask = (headers?: Record<string, string>, path?: string) => Promise<Answer>

/** A client with one connection to this port. */
function openClient(t: Test, port: number, own: Record<string, string> = {}): { ask: Ask; agent: Agent } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.teardown(() => agent.destroy())
  const ask: Ask = async (headers = {}, path = '/') => {
    const sent = request({ port, host: '127.0.0.1', path, agent, headers: { ...own, ...headers } })
    sent.end()
    const [response]: IncomingMessage[] = await once(sent, 'response')
    let body = ''
    for await (const chunk of response ?? []) body += chunk
    return [response?.statusCode ?? 0, body]
  }
  return { ask, agent }
}

async function signIn(ask: Ask, name: string): Promise<Answer> {
  t.same(await ask({ authorization: NEGOTIATE }), [401, 'prove it'])
  return ask({ authorization: authenticate(name) })
}

async function start(t: Test, config: TestGatewayOptions['config'] = {}) {
  const application = await startWindowsApplication(t)
  const gateway = await startGateway(t, {
    upstreamUrl: application.url,
    config: { 'access.default': 'public', 'upstream.keepAliveTimeoutMs': 60_000, ...config }
  })
  const warnings = () =>
    gateway.logLines().filter(({ msg }) => String(msg).includes('NTLM, Negotiate, Kerberos'))
  const open = (own?: Record<string, string>) => openClient(t, gateway.port, own)
  /** Settles when the application has closed, or lost, all but this many connections. */
  const left = async (count: number) => {
    while (application.sockets.size > count) await new Promise(setImmediate)
  }
  return { application, gateway, open, warnings, left }
}

t.test('connection authentication: NTLM works, and the next visitor is a stranger', async (t) => {
  const { open, warnings } = await start(t)
  const ada = open()
  t.same(await ada.ask(), STRANGER)
  t.same(await signIn(ada.ask, 'ada'), hello('ada'))
  t.same(await ada.ask(), hello('ada'))
  const bob = open()
  for (let n = 0; n < 5; n++) t.same(await bob.ask(), STRANGER)
  t.same(await ada.ask(), hello('ada'))
  t.same(warnings(), [])
})

t.test('connection authentication: forty visitors at once, each is known by their own name', async (t) => {
  const { open } = await start(t)
  await Promise.all(
    Array.from({ length: 40 }, async (_, n) => {
      const { ask } = open()
      if (n % 2 === 0) t.same(await ask(), STRANGER)
      t.same(await signIn(ask, `v${n}`), hello(`v${n}`))
      for (let more = 0; more < 5; more++) t.same(await ask(), hello(`v${n}`))
    })
  )
})

t.test('connection authentication: one client with two sessions, a connection for each', async (t) => {
  const { gateway, open } = await start(t, {
    'access.default': 'signed-in',
    'access.rules': [{ path: '/open', allow: 'public' }]
  })
  const { ask } = open()
  const [ada, bob] = [{ cookie: await gateway.signIn('ada') }, { cookie: await gateway.signIn('bob') }]
  t.same(await signIn((headers) => ask({ ...ada, ...headers }), 'ada'), hello('ada'))
  t.same(await ask(bob), STRANGER)
  t.same(await ask({}, '/open'), STRANGER)
  t.same(await ask(ada), hello('ada'))
  t.same(await signIn((headers) => ask({ ...bob, ...headers }), 'bob'), hello('bob'))
  for (const [cookie, name] of [
    [ada, 'ada'],
    [bob, 'bob']
  ] as const)
    t.same(await ask(cookie), hello(name))
})

for (const [what, config, headers] of [
  ['a trusted proxy', { trustedProxies: ['127.0.0.1'] }, {}],
  ['X-Forwarded-For', {}, { 'x-forwarded-for': '192.0.2.1' }],
  ['Forwarded', {}, { forwarded: 'for=192.0.2.1' }],
  ['Via', {}, { via: '1.1 cache' }]
] as const)
  t.test(`connection authentication: ${what} in front, closed, one warning names it`, async (t) => {
    const { open, warnings, left } = await start(t, config)
    const { ask } = open(headers)
    for (let n = 0; n < 2; n++) {
      t.same(await ask({ authorization: NEGOTIATE }), [401, 'prove it'])
      t.same(await ask({ authorization: authenticate('ada') }), [401, 'prove it'])
      t.same(await ask(), STRANGER)
    }
    await left(0)
    t.equal(warnings().length, 1)
  })

const SCHEMES = ['NTLM', 'ntlm', 'Negotiate', 'NEGOTIATE', 'Kerberos', 'Nego2', 'CredSSP', 'Basic x, NTLM']
for (const scheme of SCHEMES)
  for (const rest of ['', ' YII=', '\tYII=', 'YII='])
    t.test(`connection authentication: Authorization "${scheme}${rest}", kept for this client`, async (t) => {
      const { application, open } = await start(t)
      await open().ask({ authorization: `${scheme}${rest}` })
      t.equal(application.sockets.size, 1)
      await open().ask()
      t.equal(application.sockets.size, 2)
    })

const OTHERS = ['Basic bnRsbTpuZWdvdGlhdGU=', 'Bearer xntlm', 'Digest username="NTLM"', 'DPoP x.negotiate']
for (const scheme of OTHERS)
  t.test(`connection authentication: Authorization "${scheme}", its connection is shared`, async (t) => {
    const { application, open } = await start(t)
    await open().ask({ authorization: scheme }, '/plain')
    await open().ask({}, '/plain')
    t.equal(application.sockets.size, 1)
  })

for (const what of Object.keys(BINDING))
  t.test(`connection authentication: the application says so by ${what}, closed`, async (t) => {
    const { open, left } = await start(t)
    await open().ask({}, `/${encodeURIComponent(what)}`)
    t.same(await open().ask(), STRANGER)
    await left(0)
  })

t.test('connection authentication: closed by the client, closed at the application', async (t) => {
  const { open, left } = await start(t)
  const { ask, agent } = open()
  t.same(await signIn(ask, 'ada'), hello('ada'))
  agent.destroy()
  await left(0)
})

t.test('connection authentication: closed by the application, the visitor is a stranger', async (t) => {
  const { application, open, left } = await start(t)
  const { ask } = open()
  t.same(await signIn(ask, 'ada'), hello('ada'))
  for (const socket of application.sockets) socket.destroy()
  await left(0)
  t.same(await ask(), STRANGER)
  t.same(await signIn(ask, 'ada'), hello('ada'))
})

t.test('connection authentication: too many clients, the least recent one is closed', async (t) => {
  const { application, open } = await start(t, { 'upstream.maxConnections': 2 })
  const [first, second, third] = [open(), open(), open()]
  t.same(await signIn(first.ask, 'ada'), hello('ada'))
  t.same(await signIn(second.ask, 'bob'), hello('bob'))
  t.same(await first.ask(), hello('ada'))
  t.same(await signIn(third.ask, 'eve'), hello('eve'))
  t.equal(application.sockets.size, 2)
  t.same(await first.ask(), hello('ada'))
  t.same(await second.ask(), STRANGER)
})

t.test('connection authentication: a request on it that is cut off is not sent again', async (t) => {
  const { open } = await start(t)
  const { ask } = open()
  t.same(await signIn(ask, 'ada'), hello('ada'))
  t.equal((await ask({}, '/cut'))[0], 502)
  t.same(await ask(), STRANGER)
})

t.test('connection authentication: a WebSocket is opened on the connection of its visitor', async (t) => {
  const { gateway, open } = await start(t)
  const ada = open()
  t.same(await signIn(ada.ask, 'ada'), hello('ada'))
  const openSocket = async (agent: Agent | false) => {
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ=='
    }
    const sent = request({ port: gateway.port, host: '127.0.0.1', agent, headers })
    sent.end()
    const [{ headers: received }, socket] = await once(sent, 'upgrade')
    socket.destroy()
    return received['x-user']
  }
  t.equal(await openSocket(false), 'undefined')
  t.equal(await openSocket(ada.agent), 'ada')
  t.equal(await openSocket(false), 'undefined')
})
