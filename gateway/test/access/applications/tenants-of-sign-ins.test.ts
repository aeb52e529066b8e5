import t, { type Test } from 'tap'
import { createIdentityPlatform } from '../../../src/identity-platform/identity-platform.ts'
import { createSessionId } from '../../../src/session/session.ts'
import type { InjectedFault } from '../../../stand-in/server/faults.ts'
import { postSession, startGateway, type TestGateway } from '../../fixtures/gateway.ts'
import { decodeClaims, startProvider } from '../../fixtures/provider/provider.ts'
import { signInAt, startTenants, type TenantId } from '../../fixtures/provider/tenants.ts'
import { buildAcquirer } from '../../fixtures/session/acquirer.ts'
import { startSessions } from '../../fixtures/session/sessions.ts'
import { BY_PATH } from '../../fixtures/wire/attack-requests.ts'
import { send } from '../../fixtures/wire/http-client.ts'
import { type RecordedRequest, startRecordingServer } from '../../fixtures/wire/recording-server.ts'

t.test('tenants: sign-in by path accepts every tenant that has a path and no other', async (t) => {
  const { enter, provider, url } = await startTenants(t, BY_PATH)
  provider.accounts.create({ uid: 'bruce', tenantId: 'wayne' })
  for (const tenantId of [null, 'acme', 'umbrella']) t.equal((await enter(tenantId)).status, 200)
  const { idToken, refreshToken } = await provider.signIn('bruce')
  const calls = provider.calls.total()
  const answer = await postSession(url, idToken, refreshToken)
  t.equal(answer.status, 401)
  t.match(await answer.json(), { code: 'INVALID_ARGUMENT' })
  t.equal(provider.calls.total(), calls, 'no provider call')
})

t.test('tenants: a refresh that returns a token of another tenant or none is not accepted', async (t) => {
  const { checker, cookie, standIn, clock } = await startSessions(t, {
    settings: { tenants: { ...BY_PATH } }
  })
  for (const tenantId of ['acme', 'umbrella']) standIn.accounts.create({ uid: 'alice', tenantId })
  const granting = (idToken: string): InjectedFault => ({
    kind: 'body',
    status: 200,
    body: JSON.stringify({ id_token: idToken, refresh_token: 'AMf-new', expires_in: '3600' })
  })
  const tokens = await signInAt(standIn, 'acme', 'alice')
  const facts = { id: createSessionId(), startedAtSeconds: clock.now(), activeAtSeconds: null }
  const header = `gatehouse=${cookie.encrypt({ ...facts, ...tokens })}`
  clock.advance(3600)
  const rows: readonly [string, TenantId, string][] = [
    ['another tenant', 'umbrella', 'unavailable'],
    ['no tenant', null, 'unavailable'],
    ['its own', 'acme', 'signed-in']
  ]
  for (const [name, tenantId, kind] of rows) {
    standIn.faults.refresh = granting((await signInAt(standIn, tenantId, 'alice')).idToken)
    const check = await checker.check(header)
    t.equal(check.kind, kind, name)
    if (kind === 'unavailable') t.notOk('setCookies' in check, 'the cookie is preserved')
    else t.match(check, { session: { subject: 'alice', tenantId: 'acme' } })
  }
  standIn.faults.refresh = granting((await signInAt(standIn, null, 'alice')).idToken)
  t.equal((await checker.checkAndRefresh(header)).kind, 'unavailable', 'forced')
})

/** An acquirer whose calls to identitytoolkit pass through a server that records them. */
async function startRecorded(t: Test) {
  const { standIn, settings, credentials, clock } = await startProvider(t, {
    withCredentials: true,
    settings: { tenants: { ...BY_PATH } }
  })
  for (const tenantId of ['acme', 'umbrella']) standIn.accounts.create({ uid: 'alice', tenantId })
  const forward = async ({ method, url, headers, body }: RecordedRequest) => {
    const { authorization = '', 'x-goog-api-key': apiKey = '' } = headers
    const sent = { 'content-type': 'application/json', authorization, 'x-goog-api-key': String(apiKey) }
    const answer = await send(`${standIn.url}${url}`, { method, headers: sent, body })
    return { status: answer.status, text: await answer.text() }
  }
  const recorder = await startRecordingServer(t, (response, request) => {
    void forward(request).then(({ status, text }) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(text)
    })
  })
  const endpoints = {
    ...settings.endpoints,
    identityToolkit: `${recorder.url}/identitytoolkit.googleapis.com`
  }
  const platform = createIdentityPlatform({
    settings: { ...settings, endpoints },
    credentials,
    now: clock.now
  })
  t.teardown(() => platform.close())
  const acquire = buildAcquirer(platform, clock, { mode: 'exchange' })
  return { standIn, acquire, requests: recorder.requests }
}

