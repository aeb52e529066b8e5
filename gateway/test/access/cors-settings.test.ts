import t from 'tap'
import { createApplications, createCorsAt } from '../../src/access/applications/applications.ts'
import { checkCors } from '../../src/access/settings-checks.ts'
import { testConfig } from '../fixtures/gateway.ts'
import { authRequestFor } from '../fixtures/requests.ts'
import { words } from '../fixtures/words.ts'

const pathsOf = (origins: string[], credentials = false) =>
  checkCors({ cors: { origins, credentials } }).map(({ path }) => path)

t.test('cors: origins as browsers send them are accepted', async (t) => {
  const origins = words`
    https://app.example.com https://app.example.com/ HTTPS://APP.example.com:8443 http://localhost:5173
    http://[::1]:3000 https://bücher.example
  `
  t.same(pathsOf(origins, true), [])
  t.same(pathsOf([]), [])
})

t.test('cors: an entry that is not an origin is a problem at its index', async (t) => {
  const wrong = [
    ...words`
    null NULL app.example.com https://*.example.com https://* ** https://app.example.com/path
    https://app.example.com?x https://app.example.com#x https://user@app.example.com
    https://user:secret@app.example.com https:\\app.example.com https://app.example.com:99999
    https:///app.example.com https:app.example.com chrome-extension://abc file:///x data:text/html,x
  `,
    'https://a b.example'
  ]
  for (const text of wrong) t.same(pathsOf(['https://a.example', text]), ['cors.origins[1]'], text)
})

t.test('cors: `*` is accepted only alone and without credentials', async (t) => {
  t.same(pathsOf(['*']), [])
  t.same(pathsOf(['*'], true), ['cors.credentials'])
  t.same(pathsOf(['*', 'https://a.example']), ['cors.origins'])
})

const ORIGIN = 'https://spa.example.com'
const upstream = { url: 'http://127.0.0.1:9' }
const config = testConfig({
  publicUrl: 'https://app.example.com',
  'cookie.domain': 'example.com',
  applications: [
    { name: 'home', upstream },
    { name: 'api', host: 'api.example.com', upstream, cors: { origins: [ORIGIN] } }
  ]
})
const applications = createApplications(config)
const lookUps: string[] = []
const corsAt = createCorsAt({
  all: applications.all,
  of(hostname, readings) {
    lookUps.push(hostname)
    return applications.of(hostname, readings)
  }
})
const [home, api] = applications.all

const requestTo = (hostname: string) => authRequestFor('/data', { hostname, headers: { origin: ORIGIN } })

t.test('cors of a place: of a known application, else looked up by host and path', async (t) => {
  const all = applications.all.filter(({ name }) => name === 'home')
  t.equal(createCorsAt({ ...applications, all }), null, 'no application lists origins')
  const request = requestTo('api.example.com')
  const rows = [
    [request, api, true, []],
    [request, home, false, []],
    [request, undefined, true, ['api.example.com']],
    [request, null, true, ['api.example.com']],
    [requestTo('app.example.com'), null, false, ['app.example.com']],
    [{ ...request, target: null }, null, false, []]
  ] as const
  for (const [asked, application, isReadable, found] of rows) {
    lookUps.length = 0
    const headers = corsAt?.(asked, application)?.readableBy(asked)
    t.equal(headers?.['access-control-allow-origin'], isReadable ? ORIGIN : undefined)
    t.same(lookUps, found)
  }
})
