import t from 'tap'
import { setPassword } from '../../src/account/changes/details.ts'
import {
  ada,
  away,
  idTokenOf,
  openAccount,
  provider,
  refusing,
  sdkAccount,
  session
} from '../fixtures/account.ts'
import { answer, problemIn, settle, signedIn, startMs } from '../fixtures/flows.ts'

/** Changes from a form of the account page to the provider and the gateway. */

type Tab = ReturnType<typeof openAccount>

function changePassword(tab: Tab, password = 'new password'): void {
  tab.page.change('password', setPassword(password))
}

async function openProved(options?: Parameters<typeof openAccount>[0]): Promise<Tab> {
  const tab = openAccount(options)
  tab.page.prove('password')
  await tab.prove()
  return tab
}

/** Re-authenticates, then changes the password. */
async function provedChange(tab: Tab): Promise<void> {
  tab.page.prove('password')
  await tab.prove()
  changePassword(tab)
  await settle()
}

t.test('password: after a proof and a change, the gateway gets the new tokens', async (t) => {
  const tab = openAccount()
  await provedChange(tab)
  t.same(tab.calls(), ['GET /_auth/session', 'POST /v1/accounts:update', 'POST /_auth/session'])
  const [update] = tab.callsTo('accounts:update')
  t.same(JSON.parse(update?.body ?? ''), {
    idToken: idTokenOf(),
    password: 'new password',
    returnSecureToken: true
  })
  const [opening] = tab.callsTo('/_auth/session').slice(1)
  t.equal(opening?.headers.get('authorization'), `Bearer ${idTokenOf({ of: 'update' })}`)
  t.same(JSON.parse(opening?.body ?? ''), { refreshToken: 'of-update', expect: 'ada' })
  t.match(tab.page.store.state(), { phase: { name: 'reading' }, done: 'password', problem: null })
  t.same(tab.seen, { refreshed: 1, notified: 1, signOuts: 0 })
})

t.test('password: another change while the proof is valid needs no new one', async (t) => {
  const tab = openAccount()
  await provedChange(tab)
  tab.replies['POST /v1/accounts:update'] = provider(200, {
    idToken: idTokenOf({ of: 'second' }),
    refreshToken: 'r'
  })
  changePassword(tab, 'another one')
  await settle()
  t.equal(tab.asked().filter((name) => name === 'signInWithPassword').length, 1)
  const second = JSON.parse(tab.callsTo('accounts:update')[1]?.body ?? '')
  t.equal(second.idToken, idTokenOf({ of: 'update' }), 'with the tokens of the first change')
})

t.test('password: 4.5 minutes after the proof, another one is needed (ASVS 7.5.1)', async (t) => {
  const tab = await openProved()
  tab.device.nowMs = startMs + 270_000
  changePassword(tab)
  await settle()
  t.equal(tab.phase(), 'proving')
  t.equal(tab.callsTo('accounts:update').length, 0)
  await tab.prove()
  t.equal(tab.callsTo('accounts:update').length, 1, 'the input was kept')
  t.equal(tab.page.store.state().done, 'password')
})

t.test('password: an older sign-in counts as proof for its remaining time', async (t) => {
  const account = sdkAccount({ auth_time: startMs / 1000 - 200 })
  const tab = await openProved({ signIn: signedIn(account) })
  t.equal(tab.page.store.state().provedUntilMs, startMs + 70_000)
})

t.test('proof: of another account changes nothing and is forgotten by the SDK (ASVS 7.5.1)', async (t) => {
  const account = sdkAccount({ sub: 'eve' })
  const tab = openAccount({ signIn: signedIn(account) })
  changePassword(tab)
  await tab.prove()
  t.equal(tab.phase(), 'proving')
  t.equal(problemIn(tab.page.prover.store.state()), 'proof.other-account.title')
  t.equal(account.forgotten, true)
  t.same(tab.calls(), [], 'neither the provider nor the gateway is called')
})

