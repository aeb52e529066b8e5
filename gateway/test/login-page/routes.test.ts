import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import t from 'tap'
import { packagePath, readPackageJson } from '../../src/config/package-files.ts'
import { escapeHtml } from '../../src/http/page.ts'
import type { PageConfig } from '../../src/login-page/contract.ts'
import type { ServerBundle } from '../../src/login-page/document/rendering.ts'
import { PAGE, PUBLIC_ORIGIN, startWorld, type World } from '../fixtures/gateway.ts'
import { send, startUpstream } from '../fixtures/upstream.ts'

const EVERYTHING = {
  'login.methods.signup': true,
  'login.methods.emailLink': true,
  'login.providers': [{ id: 'google.com' }, { id: 'microsoft.com' }, { id: 'saml.acme', name: 'Acme SSO' }]
}
const BUNDLE = packagePath('dist', 'login-ui-server', 'entry-server.js')

/** What the page is told. */
function readConfig(html: string): PageConfig {
  return JSON.parse(/id="gatehouse-config">(.*?)<\/script>/s.exec(html)?.[1] ?? '')
}

async function visit({ url }: World, path: string, headers: Record<string, string> = {}) {
  const answer = await send(`${url}${path}`, { headers: { ...PAGE, ...headers } })
  const html = await answer.text()
  return { answer, html, config: answer.status === 302 ? undefined : readConfig(html) }
}

async function startSignedIn(t: Parameters<typeof startWorld>[0], config: Record<string, unknown> = {}) {
  const world = await startWorld(t, { config: { ...EVERYTHING, ...config } })
  world.provider.accounts.create({ uid: 'ada', email: 'ada@example.com', displayName: 'Ada' })
  return { ...world, cookie: await world.signIn('ada') }
}

/** For all that only look at the page. */
const everything = await startWorld(t, { config: EVERYTHING })

t.test('routes: every screen has its address, for GET and HEAD; others below it do not exist', async (t) => {
  const world = everything
  const rows = [
    ['/login', 'sign-in'],
    ['/login/sign-up', 'sign-up'],
    ['/login/forgot', 'forgot'],
    ['/login/link', 'link'],
    ['/login/action?mode=verifyEmail', 'action'],
    ['/login/second-step', 'second-step'],
    ['/login/signed-out', 'signed-out'],
    ['/login/problem?code=loop', 'problem']
  ] as const
  for (const [path, address] of rows) {
    const { answer, html, config } = await visit(world, path)
    t.equal(answer.status, 200, path)
    t.equal(config?.address, address, path)
    t.match(html, /<div id="page"><.*<h1/s, `${path}: readable before any script`)
    t.notMatch(html, /__GATEHOUSE_|~gatehouse/, `${path}: nothing is left to fill in`)
    const head = await send(`${world.url}${path}`, { method: 'HEAD', headers: PAGE })
    t.equal(head.status, 200, path)
    t.equal(head.headers.get('content-security-policy'), answer.headers.get('content-security-policy'))
  }
  for (const path of ['/login/', '/login/nothing', '/login/sign-up/more', '/login/index.html'])
    t.equal((await send(`${world.url}${path}`, { headers: PAGE })).status, 404, path)
  t.equal(world.upstream.seen.length, 0)
})

t.test('routes: a screen without a use leads to the first one, with its query byte for byte', async (t) => {
  const { url } = await startWorld(t, { config: { 'login.mfa.totp': 'off', 'login.methods.password': true } })
  for (const screen of ['sign-up', 'link', 'second-step']) {
    const answer = await send(`${url}/login/${screen}?redirect=%2fa%20b&lang=de`, { headers: PAGE })
    t.equal(answer.status, 302, screen)
    t.equal(answer.headers.get('location'), '/login?redirect=%2fa%20b&lang=de', screen)
  }
  t.equal((await send(`${url}/login/forgot`, { headers: PAGE })).status, 200, 'there are passwords')
  const providersAlone = { ...EVERYTHING, 'login.methods.password': false, 'login.methods.signup': false }
  const other = await startWorld(t, { config: providersAlone })
  t.equal((await send(`${other.url}/login/forgot`, { headers: PAGE })).headers.get('location'), '/login')
})

