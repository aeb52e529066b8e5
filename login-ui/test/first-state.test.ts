import t from 'tap'
import { problemOf } from '../src/auth/errors.ts'
import { firstScreen, initialState } from '../src/first-state.ts'
import type { Screen } from '../src/machine.ts'
import type { Address, PageConfig } from '../src/page-config.ts'
import { configWith } from './fixtures/flows.ts'
import { onlyMethods } from './fixtures/sample-config.ts'

const signIn: Screen = { name: 'sign-in' }

const addresses: [Address, Partial<PageConfig>, object][] = [
  ['sign-in', {}, { name: 'sign-in' }],
  ['sign-up', {}, { name: 'sign-up' }],
  ['forgot', {}, { name: 'forgot' }],
  ['link', {}, { name: 'link' }],
  ['second-step', {}, { name: 'sign-in' }],
  ['signed-out', {}, { name: 'signed-out' }],
  ['account', { account: { name: 'Ada', email: null, provider: null } }, { name: 'account' }],
  ['account', { account: null }, { name: 'sign-in' }],
  ['action', { action: { mode: 'signIn' } }, { name: 'action', mode: 'signIn', step: { name: 'checking' } }],
  ['action', { action: null }, { name: 'action', mode: null, step: { name: 'dead' } }],
  [
    'problem',
    { problem: { code: 'FORBIDDEN', reference: 'r-1' } },
    { name: 'problem', problem: { kind: 'forbidden', reference: 'r-1' } }
  ],
  ['problem', { problem: null }, { name: 'problem', problem: { kind: 'unknown' } }]
]
for (const [address, changes, screen] of addresses) {
  t.test(`first state: ${address} with ${JSON.stringify(changes)} shows its screen`, async (t) => {
    t.match(firstScreen(configWith({ address, ...changes }), problemOf), screen)
  })
}

t.test('first state: without the table of problems, a problem is an unknown one', async (t) => {
  const problem = { code: 'FORBIDDEN', reference: 'r-1' }
  const screen = firstScreen(configWith({ address: 'problem', problem }))
  t.match(screen, { problem: { kind: 'unknown', reference: 'r-1' } })
})

for (const address of ['sign-up', 'forgot', 'link'] as const) {
  t.test(`first state: ${address} that is switched off becomes sign-in`, async (t) => {
    t.same(firstScreen(configWith({ address, methods: onlyMethods() })), signIn)
  })
  t.test(`first state: ${address} before the tenant is known requires a choice`, async (t) => {
    const tenant = { id: null, choose: [{ id: 'a', name: 'Alpha' }], byEmailDomain: {} }
    t.same(firstScreen(configWith({ address, tenant })), { name: 'tenant' })
  })
}

t.test('first state: with tenants by domain, no choice is required yet', async (t) => {
  const tenant = { id: null, choose: [{ id: 'a', name: 'Alpha' }], byEmailDomain: { 'example.com': 'a' } }
  t.same(firstScreen(configWith({ tenant })), signIn)
})

t.test('first state: a reason is kept and nothing is in progress', async (t) => {
  t.match(initialState(configWith({ reason: 'revoked' })), {
    screen: signIn,
    status: { name: 'ready' },
    reason: 'revoked',
    isKnown: false
  })
})

t.test('first state: a step-up starts with the address of the account, others without', async (t) => {
  const account = { name: 'Ada', email: 'ada@example.com', provider: null }
  const emailOf = (changes: Parameters<typeof configWith>[0]) => initialState(configWith(changes)).email
  t.equal(emailOf({ reason: 'step-up', account }), 'ada@example.com')
  t.equal(emailOf({ reason: 'step-up', account: { ...account, email: null } }), '')
  t.equal(emailOf({ reason: 'step-up', account, address: 'second-step' }), 'ada@example.com')
  t.equal(emailOf({ reason: 'step-up' }), '')
  t.equal(emailOf({ reason: 'expired', account }), '')
  t.equal(emailOf({ reason: 'step-up', account, address: 'account' }), '')
})
