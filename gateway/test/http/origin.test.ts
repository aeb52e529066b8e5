import type { IncomingMessage } from 'node:http'
import fastify, { type FastifyInstance, type RouteOptions } from 'fastify'
import t from 'tap'
import { isFromOwnSite } from '../../src/http/origin.ts'
import { createPathList, onSignInSite, requireOriginRule } from '../../src/http/routes.ts'
import { targetOf } from '../fixtures/requests.ts'
import { words } from '../fixtures/words.ts'

const OWN = 'https://app.example.com'

t.test('origin: Origin decides, Sec-Fetch-Site only where it is null or missing', async (t) => {
  const own: Record<string, string>[] = [
    ...[{}, { origin: OWN }, { origin: OWN, 'sec-fetch-site': 'cross-site' }, { origin: `${OWN}.` }],
    ...[{ origin: 'null', 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'same-origin' }]
  ]
  const origins = ['..', '.:444', '.evil.example'].map((end) => `${OWN}${end}`)
  const others: Record<string, string>[] = [
    ...[...origins, 'https://evil.example', '', 'null'].map((origin) => ({ origin })),
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    ...[{ origin: 'null', 'sec-fetch-site': 'same-site' }, { 'sec-fetch-site': 'none' }]
  ]
  for (const headers of own) t.ok(isFromOwnSite(headers, OWN), JSON.stringify(headers))
  for (const headers of others) t.notOk(isFromOwnSite(headers, OWN), JSON.stringify(headers))
})

t.test('origin: with a port, the dot of a fully qualified name is before it', async (t) => {
  const at = (origin: string) => isFromOwnSite({ origin }, `${OWN}:8443`)
  t.ok(at(`${OWN}.:8443`))
  for (const origin of [`${OWN}:8443.`, `${OWN}.:8444`, `${OWN}.`]) t.notOk(at(origin), origin)
})

t.test('origin: a route with an unsafe method and no origin rule fails at start', async (t) => {
  const register = (add: (app: FastifyInstance) => void) => {
    const app = fastify()
    t.teardown(() => app.close())
    app.addHook('onRoute', requireOriginRule)
    add(app)
  }
  const handler = async () => ''
  t.throws(() => register((app) => app.post('/x', handler)), /route \/x: config.sameOrigin is missing/)
  t.throws(() => register((app) => app.all('/x', handler)), /config.sameOrigin/)
  const addUnsafe = () => register((app) => app.delete('/x', { config: { signsIn: true } }, handler))
  t.throws(addUnsafe, /config.sameOrigin/)
  for (const sameOrigin of [true, false])
    t.doesNotThrow(() => register((app) => app.post('/x', { config: { sameOrigin } }, handler)))
  t.doesNotThrow(() => register((app) => app.get('/x', handler)), 'GET, and the HEAD that comes with it')
})

t.test('path list: paths of routes and everything below those with a star, as spelled', async (t) => {
  const list = createPathList()
  const login = { url: '/login', method: 'GET', handler: () => {} } as const
  onSignInSite(login)
  for (const route of [login, { url: '/logout' }, { url: '/_auth/assets/*' }]) list.add(route)
  const placesOf = (path: string) => [list.has(path), list.hasEverywhere(path)]
  t.same(placesOf('/login'), [true, false])
  for (const path of ['/logout', '/_auth/assets/', '/_auth/assets/a/b.css'])
    t.same(placesOf(path), [true, true], path)
  for (const path of words`/_auth/assets /_auth/assetsx /x/_auth/assets/ /LOGIN /login/ /%6cogin /`)
    t.same(placesOf(path), [false, false], path)
  t.throws(() => list.add({ url: '/a/:id' }), /has a parameter/)
})

t.test('path list: a rare method gets the methods of a path on this site, decoded', async (t) => {
  const list = createPathList(({ headers }) => headers.host === 'login')
  const login = { url: '/login', method: ['GET', 'HEAD'], handler: () => {} }
  for (const route of [login, { ...login, method: 'PUT', config: { refuses: true } }] as RouteOptions[]) {
    onSignInSite(route)
    list.add(route)
  }
  const ask = (method: string, path: string, host = 'login') =>
    list.othersThan({ method, target: targetOf(path), raw: { headers: { host } } as IncomingMessage })
  for (const path of ['/login?x', '/%6cogin']) t.same(ask('PROPFIND', path), ['GET', 'HEAD'], path)
  t.equal(ask('PUT', '/login'), null, 'has a route of its own')
  t.equal(ask('PROPFIND', '/login', 'app'), null, 'the application’s')
})
