import t from 'tap'
import type { SignInAnswer } from '../../src/auth/sdk-contract.ts'
import type { PageConfig } from '../../src/page-config.ts'
import {
  createHub,
  credentials,
  later,
  openTab,
  origin,
  problemIn,
  sessionOf,
  settle,
  signedOut,
  signIn,
  startMs,
  startTab,
  type Tab,
  type TabOptions
} from '../fixtures/flows.ts'
import { onlyMethods } from '../fixtures/sample-config.ts'

const signedIn = (tenantId: string | null = null) => ({ type: 'signed-in', tenantId })

/** A started tab, and another page of the same origin. */
function openWithNeighbour(options: TabOptions = {}) {
  const hub = createHub()
  const tab = openTab({ gateway: { get: () => sessionOf() }, ...options, hub })
  const stop = tab.start()
  return { tab, neighbour: hub.open(), stop }
}

t.test('tabs: twenty tabs each go to their own target', async (t) => {
  const hub = createHub()
  const tabs = Array.from({ length: 20 }, (_, at) =>
    startTab({ hub, config: { redirectTarget: `/page/${at}` }, gateway: { get: () => sessionOf() } })
  )
  await tabs[7]!.run('signInWithPassword', credentials)
  const found = tabs.map(({ left }) => left)
  t.same(
    found,
    tabs.map((_, at) => [`${origin}/page/${at}`])
  )
  t.equal(tabs.flatMap(({ requests }) => requests.filter(({ method }) => method === 'POST')).length, 1)
})

t.test('tabs: a message without a session changes nothing', async (t) => {
  const { tab, neighbour } = openWithNeighbour({ gateway: { get: signedOut } })
  const before = tab.state()
  neighbour.postMessage(signedIn())
  await settle()
  t.equal(tab.state(), before)
  t.same(tab.left, [])
})

t.test('tabs: a message makes the tab continue with a session older than the page', async (t) => {
  const { tab, neighbour } = openWithNeighbour({
    gateway: { get: () => sessionOf(null, startMs / 1000 - 600) }
  })
  await tab.hear('visible')
  t.same(tab.left, [], 'no message that it is new')
  neighbour.postMessage(signedIn())
  await settle()
  t.equal(tab.left.length, 1)
})

t.test('tabs: a tab with input only offers to continue', async (t) => {
  const { tab, neighbour } = openWithNeighbour()
  tab.device.typing = true
  neighbour.postMessage(signedIn())
  await settle()
  t.equal(tab.state().signedInElsewhere, true)
  t.same(tab.left, [])
  tab.act('proceed')
  t.equal(tab.left.length, 1)
})

