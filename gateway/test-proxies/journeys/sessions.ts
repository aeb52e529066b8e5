import type { Test } from 'tap'
import { APPLICATION_CACHE_CONTROL, APPLICATION_COOKIE } from '../application.ts'
import { ADA, GRACE, LONG, type ProxyEnvironment } from '../environment.ts'
import { CALL, type Visitor } from '../visitor.ts'
import type { Journey } from './journey.ts'

/** Longer than the lifetime of an id token. */
const EXPIRED_SECONDS = 3700
const NAME_AND_VALUE = APPLICATION_COOKIE.split(';', 1)[0] ?? ''
const SESSION = /^gatehouse(?:\.\d)?=/
const PART = /^gatehouse\.(\d)=[^;]/

/** A visitor with a session of several cookies, whose id token has expired. */
async function enterExpired(t: Test, { enter, advance }: ProxyEnvironment): Promise<Visitor> {
  const visitor = await enter(LONG.uid)
  t.match(visitor.cookieHeader(), /gatehouse\.1=/, 'several cookies')
  advance(EXPIRED_SECONDS)
  return visitor
}

function partsIn(setCookies: readonly string[]): string[] {
  return setCookies.flatMap((line) => PART.exec(line)?.[1] ?? []).sort()
}

/** Sessions that are refreshed or ended during an auth request. */
export const SESSIONS: readonly Journey[] = [
  {
    title: 'refresh: every cookie of the new session reaches the browser once, with those of the application',
    setup: 'one application',
    async run(t, { environment, limit }) {
      const visitor = await enterExpired(t, environment)
      const before = visitor.cookieHeader()
      const response = await visitor.visit({ path: '/reports' })
      t.equal(response.status, 200)
      t.same(partsIn(response.setCookies), ['0', '1'])
      const own = response.setCookies.filter((line) => line.startsWith(NAME_AND_VALUE))
      if (limit === undefined) t.same(own, [APPLICATION_COOKIE], 'that of the application, unchanged')
      else t.equal(own.length, 1, 'that of the application, rewritten')
      t.not(visitor.cookieHeader(), before)
      const next = await visitor.visit({ path: '/api', headers: CALL })
      t.equal(next.status, 200)
      t.same(next.setCookies, [APPLICATION_COOKIE], 'no session cookies unless they change')
      t.equal(next.headers['cache-control'], APPLICATION_CACHE_CONTROL)
    }
  },
  {
    title: 'refresh: a response with a session must not be stored by a shared cache',
    setup: 'one application',
    async run(t, { environment, limit }) {
      const visitor = await enterExpired(t, environment)
      const { headers } = await visitor.visit({ path: '/reports' })
      if (limit === undefined) t.match(headers['cache-control'], /private, no-store/)
      else t.equal(headers['cache-control'], APPLICATION_CACHE_CONTROL)
    }
  },
  {
    title: 'refresh: cookies reach the browser when the auth request is for a WebSocket',
    setup: 'one application',
    async run(t, { environment, limit }) {
      const visitor = await enterExpired(t, environment)
      const opened = await visitor.openSocket('/live')
      t.equal(opened.kind, 'echoed')
      const parts = opened.kind === 'echoed' ? partsIn(opened.setCookies) : []
      t.same(parts, limit === undefined ? ['0', '1'] : [])
    }
  },
  {
    title: 'refresh: an account disabled meanwhile is refused, and all session cookies are cleared',
    setup: 'one application',
    async run(t, { environment }) {
      const visitor = await enterExpired(t, environment)
      environment.provider.accounts.disable(LONG.uid)
      t.teardown(() => environment.provider.accounts.update(LONG.uid, { disabled: false }))
      const response = await visitor.visit({ path: '/reports' })
      t.ok([302, 403].includes(response.status), String(response.status))
      t.equal(visitor.cookieHeader(), '')
      t.same(environment.applications[0]?.seen, [])
    }
  },
  {
    title: 'clearCookies: cookies of the application reach it in the session of their account alone',
    setup: 'one application',
    async run(t, { environment }) {
      const { changeGateway, createVisitor, enter, applications } = environment
      const [name = ''] = NAME_AND_VALUE.split('=', 1)
      await changeGateway(t, { clearCookies: [name] })
      async function carriedBy(visitor: Visitor, rawHeaders: readonly string[] = []): Promise<string> {
        applications[0]?.forget()
        t.equal((await visitor.visit({ path: '/reports', rawHeaders })).status, 200)
        return String(applications[0]?.seen[0]?.headers.cookie ?? '')
      }
      const ada = await enter(ADA.uid)
      t.notMatch(await carriedBy(ada), NAME_AND_VALUE)
      for (const visit of ['second', 'third']) t.match(await carriedBy(ada), NAME_AND_VALUE, visit)
      const kept = ada
        .cookieHeader()
        .split('; ')
        .filter((pair) => !SESSION.test(pair))
      const together = [...kept, (await enter(GRACE.uid)).cookieHeader()].join('; ')
      t.notMatch(await carriedBy(createVisitor(), ['cookie', together]), NAME_AND_VALUE, 'of another account')
    }
  },
  {
    title: 'provider away: it is a 503 with a page or JSON and Retry-After, and the session stays',
    setup: 'one application',
    async run(t, { environment, limit }) {
      const { provider, applications, advance } = environment
      const visitor = await enterExpired(t, environment)
      const before = visitor.cookieHeader()
      provider.faults.refresh = { kind: 'reset' }
      t.teardown(() => provider.faults.reset())
      const page = await visitor.visit({ path: '/reports' })
      const call = await visitor.visit({ path: '/api', headers: CALL })
      t.same([page.status, call.status], [503, 503])
      if (limit === undefined) {
        t.match(page, { text: /<html/, headers: { 'retry-after': /^\d+$/ } })
        t.match(call, { json: { code: 'PROVIDER_UNAVAILABLE' }, headers: { 'retry-after': /^\d+$/ } })
      }
      t.equal(visitor.cookieHeader(), before)
      t.same(applications[0]?.seen, [])
      provider.faults.reset()
      advance(EXPIRED_SECONDS)
      t.equal((await visitor.visit({ path: '/reports' })).status, 200, 'works when the provider is back')
    }
  }
]
