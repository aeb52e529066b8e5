import t, { type Test } from 'tap'
import { outcomeOf, PUBLIC_ORIGIN, postSession } from '../fixtures/gateway.ts'
import { changesBy, openManagement } from '../fixtures/management.ts'
import { signedIn } from '../fixtures/signed-in.ts'

/** Blocking functions of the project that refuse calls of the gateway itself. */

const REASON = 'Ask the help desk. : USER_DISABLED'
const REFUSES = { kind: 'refuse', message: REASON } as const

const start = (t: Test) => signedIn(t, { 'account.enabled': true }, { acquire: 'exchange' })

const verify = ({ post }: Awaited<ReturnType<typeof start>>) =>
  post('/_auth/account/verification', {
    headers: { origin: PUBLIC_ORIGIN, 'content-type': 'application/json' },
    body: '{}'
  })

t.test('blocking function: refuses a verification mail, 403, run once, the session stays', async (t) => {
  const gateway = await start(t)
  const { provider, get, logText, logLines, events } = gateway
  provider.settings.blockingFunctions = { beforeSendEmail: REFUSES }
  const { calls } = provider
  const before = [calls.sendOobCode, calls.refresh]
  const refused = await verify(gateway)
  t.match(await refused.clone().json(), { message: 'This site does not allow that.' })
  t.notMatch(await refused.clone().text(), 'help desk')
  t.same(await outcomeOf(refused), { status: 403, code: 'REFUSED_BY_FUNCTION', cookies: [] })
  t.same([calls.sendOobCode, calls.refresh], [before[0]! + 1, before[1]], 'neither again nor with new tokens')
  t.match(await events('account.changed'), [{ what: 'verification', outcome: 'failed' }])
  const found = logLines().findLast(({ msg }) => msg === 'request')
  t.match(found, { code: 'REFUSED_BY_FUNCTION', detail: 'permanent: 400 BLOCKING_FUNCTION_ERROR_RESPONSE' })
  t.notMatch(logText(), 'help desk')
  t.equal((await get()).status, 200)
  provider.settings.blockingFunctions = { beforeSendEmail: { kind: 'hang' } }
  const failed = await outcomeOf(await verify(gateway))
  t.same(failed, { status: 503, code: 'PROVIDER_UNAVAILABLE', cookies: [] }, 'no answer is no refusal')
  provider.settings.blockingFunctions = {}
  t.equal((await verify(gateway)).status, 204, 'control')
})

t.test('blocking function: refuses an exchange, seen in response, log and metrics', async (t) => {
  const gateway = await start(t)
  const { provider, url, now, logText, events } = gateway
  const failsWith = (text: string) => {
    const message = `BLOCKING_FUNCTION_ERROR_RESPONSE : ${text}`
    provider.faults.exchange = { kind: 'error', status: 400, message }
  }
  const body = JSON.stringify({ error: { message: REASON, status: 'PERMISSION_DENIED' } })
  failsWith(`HTTP Cloud Function returned an error: ${body}`)
  const { idToken } = await provider.signIn('ada', { authTimeSeconds: now() - 5 })
  const counted = await changesBy(openManagement(t, gateway), async () => {
    const refused = await outcomeOf(await postSession(url, idToken, null))
    t.same(refused, { status: 403, code: 'REFUSED_BY_FUNCTION', cookies: [] })
    t.match(await events('session.refused'), [{ code: 'REFUSED_BY_FUNCTION', subject: 'ada' }])
  })
  t.match(counted, {
    'sign_ins_total{application="default",result="refused",code="REFUSED_BY_FUNCTION",provider="password"}': 1
  })
  t.notMatch(logText(), 'help desk')
  failsWith('Cloud function deadline exceeded.')
  t.equal((await postSession(url, idToken, null)).status, 503, 'a failure is no refusal')
  provider.faults.reset()
  t.equal((await postSession(url, idToken, null)).status, 200, 'control')
})

t.test('blocking function: refuses every sign-in, sessions go on and are refreshed', async (t) => {
  const { provider, post, signIn } = await start(t)
  provider.settings.blockingFunctions = { beforeSignIn: REFUSES, beforeCreate: REFUSES }
  t.equal((await post('/_auth/refresh?force=1')).status, 200)
  t.ok(await signIn('ada'), 'an exchange runs none either')
})
