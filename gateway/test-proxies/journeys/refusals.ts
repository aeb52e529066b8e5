import { setTimeout as pause } from 'node:timers/promises'
import { ADA, GRACE } from '../environment.ts'
import { CALL } from '../visitor.ts'
import type { Journey } from './journey.ts'

/** Longest time until a proxy sends auth requests again to a gateway that is back. */
const RECOVERY_MS = 15_000
const POLL_MS = 100

/** Requests that must be refused for other reasons than a missing session. */
export const REFUSALS: readonly Journey[] = [
  {
    title: 'forbidden: it is a 403 with a page or JSON, the required claim gives access',
    setup: 'one application',
    async run(t, { environment: { enter, applications } }) {
      const ada = await enter(ADA.uid)
      const page = await ada.visit({ path: '/staff/list' })
      t.match(page, { status: 403, text: /<html/ })
      const call = await ada.visit({ path: '/staff/list', headers: CALL })
      t.match(call, { status: 403, json: { code: 'FORBIDDEN' } })
      t.same(applications[0]?.seen, [])
      const grace = await enter(GRACE.uid)
      t.equal((await grace.visit({ path: '/staff/list' })).status, 200)
      t.equal(applications[0]?.seen[0]?.headers['x-forwarded-groups'], 'staff')
    }
  },
  {
    title: 'gateway away: even public requests are refused, no session ends, and it recovers afterwards',
    setup: 'one application',
    async run(t, { environment: { enter, createVisitor, applications, stopGateway, startGateway } }) {
      const visitor = await enter(ADA.uid)
      const before = visitor.cookieHeader()
      await stopGateway()
      for (const path of ['/reports', '/public/page', '/login']) {
        const { status } = await visitor.visit({ path })
        t.ok(status >= 500, `${path}: ${status}`)
      }
      t.same(
        await createVisitor()
          .openSocket('/live')
          .then(({ kind }) => kind),
        'refused'
      )
      t.equal(visitor.cookieHeader(), before)
      t.same(applications[0]?.seen, [])

      await startGateway()
      const deadline = performance.now() + RECOVERY_MS
      let status = 0
      while (status !== 200 && performance.now() < deadline) {
        if (status !== 0) await pause(POLL_MS)
        status = (await visitor.visit({ path: '/reports' })).status
      }
      t.equal(status, 200)
    }
  },
  {
    title: 'endpoint: requested by a visitor, it is a 404 in every spelling',
    setup: 'one application',
    async run(t, { environment: { enter, applications } }) {
      const visitor = await enter(ADA.uid)
      const facts = { 'x-forwarded-method': 'GET', 'x-forwarded-uri': '/', 'x-forwarded-for': '127.0.0.1' }
      for (const path of [
        '/_auth/verify',
        '/_auth/verify?x=1',
        '/_auth/verify/status',
        '/_auth/verify/answer',
        '/_auth/verify/envoy/public/page',
        '/_auth/verify/original-url'
      ]) {
        const response = await visitor.visit({ path, headers: { ...CALL, ...facts } })
        t.equal(response.status, 404, path)
        t.notOk(response.headers['x-gatehouse-assertion'], path)
      }
      for (const path of ['/_auth/%76erify', '/_AUTH/verify', '/_auth//verify', '/_auth/verify;x']) {
        const response = await visitor.visit({ path, headers: { ...CALL, ...facts } })
        t.notOk(response.headers['x-gatehouse-assertion'], path)
      }
      t.notMatch(JSON.stringify(applications[0]?.seen), /_auth\/verify"/, 'nor does it reach the application')
    }
  },
  {
    title: 'other origin than the configured one: it is a 403 without a loop, and the log says why',
    setup: 'one application',
    async run(t, { environment }) {
      const { createVisitor, gatewayLog, signInOrigin, changeGateway, applications } = environment
      await changeGateway(t, { publicUrl: signInOrigin.replace('http:', 'https:') })
      const visitor = createVisitor()
      const page = await visitor.visit({ path: '/reports' })
      t.equal(page.status, 403)
      t.notOk(page.headers.location)
      t.equal((await visitor.visit({ path: '/api', headers: CALL })).status, 403)
      t.same(applications[0]?.seen, [])
      const line = gatewayLog().find(({ msg }) => msg === 'forward auth request rejected')
      t.match(line, { code: 'ORIGIN_MISMATCH', cause: new RegExp(signInOrigin), fix: /scheme differs/ })
    }
  },
  {
    title: 'WebSocket: it opens if signed in, and is refused if signed out or for pages of other sites',
    setup: 'one application',
    async run(t, { environment: { createVisitor, enter, applications }, limit }) {
      const visitor = await enter(ADA.uid)
      t.match(await visitor.openSocket('/live?x=1'), { kind: 'echoed', text: 'hello' })
      t.match(applications[0]?.seen[0], { url: '/live?x=1', headers: { 'x-forwarded-user': 'ada' } })
      t.notOk(applications[0]?.seen[0]?.headers.cookie)
      t.same(await createVisitor().openSocket('/live'), { kind: 'refused', status: 401 })
      t.equal(
        (await visitor.openSocket('/live', { pageOrigin: 'https://evil.example' })).kind,
        limit === undefined ? 'refused' : 'echoed'
      )
      t.equal(applications[0]?.seen.length, limit === undefined ? 1 : 2)
    }
  }
]
