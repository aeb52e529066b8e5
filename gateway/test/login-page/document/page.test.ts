import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import t from 'tap'
import { packagePath } from '../../../src/config/package-files.ts'
import { escapeHtml } from '../../../src/http/page.ts'
import type { ServerBundle } from '../../../src/login-page/document/rendering.ts'
import { PAGE, startGateway } from '../../fixtures/gateway.ts'
import { send } from '../../fixtures/http-client.ts'
import { EVERYTHING, visit } from '../../fixtures/login-page.ts'

const BUNDLE = packagePath('dist', 'login-ui-server', 'entry-server.js')

/** For all that only load the page. */
const everything = await startGateway(t, { config: EVERYTHING })

t.test(
  'headers: strict on every screen; the URL of a link from a mail is no referrer, not even for us (ASVS 3.4.5)',
  async (t) => {
    const gateway = everything
    const { answer } = await visit(gateway, '/login')
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
      const action = await visit(gateway, path)
      t.equal(action.answer.headers.get('referrer-policy'), 'strict-origin', path)
      t.notMatch(action.html, 'c0de', 'the code is the page’s alone')
    }
    t.notMatch(gateway.logText(), 'c0de')
  }
)

t.test('page: nothing of Google is asked for before the visitor acts (ASVS 14.2.3)', async (t) => {
  const { html } = await visit(everything, '/login')
  t.notMatch(html.replace(/id="gatehouse-config">.*?<\/script>/s, ''), /https?:\/\/(?!www\.w3\.org)/)
  t.notMatch(html, /preconnect|dns-prefetch/)
})

t.test('page: the scripts that a screen needs are asked for at once, each of them ours', async (t) => {
  const gateway = everything
  const preloadsOf = async (path: string) => {
    const { html } = await visit(gateway, path)
    return [...html.matchAll(/rel="modulepreload" href="([^"]+)"/g)].map((match) => match[1] ?? '')
  }
  const first = await preloadsOf('/login')
  for (const path of ['/login/forgot', '/login/sign-up', '/login/action?mode=signIn']) {
    const more = (await preloadsOf(path)).filter((href) => !first.includes(href))
    t.ok(more.length > 0, path)
    for (const href of more) t.equal((await send(`${gateway.url}${href}`)).status, 200, href)
  }
})

t.test(
  'rendering: what visitors get is what the page renders for the same facts, whatever the target',
  async (t) => {
    const { renderPage, headOf } = (await import(BUNDLE)) as ServerBundle
    const gateway = everything
    const rows = [
      '/login',
      '/login?redirect=%2Fx',
      '/login?redirect=%2Fy%3Fa%3Db%26c&lang=ar',
      '/login/sign-up?redirect=%2Fx',
      '/login/problem?code=loop&ref=r1'
    ]
    for (const path of [...rows, ...rows]) {
      const { config, html } = await visit(gateway, path)
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
  const gateway = await startGateway(t, {
    config: { ...EVERYTHING, 'login.brand.name': 'A & <B> "C" ~gatehouse-query~' }
  })
  const target = '/x"><script>zzz</script>&amp;~gatehouse-reference~__GATEHOUSE_CONFIG__'
  const { html, config } = await visit(gateway, `/login?redirect=${encodeURIComponent(target)}`)
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
  const gateway = await startGateway(t, {
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
  const here = await visit(gateway, path)
  t.match(here.config, {
    brand: { name: 'Everybody' },
    destination: 'Reports',
    provider: { authDomain: 'app.example.com' },
    tenant: { id: null }
  })
  const there = await visit(gateway, path, { 'x-forwarded-host': 'acme.example.com' })
  t.match(there.config, {
    brand: { name: 'Acme' },
    destination: 'Numbers',
    provider: { authDomain: 'acme.example.com' },
    tenant: { id: 'acme' }
  })
  t.match(there.html, /<title>.* – Acme<\/title>/)
  const stranger = await visit(gateway, path, { 'x-forwarded-host': 'evil.example' })
  t.match(stranger.config, { brand: { name: 'Everybody' }, provider: { authDomain: 'app.example.com' } })
})

t.test(
  'destination: named after the place that the visitor will get to, however it is spelled',
  async (t) => {
    const gateway = await startGateway(t, {
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
      const { config } = await visit(gateway, `/login?redirect=${encodeURIComponent(target)}`)
      t.equal(config?.destination, name, target)
      t.equal(config?.redirectTarget, target, 'the target itself stays as it came')
    }
  }
)
