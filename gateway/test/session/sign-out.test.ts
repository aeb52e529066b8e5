import t from 'tap'
import { PAGE, startGateway, type TestGateway, type TestGatewayOptions } from '../fixtures/gateway.ts'
import type { Teardown } from '../fixtures/provider/stand-in.ts'
import { visit } from '../fixtures/session/visits.ts'
import { signedIn } from '../fixtures/signed-in.ts'

/** What Chromium sends when a user follows a same-origin link. */
const FOLLOWED = {
  ...PAGE,
  'sec-fetch-site': 'same-origin',
  'sec-fetch-dest': 'document',
  'sec-fetch-user': '?1'
}

async function startSignedIn(t: Teardown, acquire: TestGatewayOptions['acquire'] = 'handover') {
  const gateway = await signedIn(t, {}, { acquire })
  const ask = (path: string, headers: Record<string, string>, method = 'GET') =>
    visit(gateway, gateway.cookie, path, { method, headers })
  return { ask, gateway }
}

const OVER = { status: 401, code: 'SESSION_ENDED', isCleared: true }

const signOut = (gateway: TestGateway, cookie: string, query = '', headers = {}) =>
  visit(gateway, cookie, `/logout${query}`, { method: 'POST', headers })

t.test('sign-out: following a same-origin link signs out', async (t) => {
  const { ask } = await startSignedIn(t)
  const { 'sec-fetch-user': _user, ...byScript } = FOLLOWED
  for (const headers of [FOLLOWED, byScript, { ...FOLLOWED, 'sec-purpose': '' }]) {
    const found = { status: 303, location: '/login?reason=signed-out', isCleared: true }
    t.match(await ask('/logout', headers), found)
  }
})

