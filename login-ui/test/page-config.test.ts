import t from 'tap'
import { readPageConfig } from '../src/page-config.ts'

const good = {
  apiKey: 'key',
  projectId: 'demo-project',
  authDomain: null,
  tenantId: null,
  emulatorUrl: null,
  paths: { login: '/login', logout: '/logout', session: '/_auth/session' },
  handover: false,
  redirectTarget: '/reports?year=2026',
  reason: null,
  brandName: 'Acme',
  contactUrl: null
}

function read(changes: Record<string, unknown>) {
  return readPageConfig(JSON.stringify({ ...good, ...changes }))
}

t.test('page config: good block, is read as it is', async (t) => {
  t.same(read({}), { kind: 'ok', config: good })
})

t.test('page config: every optional field given, is read as it is', async (t) => {
  const full = {
    authDomain: 'demo-project.firebaseapp.com',
    tenantId: 'tenant-1',
    emulatorUrl: 'http://127.0.0.1:9099',
    handover: true,
    reason: 'signed-out',
    contactUrl: 'mailto:help@example.com'
  }
  t.same(read(full), { kind: 'ok', config: { ...good, ...full } })
})

t.test('page config: unknown field, is left out', async (t) => {
  t.same(read({ extra: 1 }), { kind: 'ok', config: good })
})

for (const reason of ['expired', 'signed-out', 'revoked', 'js']) {
  t.test(`page config: reason ${reason}, is kept`, async (t) => {
    t.match(read({ reason }), { kind: 'ok', config: { reason } })
  })
}

t.test('page config: reason without a notice, is read as none', async (t) => {
  t.match(read({ reason: 'something-else' }), { kind: 'ok', config: { reason: null } })
})

const broken: [field: string, changes: Record<string, unknown>][] = [
  ['apiKey', { apiKey: undefined }],
  ['apiKey', { apiKey: '' }],
  ['projectId', { projectId: 7 }],
  ['authDomain', { authDomain: undefined }],
  ['tenantId', { tenantId: false }],
  ['emulatorUrl', { emulatorUrl: '127.0.0.1:9099' }],
  ['emulatorUrl', { emulatorUrl: 'http://127.0.0.1:9099/path' }],
  ['paths', { paths: null }],
  ['paths', { paths: ['/login'] }],
  ['paths.login', { paths: { ...good.paths, login: 'login' } }],
  ['paths.logout', { paths: { ...good.paths, logout: undefined } }],
  ['paths.session', { paths: { ...good.paths, session: 'https://evil.example/' } }],
  ['handover', { handover: 'true' }],
  ['redirectTarget', { redirectTarget: 'https://evil.example/' }],
  ['redirectTarget', { redirectTarget: null }],
  ['reason', { reason: 1 }],
  ['brandName', { brandName: '' }],
  ['contactUrl', { contactUrl: 'javascript:alert(1)' }],
  ['contactUrl', { contactUrl: undefined }]
]

for (const [field, changes] of broken) {
  t.test(`page config: ${JSON.stringify(changes)}, is refused and names ${field}`, async (t) => {
    t.same(read(changes), { kind: 'broken', field })
  })
}

for (const json of ['', '__GATEHOUSE_CONFIG__', '{', 'null', '[]', '"text"']) {
  t.test(`page config: block ${JSON.stringify(json)}, is refused`, async (t) => {
    t.same(readPageConfig(json), { kind: 'broken', field: 'block' })
  })
}
