import t from 'tap'
import { cookieHeader, postSession } from '../../../test/fixtures/gateway.ts'
import { environmentWith } from '../../../test/fixtures/processes/environment.ts'
import { startWorkerProcesses } from '../../../test/fixtures/processes/worker-processes.ts'
import { startTestStandIn } from '../../../test/fixtures/provider/stand-in.ts'
import { send } from '../../../test/fixtures/wire/http-client.ts'

const WORKERS = 4
const REQUESTS = 200
/** Long enough that the refreshed token stays valid for all requests. */
const ID_TOKEN_SECONDS = 15
const REFRESHES = 'provider_requests_total{call="refresh",result="ok"}'

t.test(`workers: ${REQUESTS} requests cause one refresh, sign-out reaches all ${WORKERS}`, async (t) => {
  const provider = await startTestStandIn(t, {
    projectId: 'demo-test',
    now: () => Date.now() / 1000,
    idTokenTtlSeconds: ID_TOKEN_SECONDS
  })
  provider.accounts.create({ uid: 'ada', email: 'ada@example.com', emailVerified: true })
  const gateway = await startWorkerProcesses(t, WORKERS, { env: environmentWith(provider) })
  const origin = gateway.url.replace('127.0.0.1', 'localhost')
  const { idToken, refreshToken } = await provider.signIn('ada')
  const response = await postSession(gateway.url, idToken, refreshToken, { origin })
  t.equal(response.status, 200)
  const endsAtMs = Date.now() + (ID_TOKEN_SECONDS + 1) * 1000
  const cookie = cookieHeader(response)
  /** The distinct statuses of this many requests, each on a new connection. */
  const ask = async (count: number) => {
    const headers = { cookie, connection: 'close' }
    const all = Array.from({ length: count }, () => send(`${gateway.url}/page`, { headers }))
    return [...new Set((await Promise.all(all)).map(({ status }) => status))]
  }
  t.strictSame(await ask(WORKERS * 2), [200])
  const before = (await gateway.series()).get(REFRESHES) ?? 0
  await gateway.until(() => Date.now() > endsAtMs)
  t.strictSame(await ask(REQUESTS), [200])
  t.equal(((await gateway.series()).get(REFRESHES) ?? 0) - before, 1, 'one call')

  const out = await send(`${gateway.url}/logout`, { method: 'POST', headers: { cookie, origin } })
  t.equal(out.status, 204)
  t.strictSame(await ask(WORKERS * 4), [401])
  t.equal((await gateway.end()).code, 0)
})
