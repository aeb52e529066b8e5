import { whyNoBinding } from '../../plugins/device-binding/test/chromium/binding-browser.ts'
import {
  createDevice,
  type Device,
  PROOF,
  pairOf,
  REFRESH,
  REGISTER,
  SESSION
} from '../../plugins/device-binding/test/device.ts'
import { PAGE } from '../../test/fixtures/gateway.ts'
import { until } from '../../test/fixtures/provider/token-endpoint.ts'
import { ADA, openSession } from '../environment.ts'
import { CALL, type Reply, type Visit, type Visitor } from '../visitor.ts'
import { openBrowserBehind } from './binding-browser.ts'
import { signInAt } from './browser.ts'
import type { Journey, JourneyOptions } from './journey.ts'

const REFRESH_SECONDS = 600
const OWN_PAGE = { ...CALL, 'sec-fetch-site': 'same-origin' }
const LINKED = { ...PAGE, 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site' }

/** The gateway binds sessions. */
const BINDS = { 'session.deviceBinding.mode': 'when-supported' }

const challengeIn = ({ headers }: Reply) =>
  /"(v1\.[^"]+)"/.exec(
    String(headers['secure-session-registration'] ?? headers['secure-session-challenge'])
  )?.[1] ?? ''

/** Status and code, or what the answer leads to. */
const resultOf = ({ status, json, headers }: Reply) =>
  [status, json.code, headers.location].filter(Boolean).join(' ')

/** A visitor who signed in at the host of an application, and whose browser has bound the session. */
async function enterBound({ createVisitor, provider }: JourneyOptions['environment']) {
  const visitor = createVisitor()
  const opened = await openSession(visitor, await provider.signIn(ADA.uid))
  const unbound = visitor.cookieHeader()
  const device = await createDevice()
  const jwt = await device.register(challengeIn(opened))
  const registered = await post(visitor, REGISTER, { 'secure-session-response': jwt })
  const id = { 'sec-secure-session-id': String(registered.json.session_identifier) }
  return { visitor, device, unbound, registered, id }
}

const post = (visitor: Visitor, path: string, headers: Record<string, string>) =>
  visitor.visit({ method: 'POST', path, headers: { ...CALL, ...headers } })

/** As its browser does, in two requests. */
async function prove(visitor: Visitor, device: Device, headers: Record<string, string>): Promise<Reply[]> {
  const asked = await post(visitor, REFRESH, headers)
  const jwt = await device.sign(challengeIn(asked))
  return [asked, await post(visitor, REFRESH, { ...headers, 'secure-session-response': jwt })]
}

/** Twice, as the gateway caches a session with the first request. */
const visitTwice = async (visitor: Visitor) => [
  await visitor.visit({ path: '/basket' }),
  await visitor.visit({ path: '/basket' })
]

