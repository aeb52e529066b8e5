import { decodeJwt } from 'jose'
import { PAGE } from '../../test/fixtures/gateway.ts'
import type { Application } from '../application.ts'
import { ADA } from '../environment.ts'
import type { Places } from '../proxy.ts'
import { CALL, type Visitor } from '../visitor.ts'
import type { Journey } from './journey.ts'

const statusesAt = (visitor: Visitor, { applications }: Places) =>
  Promise.all(applications.map(async ({ host }) => (await visitor.at(host).visit({ path: '/' })).status))

const countSeen = (applications: readonly Application[]) => applications.map(({ seen }) => seen.length)

const signOut = (place: Visitor) =>
  place.visit({ method: 'POST', path: '/logout', headers: { ...PAGE, origin: place.origin } })

const DEEP_LINK = '/pages/%C3%A9?q=a%2Fb&x=1'

/** Several applications with one sign-in host. */
export const SEVERAL_APPLICATIONS: readonly Journey[] = [
  {
    title: 'several applications: one sign-in at the sign-in host is valid for each of them',
    setup: 'two applications',
    async run(t, { environment: { createVisitor, enter, applications, places, signInOrigin } }) {
      const [wiki, reports] = places.applications
      const stranger = createVisitor(reports?.host)
      const page = await stranger.visit({ path: DEEP_LINK })
      t.equal(page.status, 302)
      t.equal(
        page.headers.location,
        `${signInOrigin}/login?redirect=${encodeURIComponent(`${stranger.origin}${DEEP_LINK}`)}`
      )
      t.match(await stranger.at(places.signInHost).visit({ path: '/login' }), { status: 200, text: /<form/ })
      t.match(await stranger.visit({ path: '/api', headers: CALL }), {
        status: 401,
        json: { loginUrl: `${signInOrigin}/login` }
      })
      t.same(countSeen(applications), [0, 0])

      const visitor = await enter(ADA.uid, wiki?.host)
      t.match(visitor.cookieHeader(), /^__Secure-gatehouse/)
      const audiences: unknown[] = []
      for (const [index, place] of places.applications.entries()) {
        const there = visitor.at(place.host)
        t.equal((await there.visit({ path: DEEP_LINK })).status, 200, place.host)
        const seen = applications[index]?.seen[0]
        t.match(seen, { url: DEEP_LINK, headers: { 'x-forwarded-user': 'ada' } })
        t.notMatch(seen?.headers.cookie ?? '', /gatehouse/)
        t.match(seen?.headers.host, new RegExp(`^${place.host}`))
        audiences.push(decodeJwt(String(seen?.headers['x-gatehouse-assertion'])).aud)
        t.equal(audiences.at(-1), there.origin, 'an assertion for this application only')
      }
      t.not(audiences[0], audiences[1])
      t.same(countSeen(applications), [1, 1])
    }
  },
  ...(['sign-in host', 'host of an application'] as const).map(
    (where): Journey => ({
      title: `several applications: a sign-out at the ${where} is the gateway’s, and valid for all of them`,
      setup: 'two applications',
      async run(t, { environment: { enter, applications, places } }) {
        const visitor = await enter(ADA.uid)
        const [first] = places.applications
        const place = visitor.at(where === 'sign-in host' ? places.signInHost : (first?.host ?? ''))
        t.equal((await place.visit({ path: '/logout', headers: PAGE })).status, 200, 'asks')
        t.equal((await signOut(place)).status, 303)
        t.match(visitor.cookieHeader(), /^(?:\S+-signed-out=1)?$/, 'no session')
        t.same(await statusesAt(visitor, places), [302, 302])
        t.same(countSeen(applications), [0, 0])
      }
    })
  ),
  {
    title: 'several applications: a request line with another host than Host is evaluated for its target',
    setup: 'two applications',
    async run(t, { environment: { enter, applications, places } }) {
      const [wiki, reports] = places.applications
      const visitor = await enter(ADA.uid, wiki?.host)
      const reportsOrigin = visitor.at(reports?.host ?? '').origin
      await visitor.visit({ path: `${reportsOrigin}/absolute` }).catch(() => null)
      for (const [index, { host }] of places.applications.entries()) {
        for (const { headers } of applications[index]?.seen ?? [])
          t.equal(decodeJwt(String(headers['x-gatehouse-assertion'])).aud, visitor.at(host).origin)
      }
    }
  },
  {
    title: 'several applications: an unknown host reaches none of them',
    setup: 'two applications',
    async run(t, { environment: { enter, applications } }) {
      const visitor = (await enter(ADA.uid)).at('other.example.com')
      const response = await visitor.visit({ path: '/' }).catch(() => null)
      t.ok(response === null || response.status >= 400, `${response?.status}`)
      t.notOk(response?.headers.location)
      t.same(countSeen(applications), [0, 0])
    }
  }
]