t.test(
  'routes: a form posted before the script ran, its body is thrown away and the target kept',
  async (t) => {
    const { url, logText, upstream } = everything
    const post = (path: string, origin: string) =>
      send(`${url}${path}`, {
        method: 'POST',
        headers: { ...PAGE, origin, 'content-type': 'application/x-www-form-urlencoded' },
        body: 'email=a%40b.c&password=hunter2'
      })
    for (const screen of [
      '',
      '/sign-up',
      '/forgot',
      '/link',
      '/action',
      '/second-step',
      '/signed-out',
      '/problem'
    ]) {
      const answer = await post(`/login${screen}?redirect=%2Freports%3Fa%3D1&tenant=x`, PUBLIC_ORIGIN)
      t.equal(answer.status, 303, screen)
      t.equal(answer.headers.get('location'), '/login?redirect=%2Freports%3Fa%3D1&reason=js', screen)
      t.equal((await post(`/login${screen}`, PUBLIC_ORIGIN)).headers.get('location'), '/login?reason=js')
      t.equal((await post(`/login${screen}`, 'https://evil.example')).status, 403, `${screen}: another site`)
    }
    t.notMatch(logText(), 'hunter2')
    t.equal(upstream.seen.length, 0)
  }
)

t.test('routes: links from mails at the provider’s usual path open our page, not the helper’s', async (t) => {
  const world = everything
  const { answer, config } = await visit(world, '/__/auth/action?mode=resetPassword&oobCode=c0de')
  t.equal(answer.status, 200)
  t.match(config, { address: 'action', action: { mode: 'resetPassword' } })
  t.equal((await send(`${world.url}/__/auth/action`, { method: 'HEAD' })).status, 200)
  t.equal((await send(`${world.url}/__/auth/action`, { method: 'PUT' })).status, 405)
})

t.test('routes: the well-known way to a new password, when there are passwords (ASVS 6.2.2)', async (t) => {
  const { url, upstream } = await startWorld(t)
  const answer = await send(`${url}/.well-known/change-password`)
  t.equal(answer.status, 302)
  t.equal(answer.headers.get('location'), '/login/forgot')
  t.equal(upstream.seen.length, 0)
  const without = await startWorld(t, {
    config: { ...EVERYTHING, 'login.methods.password': false, 'login.methods.signup': false }
  })
  t.equal((await send(`${without.url}/.well-known/change-password`)).status, 401, 'the application’s')
})

t.test('target: what the URL asks for, byte for byte, on every link of the page', async (t) => {
  const world = everything
  for (const target of ['/x', '/a%2Fb?c=d%26e&f#g', '/caf%C3%A9', "/it's?q=<b>&r=%22"]) {
    const { config, html } = await visit(world, `/login?redirect=${encodeURIComponent(target)}`)
    const query = `?redirect=${encodeURIComponent(target)}`
    t.equal(config?.redirectTarget, target)
    t.equal(config?.query, query)
    const links = [...html.matchAll(/(?:href|action)="\/login(?:\/[a-z-]+)?([^"]*)"/g)].map(
      ([, rest]) => rest
    )
    t.ok(links.length >= 4, `${links.length} links`)
    t.ok(
      links.every((rest) => rest?.startsWith(escapeHtml(query))),
      target
    )
  }
})

t.test('target: none, or one that is not ours, becomes home and leaves no trace', async (t) => {
  const world = await startWorld(t, { config: { ...EVERYTHING, 'paths.home': '/start' } })
  const targets = [
    '',
    '//evil.example',
    '/..//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:x'
  ]
  const own = [
    '/login',
    '/login/forgot',
    '/logout',
    '/_auth/session',
    '/__/auth/action',
    '/.well-known/change-password'
  ]
  for (const target of [...targets, ...own]) {
    const { config, html } = await visit(world, `/login?redirect=${encodeURIComponent(target)}`)
    t.match(config, { redirectTarget: '/start', query: '' }, target)
    t.notMatch(html, 'evil')
    t.match(html, 'href="/login?lang=de"', 'links are well formed without it')
  }
  const twice = await visit(world, '/login?redirect=/a&redirect=/b')
  t.match(twice.config, { redirectTarget: '/start', query: '' })
})

