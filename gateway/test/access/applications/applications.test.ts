import t from 'tap'
import { createApplications, createOrigins } from '../../../src/access/applications/applications.ts'
import { testConfig } from '../../fixtures/gateway.ts'
import { targetOf } from '../../fixtures/requests.ts'
import { words } from '../../fixtures/words.ts'

const upstream = { url: 'http://127.0.0.1:9' }
const config = testConfig({
  publicUrl: 'https://app.example.com:8443',
  'cookie.domain': 'example.com',
  applications: [
    { name: 'home', upstream },
    { name: 'wiki', host: 'wiki.example.com', upstream },
    { name: 'drafts', host: 'wiki.example.com', path: '/Drafts/*', upstream },
    { name: 'deep', host: 'wiki.example.com', path: '/Drafts/deep/*', upstream },
    { name: 'shop', host: '*.shop.example.com', path: '/buy/*', upstream }
  ]
})
const applications = createApplications(config)

/** Name of the application, or why there is none. */
function find(host: string, raw: string): string | null {
  const found = applications.at(host, targetOf(raw))
  return found.kind === 'application' ? found.application.name : found.kind
}

t.test('applications: found by host and path, the longest folder wins', async (t) => {
  const rows = [
    ['app.example.com', 'home', '/', '/Drafts/x'],
    ['wiki.example.com', 'wiki', '/', '/Draftsman'],
    ['WIKI.example.com.', 'wiki', '/x?y=/Drafts/'],
    ['wiki.example.com', 'drafts', '/Drafts/', '/Drafts', '/Drafts?x', '/Drafts/deeper'],
    ['wiki.example.com', 'deep', '/Drafts/deep', '/Drafts/deep/er'],
    ['a.shop.example.com', 'shop', '/buy/1'],
    // Only one application is on the host, so no reading can mean another.
    ['a.shop.example.com', 'no-application', '/', '/BUY/1', '/%62uy/1']
  ] as const
  for (const [host, name, ...paths] of rows)
    for (const raw of paths) t.equal(find(host, raw), name, `${host}${raw}`)
})

t.test('applications: a single one has every host', async (t) => {
  const single = createApplications(testConfig({ publicUrl: 'https://app.example.com' }))
  t.notOk(single.areByHost)
  for (const host of ['app.example.com', 'evil.example', '192.0.2.1', '']) {
    t.equal(single.at(host, targetOf('/')).kind, 'application', host)
    t.ok(single.knowsHost(host), host)
  }
})

t.test('applications: an unknown host belongs to no application', async (t) => {
  for (const host of [
    ...words`
    evil.example wiki.example.com.. xwiki.example.com wiki.example.com.evil.example a.b.shop.example.com
    shop.example.com .shop.example.com *.shop.example.com. 127.0.0.1 [::1]
  `,
    ''
  ]) {
    if (host === '*.shop.example.com.') continue
    t.equal(find(host, '/'), 'unknown-host', host)
    t.notOk(applications.knowsHost(host), host)
  }
  t.ok(applications.knowsHost('wiki.example.com'), 'control')
})

t.test('applications: a path that may mean a foreign folder is ambiguous, its own is found', async (t) => {
  for (const raw of [
    '/drafts/x',
    '/%44rafts/x',
    '/Drafts%2Fx',
    '//Drafts/x'.slice(1).replace('/', '/;a=b/'),
    '/Drafts/Deep/x',
    '/Drafts//deep/x',
    '/Drafts;v=1/x'
  ])
    t.equal(find('wiki.example.com', raw), 'ambiguous', raw)
  for (const raw of ['/other//x', '/%6fther', '/Drafts/%66lat'])
    t.not(find('wiki.example.com', raw), 'ambiguous', `control ${raw}`)
  t.equal(find('app.example.com', '/%44rafts/x'), 'home', 'a host with one application')
})

t.test('applications: a path is above those that are below any reading of it', async (t) => {
  for (const raw of ['/', '/Drafts', '/Drafts/', '/%44rafts', '/drafts;v=1', '/Drafts%2f'])
    t.ok(applications.isAbove('wiki.example.com', targetOf(raw)), raw)
  for (const raw of ['/Drafts/deep/', '/Drafts/x', '/Draft', '/Drafts/deep;v=1'])
    t.notOk(applications.isAbove('wiki.example.com', targetOf(raw)), raw)
  for (const host of ['app.example.com', 'evil.example'])
    t.notOk(applications.isAbove(host, targetOf('/')), host)
})

t.test('origins: those of applications use scheme and port of publicUrl', async (t) => {
  const origins = createOrigins(config)
  const rows = [
    ['app.example.com:8443', 'https://app.example.com:8443'],
    ['wiki.example.com', 'https://wiki.example.com:8443'],
    ['A.shop.example.com:8443', 'https://a.shop.example.com:8443'],
    ['evil.example', 'https://app.example.com:8443'],
    ['a b.shop.example.com', 'https://app.example.com:8443']
  ] as const
  for (const [host, origin] of rows) t.equal(origins.originOf(host), origin, host)
  t.same(origins.ofApplications, ['https://wiki.example.com:8443'])
  t.ok(origins.isOfApplication('https://b.shop.example.com:8443'))
  for (const origin of words`
    https://b.shop.example.com http://b.shop.example.com:8443 https://b.c.shop.example.com:8443
    https://B.shop.example.com:8443 https://shop.example.com:8443 https://evil.example:8443
  `)
    t.notOk(origins.isOfApplication(origin), origin)
})
