import t from 'tap'
import { PAGE, PUBLIC_ORIGIN, startGateway } from '../fixtures/gateway.ts'
import { send } from '../fixtures/wire/http-client.ts'

const { url } = await startGateway(t, {
  // No application listens here.
  upstreamUrl: 'http://127.0.0.1:9',
  config: {
    'access.rules': [{ path: '/public/*', allow: 'public' }],
    'login.locales.enabled': ['en', 'de', 'zh-Hant'],
    'login.links.privacy': 'https://acme.example/privacy'
  }
})
/** A visitor who follows a same-origin link. */
const FOLLOWED = { ...PAGE, 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' }
const ask = (path: string, headers: Record<string, string> = {}) =>
  send(`${url}${path}`, { headers: { ...FOLLOWED, ...headers } })

/** The address for switching the page to German; null: there is none. */
async function germanOf(response: Response): Promise<string | null> {
  const [, href = null] = /href="([^"]+)"[^>]* hreflang="de"/.exec(await response.text()) ?? []
  return href?.replaceAll('&amp;', '&') ?? null
}

t.test('language: choosing one on a page reloads the page in that language', async (t) => {
  const page = await ask('/public/x?y=1&z=a%20b')
  const href = await germanOf(page)
  t.equal(href, '/_auth/language?lang=de&to=%2Fpublic%2Fx%3Fy%3D1%26z%3Da%2520b')
  const chosen = await ask(href ?? '')
  t.same([chosen.status, chosen.headers.get('location')], [303, '/public/x?y=1&z=a%20b'])
  t.same(chosen.headers.getSetCookie(), [
    'gatehouse-lang=de; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax'
  ])
  const again = await (await ask('/public/x?y=1&z=a%20b', { cookie: 'gatehouse-lang=de' })).text()
  t.match(again, '<html lang="de" dir="ltr">')
  t.match(again, '<a href="https://acme.example/privacy">Datenschutz</a>')
  t.match(again, 'aria-current="true">Deutsch</a>')
})

t.test('language: one that is not enabled redirects back without a cookie', async (t) => {
  for (const lang of ['fr', 'DE', 'de;x', '', 'de%0d%0aset-cookie:a=b', '__proto__', 'de&lang=en']) {
    const { status, headers } = await ask(`/_auth/language?lang=${lang}&to=/x`)
    t.same([status, headers.get('location'), headers.getSetCookie()], [303, '/x', []], lang)
  }
})

t.test('language: redirects only to a path of the same origin, otherwise home', async (t) => {
  const hostile = [
    ...['//evil.test', '/\\evil.test', 'https://evil.test/', 'javascript:alert(1)', '/%2f%2fevil.test', ''],
    ...[`${PUBLIC_ORIGIN}/x`, '/_auth/begin?to=/x', '/__/auth/handler', '/a%0d%0ab', `/${'x'.repeat(5000)}`]
  ]
  for (const target of hostile) {
    const response = await ask(`/_auth/language?lang=de&to=${encodeURIComponent(target)}`)
    t.equal(response.headers.get('location'), '/', target.slice(0, 40))
  }
  t.equal((await ask('/_auth/language?lang=de')).headers.get('location'), '/')
})

t.test('language: on the sign-out confirmation it shows the page again without signing out', async (t) => {
  const asked = await ask('/logout', { 'sec-fetch-site': 'cross-site' })
  const href = await germanOf(asked)
  t.equal(href, '/_auth/language?lang=de&to=%2Flogout%3Fask%3D1')
  const again = await ask('/logout?ask=1', { cookie: 'gatehouse-lang=de' })
  t.equal(again.status, 200)
  t.match(await again.text(), '<h1>Abmelden?</h1>')
  t.equal((await ask('/logout')).status, 303, 'without the parameter, a same-origin link signs out')
})

t.test('language: no switch on a page that cannot be reloaded', async (t) => {
  const form = { method: 'POST', headers: { ...FOLLOWED, origin: PUBLIC_ORIGIN } }
  t.equal(await germanOf(await send(`${url}/public/x`, form)), null, 'sent by a form')
  t.equal(await germanOf(await ask('/caf%E9')), '/_auth/language?lang=de&to=', 'home, if it cannot be read')
  t.equal(await germanOf(await ask('/_auth/none')), null, 'below /_auth/')
  t.equal(await germanOf(await ask(`/public/${'x'.repeat(1000)}`)), null, 'long target')
  t.equal(await germanOf(await ask(`/public/${'"'.repeat(250)}`)), null, 'long once it is encoded')
  t.not(await germanOf(await ask(`/public/${'x'.repeat(900)}`)), null)
})

t.test('language: other methods get 405, from another site 403', async (t) => {
  const post = (origin: string) => send(`${url}/_auth/language`, { method: 'POST', headers: { origin } })
  t.equal((await post(PUBLIC_ORIGIN)).status, 405)
  t.equal((await post('https://evil.test')).status, 403)
})