t.test('target: a link from a mail brings it along in continueUrl, on our own origin alone', async (t) => {
  const world = everything
  const rows = [
    [`${PUBLIC_ORIGIN}/login?redirect=%2Freports%3Fa%3D1`, '/reports?a=1'],
    [`${PUBLIC_ORIGIN}/login/link?redirect=%2Freports`, '/reports'],
    [`${PUBLIC_ORIGIN}/reports?redirect=%2Fother`, '/reports?redirect=%2Fother'],
    [`${PUBLIC_ORIGIN}/login`, '/'],
    [`${PUBLIC_ORIGIN}/login?redirect=https%3A%2F%2Fevil.example`, '/'],
    [`${PUBLIC_ORIGIN}/logout`, '/'],
    ['https://evil.example/login?redirect=%2Freports', '/'],
    ['http://localhost:8081/reports', '/'],
    ['//evil.example/', '/'],
    ['/reports', '/'],
    ['nonsense', '/']
  ] as const
  for (const [continueUrl, expected] of rows) {
    const path = `/login/action?mode=signIn&oobCode=x&continueUrl=${encodeURIComponent(continueUrl)}`
    t.equal((await visit(world, path)).config?.redirectTarget, expected, continueUrl)
  }
  const elsewhere = await visit(world, `/login?continueUrl=${encodeURIComponent(`${PUBLIC_ORIGIN}/reports`)}`)
  t.equal(elsewhere.config?.redirectTarget, '/', 'on no other screen')
})

t.test(
  'words: reasons, modes, codes and references that are not on a list never reach the page',
  async (t) => {
    const world = everything
    for (const reason of ['expired', 'signed-out', 'revoked', 'step-up', 'link-used', 'js'])
      t.equal((await visit(world, `/login?reason=${reason}`)).config?.reason, reason)
    const modes = [
      'resetPassword',
      'verifyEmail',
      'recoverEmail',
      'verifyAndChangeEmail',
      'revertSecondFactorAddition',
      'signIn'
    ]
    for (const mode of modes)
      t.same((await visit(world, `/login/action?mode=${mode}`)).config?.action, { mode }, mode)
    t.equal((await visit(world, '/login?mode=signIn')).config?.action, null, 'a mode on another screen')

    const odd = encodeURIComponent('</script><script>zzz')
    const rows = [
      `/login?reason=${odd}`,
      `/login/action?mode=${odd}`,
      `/login/problem?code=${odd}&ref=${odd}`,
      `/login?tenant=${odd}&lang=${odd}`
    ]
    for (const path of rows) {
      const { config, html } = await visit(world, path)
      t.notMatch(html, 'zzz', path)
      t.match(config, { reason: null, action: null })
    }
    const problem = await visit(world, `/login/problem?code=zzz&ref=${'a'.repeat(65)}`)
    t.same(problem.config?.problem, { code: 'page/fault', reference: null })
  }
)

t.test('problem: every code has words of its own, and the reference is shown', async (t) => {
  const world = everything
  const titleOf = async (code: string) => {
    const { html } = await visit(
      world,
      `/login/problem?code=${encodeURIComponent(code)}&ref=0b1f0b2e-0a64-4b9c-8d2e-5c9c5a1c1f00`
    )
    t.match(html, '0b1f0b2e-0a64-4b9c-8d2e-5c9c5a1c1f00', code)
    return /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1]
  }
  const codes = [
    'loop',
    'page/cookies-off',
    'page/cookies-lost',
    'page/config',
    'PROVIDER_UNAVAILABLE',
    'page/fault'
  ]
  const titles = await Promise.all(codes.map(titleOf))
  t.equal(new Set(titles).size, codes.length, titles.join(' | '))
})

t.test(
  'headers: strict on every screen; the URL of a link from a mail is no referrer, not even for us (ASVS 3.4.5)',
  async (t) => {
    const world = everything
    const { answer } = await visit(world, '/login')
    t.match(Object.fromEntries(answer.headers), {
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
      'content-type': 'text/html; charset=utf-8'
    })
    for (const path of ['/login/action?oobCode=c0de', '/__/auth/action?oobCode=c0de']) {
      const action = await visit(world, path)
      t.equal(action.answer.headers.get('referrer-policy'), 'strict-origin', path)
      t.notMatch(action.html, 'c0de', 'the code is the page’s alone')
    }
    t.notMatch(world.logText(), 'c0de')
  }
)

