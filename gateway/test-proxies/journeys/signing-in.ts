import { APPLICATION_COOKIE } from '../application.ts'
import { ADA, openSession } from '../environment.ts'
import { CALL } from '../visitor.ts'
import type { Journey } from './journey.ts'

/** Bytes that proxies tend to rewrite: encoded slash, umlauts, plus sign, dot segment in the query. */
const DEEP_LINK = '/reports%2F2026/%C3%A9t%C3%A9?quarter=3&next=/a/../b%2Fc+d&sign=%E2%82%AC'

/** Visitors who are signed out, and how they sign in. */
export const SIGNING_IN: readonly Journey[] = [
  {
    title: 'signed out: a page load redirects to the login page, a call is a 401, neither is forwarded',
    setup: 'one application',
    async run(t, { environment: { createVisitor, applications, signInOrigin } }) {
      const visitor = createVisitor()
      const page = await visitor.visit({ path: '/reports?quarter=3' })
      t.equal(page.status, 302)
      t.equal(
        page.headers.location,
        `${signInOrigin}/login?redirect=${encodeURIComponent('/reports?quarter=3')}`
      )
      t.equal(page.headers['cache-control'], 'no-store')
      t.equal(page.text, '')
      t.equal((await visitor.visit({ method: 'POST', path: '/form', body: 'a=1' })).status, 303)
      const call = await visitor.visit({ path: '/api', headers: CALL })
      t.match(call, { status: 401, json: { code: 'MISSING_CREDENTIALS', loginUrl: `${signInOrigin}/login` } })
      t.equal(call.headers['www-authenticate'], 'Bearer', 'once')
      t.equal((await visitor.visit({ method: 'HEAD', path: '/reports' })).status, 302)
      t.equal((await visitor.visit({ method: 'OPTIONS', path: '/api', headers: CALL })).status, 401)
      t.same(applications[0]?.seen, [])
    }
  },
  {
    title: 'signing in: the session works at the proxy host, with identity and complete bodies',
    setup: 'one application',
    async run(t, { environment: { createVisitor, applications, provider } }) {
      const visitor = createVisitor()
      t.match(await visitor.visit({ path: '/login' }), { status: 200, text: /<form/ })
      const opened = await openSession(visitor, await provider.signIn(ADA.uid))
      t.equal(opened.status, 200)
      t.ok(opened.setCookies.length > 0)
      const page = await visitor.visit({ path: '/' })
      t.equal(page.status, 200)
      t.match(applications[0]?.seen[0]?.headers, {
        'x-forwarded-user': 'ada',
        'x-forwarded-email': ADA.email,
        'x-forwarded-preferred-username': ADA.displayName,
        'x-gatehouse-assertion': /^eyJ/
      })
      t.same(page.setCookies, [APPLICATION_COOKIE], 'the cookie of the application, unchanged')
      const body = 'é'.repeat(100_000)
      await visitor.visit({ method: 'POST', path: '/upload', body })
      t.equal(applications[0]?.seen[1]?.body, body)
      t.equal(applications[0]?.seen[1]?.method, 'POST')
    }
  },
  {
    title: 'own pages: the gateway serves all of them without an auth request',
    setup: 'one application',
    async run(t, { environment: { createVisitor, applications } }) {
      const visitor = createVisitor()
      const { text } = await visitor.visit({ path: '/login' })
      const [asset = ''] = /\/_auth\/assets\/[^"]+\.js/.exec(text) ?? []
      for (const [path, status] of [
        ['/login/forgot', 200],
        ['/logout', 200],
        ['/__/auth/action', 200],
        ['/.well-known/change-password', 302],
        ['/_auth/jwks.json', 200],
        [asset, 200],
        ['/__/firebase/init.json', 200],
        ['/login/nothing', 404]
      ] as const) {
        const response = await visitor.visit({ path })
        t.equal(response.status, status, path)
        t.notMatch(response.headers.location ?? '', /redirect=/, path)
      }
      t.same(applications[0]?.seen, [])
      for (const path of ['/loginx', '/logout/x', '/_authx', '/__x']) {
        const { headers } = await visitor.visit({ path })
        t.match(headers.location, /\/login\?redirect=/, `${path} is the application’s`)
      }
    }
  },
  {
    title: 'deep link: it is restored byte by byte after sign-in and at the application',
    setup: 'one application',
    async run(t, { environment: { createVisitor, enter, applications, signInOrigin } }) {
      const { headers } = await createVisitor().visit({ path: DEEP_LINK })
      t.equal(new URL(headers.location ?? '', signInOrigin).searchParams.get('redirect'), DEEP_LINK)
      const visitor = await enter(ADA.uid)
      t.equal((await visitor.visit({ path: DEEP_LINK })).status, 200)
      t.equal(applications[0]?.seen[0]?.url, DEEP_LINK)
    }
  },
  {
    title: 'signing out: the session ends, cookies are cleared, the application is protected again',
    setup: 'one application',
    async run(t, { environment: { enter, applications } }) {
      const visitor = await enter(ADA.uid)
      const kept = visitor.cookieHeader()
      const out = await visitor.visit({
        method: 'POST',
        path: '/logout',
        headers: { origin: visitor.origin, 'sec-fetch-mode': 'navigate' }
      })
      t.equal(out.status, 303)
      t.match(visitor.cookieHeader(), /^\S+-signed-out=1$/, 'no session')
      t.equal((await visitor.visit({ path: '/' })).status, 302)
      const again = await visitor.visit({ path: '/', headers: { ...CALL, cookie: kept } })
      t.equal(again.status, 401, 'a copy of the cookies')
      t.same(applications[0]?.seen, [])
    }
  }
]