t.test('proof: of the same uid in another tenant changes nothing', async (t) => {
  const account = sdkAccount({ firebase: { tenant: 'other' } })
  const tab = await openProved({ signIn: signedIn(account) })
  t.equal(problemIn(tab.page.prover.store.state()), 'proof.other-account.title')
  t.equal(tab.phase(), 'proving')
})

for (const [what, answer] of [
  ['now of another account', session('eve')],
  ['now of another tenant', session('ada', 'other')],
  ['over', provider(401, { code: 'MISSING_CREDENTIALS' })]
] as const) {
  t.test(`proof: the session is ${what}, the account is read again and nothing changes`, async (t) => {
    const tab = openAccount({ answers: { 'GET /_auth/session': answer } })
    changePassword(tab)
    await tab.prove()
    t.equal(tab.seen.refreshed, 1)
    t.equal(tab.callsTo('accounts:update').length, 0)
    t.equal(tab.signedIn.forgotten, true)
  })
}

t.test('proof: an unreachable gateway is reported and nothing changes', async (t) => {
  const tab = openAccount({ answers: { 'GET /_auth/session': away } })
  changePassword(tab)
  await tab.prove()
  t.equal(problemIn(tab.page.prover.store.state()), 'problem.network.title')
  t.equal(tab.callsTo('accounts:update').length, 0)
  tab.replies['GET /_auth/session'] = session()
  await tab.prove()
  t.equal(tab.page.store.state().done, 'password', 'the second try works')
})

t.test('proof: cancelling it drops the requested change', async (t) => {
  const tab = openAccount()
  changePassword(tab)
  tab.page.cancel()
  t.equal(tab.phase(), 'reading')
  tab.page.prove('email')
  await tab.prove()
  t.equal(tab.callsTo('accounts:update').length, 0)
})

const atItsEnd = (tab: Tab) => tab.runTimers(270_000)
for (const [isDropped, when, meet] of [
  [true, 'leaving the page', (tab) => tab.tellBrowser('restored')],
  [true, 'its end', atItsEnd],
  [false, 'its end, while a change uses it', (tab) => [changePassword(tab), atItsEnd(tab)]]
] satisfies [boolean, string, (tab: Tab) => unknown][])
  t.test(`proof: ${isDropped ? 'dropped' : 'kept'} at ${when} (ASVS 7.5.1)`, async (t) => {
    const tab = await openProved()
    meet(tab)
    t.equal(tab.page.store.state().provedUntilMs === null, isDropped)
    t.equal(tab.signedIn.forgotten, isDropped)
  })

t.test('change: too old for the provider, a new proof, then made (ASVS 7.5.1)', async (t) => {
  const tab = openAccount({
    answers: { 'POST /v1/accounts:update': refusing('CREDENTIAL_TOO_OLD_LOGIN_AGAIN') }
  })
  await provedChange(tab)
  t.equal(tab.phase(), 'proving')
  tab.replies['POST /v1/accounts:update'] = provider(200, { idToken: idTokenOf(), refreshToken: 'r' })
  await tab.prove()
  t.equal(JSON.parse(tab.callsTo('accounts:update')[1]?.body ?? '').password, 'new password')
  t.equal(tab.page.store.state().done, 'password')
})

for (const [message, title] of [
  ['USER_DISABLED', 'problem.disabled.title'],
  ['TOO_MANY_ATTEMPTS_TRY_LATER : Later.', 'problem.attempts.title'],
  ['OPERATION_NOT_ALLOWED', 'problem.setup.title'],
  ['SOMETHING_NEW', 'problem.unknown.title']
] as const) {
  t.test(`change: provider error ${message} is shown and the session stays as it is`, async (t) => {
    const tab = openAccount({ answers: { 'POST /v1/accounts:update': refusing(message) } })
    await provedChange(tab)
    t.match(tab.page.store.state(), { phase: { name: 'reading' }, problem: { title } })
    t.equal(tab.calls().includes('POST /_auth/session'), false)
  })
}

