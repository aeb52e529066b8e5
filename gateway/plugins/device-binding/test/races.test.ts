import t from 'tap'
import { holdRefreshes } from '../../../test/fixtures/provider/stand-in.ts'
import { send } from '../../../test/fixtures/wire/http-client.ts'
import { challengeIn, createDevice, keep, ORIGIN, pairOf, resultOf, SESSION, signInToBind } from './device.ts'

const OFFER = '/_auth/device/offer?to=/'
const FORCED = '/_auth/refresh?force=1'
const skipped = (userAgent: string) => ({
  'secure-session-skipped': 'unreachable;session_identifier="x"',
  'user-agent': userAgent
})

t.test('device binding: two keys at once, while the provider is slow, one of them counts', async (t) => {
  const { begin, register, call, provider, advance } = await signInToBind(t)
  const begun = await begin()
  advance(3600)
  const offered = await Promise.all([1, 2].map(() => call(OFFER, begun.cookies)))
  const held = holdRefreshes(provider)
  const registering = offered.map(async (response) =>
    register({ ...begun, challenge: challengeIn(response) }, await createDevice())
  )
  await held.arrived()
  // Both wait for the provider by now.
  await call(OFFER, '')
  held.release()
  const registered = await Promise.all(registering)
  t.equal(registered.filter(({ response }) => response.ok).length, 1)
  const passing = await Promise.all(registered.map(({ cookies }) => call('/', cookies)))
  t.same(passing.map(({ status }) => status).sort(), [200, 401])
})

t.test('device binding: a refresh from before the binding renews the unbound cookie no more', async (t) => {
  const { begin, register, call, post, provider } = await signInToBind(t)
  for (const isBoundMeanwhile of [true, false]) {
    const begun = await begin()
    const held = holdRefreshes(provider)
    const refreshing = post(FORCED, begun.cookies, { origin: ORIGIN })
    await held.arrived()
    const device = await createDevice()
    const { cookies } = isBoundMeanwhile ? await register(begun, device) : begun
    held.release()
    const refreshed = await refreshing
    t.equal(refreshed.headers.getSetCookie().length, isBoundMeanwhile ? 0 : 1)
    t.equal(await resultOf(await call('/', keep(cookies, refreshed))), '200')
  }
})

t.test('device binding: a sign-in that is repeated after the binding leaves the bound cookie', async (t) => {
  const { url, register, call, provider } = await signInToBind(t)
  const { idToken, refreshToken } = await provider.signIn('ada')
  const signIn = (cookie: string) =>
    send(`${url}/_auth/session`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${idToken}`,
        origin: ORIGIN,
        cookie,
        'content-type': 'application/json'
      },
      body: JSON.stringify({ refreshToken })
    })
  const response = await signIn('')
  const before = await signIn('')
  t.equal(
    pairOf(keep('', before), SESSION),
    pairOf(keep('', response), SESSION),
    'before it, the same session'
  )
  const begun = { cookies: keep('', response), challenge: challengeIn(response) }
  const { cookies } = await register(begun, await createDevice())
  const repeated = await signIn(cookies)
  t.equal(await resultOf(repeated), '401 SIGN_IN_USED')
  t.equal(await resultOf(await call('/', keep(cookies, repeated))), '200')
})

t.test('device binding: a proof whose response was lost gets another challenge, and no alarm', async (t) => {
  const { bind, events } = await signInToBind(t)
  const { ask, device, cookies } = await bind()
  const jwt = await device.sign(challengeIn(await ask()))
  t.equal((await ask(cookies, { 'secure-session-response': jwt })).status, 200)
  const again = await ask(cookies, { 'secure-session-response': jwt })
  t.equal(again.status, 403)
  const proof = await device.sign(challengeIn(again))
  t.equal((await ask(cookies, { 'secure-session-response': proof })).status, 200)
  t.same(await events('session.binding-refused'), [])
})

t.test('device binding: after another sign-in, the former binding ends without an alarm', async (t) => {
  const { begin, bind, events } = await signInToBind(t)
  const { ask } = await bind()
  const next = await begin()
  const response = await ask(next.cookies)
  t.same(await response.json(), { continue: false })
  t.same(response.headers.getSetCookie(), [])
  t.same(await events('session.binding-refused'), [])
})

t.test('device binding: clocks of replicas may differ by five seconds', async (t) => {
  const { begin, bind, register, advance } = await signInToBind(t)
  for (const [aheadSeconds, statuses] of [
    [5, [200, 200]],
    [6, [400, 403]]
  ] as const) {
    const begun = await begin()
    const { ask, device, cookies } = await bind()
    const jwt = await device.sign(challengeIn(await ask()))
    advance(-aheadSeconds)
    const registered = await register(begun, await createDevice())
    const proven = await ask(cookies, { 'secure-session-response': jwt })
    t.same([registered.response.status, proven.status], statuses)
    advance(aheadSeconds)
  }
})

t.test('device binding: in an outage, whoever has an old copy of both cookies does not pass', async (t) => {
  const { bind, call, advance } = await signInToBind(t)
  const { cookies, prove } = await bind()
  const use = async (sent: string, userAgent: string) => {
    for (const _each of [1, 2])
      t.equal(await resultOf(await call('/', sent, { 'user-agent': userAgent })), '200')
  }
  await use(cookies, 'the visitor')
  advance(500)
  const { cookies: proven } = await prove()
  await use(proven, 'the visitor')
  await use(cookies, 'a thief')
  advance(600)
  const alone = pairOf(cookies, SESSION)
  t.equal(await resultOf(await call('/', alone, skipped('a thief'))), '401 DEVICE_PROOF_REQUIRED')
  t.equal(await resultOf(await call('/', alone, skipped('the visitor'))), '200')
})

t.test('device binding: in an outage, a session that is refreshed passes on', async (t) => {
  const { bind, call, post, advance } = await signInToBind(t)
  const { cookies } = await bind()
  for (const _each of [1, 2]) await call('/', cookies, { 'user-agent': 'one' })
  advance(600)
  const alone = pairOf(cookies, SESSION)
  const refreshed = await post(FORCED, alone, { origin: ORIGIN, ...skipped('one') })
  t.equal(refreshed.status, 200)
  const renewed = keep(alone, refreshed)
  t.not(renewed, alone)
  t.equal(await resultOf(await call('/', renewed, skipped('one'))), '200')
  advance(600)
  t.equal(await resultOf(await call('/', renewed, skipped('one'))), '401 DEVICE_PROOF_REQUIRED', 'once')
})