/** Sessions bound to devices: what browsers and gateway say to each other passes through both ways. */
export const DEVICE_BINDING: readonly Journey[] = [
  {
    title: 'device binding: a session passes with the proof of its device, and after the next one',
    setup: 'three domains',
    async run(t, options) {
      await options.environment.changeGateway(t, BINDS)
      const { applications, advance } = options.environment
      const { visitor, device, registered, id } = await enterBound(options.environment)
      t.match(registered, {
        status: 200,
        json: { refresh_url: REFRESH, scope: { origin: visitor.origin }, credentials: [{ name: PROOF }] }
      })
      t.match(await visitTwice(visitor), [{ status: 200 }, { status: 200 }])
      const { headers } = applications[0]?.seen[0] ?? {}
      t.same([headers?.['x-forwarded-user'], headers?.cookie ?? ''], ['ada', ''])

      advance(REFRESH_SECONDS)
      const late = await visitor.visit({ path: '/basket', headers: CALL })
      t.equal(resultOf(late), '401 DEVICE_PROOF_REQUIRED')
      const skipped = (reason: string) =>
        visitor.visit({ path: '/', headers: { ...CALL, 'secure-session-skipped': reason } })
      t.equal((await skipped('server_error;session_identifier="x"')).status, 200, 'trouble of the gateway')
      t.equal((await skipped('something else')).status, 401)
      const proved = await prove(visitor, device, id)
      t.same(
        proved.map(({ status }) => status),
        [403, 200]
      )
      t.equal((await visitor.visit({ path: '/basket' })).status, 200)
      t.equal((await visitor.openSocket('/live')).kind, 'echoed')
    }
  },
  {
    title: 'device binding: a copied session cookie passes nowhere, and the log says so once',
    setup: 'three domains',
    async run(t, { environment }) {
      await environment.changeGateway(t, BINDS)
      const { visitor, unbound } = await enterBound(environment)
      await visitTwice(visitor)
      const cookie = pairOf(visitor.cookieHeader(), SESSION)
      const visit = (headers: Record<string, string>, sent = cookie, more: Partial<Visit> = {}) =>
        environment
          .createVisitor()
          .visit({ path: '/a%2Fb?q=1', headers: { ...headers, cookie: sent }, ...more })
      const call = await visit({ ...CALL, 'user-agent': 'another browser' })
      t.equal(resultOf(call), '401 DEVICE_PROOF_REQUIRED')
      t.match(call.headers['www-authenticate'], /^Bearer error="insufficient_user_authentication"/)
      t.same(call.setCookies, [], 'it stays')
      t.same(
        environment
          .gatewayLog()
          .flatMap(({ event, code }) => (event === 'session.binding-refused' ? [code] : [])),
        ['DEVICE_PROOF_REQUIRED']
      )
      const linked = await visit(LINKED)
      t.match(linked, { status: 401, text: /location\.reload\(\)/ }, 'a page that loads once more')
      t.match(linked.headers['content-security-policy'], /script-src[^;]* 'sha256-/)
      const again = await visit({ ...LINKED, 'sec-fetch-site': 'same-origin' })
      t.match(again, { status: 401, text: /<html/ })
      t.notMatch(again.text, /location\.reload/)
      t.equal(resultOf(await visit(CALL, unbound)), '401 DEVICE_PROOF_REQUIRED')
      const onTheWay = await visit(OWN_PAGE, unbound, { method: 'POST', body: 'a=1' })
      t.equal(resultOf(onTheWay), '307 /a%2Fb?q=1', 'sent while the session was bound')
      t.same(
        environment.applications[0]?.seen.map(({ url }) => url),
        ['/basket', '/basket']
      )
    }
  },
  {
    title: 'device binding: another browser or network is proved first, and the same request goes on',
    setup: 'three domains',
    async run(t, options) {
      await options.environment.changeGateway(t, {
        ...BINDS,
        'session.deviceBinding.recheckOn': ['network', 'user-agent']
      })
      const { visitor, device, id } = await enterBound(options.environment)
      const agent = { 'user-agent': 'newer' }
      for (const moved of [visitor, visitor.from('127.0.0.2')]) {
        const visit = () =>
          moved.visit({ method: 'POST', path: '/a?q=1', headers: { ...OWN_PAGE, ...agent }, body: 'a=1' })
        const again = await visit()
        t.equal(resultOf(again), '307 /a?q=1')
        t.match(again.headers['cache-control'], /no-store/)
        t.ok(again.headers['secure-session-challenge'])
        t.equal(pairOf(visitor.cookieHeader(), PROOF), '', 'the proof is deleted')
        t.equal(resultOf(await visit()), '401 DEVICE_PROOF_REQUIRED')
        await prove(moved, device, { ...id, ...agent })
        t.equal((await visit()).status, 200, 'pages and auth requests agree on the network')
      }
      const sent = { method: 'POST', body: 'a=1' }
      t.match(options.environment.applications[0]?.seen, [sent, sent])
    }
  },
  {
    title:
      'device binding: a browser binds what is handed over, proves it, and a link from another site arrives',
    setup: 'three domains',
    async run(t, options) {
      const skip = whyNoBinding()
      if (skip !== null) {
        t.pass('browser', { skip })
        return
      }
      await options.environment.changeGateway(t, BINDS)
      const { createVisitor, applications, places } = options.environment
      const [host = ''] = places.applications.map((one) => one.host)
      const [shop = '', desk = ''] = places.applications.map((one) => createVisitor(one.host).origin)
      const { page, dropProofs, proofs } = await openBrowserBehind(t, places)
      const statusOf = (path: string, init: object) =>
        page.evaluate<number>(`fetch('${path}', ${JSON.stringify(init)}).then(({ status }) => status)`)
      await page.goto(`${shop}/basket`)
      await signInAt(page)
      await page.waitForURL(`${shop}/basket`)
      await until(async () => (await proofs(host)).length > 0)
      await dropProofs(host)
      t.equal(await statusOf('/order', { method: 'POST', body: 'once' }), 200)
      t.same(
        applications[0]?.seen.flatMap((one) => (one.url === '/order' ? [one.body] : [])),
        ['once']
      )
      await page.goto(`${desk}/public/page`)
      await dropProofs(host)
      await page.evaluate(`location.href = '${shop}/linked?x=1#part'`)
      await page.getByText('"url":"/linked?x=1"').waitFor()
      t.equal(page.url(), `${shop}/linked?x=1#part`)
      const refused = options.environment.gatewayLog().find(({ path }) => path === '/linked')
      t.match(refused, { code: 'DEVICE_PROOF_REQUIRED' }, 'by the page that loads once more')
    }
  }
]