t.test('tenants: look-up and exchange name the tenant in path, token and body on the wire', async (t) => {
  const { standIn, acquire, requests } = await startRecorded(t)
  const rows: readonly [TenantId, string][] = [
    ['acme', '/v1/projects/demo-gate/tenants/acme/accounts:lookup'],
    ['umbrella', '/v1/projects/demo-gate/tenants/umbrella/accounts:lookup'],
    [null, '/v1/projects/demo-gate/accounts:lookup']
  ]
  for (const [tenantId, path] of rows) {
    requests.length = 0
    const { idToken } = await signInAt(standIn, tenantId, 'alice')
    const acquired = await acquire({ idToken, refreshToken: null, tenantIds: [null, 'acme', 'umbrella'] })
    t.match(acquired, { kind: 'acquired', session: { subject: 'alice', tenantId } })
    const paths = [path, '/v1/accounts:signInWithCustomToken']
    const urls = requests.map(({ url }) => url)
    t.same(
      urls,
      paths.map((one) => `/identitytoolkit.googleapis.com${one}`)
    )
    const { token, ...body } = JSON.parse(requests[1]?.body ?? '{}')
    t.strictSame(body, { returnSecureToken: true, ...(tenantId === null ? {} : { tenantId }) })
    const custom = decodeClaims(token)
    t.equal(custom.uid, 'alice')
    t.strictSame(custom.tenant_id, tenantId ?? undefined)
    t.strictSame(custom.claims, {
      source_sign_in_provider: 'password',
      source_sign_in_second_factor: '',
      source_second_factor_identifier: ''
    })
  }
})

t.test('tenants: an exchange that returns a token of another tenant is refused', async (t) => {
  const { standIn, acquire } = await startRecorded(t)
  const { idToken } = await signInAt(standIn, 'acme', 'alice')
  for (const tenantId of ['umbrella', null]) {
    const other = await signInAt(standIn, tenantId, 'alice')
    standIn.faults.exchange = { kind: 'body', status: 200, body: JSON.stringify(other) }
    const refused = await acquire({ idToken, refreshToken: null, tenantIds: ['acme'] })
    t.match(refused, { kind: 'refused', fault: { code: 'INVALID_CREDENTIALS' } }, String(tenantId))
  }
  standIn.faults.reset()
  t.equal((await acquire({ idToken, refreshToken: null, tenantIds: ['acme'] })).kind, 'acquired')
})

for (const acquire of ['exchange', 'handover'] as const) {
  t.test(`tenants: ${acquire}, one uid in three pools, ended in one (ASVS 6.8.1, 10.5.2)`, async (t) => {
    const { cookieOf, visit, provider, advance } = await startTenants(t, BY_PATH, {
      acquire,
      config: { 'session.revocationCheckSeconds': 300 }
    })
    const visits = [
      ['/x', await cookieOf(null)],
      ['/acme/x', await cookieOf('acme')],
      ['/umbrella/x', await cookieOf('umbrella')]
    ] as const
    provider.accounts.delete('ada')
    provider.accounts.disable('ada')
    advance(300)
    provider.calls.reset()
    const statuses: number[] = []
    for (const [path, cookie] of visits) statuses.push((await visit(path, { cookie })).status)
    t.strictSame(statuses, [401, 403, 200], 'deleted in the project, disabled in acme, valid in umbrella')
    t.equal(provider.calls.lookup + provider.calls.lookupByIdToken, 3, 'a look-up for each')
  })
}

t.test('tenants: sign-out everywhere ends only the sign-ins of the account in that tenant', async (t) => {
  const { cookieOf, visit, url, advance } = await startTenants(t, BY_PATH, { acquire: 'exchange' })
  const here = await cookieOf('umbrella')
  advance(1)
  const there = await cookieOf('umbrella')
  const others = [
    ['/x', await cookieOf(null)],
    ['/acme/x', await cookieOf('acme')]
  ] as const
  advance(5)
  t.equal((await visit('/umbrella/x', { cookie: there })).status, 200)
  const out = await send(`${url}/logout?everywhere=1`, { method: 'POST', headers: { cookie: here } })
  t.equal(out.status, 204)
  const refresh = (cookie: string) =>
    send(`${url}/_auth/refresh?force=1`, { method: 'POST', headers: { cookie } })
  for (const ended of [await visit('/umbrella/x', { cookie: there }), await refresh(there)])
    t.match([ended.status, await ended.json()], [401, { code: 'TOKEN_REVOKED' }])
  for (const [path, cookie] of others) {
    t.equal((await visit(path, { cookie })).status, 200, path)
    t.equal((await refresh(cookie)).status, 200, 'also by the provider')
  }
})

t.test('tenants: sessions of a tenant that is no longer configured are over', async (t) => {
  const first = await startTenants(t, BY_PATH)
  const cookie = await first.cookieOf('umbrella')
  const endpoints = { 'identityPlatform.endpoints': first.provider.endpoints }
  const second: TestGateway = await startGateway(t, {
    config: { 'identityPlatform.tenants': { '/acme/*': 'acme' }, ...endpoints }
  })
  const answer = await send(`${second.url}/umbrella/x`, { headers: { cookie } })
  t.equal(answer.status, 401)
  t.match(await answer.json(), { code: 'INVALID_ARGUMENT' })
  t.match(answer.headers.getSetCookie(), [/^gatehouse=; Max-Age=0;/])
  t.equal(second.upstream.seen.length, 0)
})
