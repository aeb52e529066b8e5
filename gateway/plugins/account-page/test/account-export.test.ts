import t, { type Test } from 'tap'
import { PAGE, startGateway, type TestGatewayOptions } from '../../../test/fixtures/gateway.ts'
import { send } from '../../../test/fixtures/wire/http-client.ts'

/** The account export as a link: what users see when they follow it. */

const EXPORT = '/_auth/account/export'
const PROGRAM = { accept: '*/*', 'sec-fetch-mode': 'cors' }

async function start(t: Test, options: TestGatewayOptions = {}) {
  const gateway = await startGateway(t, {
    ...options,
    config: { 'account.enabled': true, ...options.config }
  })
  gateway.provider.accounts.create({ uid: 'ada', email: 'ada@example.com' })
  const open = (headers: Record<string, string> = {}, path = EXPORT) =>
    send(`${gateway.url}${path}`, { headers: { ...PAGE, ...headers } })
  return { gateway, open }
}

t.test('export: a page load without a session, by way of the login page to the account page', async (t) => {
  const { gateway, open } = await start(t)
  const { status, headers } = await open()
  const location = headers.get('location') ?? ''
  t.same([status, location], [302, '/login?redirect=%2Faccount'])
  const cookie = await gateway.signIn('ada')
  t.equal((await open({ cookie }, location)).headers.get('location'), '/account', 'once signed in')
  t.equal((await open(PROGRAM)).status, 401, 'control: a program')
  const signedIn = await open({ cookie })
  t.equal(signedIn.status, 200, 'control: signed in')
  t.match(signedIn.headers.get('content-disposition'), /^attachment/)
})

t.test('export: an ended session is cleared and redirected to the login page of its tenant', async (t) => {
  const { gateway, open } = await start(t, { config: { 'session.revocationCheckSeconds': 0 } })
  const cookie = await gateway.signIn('ada')
  gateway.advance(2)
  gateway.provider.accounts.revoke('ada')
  const response = await open({ cookie }, `${EXPORT}?tenant=acme`)
  const login = '/login?redirect=%2Faccount%3Ftenant%3Dacme&reason=expired'
  t.same([response.status, response.headers.get('location')], [302, login])
  t.match(response.headers.getSetCookie().join('\n'), /^gatehouse=;.*Max-Age=0/m)
})

t.test('export: with several hosts, redirected to the account page on the login host', async (t) => {
  const { gateway } = await start(t)
  const upstream = { url: gateway.upstream.url }
  const { open } = await start(t, {
    publicUrl: 'http://auth.localhost',
    config: { applications: [{ name: 'wiki', host: 'wiki.auth.localhost', upstream }] }
  })
  for (const [host, login] of [
    ['auth.localhost', '/login'],
    ['wiki.auth.localhost', 'http://auth.localhost/login']
  ] as const)
    t.match((await open({ host })).headers.get('location'), `${login}?redirect=%2Faccount`, host)
})

t.test('export: over the limit or provider down, an error page, or JSON for programs', async (t) => {
  const { gateway, open } = await start(t)
  const cookie = await gateway.signIn('ada')
  const isHtml = ({ headers }: Response) => headers.get('content-type')?.startsWith('text/html')
  gateway.provider.faults.lookupByIdToken = { kind: 'error', status: 503, message: 'UNAVAILABLE' }
  const away = await open({ cookie })
  t.match([away.status, isHtml(away)], [503, true])
  t.match([away.headers.get('content-disposition'), away.headers.getSetCookie()], [null, []])
  gateway.provider.faults.lookupByIdToken = { kind: 'ok' }
  for (let count = 1; count < 20; count += 1) await open({ cookie })
  const often = await open({ cookie })
  t.match([often.status, isHtml(often)], [429, true])
  const asProgram = await open({ cookie, ...PROGRAM })
  t.match([asProgram.status, isHtml(asProgram)], [429, false], 'control')
})
