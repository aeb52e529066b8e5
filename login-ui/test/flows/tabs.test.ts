import t from 'tap'
import type { SignInAnswer } from '../../src/auth/sdk-contract.ts'
import type { PageConfig } from '../../src/page-config.ts'
import {
  createHub,
  later,
  openTab,
  origin,
  problemIn,
  sessionOf,
  settle,
  signedOut,
  startMs,
  type TabOptions
} from '../fixtures/flows.ts'

const signedIn = (tenantId: string | null = null) => ({ type: 'signed-in', tenantId })

/** A tab that has begun, and another page of the same origin. */
function openWithNeighbour(options: TabOptions = {}) {
  const hub = createHub()
  const tab = openTab({ gateway: { get: () => sessionOf() }, ...options, hub })
  const stop = tab.start()
  return { tab, neighbour: hub.open(), stop }
}

t.test('tabs: twenty of them, each goes to its own target', async (t) => {
  const hub = createHub()
  const tabs = Array.from({ length: 20 }, (_, at) => {
    const tab = openTab({
      hub,
      config: { redirectTarget: `/page/${at}` },
      gateway: { get: () => sessionOf() }
    })
    tab.start()
    return tab
  })
  tabs[7]!.act('signInWithPassword', { email: 'ada@example.com', password: 'secret' })
  await settle()
  t.same(
    tabs.map(({ left }) => left),
    tabs.map((_, at) => [`${origin}/page/${at}`])
  )
  t.equal(tabs.flatMap(({ requests }) => requests.filter(({ method }) => method === 'POST')).length, 1)
})

t.test('tabs: a message without a session behind it, changes nothing', async (t) => {
  const { tab, neighbour } = openWithNeighbour({ gateway: { get: signedOut } })
  const before = tab.state()
  neighbour.postMessage(signedIn())
  await settle()
  t.equal(tab.state(), before)
  t.same(tab.left, [])
})

t.test('tabs: session of a sign-in from before the page, told of when it opens, goes on', async (t) => {
  const { tab, neighbour } = openWithNeighbour({
    gateway: { get: () => sessionOf(null, startMs / 1000 - 600) }
  })
  tab.tellBrowser('visible')
  await settle()
  t.same(tab.left, [], 'nobody has told that it is new')
  neighbour.postMessage(signedIn())
  await settle()
  t.equal(tab.left.length, 1)
})

t.test('tabs: visitor is typing here, is offered the way on', async (t) => {
  const { tab, neighbour } = openWithNeighbour()
  tab.device.typing = true
  neighbour.postMessage(signedIn())
  await settle()
  t.equal(tab.state().signedInElsewhere, true)
  t.same(tab.left, [])
  tab.act('proceed')
  t.equal(tab.left.length, 1)
})

t.test('tabs: sign-in under way here, is not disturbed', async (t) => {
  const pending = later<SignInAnswer>()
  const { tab, neighbour } = openWithNeighbour({ sdk: { signInWithPassword: () => pending.promise } })
  tab.act('signInWithPassword', { email: 'ada@example.com', password: 'secret' })
  await settle()
  neighbour.postMessage(signedIn())
  await settle()
  t.equal(tab.state().status.name, 'submitting')
  t.equal(tab.state().signedInElsewhere, true)
  t.same(tab.left, [])
})

const tenants: [ours: string | null, theirs: string | null, goes: boolean][] = [
  ['a', 'a', true],
  ['a', 'b', false],
  ['a', null, false],
  [null, 'b', true],
  [null, null, true]
]
for (const [ours, theirs, goes] of tenants) {
  t.test(`tabs: tenant ${ours} here and ${theirs} there, ${goes ? 'goes on' : 'stays'}`, async (t) => {
    const tenant = { id: ours, choose: [], byEmailDomain: {} }
    const { tab, neighbour } = openWithNeighbour({
      config: { tenant },
      gateway: { get: () => sessionOf(theirs) }
    })
    neighbour.postMessage(signedIn(theirs))
    await settle()
    t.equal(tab.left.length, goes ? 1 : 0)
  })
}

t.test('tabs: message says our tenant and the session another, stays', async (t) => {
  const tenant = { id: 'a', choose: [], byEmailDomain: {} }
  const { tab, neighbour } = openWithNeighbour({ config: { tenant }, gateway: { get: () => sessionOf('b') } })
  neighbour.postMessage(signedIn('a'))
  await settle()
  t.same(tab.left, [])
})