t.test('tabs: a sign-in in progress is not interrupted', async (t) => {
  const pending = later<SignInAnswer>()
  const { tab, neighbour } = openWithNeighbour({ sdk: { signInWithPassword: () => pending.promise } })
  await tab.run('signInWithPassword', credentials)
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

t.test('tabs: stays if the message has our tenant but the session another', async (t) => {
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
      await tab.hear('visible')
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
  t.test(`tabs: message ${JSON.stringify(nonsense)} is ignored (ASVS 3.5.5)`, async (t) => {
    const { tab, neighbour } = openWithNeighbour()
    const before = tab.state()
    neighbour.postMessage(nonsense)
    await settle()
    t.equal(tab.state(), before)
    t.equal(tab.requests.length, 0)
  })
}

t.test('tabs: a stopped page ignores messages', async (t) => {
  const { tab, neighbour, stop } = openWithNeighbour()
  stop()
  neighbour.postMessage(signedIn())
  await tab.hear('visible')
  t.same(tab.left, [])
})

t.test('tabs: a browser without broadcast channels can still sign in', async (t) => {
  const tab = await signIn({ browser: { openChannel: () => null } })
  t.equal(tab.left.length, 1)
})

for (const [what, get, goes] of [
  ['began after the page was loaded', () => sessionOf(null, startMs / 1000 + 60), true],
  ['is older than the page, which has its reasons', () => sessionOf(null, startMs / 1000 - 60), false],
  ['is over', signedOut, false]
] as const)
  t.test(`visible: if the session ${what}, ${goes ? 'continues' : 'stays'}`, async (t) => {
    const { tab } = openWithNeighbour({ gateway: { get } })
    await tab.hear('visible')
    t.same([tab.left.length, tab.requests.length], [goes ? 1 : 0, 1])
  })

t.test('visible: checks at most once in five seconds', async (t) => {
  const { tab } = openWithNeighbour({ gateway: { get: signedOut } })
  await tab.hear('visible')
  tab.device.nowMs += 4999
  await tab.hear('visible')
  t.equal(tab.requests.length, 1)
  tab.device.nowMs += 1
  await tab.hear('visible')
  t.equal(tab.requests.length, 2)
})

t.test('account: continues without a request', async (t) => {
  const tab = startTab({
    config: { address: 'account', account: { name: 'Ada', email: null, provider: null } }
  })
  t.same(tab.state().screen, { name: 'account' })
  tab.act('proceed')
  t.equal(tab.left.length, 1)
  t.equal(tab.requests.length, 0)
})

t.test('navigation: each screen has its own address with the target', async (t) => {
  const tab = startTab()
  tab.act('go', 'sign-up')
  t.same(tab.state().screen, { name: 'sign-up' })
  tab.act('go', 'sign-up')
  tab.act('go', 'forgot')
  t.same(tab.addresses, ['push /login/sign-up?redirect=%2Freports', 'push /login/forgot?redirect=%2Freports'])
  tab.visit('/login/sign-up?redirect=%2Freports')
  tab.tellBrowser('back')
  t.same(tab.state().screen, { name: 'sign-up' })
})

t.test('navigation: a screen that is not configured becomes sign-in', async (t) => {
  const tab = openTab({ config: { methods: onlyMethods({ password: true }) } })
  for (const address of ['sign-up', 'link', 'account'] as const) {
    tab.act('go', address)
    t.same(tab.state().screen, { name: 'sign-in' }, address)
  }
})

t.test('navigation: is blocked while busy', async (t) => {
  const pending = later<SignInAnswer>()
  const tab = openTab({ sdk: { signInWithPassword: () => pending.promise } })
  tab.act('signInWithPassword', credentials)
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
const lastTenant = (tab: Tab) => tab.calls.findLast(({ name }) => name === 'setTenant')?.with[0]

t.test('tenants: with buttons only, the choice comes first', async (t) => {
  const tab = openTab({ config: { tenant: { id: null, choose, byEmailDomain: {} } } })
  t.same(tab.state().screen, { name: 'tenant' })
  await tab.run('chooseTenant', 'c')
  t.same(tab.state().screen, { name: 'tenant' }, 'one that is not offered')
  tab.act('chooseTenant', 'b')
  t.same(tab.state().screen, { name: 'sign-in' })
  await tab.run('signInWithPassword', credentials)
  t.equal(lastTenant(tab), 'b')
  t.same(tab.hub.sent, [{ type: 'signed-in', tenantId: 'b' }])
})

const byEmailDomain = { 'example.com': 'b' }
for (const [what, config, email, expected] of [
  ['one set by the server overrides the email domain', { id: 'a', choose }, 'ada@example.com', 'a'],
  ['the email domain decides, also in capitals', { id: null, choose }, 'Ada@EXAMPLE.com', 'b'],
  ['an inherited property name as domain matches none', { id: null, choose: [] }, 'ada@constructor', null]
] as const)
  t.test(`tenants: ${what}`, async (t) => {
    const tab = openTab({ config: { tenant: { ...config, byEmailDomain } } })
    await tab.run('signInWithPassword', { email, password: 'secret' })
    t.equal(lastTenant(tab), expected)
    t.equal(tab.left.length, 1)
  })

t.test('tenants: an unknown domain requires a choice, then the sign-in continues', async (t) => {
  const tab = openTab({ config: { tenant: { id: null, choose, byEmailDomain } } })
  await tab.run('signInWithPassword', { email: 'ada@other.example', password: 'secret' })
  t.same(tab.state().screen, { name: 'tenant' })
  t.same(tab.asked(), [])
  await tab.run('chooseTenant', 'a')
  t.equal(lastTenant(tab), 'a')
  t.equal(tab.left.length, 1)
})

t.test('tenants: a provider needs the email address first if there are no buttons', async (t) => {
  const tab = openTab({ config: { tenant: { id: null, choose: [], byEmailDomain } } })
  await tab.run('signInWith', 'google.com')
  t.equal(problemIn(tab.state()), 'problem.email-for-tenant.title')
  tab.store.dispatch({ type: 'typed', email: 'ada@example.com' })
  await tab.run('signInWith', 'google.com')
  t.equal(lastTenant(tab), 'b')
})

t.test('tenants: without any, the project is used', async (t) => {
  const tab = openTab()
  await tab.run('signInWith', 'google.com')
  t.equal(lastTenant(tab), null)
})

/** A tab that waits for a sign-in link, and the messages that another tab gets from it. */
async function waitForLink() {
  const { tab, neighbour } = openWithNeighbour()
  const heard: unknown[] = []
  neighbour.addEventListener('message', ({ data }) => heard.push(data))
  await tab.run('requestLink', 'ada@example.com')
  const ask = async (question: string) => {
    neighbour.postMessage({ type: 'who-asked', question })
    await settle()
  }
  return { tab, heard, ask }
}

t.test('who asked for a link: a waiting tab responds once for each email', async (t) => {
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
  await tab.run('requestLink', 'ada@example.com')
  await ask('q3')
  t.same(heard, [answerTo('q1'), answerTo('q3')])
})

t.test('who asked for a link: a tab that no longer waits does not respond', async (t) => {
  const { tab, heard, ask } = await waitForLink()
  tab.act('go', 'sign-in')
  await ask('q1')
  t.same(heard, [])
})