t.test('change: an unreachable or failing provider is reported and the proof stays valid', async (t) => {
  for (const [reply, title] of [
    [away, 'problem.network.title'],
    [refusing('INTERNAL', 503), 'problem.unavailable.title'],
    [() => new Response('<html>', { status: 200 }), 'problem.unavailable.title']
  ] as const) {
    const tab = openAccount({ answers: { 'POST /v1/accounts:update': reply } })
    await provedChange(tab)
    t.match(tab.page.store.state(), { phase: { name: 'reading' }, problem: { title } })
    t.equal(tab.page.store.state().provedUntilMs, startMs + 270_000)
  }
})

t.test('change: a fault of the page is shown and reported, and the page can be closed', async (t) => {
  const tab = await openProved()
  tab.page.change('password', () => Promise.reject(new Error('defect')))
  await settle()
  t.match(tab.page.store.state(), { phase: { name: 'reading' }, problem: { title: 'problem.unknown.title' } })
  t.equal(tab.faults.length, 1)
  t.equal(tab.guards.at(-1), false)
})

t.test('renewal: gateway fails twice, the third try renews, leaving is guarded', async (t) => {
  const tab = openAccount({ answers: { 'POST /_auth/session': away } })
  await provedChange(tab)
  t.equal(tab.phase(), 'renewing')
  t.same(tab.guards, [true])
  await tab.wait(1000)
  t.equal(tab.phase(), 'renewing')
  tab.replies['POST /_auth/session'] = provider(200, { uid: 'ada', expiresAt: 1 })
  await tab.wait(4000)
  t.equal(tab.page.store.state().done, 'password')
  t.same(tab.guards, [true, false])
  t.same(tab.departures, [])
})

t.test('renewal: a final rejection is not retried, then the login page says why', async (t) => {
  const tab = openAccount({ answers: { 'POST /_auth/session': provider(401, { code: 'TOKEN_REVOKED' }) } })
  await provedChange(tab)
  t.equal(tab.calls().filter((call) => call === 'POST /_auth/session').length, 1)
  t.same(tab.departures, ['changed'])
  t.equal(tab.seen.signOuts, 1, 'the cookie of the ended session does not redirect back')
  t.equal(tab.phase(), 'leaving')
  t.equal(tab.guards.at(-1), false, 'the page can be closed')
})

t.test('renewal: after three failures, the login page says why', async (t) => {
  const tab = openAccount({ answers: { 'POST /_auth/session': away } })
  await provedChange(tab)
  for (const ms of [1000, 4000]) await tab.wait(ms)
  t.same(tab.departures, ['changed'])
})

t.test('renewal: a change without tokens gets them with those of the proof', async (t) => {
  const tab = openAccount({ answers: { 'POST /v1/accounts:update': provider(200, {}) } })
  await provedChange(tab)
  t.equal(tab.callsTo('/v1/token')[0]?.body, 'grant_type=refresh_token&refresh_token=of-proof')
  const [opening] = tab.callsTo('/_auth/session').slice(1)
  t.equal(opening?.headers.get('authorization'), `Bearer ${idTokenOf({ of: 'refresh' })}`)
})

/** Re-authenticates, then makes a change that returns no tokens. */
async function provedLink(tab: Tab, endsSession: boolean): Promise<void> {
  tab.page.prove('providers')
  await tab.prove()
  tab.page.change('providers', async () => ({ kind: 'changed', tokens: null, endsSession }))
  await settle()
}

for (const [who, call, answer] of [
  ['the gateway', 'POST /_auth/session', provider(403, { code: 'SECOND_FACTOR_REQUIRED' })],
  ['the provider', 'POST /v1/token', refusing('TOKEN_EXPIRED')]
] as const)
  t.test(
    `renewal: of a change that ends no session, rejected by ${who}, signs out and the login page says why`,
    async (t) => {
      const tab = openAccount({ answers: { [call]: answer } })
      await provedLink(tab, false)
      t.same(tab.departures, ['changed'])
      t.equal(tab.seen.signOuts, 1)
    }
  )