t.test('page: nothing of Google is asked for before the visitor acts (ASVS 14.2.3)', async (t) => {
  const { html } = await visit(everything, '/login')
  t.notMatch(html.replace(/id="gatehouse-config">.*?<\/script>/s, ''), /https?:\/\/(?!www\.w3\.org)/)
  t.notMatch(html, /preconnect|dns-prefetch/)
})

t.test('page: the scripts that a screen needs are asked for at once, each of them ours', async (t) => {
  const world = everything
  const preloadsOf = async (path: string) => {
    const { html } = await visit(world, path)
    return [...html.matchAll(/rel="modulepreload" href="([^"]+)"/g)].map((match) => match[1] ?? '')
  }
  const first = await preloadsOf('/login')
  for (const path of ['/login/forgot', '/login/sign-up', '/login/action?mode=signIn']) {
    const more = (await preloadsOf(path)).filter((href) => !first.includes(href))
    t.ok(more.length > 0, path)
    for (const href of more) t.equal((await send(`${world.url}${href}`)).status, 200, href)
  }
})

t.test('signed in: sent on from the screens of those who are signed out, and from no other', async (t) => {
  const world = await startSignedIn(t)
  const { cookie } = world
  for (const path of ['/login', '/login/sign-up', '/login/link', '/login/signed-out']) {
    const { answer } = await visit(world, `${path}?redirect=%2Fx%3Fy`, { cookie })
    t.equal(answer.status, 302, path)
    t.equal(answer.headers.get('location'), '/x?y', path)
  }
  for (const path of [
    '/login/forgot',
    '/login/second-step?reason=step-up',
    '/login/action',
    '/login/problem'
  ]) {
    const { answer, config } = await visit(world, path, { cookie })
    t.equal(answer.status, 200, path)
    t.equal(config?.account, null, path)
  }
})

t.test(
  'signed in: with prompt=login the page says whose session it is, in an answer of its own',
  async (t) => {
    const world = await startSignedIn(t)
    const headers = { cookie: world.cookie, 'accept-encoding': 'br, gzip' }
    const { answer, config, html } = await visit(world, '/login?prompt=login&redirect=%2Fx', headers)
    t.equal(answer.status, 200)
    t.match(config, {
      address: 'account',
      account: { name: 'Ada', email: 'ada@example.com' },
      redirectTarget: '/x'
    })
    t.match(html, 'href="/x"')
    t.equal(answer.headers.get('content-encoding'), null, 'its length tells nothing')
    const stranger = await visit(world, '/login?prompt=login&redirect=%2Fx')
    t.match(stranger.config, { address: 'sign-in', account: null })
    t.notMatch(stranger.html, /ada/i)
  }
)

t.test(
  'signed in with an account of another tenant: the form, and whose session it is; nobody is sent on',
  async (t) => {
    const world = await startWorld(t, {
      tenants: ['acme'],
      config: { 'identityPlatform.tenants': { '/acme/*': 'acme' } }
    })
    world.provider.accounts.create({ uid: 'ada', email: 'ada@example.com' })
    const headers = { cookie: await world.signIn('ada') }
    const { answer, config } = await visit(world, '/login?redirect=%2Facme%2Fx', headers)
    t.equal(answer.status, 200)
    t.match(config, { address: 'sign-in', account: { email: 'ada@example.com' }, tenant: { id: 'acme' } })
    t.equal((await visit(world, '/login?redirect=%2Fx', headers)).answer.headers.get('location'), '/x')
  }
)

