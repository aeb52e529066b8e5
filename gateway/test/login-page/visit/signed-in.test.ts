import t from 'tap'
import { createRedirectCounter } from '../../../src/endpoints/page-cookies.ts'
import { shortReference } from '../../../src/http/auth-request.ts'
import { createClock } from '../../fixtures/clock.ts'
import { startGateway } from '../../fixtures/gateway.ts'
import { EVERYTHING, visit } from '../../fixtures/login-page/login-page.ts'
import { signedIn } from '../../fixtures/signed-in.ts'

t.test('signed in: redirected from screens for signed-out visitors, and from no others', async (t) => {
  const gateway = await signedIn(t, EVERYTHING)
  const { cookie } = gateway
  for (const path of ['/login', '/login/sign-up', '/login/link', '/login/signed-out']) {
    const { status, headers } = (await visit(gateway, `${path}?redirect=%2Fx%3Fy`, { cookie })).response
    t.same([status, headers.get('location')], [302, '/x?y'], path)
  }
  for (const path of ['/login/forgot', '/login/action', '/login/problem']) {
    const { response, config } = await visit(gateway, path, { cookie })
    t.same([response.status, config?.account], [200, null], path)
  }
})

t.test('signed in: the page that sets up a second step says why, and knows the account', async (t) => {
  const gateway = await signedIn(t, EVERYTHING)
  const path = '/login/second-step?redirect=%2Fx&reason=expired'
  const own = await visit(gateway, path, { cookie: gateway.cookie })
  t.equal(own.response.status, 200)
  t.match(own.config, { address: 'second-step', reason: 'step-up', account: { email: 'ada@example.com' } })
  t.match(own.html, 'Sign in to set up a second step.')
  t.match(own.html, /<input[^>]*readOnly[^>]*value="ada@example.com"/i)
  t.notMatch(own.html, 'href="/login/sign-up')

  const stranger = await visit(gateway, path)
  t.match(stranger.config, { reason: 'step-up', account: null })
  t.match(stranger.html, 'Sign in to set up a second step.')
  t.notMatch(stranger.html, /readOnly|ada@/i)
})

t.test('signed in: prompt=login shows the account, in a response for this visitor only', async (t) => {
  const gateway = await signedIn(t, EVERYTHING)
  const headers = { cookie: gateway.cookie, 'accept-encoding': 'br, gzip' }
  const { response, config, html } = await visit(gateway, '/login?prompt=login&redirect=%2Fx', headers)
  t.equal(response.status, 200)
  t.match(config, {
    address: 'account',
    account: { name: 'Ada', email: 'ada@example.com', provider: 'password' },
    redirectTarget: '/x'
  })
  t.match(html, 'href="/x"')
  t.equal(response.headers.get('content-encoding'), null, 'the length must not reveal it')
  const stranger = await visit(gateway, '/login?prompt=login&redirect=%2Fx')
  t.match(stranger.config, { address: 'sign-in', account: null })
  t.notMatch(stranger.html, /\bada\b/i)
})

t.test('signed in: by an account of another tenant, form and account, no redirect', async (t) => {
  const gateway = await startGateway(t, {
    tenants: ['acme'],
    config: { 'identityPlatform.tenants': { '/acme/*': 'acme' } }
  })
  gateway.provider.accounts.create({ uid: 'ada', email: 'ada@example.com' })
  const headers = { cookie: await gateway.signIn('ada') }
  const { response, config } = await visit(gateway, '/login?redirect=%2Facme%2Fx', headers)
  t.equal(response.status, 200)
  t.match(config, { address: 'sign-in', account: { email: 'ada@example.com' }, tenant: { id: 'acme' } })
  t.equal((await visit(gateway, '/login?redirect=%2Fx', headers)).response.headers.get('location'), '/x')
})

t.test('loop: an application that sends visitors back gets an error the ninth time in 30 s', async (t) => {
  const gateway = await signedIn(t, EVERYTHING)
  let cookie = gateway.cookie
  const bounce = async (target = '/x') => {
    const path = `/login?redirect=${encodeURIComponent(target)}`
    const { response, config, html } = await visit(gateway, path, { cookie })
    const [set] = response.headers.getSetCookie().filter((value) => value.startsWith('gatehouse-redirects='))
    if (set !== undefined) cookie = `${gateway.cookie}; ${set.split(';', 1)[0]}`
    return { status: response.status, config, html, set, reference: response.headers.get('x-request-id') }
  }
  for (const [index, target] of ['/x', '/x?a', '/x#b', '/x', '/x', '/x', '/x', '/x'].entries()) {
    const { status, set = '' } = await bounce(target)
    t.equal(status, 302, target)
    t.match(set, /^gatehouse-redirects=\d\.\d+\.[0-9a-f]{8}; Max-Age=30; Path=\/; HttpOnly; SameSite=Lax$/)
    t.match(set, `=${index + 1}.`)
    gateway.advance(3)
  }
  gateway.advance(5)
  const { status, set, reference, config, html } = await bounce()
  t.same([status, set], [508, undefined])
  const problem = { code: 'loop', reference: shortReference(String(reference)) }
  t.match(config, { address: 'problem', problem, redirectTarget: '/x' })
  t.match(html, `Reference: ${problem.reference}<`)
  t.notMatch(html, /\bada\b/i)
  const [line, ...more] = gateway.logLines({ outcome: 'loop' })
  t.match(line, { level: 'warn', subject: 'ada', path: '/login', requestId: reference })
  t.same(more, [])

  t.equal((await visit(gateway, '/login?redirect=%2Fy', { cookie })).response.status, 302, 'another tab')
  gateway.advance(1)
  t.equal((await bounce()).status, 302, '30 seconds after the first time')
})

t.test('loop: a cookie that is not ours starts a new count', async (t) => {
  const { now } = createClock()
  const count = createRedirectCounter(now)
  const fresh = count(undefined, '/x')
  if (fresh.kind !== 'redirect') throw new Error('a loop')
  const path = fresh.count.split('.')[2] ?? ''
  t.same(count(`8.${now()}.${path}`, '/x'), { kind: 'loop' }, 'control')
  for (const cookie of [
    ...['', 'x', `8.${now() + 1}.${path}`, `8.${now() - 30}.${path}`, `33.${now()}.${path}`],
    ...[`8.${now()}.${path}.x`, ` 3.${now()}.${path}`]
  ])
    t.same(count(cookie, '/x'), fresh, cookie)
})

t.test('loop: prefetched pages do not count', async (t) => {
  const gateway = await signedIn(t, EVERYTHING)
  const ahead = { cookie: gateway.cookie, 'sec-purpose': 'prefetch;prerender' }
  const { response } = await visit(gateway, '/login', ahead)
  t.same([response.status, response.headers.getSetCookie()], [302, []])
  const control = await visit(gateway, '/login', { cookie: gateway.cookie })
  t.equal(control.response.headers.getSetCookie().length, 1, 'control')
})

t.test('cookies of the page: set with a renewed session, later requests get their own', async (t) => {
  const gateway = await signedIn(t, EVERYTHING)
  gateway.advance(3601)
  const set = async (path: string) => {
    const { response } = await visit(gateway, path, { cookie: gateway.cookie })
    return response.headers.getSetCookie().map((line) => line.split(/=|\./, 1)[0])
  }
  t.same(await set('/login?prompt=login&lang=de'), ['gatehouse', 'gatehouse-lang'])
  const found = await set('/login?prompt=login')
  t.same(found, ['gatehouse'], 'the renewed session is cached, the language is not')
  t.same(await set('/login'), ['gatehouse', 'gatehouse-redirects'])
})
