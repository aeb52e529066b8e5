import fastify, { type FastifyInstance } from 'fastify'
import t from 'tap'
import { isFromOwnSite } from '../../src/http/origin.ts'
import { createPathList, onSignInSite, requireOriginRule } from '../../src/http/routes.ts'

const OWN = 'https://app.example.com'

t.test('origin: Origin decides, Sec-Fetch-Site only where it is null or missing', async (t) => {
  const rows: readonly [headers: Record<string, string>, isOwn: boolean][] = [
    [{}, true],
    [{ origin: OWN }, true],
    [{ origin: OWN, 'sec-fetch-site': 'cross-site' }, true],
    [{ origin: `${OWN}.` }, true],
    [{ origin: `${OWN}..` }, false],
    [{ origin: `${OWN}.:444` }, false],
    [{ origin: `${OWN}.evil.example` }, false],
    [{ origin: 'https://evil.example' }, false],
    [{ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }, false],
    [{ origin: '' }, false],
    [{ origin: 'null' }, false],
    [{ origin: 'null', 'sec-fetch-site': 'same-origin' }, true],
    [{ origin: 'null', 'sec-fetch-site': 'same-site' }, false],
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'none' }, false]
  ]
  for (const [headers, isOwn] of rows) t.equal(isFromOwnSite(headers, OWN), isOwn, JSON.stringify(headers))
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
  t.throws(
    () => register((app) => app.delete('/x', { config: { signsIn: true } }, handler)),
    /config.sameOrigin/
  )
  for (const sameOrigin of [true, false])
    t.doesNotThrow(() => register((app) => app.post('/x', { config: { sameOrigin } }, handler)))
  t.doesNotThrow(() => register((app) => app.get('/x', handler)), 'GET, and the HEAD that comes with it')
})

t.test('path list: paths of routes and everything below those with a star, as spelled', async (t) => {
  const list = createPathList()
  const login = { url: '/login', method: 'GET', handler: () => {} } as const
  onSignInSite(login)
  for (const route of [login, { url: '/logout' }, { url: '/_auth/assets/*' }]) list.add(route)
  const rows: readonly [path: string, has: boolean, everywhere: boolean][] = [
    ['/login', true, false],
    ['/logout', true, true],
    ['/_auth/assets/', true, true],
    ['/_auth/assets/a/b.css', true, true],
    ['/_auth/assets', false, false],
    ['/_auth/assetsx', false, false],
    ['/x/_auth/assets/', false, false],
    ['/LOGIN', false, false],
    ['/login/', false, false],
    ['/%6cogin', false, false],
    ['/', false, false]
  ]
  for (const [path, has, everywhere] of rows)
    t.same([list.has(path), list.hasEverywhere(path)], [has, everywhere], path)
  t.throws(() => list.add({ url: '/a/:id' }), /has a parameter/)
})
