import t from 'tap'
import { startGateway } from '../fixtures/gateway.ts'
import { changesBy, openManagement, scrape } from '../fixtures/management.ts'
import { send } from '../fixtures/wire/http-client.ts'
import { readSeries } from '../fixtures/wire/scrape.ts'
import { startUpstream } from '../fixtures/wire/upstream.ts'

const application = await startUpstream(t, (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.end('data: x\n\n')
})

const gateway = await startGateway(t, {
  publicUrl: 'https://app.example.com',
  config: {
    'forwardAuth.enabled': true,
    trustedProxies: ['127.0.0.1/32'],
    applications: [
      { name: 'home', upstream: { url: 'http://127.0.0.1:9' }, access: { default: 'public' } },
      {
        name: 'wiki',
        host: 'wiki.example.com',
        upstream: { url: application.url },
        access: {
          default: 'public',
          rules: [{ path: '/admin/*', allow: { claim: 'role', oneOf: ['admin'] } }]
        }
      },
      { name: 'away', host: 'away.example.com', access: { default: 'public' } }
    ]
  }
})
const management = openManagement(t, gateway)

/** The log lines of a request. */
async function linesOf(host: string, path: string, headers: Record<string, string> = {}) {
  const before = gateway.logLines().length
  const answer = await send(`${gateway.url}${path}`, { headers: { host, ...headers } })
  await answer.text()
  await gateway.settled()
  return gateway.logLines().slice(before)
}

/** The headers of an auth request of a proxy. */
const askingFor = (host: string, uri: string) => ({
  'x-forwarded-for': '203.0.113.7',
  'x-forwarded-method': 'GET',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': host,
  'x-forwarded-uri': uri
})

t.test('applications in the log: request, stream and refusal name theirs, others do not', async (t) => {
  t.match(await linesOf('wiki.example.com', '/x'), [
    { msg: 'stream opened', application: 'wiki', stream: 'event-stream' },
    { msg: 'stream closed', application: 'wiki', by: 'upstream', reason: 'end', seconds: Number, status: 200 }
  ])
  t.match(await linesOf('app.example.com', '/x'), [
    { msg: 'request', application: 'home', code: 'UPSTREAM_UNREACHABLE' }
  ])
  const foreign = { 'sec-fetch-mode': 'websocket', origin: 'https://app.example.com' }
  t.match(await linesOf('wiki.example.com', '/x', foreign), [
    { msg: 'event', event: 'access.refused', application: 'wiki', code: 'ORIGIN_MISMATCH' },
    { msg: 'request', application: 'wiki', code: 'ORIGIN_MISMATCH' }
  ])
  const strangers = await linesOf('evil.example.com', '/x')
  t.match(strangers, [{ msg: 'request', code: 'UNKNOWN_HOST' }])
  t.notOk(strangers.some((line) => 'application' in line))
  const own = await linesOf('app.example.com', '/_auth/session')
  t.notOk(
    own.some((line) => 'application' in line),
    'an endpoint of the gateway'
  )
})

t.test('applications in the log: a forward auth request names the application of the visitor', async (t) => {
  const lines = await linesOf('gateway.internal', '/_auth/verify', askingFor('wiki.example.com', '/admin/x'))
  t.match(lines, [
    { event: 'access.refused', application: 'wiki', code: 'MISSING_CREDENTIALS', rule: 1 },
    { msg: 'request', application: 'wiki', outcome: 'unauthenticated', rule: 1 }
  ])
})

