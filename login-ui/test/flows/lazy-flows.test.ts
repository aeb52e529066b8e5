import t from 'tap'
import { createOtherWays } from '../../src/flows/other-ways.ts'
import {
  accountWith,
  challengeWith,
  credentials,
  later,
  openTab,
  problemIn,
  settle,
  signIn,
  startTab
} from '../fixtures/flows.ts'
import { onlyMethods, sampleConfig } from '../fixtures/sample-config.ts'

/** A page with the developer drawer. */
const paths = { ...sampleConfig().paths, drawer: '/drawer' }

const lost = () => Promise.reject(new TypeError('offline'))

/** A tab whose file for other sign-in methods loads when the test says so. */
function openSlowTab() {
  const file = later<{ createOtherWays: typeof createOtherWays }>()
  const tab = openTab({ files: { otherWays: () => file.promise } })
  return { tab, arrive: () => file.answer({ createOtherWays }) }
}

t.test('lazy flows: an action before the file has loaded runs once it has', async (t) => {
  const { tab, arrive } = openSlowTab()
  await tab.run('requestReset', 'ada@example.com')
  t.same(tab.asked(), [])
  arrive()
  await settle()
  t.same(tab.asked(), ['sendReset'])
  t.match(tab.state().screen, { name: 'sent', mail: 'reset' })
})

t.test('lazy flows: two clicks before the file has loaded run the action once', async (t) => {
  const { tab, arrive } = openSlowTab()
  tab.act('requestReset', 'ada@example.com')
  tab.act('requestReset', 'ada@example.com')
  arrive()
  await settle()
  t.same(tab.asked(), ['sendReset'])
})

t.test('lazy flows: navigation before the file has loaded drops the action', async (t) => {
  const { tab, arrive } = openSlowTab()
  tab.act('requestReset', 'ada@example.com')
  tab.act('go', 'forgot')
  arrive()
  await settle()
  t.same(tab.asked(), [])
  t.same(tab.state().screen, { name: 'forgot' })
})

t.test('lazy flows: a file that fails to load is reported and loaded again on the next try', async (t) => {
  const files = [lost, async () => ({ createOtherWays })]
  const tab = openTab({ files: { otherWays: () => files.shift()!() } })
  await tab.run('requestReset', 'ada@example.com')
  t.equal(problemIn(tab.state()), 'problem.network.title')
  await tab.run('requestReset', 'ada@example.com')
  t.match(tab.state().screen, { name: 'sent' })
})

t.test('lazy flows: if none can be loaded, a password still signs in', async (t) => {
  const files = { otherWays: lost, secondStep: lost, federated: lost, passkeys: lost }
  const tab = startTab({ files })
  tab.act('warmUp')
  await tab.run('signInWithPassword', credentials)
  t.equal(tab.left.length, 1)
  t.same(tab.faults, [])
})

t.test('lazy flows: a lost file for a required second factor is reported', async (t) => {
  const tab = await signIn({ files: { secondStep: lost }, signIn: challengeWith() })
  t.equal(problemIn(tab.state()), 'problem.network.title')
})

/** Files that a tab loads before any action. */
function watchFiles(config: Parameters<typeof openTab>[0] = {}) {
  const loaded: string[] = []
  const names = ['federated', 'otherWays', 'passkeys', 'secondStep'] as const
  const note = (name: string) => () => {
    loaded.push(name)
    return lost()
  }
  const files = Object.fromEntries(names.map((name) => [name, note(name)]))
  const tab = startTab({ ...config, files })
  for (const task of tab.idle) task()
  return loaded.sort()
}

t.test('lazy flows: an idle browser loads what the configuration may need', async (t) => {
  t.same(watchFiles({ config: { paths } }), ['federated', 'otherWays', 'secondStep'])
  t.same(watchFiles({ config: { methods: onlyMethods() } }), ['federated', 'secondStep'])
  t.same(watchFiles({ config: { providers: [] } }), ['otherWays', 'secondStep'])
  const tenant = { id: null, choose: [], byEmailDomain: { 'example.com': 'a' } }
  t.ok(watchFiles({ config: { methods: onlyMethods(), tenant } }).includes('otherWays'))
})

for (const [tenantId, token] of [
  [null, { uid: 'u1' }],
  ['a', { uid: 'u1', tenant_id: 'a', tenantId: 'a' }]
] as const) {
  t.test(
    `dev drawer: signing in as an account of ${tenantId ?? 'the project'} opens its session`,
    async (t) => {
      const tab = openTab({ config: { paths } })
      await tab.run('signInAs', { uid: 'u1', tenantId })
      t.same(
        tab.calls.map(({ name, with: given }) => [name, ...given]),
        [
          ['setTenant', tenantId],
          ['signInWithCustomToken', JSON.stringify(token)]
        ]
      )
      t.equal(tab.left.length, 1)
      t.same(tab.hub.sent, [{ type: 'signed-in', tenantId }])
    }
  )
}

t.test('dev drawer: where there is none, it cannot be used to sign in', async (t) => {
  const tab = openTab()
  await tab.run('signInAs', { uid: 'u1', tenantId: null })
  t.same(tab.calls, [])
  t.same(tab.left, [])
})

t.test('dev drawer: leaving before the response signs the account out again', async (t) => {
  const account = accountWith()
  const pending = later<{ kind: 'signed-in'; account: typeof account }>()
  const tab = startTab({ config: { paths }, sdk: { signInWithCustomToken: () => pending.promise } })
  await tab.run('signInAs', { uid: 'u1', tenantId: null })
  tab.tellBrowser('restored')
  pending.answer({ kind: 'signed-in', account })
  await settle()
  t.equal(account.forgotten, true)
  t.same(tab.left, [])
})
