import t from 'tap'
import { PAGE, type TestGatewayOptions } from '../fixtures/gateway.ts'
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