t.test('sign-out: any other GET or HEAD only shows a confirmation page (ASVS 3.5.3)', async (t) => {
  const { ask } = await startSignedIn(t)
  const { 'sec-fetch-site': _site, ...siteless } = FOLLOWED
  const { 'sec-fetch-dest': _dest, ...destless } = FOLLOWED
  const rows: [name: string, headers: Record<string, string>, method?: string][] = [
    ['another site', { ...FOLLOWED, 'sec-fetch-site': 'cross-site' }],
    ['a sibling site', { ...FOLLOWED, 'sec-fetch-site': 'same-site' }],
    ['typed into the address bar', { ...FOLLOWED, 'sec-fetch-site': 'none' }],
    ['a browser without Sec-Fetch-Site', siteless],
    ['a browser without Sec-Fetch-Dest', destless],
    ['no browser', {}],
    ['HEAD', FOLLOWED, 'HEAD'],
    ['prefetch', { ...FOLLOWED, 'sec-purpose': 'prefetch' }],
    ['prerender', { ...FOLLOWED, 'sec-purpose': 'prefetch;prerender' }],
    ['prefetch by an older browser', { ...FOLLOWED, purpose: 'prefetch' }],
    ['prefetch by an older Firefox', { ...FOLLOWED, 'x-moz': 'prefetch' }],
    ['preview by an older Safari', { ...FOLLOWED, 'x-purpose': 'preview' }],
    ['a picture', { ...FOLLOWED, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
    ['fetch', { ...FOLLOWED, 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
    ['not a navigation', { ...FOLLOWED, 'sec-fetch-mode': 'cors' }],
    ['a frame', { ...FOLLOWED, 'sec-fetch-dest': 'iframe' }],
    ['an object', { ...FOLLOWED, 'sec-fetch-dest': 'object' }]
  ]
  for (const [name, headers, method = 'GET'] of rows) {
    const { headers: received, text: html, ...response } = await ask('/logout', headers, method)
    t.match(response, { status: 200, isCleared: false, cookie: '' }, name)
    // Otherwise the form would post with `Origin: null`.
    t.equal(received.get('referrer-policy'), 'same-origin')
    t.notMatch(html, /<script/)
    if (method === 'GET') {
      t.match(html, '<h1>Sign out?</h1>', name)
      t.match(html, '<form class="action" method="post" action="/logout"><button class="button"', name)
      t.match(html, '<a class="link" href="/">Stay signed in</a>', name)
    }
  }
})

t.test('sign-out everywhere: GET always shows a confirmation page, wherever the link is', async (t) => {
  const { ask } = await startSignedIn(t, 'exchange')
  for (const headers of [FOLLOWED, { ...FOLLOWED, 'sec-fetch-site': 'cross-site' }, PAGE]) {
    const text = /<form class="action" method="post" action="\/logout\?everywhere=1">/
    t.match(await ask('/logout?everywhere=1', headers), { status: 200, isCleared: false, text })
  }
})

t.test('sign-out everywhere: without a service account, 400 names the cause and fix', async (t) => {
  const { ask, gateway } = await startSignedIn(t)
  const code = 'NO_SERVICE_ACCOUNT'
  for (const method of ['POST', 'GET']) {
    const message = /`identityPlatform\.credentialsFile`/
    const refused = { status: 400, code, isCleared: false, body: { message } }
    t.match(await ask('/logout?everywhere=1', {}, method), refused, method)
    await gateway.settled()
    t.match(gateway.logLines().at(-1), { code, status: 400, detail: /set `identityPlatform\.credentials/ })
    const page = await ask('/logout?everywhere=1', PAGE, method)
    t.match(page.text, 'You can’t sign out of all devices here.')
  }
  t.equal((await ask('/_auth/session', {})).status, 200)
  t.equal((await ask('/logout', {}, 'POST')).status, 204, 'control')
})

for (const [path, by, reason] of [
  ['/logout', 'visitor', 'signed-out'],
  ['/logout?everywhere=1', 'everywhere', 'revoked']
] as const)
  t.test(`sign-out: ${path} twice with the same cookie, same response and one event`, async (t) => {
    const { ask, gateway } = await startSignedIn(t, 'exchange')
    const begins = [undefined, 'session.started', 'session.new-device']
    const endings = () => gateway.logLines().filter(({ event }) => !begins.includes(event as string))
    for (const [headers, expected] of [
      [PAGE, { status: 303, location: `/login?reason=${reason}` }],
      [{}, { status: 204 }]
    ] as const) {
      t.match(await ask(path, headers, 'POST'), { ...expected, isCleared: true })
      t.match(endings(), [{ event: 'session.ended', by, subject: 'ada' }])
      t.equal(endings().length, 1)
    }
    t.equal((await ask('/_auth/session', {})).status, 401, 'control: ended')
  })

for (const acquire of ['handover', 'exchange'] as const) {
  t.test(`sign-out: ${acquire}, ends every copy of the cookie (ASVS 7.4.1)`, async (t) => {
    const gateway = await startGateway(t, { acquire })
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

t.test('sign-out everywhere: ends even sessions of the same second (ASVS 7.4.1)', async (t) => {
  const gateway = await startGateway(t, { acquire: 'exchange' })
  const [cookie, other] = [await gateway.signIn('ada'), await gateway.signIn('ada')]
  t.match(await signOut(gateway, cookie, '?everywhere=1'), { status: 204 })
  t.match(await visit(gateway, cookie), OVER)
  t.match(await visit(gateway, other), { status: 401, code: 'TOKEN_REVOKED' })
  gateway.advance(1)
  const found = await visit(gateway, await gateway.signIn('ada'))
  t.match(found, { status: 200 }, 'sign-in works again a second later')
})

t.test('sign-out everywhere: without a session, 204 and not logged as such', async (t) => {
  const gateway = await startGateway(t, { acquire: 'exchange' })
  t.match(await signOut(gateway, 'gatehouse=x', '?everywhere=1'), { status: 204 })
  t.notMatch(gateway.logText(), 'everywhere')
})

t.test('sign-out: with the cookie sent twice both sessions end, with one only that one', async (t) => {
  const gateway = await startGateway(t)
  const { signIn } = gateway
  const [own, planted, other] = [await signIn('ada'), await signIn('eve'), await signIn('ada')]
  const statusOf = async (cookie: string) => (await visit(gateway, cookie)).status
  t.equal(await statusOf(`${planted}; ${own}`), 401, 'ambiguous, refused')
  t.same([await statusOf(own), await statusOf(planted)], [200, 200], 'but each alone does')
  const { status, headers } = await signOut(gateway, `${planted}; app=1; ${own}`)
  t.equal(status, 204)
  t.match(headers.getSetCookie()[0], /^gatehouse=; Max-Age=0;/)
  t.same([await statusOf(own), await statusOf(planted), await statusOf(other)], [401, 401, 200])
  const ends = gateway.logLines({ event: 'session.ended' })
  t.same(ends.map(({ subject }) => subject).sort(), ['ada', 'eve'])
  const another = await signIn('ada')
  await signOut(gateway, another)
  t.same([await statusOf(another), await statusOf(other)], [401, 200], 'control')
})

t.test('sign-out everywhere: of a deleted account ends all, in an outage none (ASVS 2.3.3)', async (t) => {
  const gateway = await startGateway(t, { acquire: 'exchange' })
  const { provider, advance, signIn } = gateway
  const [here, there, eve] = [await signIn('ada'), await signIn('ada'), await signIn('eve')]
  const statusOf = async (cookie: string) => (await visit(gateway, cookie)).status
  advance(5)
  provider.accounts.delete('ada')
  provider.faults.identityToolkit = { kind: 'reset' }
  const away = await signOut(gateway, here, '?everywhere=1')
  t.same([away.status, away.headers.getSetCookie()], [503, []])
  t.equal(await statusOf(here), 200, 'it can be retried')
  provider.faults.reset()
  advance(60)
  const response = await signOut(gateway, here, '?everywhere=1', PAGE)
  t.match(response, { status: 303, location: '/login?reason=revoked' })
  t.match(response.headers.getSetCookie()[0], /^gatehouse=; Max-Age=0;/)
  t.same([await statusOf(here), await statusOf(there)], [401, 401])
  t.equal(await statusOf(eve), 200, 'another account')
  t.match(gateway.logLines({ event: 'session.ended' }), [
    { subject: 'ada', by: 'everywhere' },
    { subject: 'ada', code: 'TOKEN_REVOKED' }
  ])
})

t.test('sign-out: another tab on the login page shows the reason', async (t) => {
  const gateway = await startGateway(t)
  const reasonAt = async (cookie: string, path = '/login?redirect=%2Freports') =>
    /"reason":("[a-z-]+"|null)/.exec((await visit(gateway, cookie, path, { headers: PAGE })).text)?.[1]
  const noteOf = async (cookie: string) => {
    const cookies = (await signOut(gateway, cookie)).headers.getSetCookie()
    return cookies.find((line) => line.startsWith('gatehouse-signed-out='))
  }
  const note = 'gatehouse-signed-out=1; Max-Age=30; Path=/; HttpOnly; SameSite=Lax'
  t.equal(await noteOf(await gateway.signIn('ada')), note)
  t.equal(await reasonAt('gatehouse-signed-out=1'), '"signed-out"')
  t.equal(await reasonAt('gatehouse-signed-out=1', '/login?reason=expired'), '"expired"')
  t.equal(await reasonAt(''), 'null')
  t.equal(await noteOf(''), undefined, 'without a session')
})