t.test(
  'loop: an application that sends signed-in visitors back, the fourth time in 30 seconds is told',
  async (t) => {
    const world = await startSignedIn(t)
    let cookie = world.cookie
    const bounce = async () => {
      const { answer, config, html } = await visit(world, '/login?redirect=%2Fx', { cookie })
      const [set] = answer.headers.getSetCookie().filter((value) => value.startsWith('gatehouse-bounces='))
      if (set !== undefined) cookie = `${world.cookie}; ${set.split(';', 1)[0]}`
      return { status: answer.status, config, html, set, answer }
    }
    for (const count of [1, 2, 3]) {
      const { status, set } = await bounce()
      t.equal(status, 302)
      t.match(
        set,
        new RegExp(
          `^gatehouse-bounces=${count}\\.\\d+\\.[0-9a-f]{8}; Max-Age=30; Path=/; HttpOnly; SameSite=Lax$`
        )
      )
      world.advance(7)
    }
    const loop = await bounce()
    t.equal(loop.status, 508)
    t.equal(loop.set, undefined)
    const reference = loop.answer.headers.get('x-request-id')
    t.match(loop.config, { address: 'problem', problem: { code: 'loop', reference }, redirectTarget: '/x' })
    t.match(loop.html, String(reference))
    t.notMatch(loop.html, /ada/i)
    const lines = world.logLines().filter((line) => line.outcome === 'loop')
    t.match(lines, [{ level: 'warn', subject: 'ada', path: '/login', requestId: reference }])
    t.equal(lines.length, 1)

    t.equal((await visit(world, '/login', { cookie: world.cookie })).answer.status, 302, 'another browser')
    t.equal((await visit(world, '/login?redirect=%2Fy', { cookie })).answer.status, 302, 'another tab')
    world.advance(9)
    t.equal((await bounce()).status, 302, '30 seconds after the first time')
    t.equal((await bounce()).status, 302)
  }
)

t.test(
  'redirect: the vectors of the page, each opens itself or home, on the page and signed in',
  async (t) => {
    const world = await startSignedIn(t)
    const vectors = readPackageJson('login-ui', 'test', 'fixtures', 'redirect-vectors.json')
    const { itself, home }: Record<string, string[]> = Object(vectors)
    const rows = [
      ...(itself ?? []).map((target) => [target, target]),
      ...(home ?? []).map((target) => [target, '/'])
    ]
    t.ok(rows.length >= 25, `${rows.length} vectors`)
    for (const [target = '', opened = ''] of rows) {
      const path = `/login?redirect=${encodeURIComponent(target)}`
      t.equal((await visit(world, path)).config?.redirectTarget, opened, encodeURIComponent(target))
      const { answer } = await visit(world, path, { cookie: world.cookie })
      t.equal(answer.headers.get('location'), opened)
    }
  }
)

t.test('loop: what a browser fetches ahead does not count', async (t) => {
  const world = await startSignedIn(t)
  const ahead = { cookie: world.cookie, 'sec-purpose': 'prefetch;prerender' }
  const { answer } = await visit(world, '/login', ahead)
  t.equal(answer.status, 302)
  t.same(answer.headers.getSetCookie(), [])
  t.equal(
    (await visit(world, '/login', { cookie: world.cookie })).answer.headers.getSetCookie().length,
    1,
    'twin'
  )
})

t.test('signed in: a target beyond ASCII is sent on percent-encoded', async (t) => {
  const world = await startSignedIn(t)
  for (const [redirect = '', location] of [
    ['%2F%E3%80%82x', '/%E3%80%82x'],
    ['%2F%C3%A9%3Fq%3D%C3%BC', '/%C3%A9?q=%C3%BC'],
    ['%2Fplain%3Fq%3D%25C3', '/plain?q=%C3']
  ]) {
    const { answer } = await visit(world, `/login?redirect=${redirect}`, { cookie: world.cookie })
    t.equal(answer.status, 302, redirect)
    t.equal(answer.headers.get('location'), location)
  }
})

t.test('loop: a count that is none, of a time to come or of long ago begins anew', async (t) => {
  const world = await startSignedIn(t)
  const first = await visit(world, '/login', { cookie: world.cookie })
  const [, seconds, home] = /bounces=1\.(\d+)\.(\w+)/.exec(first.answer.headers.getSetCookie()[0] ?? '') ?? []
  const nowSeconds = Number(seconds)
  for (const value of [
    '',
    'x',
    '9',
    `3.${nowSeconds + 500}.${home}`,
    `3.${nowSeconds - 500}.${home}`,
    `33.${nowSeconds}.${home}`,
    `3.${nowSeconds}.00000000`,
    `3.${nowSeconds}`,
    '3.-1',
    '%00',
    '3.x'
  ]) {
    const { answer } = await visit(world, '/login', { cookie: `${world.cookie}; gatehouse-bounces=${value}` })
    t.equal(answer.status, 302, value)
    t.match(answer.headers.getSetCookie(), [/^gatehouse-bounces=1\./], value)
  }
  const full = await visit(world, '/login', {
    cookie: `${world.cookie}; gatehouse-bounces=3.${nowSeconds}.${home}`
  })
  t.equal(full.answer.status, 508)
})

