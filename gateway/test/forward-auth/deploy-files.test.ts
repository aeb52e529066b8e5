import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { CLIENT_HEADER_FILES, fillClientHeaders } from '../../../config/client-headers.ts'
import { DEFAULT_IDENTITY_HEADERS } from '../../src/config/defaults.ts'
import { loadConfig } from '../../src/config/load.ts'
import { packagePath } from '../../src/config/package-files.ts'
import { MAX_PARTS } from '../../src/session/cookie/cookie-value.ts'
import { testConfig } from '../fixtures/gateway.ts'
import { signatureKeyOf } from '../fixtures/session/signature-keys.ts'

const FOLDER = packagePath('deploy', 'forward-auth')
/** Beside the default ones: groups by configuration, and what goes with some sessions. */
const IDENTITY_HEADERS = [
  ...Object.keys(DEFAULT_IDENTITY_HEADERS),
  'x-forwarded-groups',
  'x-gatehouse-tenant',
  'x-gatehouse-issuer',
  'x-gatehouse-expired'
]
/** Manifests that no test here can run. */
const UNTESTED = 'kubernetes'
const OWN_PATHS = [
  ...['/login', '/login/', '/logout', '/_auth/', '/__/auth/'],
  ...['/__/firebase/init.json', '/.well-known/change-password']
]
const KEY = signatureKeyOf('deploy-files')

const proxies = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== UNTESTED)
  .map(({ name }) => name)

/** All that a proxy is given, without what is written for people and for the gateway. */
function readFiles(proxy: string): string {
  return readdirSync(join(FOLDER, proxy))
    .filter((name) => !/^(README\.md|gatehouse\.yaml)$/.test(name))
    .map((name) => readFileSync(join(FOLDER, proxy, name), 'utf8'))
    .join('\n')
    .toLowerCase()
}

t.test('deploy files: every proxy, every identity header by its name', async (t) => {
  t.ok(proxies.includes('nginx'))
  for (const proxy of proxies) {
    if (proxy === 'traefik') continue
    const text = readFiles(proxy)
    for (const name of IDENTITY_HEADERS) t.ok(text.includes(name), `${proxy}: ${name}`)
  }
})

t.test(
  'deploy files: the client headers that reverse-proxy mode removes are removed by every proxy',
  async (t) => {
    t.same(
      [...new Set(Object.keys(CLIENT_HEADER_FILES).map((file) => file.split('/')[0]))].sort(),
      [...proxies, UNTESTED].sort()
    )
    for (const file of Object.keys(CLIENT_HEADER_FILES)) {
      const text = readFileSync(join(FOLDER, file), 'utf8')
      t.ok(fillClientHeaders(file, text) === text, `${file}: as \`npm run config:generate\` writes it`)
    }
  }
)

t.test('deploy files: Traefik removes client headers by name or pattern, and keeps the others', async (t) => {
  for (const file of ['traefik/gatehouse.yml', 'kubernetes/traefik.yaml']) {
    const text = readFileSync(join(FOLDER, file), 'utf8')
    const pattern = /authResponseHeadersRegex: "\(\?i\)(.+)"/.exec(text)?.[1] ?? ''
    const families = new RegExp(pattern, 'i')
    const isRemoved = (name: string) => text.includes(` ${name}: ""\n`) || families.test(name)
    const removed = ['Cookie', 'Authorization', 'X-Http-Method-Override', 'X-Original-Url', 'Remote-User']
    const odd = [
      'X_Forwarded_User',
      'X~Forwarded~User',
      'X-Forwarded-',
      'X-Forwarded-Hos',
      'X-Forwarded-Hosts'
    ]
    for (const name of [...removed, ...odd, ...IDENTITY_HEADERS]) t.ok(isRemoved(name), `${file}: ${name}`)
    const kept = ['X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Real-Ip']
    for (const name of [...kept, 'Accept', 'Cookies', 'X-Cookie', 'X-Http-Method-Overrides'])
      t.notOk(isRemoved(name), `${file}: ${name}`)
  }
})

t.test('deploy files: Authorization, as the gateway says it', async (t) => {
  const lines: readonly [proxy: string, line: string | RegExp][] = [
    ['nginx', /proxy_set_header authorization +\$gatehouse_authorization;/],
    ['haproxy', /identity = \{[^}]*"authorization"/],
    ['apache', /told_with_a_pass = \{[^}]*"authorization"/],
    ['caddy', 'request_header @no-authorization -authorization'],
    ['envoy', /allowed_upstream_headers:\s+patterns:\s+- exact: cookie\s+- exact: authorization/]
  ]
  for (const [proxy, line] of lines) t.match(readFiles(proxy), line, proxy)
})

