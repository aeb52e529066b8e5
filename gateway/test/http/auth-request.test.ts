import type { IncomingHttpHeaders } from 'node:http'
import t from 'tap'
import { createRequestIds, isAhead, isPageLoad } from '../../src/http/auth-request.ts'
import { startAskedGateway, WIKI } from '../fixtures/forward-auth.ts'
import { startGateway } from '../fixtures/gateway.ts'
import { send } from '../fixtures/wire/http-client.ts'

const ROWS: readonly [name: string, headers: IncomingHttpHeaders, isPage: boolean][] = [
  ['nothing', {}, false],
  ['navigation', { 'sec-fetch-mode': 'navigate' }, true],
  ['navigation that takes no HTML', { 'sec-fetch-mode': 'navigate', accept: 'application/json' }, true],
  ['download link', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'empty' }, false],
  ['download', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'empty', accept: '*/*' }, false],
  ['download by a server’s header', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }, true],
  ['page in a frame', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }, true],
  [
    'service worker that passes a navigation on',
    { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'empty', accept: 'text/html,*/*;q=0.8' },
    true
  ],
  [
    'service worker that asks for the page again',
    { 'sec-fetch-mode': 'same-origin', 'sec-fetch-dest': 'empty', accept: 'text/html,*/*;q=0.8' },
    true
  ],
  [
    'script of a worker',
    { 'sec-fetch-mode': 'same-origin', 'sec-fetch-dest': 'worker', accept: '*/*' },
    false
  ],
  ['fetch that takes HTML', { 'sec-fetch-mode': 'cors', accept: 'text/html' }, false],
  ['upgrade', { upgrade: 'websocket', 'sec-fetch-mode': 'navigate', accept: 'text/html' }, false],
  ['HTML', { accept: 'text/html' }, true],
  ['what browsers send', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }, true],
  ['HTML in another case, with a parameter', { accept: 'application/json, Text/HTML; level=1;q=0.3' }, true],
  ['HTML that is not wanted', { accept: 'text/html;q=0, */*' }, false],
  ['HTML that is not wanted, spelled at length', { accept: 'text/html; q=0.000' }, false],
  ['every type', { accept: '*/*' }, false],
  ['every text', { accept: 'text/*' }, false],
  ['longer name', { accept: 'text/html5' }, false],
  ['HTML inside a quoted parameter', { accept: 'text/plain;x=", text/html, "' }, false],
  ['nothing that could be read', { accept: ',;q=,' }, false]
]

t.test('page load: decided by Sec-Fetch-Mode if present, otherwise by an HTML Accept', async (t) => {
  for (const [name, headers, isPage] of ROWS) t.equal(isPageLoad(headers), isPage, name)
})

t.test('ahead: HEAD, prefetch and prerender count as ahead of a visit, others do not', async (t) => {
  t.ok(isAhead({ method: 'HEAD', headers: {} }), 'HEAD')
  for (const [name, value] of [
    ['sec-purpose', 'prefetch'],
    ['sec-purpose', 'prefetch;prerender'],
    ['purpose', 'prefetch'],
    ['purpose', 'Preview'],
    ['x-moz', 'prefetch']
  ] as const)
    t.ok(isAhead({ method: 'GET', headers: { [name]: value } }), `${name}: ${value}`)
  t.notOk(isAhead({ method: 'GET', headers: {} }))
  t.notOk(isAhead({ method: 'GET', headers: { purpose: 'else' } }))
})

t.test('page load: robots.txt is a 401 for crawlers alone, by proxy and by forward auth', async (t) => {
  const { url } = await startGateway(t)
  const { ask } = await startAskedGateway(t)
  const crawler = { accept: 'text/html,*/*;q=0.8' }
  for (const [path, status, headers] of [
    ['/robots.txt', 401, crawler],
    ['/robots.html', 302, crawler],
    ['/robots.txt', 302, { ...crawler, 'sec-fetch-mode': 'navigate' }]
  ] as const) {
    t.equal((await send(url + path, { headers })).status, status, path)
    t.equal((await ask({ url: `${WIKI}${path}`, headers })).status, status, `forward auth, ${path}`)
  }
})

t.test('request ids: random UUIDs of version 4, all different', async (t) => {
  const createId = createRequestIds()
  const ids = Array.from({ length: 1000 }, createId)
  t.same(
    ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
    []
  )
  t.equal(new Set(ids).size, ids.length)
})