t.test(
  'cookies of the page: beside a renewed session, both are set; the next visitor of that session gets his own',
  async (t) => {
    const world = await startSignedIn(t)
    world.advance(3601)
    const set = async (path: string) => {
      const { answer } = await visit(world, path, { cookie: world.cookie })
      return answer.headers.getSetCookie().map((line) => line.split(/=|\./, 1)[0])
    }
    t.same(await set('/login?prompt=login&lang=de'), ['gatehouse', 'gatehouse-lang'])
    t.same(
      await set('/login?prompt=login'),
      ['gatehouse'],
      'the renewed session is remembered, the language is not'
    )
    t.same(await set('/login'), ['gatehouse', 'gatehouse-bounces'])
  }
)

t.test(
  'cookies of the page: the application neither sees nor sets them; its own look-alikes pass',
  async (t) => {
    const { url, upstream, cookie } = await startSignedIn(t)
    const mine = 'gatehouse-lang=de; gatehouse-bounces=1.2'
    await send(`${url}/x`, { headers: { cookie: `a=1; ${cookie}; ${mine}; gatehouse-language=fr; b=2` } })
    t.equal(upstream.seen[0]?.headers.cookie, 'a=1; gatehouse-language=fr; b=2')

    const application = await startUpstream((_request, response) => {
      const names = ['gatehouse-lang', 'gatehouse-bounces', 'gatehouse-language']
      response.setHeader(
        'set-cookie',
        names.map((name) => `${name}=x`)
      )
      response.end()
    })
    t.teardown(() => application.close())
    const config = { 'access.default': 'public' }
    const other = await startWorld(t, { upstreamUrl: application.url, config })
    const answer = await send(`${other.url}/x`)
    t.same(answer.headers.getSetCookie(), ['gatehouse-language=x'])
  }
)

t.test(
  'rendering: what visitors get is what the page renders for the same facts, whatever the target',
  async (t) => {
    const { renderPage, headOf } = (await import(BUNDLE)) as ServerBundle
    const world = everything
    const rows = [
      '/login',
      '/login?redirect=%2Fx',
      '/login?redirect=%2Fy%3Fa%3Db%26c&lang=ar',
      '/login/sign-up?redirect=%2Fx',
      '/login/problem?code=loop&ref=r1'
    ]
    for (const path of [...rows, ...rows]) {
      const { config, html } = await visit(world, path)
      if (config === undefined) throw new Error(path)
      t.equal(
        /<div id="page">(.*)<\/div>\s*<script type="application\/json"/s.exec(html)?.[1],
        renderPage(config),
        path
      )
      t.match(html, `<title>${escapeHtml(headOf(config).title)}</title>`)
    }
  }
)

t.test('rendering: a header names the stylesheet, before the first byte of HTML is read', async (t) => {
  const { answer, html } = await visit(everything, '/login')
  const [, style] = /<link rel="stylesheet" crossorigin href="([^"]+)">/.exec(html) ?? []
  t.ok(style)
  t.equal(answer.headers.get('link'), `<${style}>; rel=preload; as=style; crossorigin`)
})

t.test('rendering: a value cannot leave its place (ASVS 1.2.1, 1.2.3, 1.3.7)', async (t) => {
  const world = await startWorld(t, {
    config: { ...EVERYTHING, 'login.brand.name': 'A & <B> "C" ~gatehouse-query~' }
  })
  const target = '/x"><script>zzz</script>&amp;~gatehouse-reference~__GATEHOUSE_CONFIG__'
  const { html, config } = await visit(world, `/login?redirect=${encodeURIComponent(target)}`)
  t.equal(config?.redirectTarget, target)
  t.equal(config?.brand.name, 'A & <B> "C" ~gatehouse-query~')
  const block = /id="gatehouse-config">(.*?)<\/script>/s.exec(html)?.[1] ?? ''
  t.notMatch(block, /[<>&]/, 'nothing can end the block')
  t.notMatch(html, '<script>zzz')
  t.equal(html.match(/<script/g)?.length, 2, 'the block and the page’s own script')
})

