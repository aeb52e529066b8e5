import * as client from 'openid-client'
import t, { type Test } from 'tap'
import {
  applicationAt,
  beginRequest,
  CALLBACK,
  startAuthorizationServer,
  startSignedIn
} from './fixtures/authorization-server.ts'
import { signIn } from './fixtures/visitor.ts'

const HOME = 'https://dashboard.example.com/bye'

/** A visitor of a client with an address for after the sign-out. */
async function start(t: Test, more: Record<string, unknown> = {}, account = {}) {
  const server = await startAuthorizationServer(t, more, { postLogoutRedirectUris: [HOME] })
  const { gateway, oidc, visit } = server
  gateway.provider.accounts.update('ada', account)
  const visitor = await visit()
  const address = (parameters = {}) => client.buildEndSessionUrl(oidc, parameters).href
  /** Follows the sign-out, and confirms it if it asks. `more`: of the form. */
  const confirm = async (more: string, parameters = {}) =>
    visitor.submit(await visitor.go(address(parameters)), more)
  const isSignedIn = async () => {
    const { location } = await visitor.ask({ prompt: 'none' })
    return !location.includes('login_required')
  }
  return { ...server, visitor, address, confirm, isSignedIn }
}

t.test('sign-out: who stays gets to the application, or to the client if it names an address', async (t) => {
  const { confirm, isSignedIn } = await start(t)
  t.match(await confirm(''), { status: 200, location: '/' })
  t.match(await confirm('', { post_logout_redirect_uri: HOME }), { location: HOME })
  t.equal(await isSignedIn(), true)
  t.match(await confirm('&logout=yes'), { location: '/login?reason=signed-out' }, 'twin')
  t.equal(await isSignedIn(), false)
})

t.test('sign-out: while the session cannot be checked it is 503, and the session stays', async (t) => {
  const { gateway, visitor, address, confirm, isSignedIn } = await start(t, {
    'session.expiredGraceSeconds': 0
  })
  gateway.advance(3700)
  for (const call of ['refresh', 'lookup'] as const)
    gateway.provider.faults[call] = { kind: 'html', status: 503 }
  t.equal((await visitor.go(address({ post_logout_redirect_uri: HOME }))).status, 503)
  const silent = await visitor.ask({ prompt: 'none' })
  t.equal(silent.status, 503, 'the client does not get login_required')
  gateway.provider.faults.reset()
  gateway.advance(60)
  t.equal(await isSignedIn(), true, 'twin')
  t.match(await confirm('&logout=yes', { post_logout_redirect_uri: HOME }), { location: HOME })
  t.equal(await isSignedIn(), false)
})

t.test('sign-out: also of a session that the rules no longer admit', async (t) => {
  const server = await start(t, {}, { emailVerified: false })
  const { visitor, confirm, startAnother, oidc } = server
  const stricter = await startAnother({ 'session.requireVerifiedEmail': true })
  const there = await server.visit(null, {}, { at: stricter, cookie: visitor.cookie() })
  const page = await there.go(client.buildEndSessionUrl(oidc, { post_logout_redirect_uri: HOME }).href)
  t.match(page, { status: 200, text: /name="xsrf"/ })
  t.match(await there.ask(), { location: /^\/login\?/ }, 'control: it is not admitted')
  t.match(await confirm('&logout=yes'), { location: '/login?reason=signed-out' }, 'twin')
})

t.test('sign-out: the path of its form has one spelling', async (t) => {
  const { visitor } = await startSignedIn(t)
  for (const [path, status] of [
    ['/sign-out/CONFIRM', 404],
    ['/Sign-Out/confirm', 404],
    ['/sign-out/confirm/', 404],
    ['/sign-out/confirm', 400]
  ] as const) {
    const sent = await visitor.go(`/_auth/oauth${path}`, { method: 'POST', body: 'xsrf=1&logout=yes' })
    t.equal(sent.status, status, path)
  }
})

t.test('two resources: after another account has signed in, the request goes on for both', async (t) => {
  const applications = ['a', 'b'].map((name) => applicationAt(name, [`${name}:read`]))
  const { gateway, origin, oidc, visit } = await startAuthorizationServer(t, { applications })
  const visitor = await visit()
  const address = new URL((await beginRequest(oidc, { scope: 'a:read b:read' })).url)
  for (const name of ['a', 'b']) address.searchParams.append('resource', `${origin}/${name}`)
  const page = await visitor.go(address.href)
  await signIn(visitor, gateway, origin, 'eve')
  const other = await visitor.go(page.location)
  for (const { text } of [page, other]) {
    t.match(text, 'a:read')
    t.match(text, 'b:read')
  }
  const done = await visitor.allow(other)
  t.match(done.location, `${CALLBACK}?code=`)
})
