import t from 'tap'
import type { InjectedFault } from '../../stand-in/server/faults.ts'
import { PAGE, startGateway } from '../fixtures/gateway.ts'
import { signedIn } from '../fixtures/signed-in.ts'
import { send } from '../fixtures/wire/http-client.ts'
import { startUpstream } from '../fixtures/wire/upstream.ts'

const RULES = [
  { path: '/feed', allow: 'optional' },
  { path: '/public', allow: 'public' },
  { path: '/internal/*', allow: 'deny' }
]
const AWAY: InjectedFault = { kind: 'error', status: 503, message: 'The service is currently unavailable.' }
const SPOOFED = {
  'x-forwarded-user': 'root',
  'X-Forwarded-Email': 'root@example.com',
  'x-gatehouse-assertion': 'forged',
  x_forwarded_user: 'root'
}

t.test('optional session: forwards the identity of a signed-in user and no other identity', async (t) => {
  const gateway = await startGateway(t, { config: { 'access.rules': RULES } })
  const { url, provider, upstream, signIn, advance, logLines, settled } = gateway
  const cookie = await signIn('ada')
  const visit = async (headers: Record<string, string>, path = '/feed') => {
    upstream.forget()
    const answer = await send(`${url}${path}`, { headers: { ...SPOOFED, ...headers } })
    await settled()
    const line = logLines().findLast(({ msg }) => msg === 'request') ?? {}
    const { headers: seen = {} } = upstream.seen[0] ?? {}
    const names = Object.keys(seen).filter((name) => /user|email|assertion|gatehouse/.test(name))
    return { response: answer, line, names, user: seen['x-forwarded-user'] }
  }

  const known = await visit({ cookie })
  t.equal(known.user, 'ada')
  t.match(known.line, { outcome: 'allow', rule: 1, subject: 'ada', code: undefined })

  for (const headers of [PAGE, {}, { cookie: 'gatehouse=forged' }, { cookie: `${cookie}x` }]) {
    const anonymous = await visit(headers)
    t.equal(anonymous.response.status, 200)
    t.same(anonymous.names, [], 'headers of the client are removed')
    t.match(anonymous.line, { outcome: 'allow', rule: 1, subject: undefined, code: /CREDENTIALS|COOKIE/ })
    t.same(anonymous.response.headers.getSetCookie(), [])
  }
  const open = await visit({ cookie }, '/public')
  t.same(open.names, [], 'control: a public path reads no session')
  t.equal(open.line.code, undefined)
  t.equal((await visit({}, '/fee%64')).response.status, 401, 'another spelling needs a session')
  t.equal((await visit({ cookie }, '/fee%64')).user, 'ada')

  advance(3600)
  provider.faults.refresh = AWAY
  const outage = await visit({ cookie })
  t.equal(outage.response.status, 200, 'a provider outage refuses no request')
  t.same(outage.names, [])
  t.same(outage.response.headers.getSetCookie(), [], 'and ends no session')
  t.match(outage.line, { outcome: 'allow', code: 'PROVIDER_UNAVAILABLE', level: 'warn' })
  t.equal((await visit({ cookie }, '/other')).response.status, 503, 'control: where a session is required')

  provider.faults.refresh = { kind: 'ok' }
  advance(60)
  const refreshed = await visit({ cookie })
  t.equal(refreshed.user, 'ada', 'an expired session is refreshed')
  t.match(refreshed.response.headers.getSetCookie(), [/^gatehouse=/])

  provider.accounts.revoke('ada')
  advance(3601)
  const ended = await visit({ cookie })
  const { status, headers } = ended.response
  t.same([status, ended.names, headers.get('cache-control')], [200, [], 'private, no-store'])
  t.match(headers.getSetCookie(), [/^gatehouse=;/], 'its cookies are cleared')
  t.match(logLines({ event: 'session.ended' }), [{ subject: 'ada', by: 'provider' }])
})

t.test('optional session: caches never serve a personal response to another visitor', async (t) => {
  let headers: Record<string, string | string[]> = {}
  const application = await startUpstream(t, (_request, response) => {
    response.writeHead(200, headers).end('x')
  })
  const gateway = await startGateway(t, { upstreamUrl: application.url, config: { 'access.rules': RULES } })
  const cookie = await gateway.signIn('ada')
  const ask = async (sent: typeof headers, own: Record<string, string>, path = '/feed') => {
    headers = sent
    const { headers: got } = await send(`${gateway.url}${path}`, { headers: own })
    return [got.get('cache-control'), got.get('vary'), got.get('cdn-cache-control')]
  }
  const shared = { 'cache-control': 'public, max-age=60', 'cdn-cache-control': 'max-age=60' }
  t.same(await ask(shared, { cookie }), ['private, max-age=60', 'Cookie', null])
  const found = await ask(shared, {})
  t.same(found, ['public, max-age=60', 'Cookie', 'max-age=60'], 'without identity it is shared')
  t.same(await ask(shared, {}, '/public'), ['public, max-age=60', null, 'max-age=60'], 'control')
  const varies: [string | string[], string][] = [
    ['Accept', 'Accept, Cookie'],
    ['accept, COOKIE', 'accept, COOKIE'],
    ['*', '*'],
    ['', 'Cookie'],
    [['Accept', 'Origin'], 'Accept, Origin, Cookie']
  ]
  for (const [vary, expected] of varies) t.equal((await ask({ vary }, {}))[1], expected, String(vary))
})

t.test('deny: 403 for everyone, without checking the session or showing the login page', async (t) => {
  const { url, upstream, logLines, settled, cookie, get } = await signedIn(t, { 'access.rules': RULES })
  for (const headers of [{}, { cookie }, { cookie: 'gatehouse=forged' }]) {
    for (const path of ['/internal/x', '/INTERNAL/x', '/%69nternal/x?y']) {
      const answer = await send(`${url}${path}`, { headers })
      t.equal(answer.status, 403, path)
      t.match(await answer.json(), { code: 'FORBIDDEN' })
      t.same(answer.headers.getSetCookie(), [])
      const page = await send(`${url}${path}`, { headers: { ...PAGE, ...headers } })
      t.equal(page.status, 403)
      const text = await page.text()
      t.match(text, 'No one has access to this page.')
      t.notMatch(text, /another account|Sign out/)
    }
  }
  await settled()
  t.match(logLines().at(-1), { outcome: 'forbidden', code: 'FORBIDDEN', rule: 3 })
  t.same(upstream.seen, [])
  t.equal((await get('/internals')).status, 200, 'control')
})
