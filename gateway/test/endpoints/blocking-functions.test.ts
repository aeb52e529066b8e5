import t, { type Test } from 'tap'
import { PUBLIC_ORIGIN, postSession, startGateway, type TestGateway } from '../fixtures/gateway.ts'
import { changesBy, openManagement } from '../fixtures/management.ts'
import { send } from '../fixtures/wire/http-client.ts'

/** Blocking functions of the project that refuse calls of the gateway itself. */

const REASON = 'Ask the help desk. : USER_DISABLED'
const REFUSES = { kind: 'refuse', message: REASON } as const

async function start(t: Test) {
  const gateway = await startGateway(t, { acquire: 'exchange', config: { 'account.enabled': true } })
  gateway.provider.accounts.create({ uid: 'ada', email: 'ada@example.com' })
  return gateway
}

const verify = ({ url }: TestGateway, cookie: string) =>
  send(`${url}/_auth/account/verification`, {
    method: 'POST',
    headers: { cookie, origin: PUBLIC_ORIGIN, 'content-type': 'application/json' },
    body: '{}'
  })

t.test('blocking function: refuses a verification mail, 403, run once, the session stays', async (t) => {
  const gateway = await start(t)
  const { provider, url, logText, logLines, settled } = gateway
  const cookie = await gateway.signIn('ada')
  provider.settings.blockingFunctions = { beforeSendEmail: REFUSES }
  const { calls } = provider
  const before = [calls.sendOobCode, calls.refresh]
  const refused = await verify(gateway, cookie)
  const text = await refused.text()
  t.equal(refused.status, 403)
  t.match(JSON.parse(text), { code: 'REFUSED_BY_FUNCTION', message: 'This site does not allow that.' })
  t.same(refused.headers.getSetCookie(), [])
  t.same([calls.sendOobCode, calls.refresh], [before[0]! + 1, before[1]], 'neither again nor with new tokens')
  await settled()
  const found = logLines().find(({ event }) => event === 'account.changed')
  t.match(found, { what: 'verification', outcome: 'failed' })
  t.match(
    logLines().findLast(({ msg }) => msg === 'request'),
    { code: 'REFUSED_BY_FUNCTION', detail: 'permanent: 400 BLOCKING_FUNCTION_ERROR_RESPONSE' }
  )
  t.notMatch([text, logText()].join(), 'help desk')
  t.equal((await send(`${url}/`, { headers: { cookie } })).status, 200)
  provider.settings.blockingFunctions = {}
  t.equal((await verify(gateway, cookie)).status, 204, 'control')
})

t.test('blocking function: does not answer for a verification mail, 503, the session stays', async (t) => {
  const gateway = await start(t)
  const cookie = await gateway.signIn('ada')
  gateway.provider.settings.blockingFunctions = { beforeSendEmail: { kind: 'hang' } }
  const failed = await verify(gateway, cookie)
  t.equal(failed.status, 503)
  t.match(await failed.json(), { code: 'PROVIDER_UNAVAILABLE' })
  t.equal((await send(`${gateway.url}/`, { headers: { cookie } })).status, 200)
})

t.test('blocking function: refuses an exchange, seen in response, log and metrics', async (t) => {
  const gateway = await start(t)
  const { provider, url, logText, logLines, settled } = gateway
  const body = JSON.stringify({ error: { message: REASON, status: 'PERMISSION_DENIED' } })
  const message = `BLOCKING_FUNCTION_ERROR_RESPONSE : HTTP Cloud Function returned an error: ${body}`
  provider.faults.exchange = { kind: 'error', status: 400, message }
  const { idToken } = await provider.signIn('ada')
  const management = openManagement(t, gateway)
  const counted = await changesBy(management, async () => {
    const refused = await postSession(url, idToken, null)
    t.equal(refused.status, 403)
    t.match(await refused.json(), { code: 'REFUSED_BY_FUNCTION' })
    t.same(refused.headers.getSetCookie(), [])
    await settled()
  })
  t.match(counted, {
    'sign_ins_total{application="default",result="refused",code="REFUSED_BY_FUNCTION",provider="password"}': 1
  })
  const found = logLines().find(({ event }) => event === 'session.refused')
  t.match(found, { code: 'REFUSED_BY_FUNCTION', subject: 'ada' })
  t.notMatch(logText(), 'help desk')
  provider.faults.exchange = {
    kind: 'error',
    status: 400,
    message: 'BLOCKING_FUNCTION_ERROR_RESPONSE : Cloud function deadline exceeded.'
  }
  t.equal((await postSession(url, idToken, null)).status, 503, 'a failure is no refusal')
  provider.faults.reset()
  t.equal((await postSession(url, idToken, null)).status, 200, 'control')
})

t.test('blocking function: refuses every sign-in, sessions go on and are refreshed', async (t) => {
  const gateway = await start(t)
  const cookie = await gateway.signIn('ada')
  gateway.provider.settings.blockingFunctions = { beforeSignIn: REFUSES, beforeCreate: REFUSES }
  const refresh = `${gateway.url}/_auth/refresh?force=1`
  t.equal((await send(refresh, { method: 'POST', headers: { cookie } })).status, 200)
  t.ok(await gateway.signIn('ada'), 'an exchange runs none either')
})