t.test('applications in the metrics: there is one label value for each proxied application', async (t) => {
  const before = readSeries(await scrape(management))
  const count = (series: ReadonlyMap<string, number>, name: string) => series.get(name) ?? null
  await linesOf('wiki.example.com', '/x')
  await linesOf('app.example.com', '/x')
  await linesOf('evil.example.com', '/x')
  const after = readSeries(await scrape(management))
  const changes = (name: string) => (count(after, name) ?? 0) - (count(before, name) ?? 0)
  t.equal(changes('upstream_head_seconds_count{upstream="wiki"}'), 1)
  t.equal(changes('upstream_head_seconds_count{upstream="home"}'), 0)
  t.equal(changes('upstream_errors_total{upstream="home",kind="refused"}'), 1)
  t.equal(count(after, 'upstream_errors_total{upstream="wiki",kind="refused"}'), 0, 'known series start at 0')
  const values = [...after.keys()].flatMap((name) => /upstream="([^"]*)"/.exec(name)?.[1] ?? [])
  t.same([...new Set(values)].sort(), ['home', 'wiki'])
})

t.test('applications in the metrics: requests, decisions and durations name theirs', async (t) => {
  const changes = (act: () => Promise<unknown>) => changesBy(management, act)
  const page = (application: string, status: number) => ({
    [`http_requests_total{application="${application}",route="proxy",method="GET",status="${status}"}`]: 1
  })
  const admin = await changes(() => linesOf('wiki.example.com', '/admin/x', { accept: 'application/json' }))
  t.match(admin, {
    ...page('wiki', 401),
    'decisions_total{application="wiki",outcome="unauthenticated",code="MISSING_CREDENTIALS"}': 1,
    'http_request_duration_seconds_count{application="wiki",route="proxy"}': 1
  })
  const home = await changes(() => linesOf('app.example.com', '/x'))
  t.match(home, {
    ...page('home', 502),
    'decisions_total{application="home",outcome="allow",code="none"}': 1
  })
  t.notOk(
    Object.keys(home).some((name) => name.includes('wiki')),
    'control'
  )
  t.match(await changes(() => linesOf('evil.example.com', '/x')), {
    'http_requests_total{application="",route="proxy",method="GET",status="404"}': 1
  })
  t.match(await changes(() => linesOf('app.example.com', '/_auth/session')), {
    'http_requests_total{application="",route="session",method="GET",status="401"}': 1
  })
  const asked = askingFor('away.example.com', '/x')
  t.match(await changes(() => linesOf('gateway.internal', '/_auth/verify', asked)), {
    'http_requests_total{application="away",route="verify",method="GET",status="200"}': 1,
    'http_request_duration_seconds_count{application="away",route="verify"}': 1,
    'decisions_total{application="away",outcome="allow",code="none"}': 1
  })
})

t.test('applications in the metrics: a sign-in counts for the application the visitor goes to', async (t) => {
  let signIns = 0
  const signIn = (redirect: unknown) =>
    changesBy(management, async () => {
      signIns += 1
      // Each sign-in in a second of its own: an id token opens one session.
      const { idToken, refreshToken } = await gateway.provider.signIn('ada', {
        authTimeSeconds: gateway.now() - signIns
      })
      const response = await send(`${gateway.url}/_auth/session`, {
        method: 'POST',
        headers: {
          host: 'app.example.com',
          origin: 'https://app.example.com',
          'content-type': 'application/json',
          authorization: `Bearer ${idToken}`
        },
        body: JSON.stringify({ refreshToken, ...(redirect !== undefined && { redirect }) })
      })
      t.equal(response.status, 200, await response.text())
      await gateway.settled()
    })
  const ok = (application: string) =>
    `sign_ins_total{application="${application}",result="ok",code="none",provider="password"}`
  for (const [redirect, application] of [
    ['https://wiki.example.com/page?x=1', 'wiki'],
    ['/somewhere', 'home'],
    [undefined, 'home'],
    ['https://evil.example.com/', ''],
    ['https://', 'home'],
    [7, 'home'],
    [`/${'x'.repeat(5000)}`, 'home']
  ] as const)
    t.match(await signIn(redirect), { [ok(application)]: 1 }, String(redirect).slice(0, 50))
  t.match(gateway.logLines().filter(({ event }) => event === 'session.started')[0], { application: 'wiki' })
})