const atRest: [Partial<PageConfig>, boolean][] = [
  [{ address: 'account', account: { name: 'Ada', email: null, provider: null } }, false],
  [{ address: 'action', action: { mode: 'resetPassword' } }, false],
  [{ address: 'signed-out' }, true],
  [{ address: 'problem', problem: { code: 'FORBIDDEN', reference: null } }, true]
]
for (const [config, offered] of atRest) {
  t.test(
    `tabs: address ${config.address}, ${offered ? 'only offers the way on' : 'is left alone'}`,
    async (t) => {
      const { tab, neighbour } = openWithNeighbour({ config, url: `${origin}/login/${config.address}` })
      neighbour.postMessage(signedIn())
      tab.tellBrowser('visible')
      await settle()
      t.same(tab.left, [])
      t.equal(tab.state().signedInElsewhere, offered)
    }
  )
}

for (const nonsense of [
  null,
  'signed-in',
  {},
  { type: 'signed-in' },
  { type: 'signed-in', tenantId: 7 },
  { type: 'asked' }
]) {
  t.test(`tabs: message ${JSON.stringify(nonsense)}, is not heard (ASVS 3.5.5)`, async (t) => {
    const { tab, neighbour } = openWithNeighbour()
    const before = tab.state()
    neighbour.postMessage(nonsense)
    await settle()
    t.equal(tab.state(), before)
    t.equal(tab.requests.length, 0)
  })
}

t.test('tabs: page has ended, hears nothing more', async (t) => {
  const { tab, neighbour, stop } = openWithNeighbour()
  stop()
  neighbour.postMessage(signedIn())
  tab.tellBrowser('visible')
  await settle()
  t.same(tab.left, [])
})

t.test('tabs: browser without channels, signs in all the same', async (t) => {
  const tab = openTab({ browser: { openChannel: () => null } })
  tab.start()
  tab.act('signInWithPassword', { email: 'ada@example.com', password: 'secret' })
  await settle()
  t.equal(tab.left.length, 1)
})

t.test('visible: session began after the page was loaded, goes on', async (t) => {
  const { tab } = openWithNeighbour({ gateway: { get: () => sessionOf(null, startMs / 1000 + 60) } })
  tab.tellBrowser('visible')
  await settle()
  t.equal(tab.left.length, 1)
})

t.test('visible: session was there before the page, stays: the page has its reasons', async (t) => {
  const { tab } = openWithNeighbour({ gateway: { get: () => sessionOf(null, startMs / 1000 - 60) } })
  tab.tellBrowser('visible')
  await settle()
  t.same(tab.left, [])
})

t.test('visible: nobody signed in, stays', async (t) => {
  const { tab } = openWithNeighbour({ gateway: { get: signedOut } })
  tab.tellBrowser('visible')
  await settle()
  t.same(tab.left, [])
  t.equal(tab.requests.length, 1)
})

t.test('visible: again within five seconds, does not ask again', async (t) => {
  const { tab } = openWithNeighbour({ gateway: { get: signedOut } })
  tab.tellBrowser('visible')
  await settle()
  tab.device.nowMs += 4999
  tab.tellBrowser('visible')
  await settle()
  t.equal(tab.requests.length, 1)
  tab.device.nowMs += 1
  tab.tellBrowser('visible')
  await settle()
  t.equal(tab.requests.length, 2)
})

t.test('account: proceeds, goes on without asking anybody', async (t) => {
  const tab = openTab({
    config: { address: 'account', account: { name: 'Ada', email: null, provider: null } }
  })
  tab.start()
  t.same(tab.state().screen, { name: 'account' })
  tab.act('proceed')
  t.equal(tab.left.length, 1)
  t.equal(tab.requests.length, 0)
})

t.test('navigation: another screen, has its own address with the target in it', async (t) => {
  const tab = openTab()
  tab.start()
  tab.act('go', 'sign-up')
  t.same(tab.state().screen, { name: 'sign-up' })
  tab.act('go', 'sign-up')
  tab.act('go', 'forgot')
  t.same(tab.addresses, ['push /login/sign-up?redirect=%2Freports', 'push /login/forgot?redirect=%2Freports'])
  tab.visit('/login/sign-up?redirect=%2Freports')
  tab.tellBrowser('back')
  t.same(tab.state().screen, { name: 'sign-up' })
})

t.test('navigation: screen that the configuration does not offer, is sign-in', async (t) => {
  const tab = openTab({
    config: {
      methods: {
        password: true,
        emailLink: false,
        phone: false,
        passkey: 'off',
        signup: false,
        askName: false
      }
    }
  })
  for (const address of ['sign-up', 'link', 'account'] as const) {
    tab.act('go', address)
    t.same(tab.state().screen, { name: 'sign-in' }, address)
  }
})

t.test('navigation: busy, stays', async (t) => {
  const pending = later<SignInAnswer>()
  const tab = openTab({ sdk: { signInWithPassword: () => pending.promise } })
  tab.act('signInWithPassword', { email: 'ada@example.com', password: 'secret' })
  tab.act('go', 'sign-up')
  tab.act('startOver')
  tab.act('proceed')
  t.equal(tab.state().status.name, 'submitting')
  t.same(tab.addresses, [])
})

