import t from 'tap'
import { PUBLIC_ORIGIN, startGateway } from '../../fixtures/gateway.ts'
import { EVERYTHING, visit } from '../../fixtures/login-page/login-page.ts'

/** Shared by tests that only load the page. */
const everything = await startGateway(t, { config: EVERYTHING })

t.test('target: is taken from the URL byte for byte and kept on every link of the page', async (t) => {
  const gateway = everything
  for (const target of ['/x', '/a%2Fb?c=d%26e&f#g', '/caf%C3%A9', "/it's?q=<b>&r=%22"]) {
    const { config, html } = await visit(gateway, `/login?redirect=${encodeURIComponent(target)}`)
    const query = `?redirect=${encodeURIComponent(target)}`
    t.equal(config?.redirectTarget, target)
    t.equal(config?.query, query)
    const links = [...html.matchAll(/(?:href|action)="\/login(?:\/[a-z-]+)?([^"]*)"/g)].map(([, rest = '']) =>
      rest.replaceAll('&#x27;', "'")
    )
    t.ok(links.length >= 4, `${links.length} links`)
    const found = links.filter((rest) => !rest.startsWith(query))
    t.same(found, [], target)
  }
})

t.test('target: a missing or foreign one becomes home and leaves no trace', async (t) => {
  const gateway = await startGateway(t, { config: { ...EVERYTHING, 'paths.home': '/start' } })
  const targets = [
    ...['', '//evil.example', '/..//evil.example', '/\\evil.example', 'https://evil.example'],
    ...['javascript:x']
  ]
  const own =
    '/login /login/forgot /logout /_auth/session /__/auth/action /.well-known/change-password'.split(' ')
  for (const target of [...targets, ...own]) {
    const { config, html } = await visit(gateway, `/login?redirect=${encodeURIComponent(target)}`)
    t.match(config, { redirectTarget: '/start', query: '' }, target)
    t.notMatch(html, 'evil')
    t.match(html, 'href="/login?lang=de"', 'links are well formed without it')
  }
  const twice = await visit(gateway, '/login?redirect=/a&redirect=/b')
  t.match(twice.config, { redirectTarget: '/start', query: '' })
})

t.test('target: an email link carries it in continueUrl, only for our own origin', async (t) => {
  const gateway = everything
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
    t.equal((await visit(gateway, path)).config?.redirectTarget, expected, continueUrl)
  }
  const elsewhere = await visit(
    gateway,
    `/login?continueUrl=${encodeURIComponent(`${PUBLIC_ORIGIN}/reports`)}`
  )
  t.equal(elsewhere.config?.redirectTarget, '/', 'on no other screen')
})

t.test('words: reasons, modes, codes and references not on a list never reach the page', async (t) => {
  const gateway = everything
  for (const reason of ['expired', 'signed-out', 'revoked', 'step-up', 'link-used', 'js'])
    t.equal((await visit(gateway, `/login?reason=${reason}`)).config?.reason, reason)
  const modes =
    'resetPassword verifyEmail recoverEmail verifyAndChangeEmail revertSecondFactorAddition signIn'.split(' ')
  for (const mode of modes)
    t.same((await visit(gateway, `/login/action?mode=${mode}`)).config?.action, { mode }, mode)
  t.equal((await visit(gateway, '/login?mode=signIn')).config?.action, null, 'a mode on another screen')

  const odd = encodeURIComponent('</script><script>zzz')
  const rows = [
    `/login?reason=${odd}`,
    `/login/action?mode=${odd}`,
    `/login/problem?code=${odd}&ref=${odd}`,
    `/login?tenant=${odd}&lang=${odd}`
  ]
  for (const path of rows) {
    const { config, html } = await visit(gateway, path)
    t.notMatch(html, 'zzz', path)
    t.match(config, { reason: null, action: null })
  }
  const problem = await visit(gateway, `/login/problem?code=zzz&ref=${'a'.repeat(65)}`)
  t.same(problem.config?.problem, { code: 'page/fault', reference: null })
})

t.test('problem: every code has its own title, and the reference is shown', async (t) => {
  const gateway = everything
  const titleOf = async (code: string) => {
    const { html } = await visit(
      gateway,
      `/login/problem?code=${encodeURIComponent(code)}&ref=0b1f0b2e-0a64-4b9c-8d2e-5c9c5a1c1f00`
    )
    t.match(html, 'Reference: 0b1f0b2e<', code)
    return /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1]
  }
  const known = 'loop page/cookies-off page/cookies-lost page/config PROVIDER_UNAVAILABLE page/fault'
  const codes = known.split(' ')
  const titles = await Promise.all(codes.map(titleOf))
  t.equal(new Set(titles).size, codes.length, titles.join(' | '))
})