t.test('deploy files: cookies, numbered from 1 to 8 where the proxy cannot tell them apart', async (t) => {
  const numbered = [1, 2, 3, 4, 5, 6, 7, 8].map(String)
  const numbersIn = (text: string, pattern: RegExp) =>
    [...new Set([...text.matchAll(pattern)].map(([, number]) => number))].sort()
  t.same(numbersIn(readFiles('nginx'), /upstream_http_x_gatehouse_set_cookie_(\d)/g), numbered)
  t.same(numbersIn(readFiles('nginx'), /add_header set-cookie +\$gatehouse_set_(\d)/g), numbered)
  t.same(
    numbersIn(readFiles('haproxy'), /add-header set-cookie %\[var\(txn\.gatehouse_set_(\d)\)\]/g),
    numbered
  )
})

t.test('deploy files: Traefik, identity headers in every spelling, cookies by every name', async (t) => {
  const text = readFiles('traefik')
  const [, pattern = ''] = /authresponseheadersregex: "\(\?i\)([^"]*)"/.exec(text) ?? []
  const isReplaced = (name: string) => new RegExp(pattern, 'i').test(name)
  for (const name of ['cookie', 'authorization', ...IDENTITY_HEADERS])
    for (const sign of ['-', '_', '.']) t.ok(isReplaced(name.replaceAll('-', sign)), `${name} with ${sign}`)
  for (const name of ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'set-cookie', 'accept'])
    t.notOk(isReplaced(name), name)
  for (const name of ['x-forwarded-user-agent', 'x-forwarded-fo', 'x-forwarded-form'])
    t.ok(isReplaced(name), name)
  const names = ['__Host-gatehouse', '__Secure-gatehouse', 'gatehouse']
  const parts = Array.from({ length: MAX_PARTS }, (_, index) => `.${index}`)
  const expected = names.flatMap((name) => ['', ...parts].map((part) => `${name}${part}`.toLowerCase()))
  const [, list = ''] = /addauthcookiestoresponse:\n((?: +- \S+\n)+)/.exec(text) ?? []
  t.same(
    [...list.matchAll(/- (\S+)/g)].map(([, name]) => name),
    expected
  )
})

t.test('deploy files: every proxy, the gateway’s own pages', async (t) => {
  for (const proxy of proxies) {
    if (proxy === 'nginx') continue
    // Without the signs by which patterns say that a dot is a dot.
    const text = readFiles(proxy).replace(/[\\%]/g, '')
    for (const path of OWN_PATHS) t.ok(text.includes(path), `${proxy}: ${path}`)
  }
})

t.test('deploy files: nginx, the two sides of the question say the same of a request', async (t) => {
  const [forwardAuthRequest = '', refusal = ''] = readFiles('nginx')
    .split(/location /)
    .filter((block) => /^(= \/\.gatehouse\/question|@gatehouse-refusal)/.test(block))
  const headersOf = (block: string) =>
    [...block.matchAll(/proxy_set_header (\S+) +([^;]*);/g)].map(([, name, value]) => `${name}: ${value}`)
  t.same(headersOf(refusal), headersOf(forwardAuthRequest))
  t.match(headersOf(forwardAuthRequest), ['content-length: ""'])
})

t.test(
  'deploy files: the gateway’s own file, a configuration without problems at the ports of the proxy',
  async (t) => {
    const { listen } = testConfig({})
    for (const proxy of proxies) {
      const file = join(FOLDER, proxy, 'gatehouse.yaml')
      const loaded = loadConfig({ file, env: { GATEHOUSE_COOKIE_SIGNATURE_KEYS: KEY } })
      if (loaded.kind === 'invalid') {
        t.same(loaded.problems, [], proxy)
        continue
      }
      const { forwardAuth, upstream } = loaded.config
      t.ok(forwardAuth.enabled, proxy)
      t.equal(upstream, null, proxy)
      const text = readFiles(proxy)
      for (const port of [listen.port, forwardAuth.listen?.port ?? forwardAuth.grpc?.port])
        t.match(text, String(port), `${proxy}: ${port}`)
    }
  }
)

t.test('deploy files: nginx, its own pages are those of the gateway', async (t) => {
  const [, pattern = ''] = /location ~ (\S+) \{/.exec(readFiles('nginx')) ?? []
  const isOwn = (path: string) => new RegExp(pattern).test(path)
  const { paths } = testConfig({})
  const { login, logout, session, refresh, verify } = paths
  for (const path of [
    ...[login, `${login}/forgot`, logout, session, refresh, verify],
    ...['/_auth/jwks.json', '/__/auth/action', '/__/firebase/init.json', '/.well-known/change-password']
  ])
    t.ok(isOwn(path), path)
  for (const path of ['/', `${login}x`, `${logout}/x`, `${logout}x`, '/x/login', '/__/firebase/init.jsonx'])
    t.notOk(isOwn(path), path)
})