for (const [what, answer] of [
  ['the gateway fails three times', away],
  ['the gateway has an internal error', provider(500, { code: 'INTERNAL_ERROR' })],
  ['a captive portal responds', () => new Response('<html>')]
] as const)
  t.test(`renewal: of a change that ends no session, continues if ${what}`, async (t) => {
    const tab = openAccount({ answers: { 'POST /_auth/session': answer } })
    await provedLink(tab, false)
    for (const ms of [1000, 4000]) await tab.wait(ms)
    t.match(tab.page.store.state(), { phase: { name: 'reading' }, done: 'providers' })
    t.same(tab.departures, [])
    t.same(tab.seen, { refreshed: 1, notified: 0, signOuts: 0 })
  })

for (const endsSession of [false, true])
  t.test(
    `renewal: another account is signed in, it stays so and the account is read again (${endsSession})`,
    async (t) => {
      const tab = openAccount({
        answers: { 'POST /_auth/session': provider(409, { code: 'ACCOUNT_MISMATCH' }) }
      })
      await provedLink(tab, endsSession)
      t.same(tab.departures, [])
      t.same(tab.seen, { refreshed: 1, notified: 0, signOuts: 0 })
    }
  )

async function provedDeletion(tab: Tab): Promise<void> {
  tab.page.prove('delete')
  await tab.prove()
  tab.page.change('delete', async () => ({ kind: 'deleted' }))
  await settle()
}

t.test('delete: signs out, then the login page confirms it', async (t) => {
  const tab = openAccount()
  await provedDeletion(tab)
  t.equal(tab.seen.signOuts, 1)
  t.same(tab.departures, ['deleted'])
  t.equal(tab.signedIn.forgotten, true)
})

t.test('delete: if sign-out fails three times, the page leaves anyway', async (t) => {
  const tab = openAccount({ signOut: () => ({ kind: 'refused', code: 'page/unreachable', reference: null }) })
  await provedDeletion(tab)
  t.same(tab.departures, [])
  for (const ms of [1000, 4000]) await tab.wait(ms)
  t.equal(tab.seen.signOuts, 3)
  t.same(tab.departures, ['deleted'])
})

t.test('ways: are those of both the account and the configuration', async (t) => {
  const none = openAccount({ owner: { providers: [{ id: 'google.com' }] } }).page.prover.config
  t.equal(none.methods.password, false)
  const found = none.providers.map(({ id }) => id)
  t.same(found, ['google.com'])
  const all = openAccount({
    owner: {
      providers: [{ id: 'password' }, { id: 'saml.acme' }, { id: 'saml.gone' }],
      passkeys: [{ id: 'p', name: null }]
    },
    config: { methods: { ...none.methods, password: true, passkey: 'autofill' } }
  }).page.prover.config
  t.equal(all.methods.password, true)
  t.equal(all.methods.passkey, 'button')
  t.same(
    all.providers.map(({ id }) => id),
    ['saml.acme']
  )
  t.equal(openAccount({ owner: { ...ada, email: null } }).page.prover.config.methods.password, false)
})

t.test('clock: is compared with the time of the gateway, if that sends any', async (t) => {
  const seen: boolean[] = []
  for (const head of [() => answer(200, {}, startMs + 95_000), () => answer(200, {}), away]) {
    const tab = openAccount({ answers: { 'HEAD /login/action': head } })
    tab.page.prove('second-step')
    await tab.prove()
    tab.page.change('second-step', async (_proof, { isClockOff }) => {
      seen.push(await isClockOff())
      return { kind: 'done' }
    })
    await settle()
  }
  t.same(seen, [true, false, false])
})