t.test(
  'rendering: brotli, gzip or as it is, whatever the visitor takes; at most 6 kB in every language',
  async (t) => {
    const { url } = everything
    const read = async (accepted: string, path = '/login') => {
      const answer = await send(`${url}${path}`, { headers: { ...PAGE, 'accept-encoding': accepted } })
      return {
        encoding: answer.headers.get('content-encoding'),
        bytes: Buffer.from(await answer.arrayBuffer())
      }
    }
    const plain = (await read('identity')).bytes.toString()
    for (const [accepted, expected] of [
      ['gzip, deflate, br', 'br'],
      ['br;q=0, gzip', 'gzip'],
      ['GZIP;q=0.5', 'gzip'],
      ['br;q=0, gzip;q=0.0', null],
      ['deflate', null]
    ] as const) {
      const { encoding, bytes } = await read(accepted)
      t.equal(encoding, expected, accepted)
      const unpacked =
        encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes
      t.equal(unpacked.toString(), plain, accepted)
    }
    for (const lang of ['en', 'de', 'fr', 'es', 'pt-BR', 'ja', 'zh-Hans', 'ar']) {
      const { bytes } = await read('br', `/login?redirect=%2Freports%2F2026&ui_locales=${lang}`)
      t.ok(bytes.length <= 6144, `${lang}: ${bytes.length} bytes`)
    }
  }
)

t.test('hosts: each has its name, its helper and its policy', async (t) => {
  const world = await startWorld(t, {
    publicUrl: 'https://app.example.com',
    config: {
      ...EVERYTHING,
      'identityPlatform.tenants': { 'acme.example.com': 'acme' },
      'identityPlatform.endpoints': {},
      'login.brand.name': 'Everybody',
      'login.destinations': { '/reports': 'Reports' },
      'login.hosts': {
        'acme.example.com': { brand: { name: 'Acme' }, destinations: { '/reports': 'Numbers' } }
      },
      trustedProxies: ['127.0.0.1/32']
    }
  })
  const path = '/login?redirect=%2Freports%2F1'
  const here = await visit(world, path)
  t.match(here.config, {
    brand: { name: 'Everybody' },
    destination: 'Reports',
    provider: { authDomain: 'app.example.com' },
    tenant: { id: null }
  })
  const there = await visit(world, path, { 'x-forwarded-host': 'acme.example.com' })
  t.match(there.config, {
    brand: { name: 'Acme' },
    destination: 'Numbers',
    provider: { authDomain: 'acme.example.com' },
    tenant: { id: 'acme' }
  })
  t.match(there.html, /<title>.* – Acme<\/title>/)
  const stranger = await visit(world, path, { 'x-forwarded-host': 'evil.example' })
  t.match(stranger.config, { brand: { name: 'Everybody' }, provider: { authDomain: 'app.example.com' } })
})

t.test(
  'destination: named after the place that the visitor will get to, however it is spelled',
  async (t) => {
    const world = await startWorld(t, {
      config: { 'login.destinations': { '/reports': 'Reports', '/reports/admin': 'Administration' } }
    })
    const rows = [
      ['/reports/1', 'Reports'],
      ['/reports?a=/../x', 'Reports'],
      ['/reports#/../x', 'Reports'],
      ['/x/../reports', 'Reports'],
      ['/x/%2e%2e/reports/1', 'Reports'],
      ['/reports/x/../admin', 'Administration'],
      ['/reports/../x', null],
      ['/reports/%2E./x', null],
      ['/reports/admin/../../x?y', null],
      ['/x?/reports', null]
    ] as const
    for (const [target, name] of rows) {
      const { config } = await visit(world, `/login?redirect=${encodeURIComponent(target)}`)
      t.equal(config?.destination, name, target)
      t.equal(config?.redirectTarget, target, 'the target itself stays as it came')
    }
  }
)

t.test('routes: a screen without a use leads to the first one by a Location of bounded length', async (t) => {
  const { url } = await startWorld(t)
  const ask = async (length: number) => {
    const answer = await send(`${url}/login/sign-up?redirect=%2F${'x'.repeat(length)}`, { headers: PAGE })
    return answer.headers.get('location')
  }
  t.equal(await ask(4095), `/login?redirect=%2F${'x'.repeat(4095)}`)
  t.equal(await ask(20_000), '/login')
})