const choose = [
  { id: 'a', name: 'Alpha' },
  { id: 'b', name: 'Beta' }
]
const lastTenant = (tab: ReturnType<typeof openTab>) =>
  tab.calls.findLast(({ name }) => name === 'setTenant')?.with[0]

t.test('tenants: only buttons, come first', async (t) => {
  const tab = openTab({ config: { tenant: { id: null, choose, byEmailDomain: {} } } })
  t.same(tab.state().screen, { name: 'tenant' })
  tab.act('chooseTenant', 'c')
  await settle()
  t.same(tab.state().screen, { name: 'tenant' }, 'one that is not offered')
  tab.act('chooseTenant', 'b')
  t.same(tab.state().screen, { name: 'sign-in' })
  tab.act('signInWithPassword', { email: 'ada@example.com', password: 'secret' })
  await settle()
  t.equal(lastTenant(tab), 'b')
  t.same(tab.hub.sent, [{ type: 'signed-in', tenantId: 'b' }])
})

t.test('tenants: the server knows, wins over the domain', async (t) => {
  const tab = openTab({ config: { tenant: { id: 'a', choose, byEmailDomain: { 'example.com': 'b' } } } })
  tab.act('signInWithPassword', { email: 'ada@example.com', password: 'secret' })
  await settle()
  t.equal(lastTenant(tab), 'a')
})

t.test('tenants: domain of the address in capitals, decides', async (t) => {
  const tab = openTab({ config: { tenant: { id: null, choose, byEmailDomain: { 'example.com': 'b' } } } })
  tab.act('signInWithPassword', { email: 'Ada@EXAMPLE.com', password: 'secret' })
  await settle()
  t.equal(lastTenant(tab), 'b')
  t.equal(tab.left.length, 1)
})

t.test('tenants: domain nobody knows, asks and then goes on with what was begun', async (t) => {
  const tab = openTab({ config: { tenant: { id: null, choose, byEmailDomain: { 'example.com': 'b' } } } })
  tab.act('signInWithPassword', { email: 'ada@other.example', password: 'secret' })
  await settle()
  t.same(tab.state().screen, { name: 'tenant' })
  t.same(tab.asked(), [])
  tab.act('chooseTenant', 'a')
  await settle()
  t.equal(lastTenant(tab), 'a')
  t.equal(tab.left.length, 1)
})

t.test('tenants: provider before any address, asks for the address where there are no buttons', async (t) => {
  const tab = openTab({ config: { tenant: { id: null, choose: [], byEmailDomain: { 'example.com': 'b' } } } })
  tab.act('signInWith', 'google.com')
  await settle()
  t.equal(problemIn(tab.state()), 'problem.email-for-tenant.title')
  tab.store.dispatch({ type: 'typed', email: 'ada@example.com' })
  tab.act('signInWith', 'google.com')
  await settle()
  t.equal(lastTenant(tab), 'b')
})

t.test('tenants: none at all, are the project itself', async (t) => {
  const tab = openTab()
  tab.act('signInWith', 'google.com')
  await settle()
  t.equal(lastTenant(tab), null)
})

t.test('tenants: inherited name as a domain, is nobody', async (t) => {
  const tab = openTab({ config: { tenant: { id: null, choose: [], byEmailDomain: { 'example.com': 'b' } } } })
  tab.act('signInWithPassword', { email: 'ada@constructor', password: 'secret' })
  await settle()
  t.equal(lastTenant(tab), null)
})

/** A tab that waits for a sign-in link, and what a neighbour hears of it. */
async function waitForLink() {
  const { tab, neighbour } = openWithNeighbour()
  const heard: unknown[] = []
  neighbour.addEventListener('message', ({ data }) => heard.push(data))
  tab.act('requestLink', 'ada@example.com')
  await settle()
  const ask = async (question: string) => {
    neighbour.postMessage({ type: 'who-asked', question })
    await settle()
  }
  return { tab, heard, ask }
}

t.test('who asked for a link: waiting for it, says so once for each mail', async (t) => {
  const { tab, heard, ask } = await waitForLink()
  const answerTo = (question: string) => ({
    type: 'asked',
    question,
    email: 'ada@example.com',
    remember: false
  })
  await ask('q1')
  await ask('q2')
  t.same(heard, [answerTo('q1')])
  tab.act('requestLink', 'ada@example.com')
  await settle()
  await ask('q3')
  t.same(heard, [answerTo('q1'), answerTo('q3')])
})

t.test('who asked for a link: not waiting for it any more, says nothing', async (t) => {
  const { tab, heard, ask } = await waitForLink()
  tab.act('go', 'sign-in')
  await ask('q1')
  t.same(heard, [])
})
