import t from 'tap'
import { loadConfig } from '../../../src/config/load.ts'
import { testEnvironment } from '../../../test/fixtures/gateway.ts'
import { PLUGINS } from '../../plugins.ts'
import { challengeIn, ORIGIN, PROOF, pairOf, REFRESH, resultOf, SESSION, signInToBind } from './device.ts'

const PAGE = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

t.test(
  'device binding: required, a session that is not bound in time ends at a page that says why',
  async (t) => {
    const { begin, bind, call, advance } = await signInToBind(t, {
      mode: 'required',
      registerWithinSeconds: 60
    })
    const { cookies } = await begin()
    const bound = await bind()
    advance(59)
    t.equal(await resultOf(await call('/', cookies)), '200')
    advance(1)
    t.equal(await resultOf(await call('/', cookies)), '403 DEVICE_BINDING_REQUIRED')
    const page = await call('/', cookies, PAGE)
    t.equal(page.status, 403)
    t.same(page.headers.getSetCookie(), [], 'its cookie stays')
    t.match(await page.text(), /This browser can’t be used here[\s\S]*prompt=login[^>]*>Sign in</)
    t.equal(await resultOf(await call('/', bound.cookies)), '200', 'a bound one passes')
  }
)

t.test('device binding: required, sessions from before it was required have to sign in again', async (t) => {
  const before = await signInToBind(t, { mode: 'off' })
  const { cookies } = await before.begin()
  const { call } = await signInToBind(t, { mode: 'required' }, { beside: before })
  t.equal(await resultOf(await call('/', cookies)), '403 DEVICE_BINDING_REQUIRED')
  const { call: supported } = await signInToBind(t, {}, { beside: before })
  t.equal(await resultOf(await supported('/', cookies)), '200', 'with when-supported, they pass as before')
})

t.test('device binding: off, bound sessions pass without a proof; on again, they need one', async (t) => {
  const on = await signInToBind(t)
  const bound = await on.bind()
  const stolen = pairOf(bound.cookies, SESSION)
  const off = await signInToBind(t, { mode: 'off' }, { beside: on })
  t.equal(await resultOf(await off.call('/', stolen)), '200')
  const headers = { 'sec-secure-session-id': bound.id }
  t.equal((await off.post(REFRESH, stolen, headers)).status, 404, 'which ends the binding in its browser')
  const again = await signInToBind(t, {}, { beside: on })
  t.equal(await resultOf(await again.call('/', stolen)), '401 DEVICE_PROOF_REQUIRED')
  t.equal(await resultOf(await again.call('/', bound.cookies)), '200')
})

t.test('device binding: a rule asks for it at its paths alone', async (t) => {
  const rules = [{ path: '/admin/*', allow: 'signed-in', require: { deviceBound: true } }]
  const { begin, bind, call, advance } = await signInToBind(t, {}, { config: { 'access.rules': rules } })
  const { cookies } = await begin()
  const bound = await bind()
  t.equal(await resultOf(await call('/admin/x', cookies)), '200', 'its browser may still be about to bind it')
  advance(60)
  t.equal(await resultOf(await call('/admin/x', cookies)), '403 DEVICE_BINDING_REQUIRED')
  t.equal((await call('/admin/x', cookies, PAGE)).status, 403)
  t.equal(await resultOf(await call('/', cookies)), '200')
  t.equal(await resultOf(await call('/admin/x', bound.cookies)), '200')
})

t.test(
  'device binding: an outage of the gateway signs out none whose browser was there before',
  async (t) => {
    const skipped = (reason: string) => ({
      'secure-session-skipped': `${reason};session_identifier="x"`,
      'user-agent': 'one'
    })
    const after = async (
      settings: Record<string, unknown>,
      { seconds = 600, headers = skipped('server_error') } = {}
    ) => {
      const { bind, call, advance } = await signInToBind(t, settings)
      const { cookies } = await bind()
      // Proofs are remembered with sessions in the cache: from the second request on.
      for (const _each of [1, 2]) await call('/', cookies, { 'user-agent': 'one' })
      advance(seconds)
      return await resultOf(await call('/', pairOf(cookies, SESSION), headers))
    }
    t.same(
      await Promise.all([
        after({}),
        after({}, { headers: skipped('unreachable') }),
        after({}, { headers: skipped('quota_exceeded') }),
        after({}, { seconds: 595 }),
        after({}, { seconds: 1199 }),
        after({ mode: 'required', passDuringOutage: true })
      ]),
      Array(6).fill('200')
    )
    t.same(
      new Set(
        await Promise.all([
          after({}, { seconds: 594 }),
          after({}, { seconds: 1200 }),
          after({}, { headers: skipped('denied') }),
          after({}, { headers: { ...skipped('unreachable'), 'user-agent': 'another' } }),
          after({ mode: 'required' }),
          after({ passDuringOutage: false })
        ])
      ),
      new Set(['401 DEVICE_PROOF_REQUIRED'])
    )
  }
)

t.test(
  'device binding: recheckOn, a proof from another browser expires, and the request comes again',
  async (t) => {
    const { bind, call } = await signInToBind(t, { recheckOn: ['user-agent'] })
    const { cookies, device, ask } = await bind()
    const from = (agent: string) => ({ 'user-agent': agent })
    const moved = await call('/data?q=1', cookies, from('another'))
    t.equal(moved.status, 307)
    t.equal(moved.headers.get('location'), '/data?q=1')
    t.match(moved.headers.getSetCookie(), [new RegExp(`^${PROOF}=; Max-Age=0`)])
    const asked = await ask(undefined, from('another'))
    const response = await ask(undefined, {
      ...from('another'),
      'secure-session-response': await device.sign(challengeIn(asked))
    })
    const renewed = `${pairOf(cookies, SESSION)}; ${(response.headers.getSetCookie()[0] ?? '').split(';', 1)[0]}`
    t.equal(await resultOf(await call('/data', renewed, from('another'))), '200')
    t.equal((await call('/data', renewed, from('one more'))).status, 307)
  }
)

t.test('device binding: a copy without a proof, from elsewhere, is an event', async (t) => {
  const { bind, call, events } = await signInToBind(t)
  const { cookies } = await bind()
  for (const _each of [1, 2]) await call('/', cookies, { 'user-agent': 'the visitor' })
  await call('/', pairOf(cookies, SESSION), { 'user-agent': 'the visitor' })
  t.same(await events('session.binding-refused'), [], 'its own browser, between two proofs')
  await call('/secret', pairOf(cookies, SESSION), { 'user-agent': 'a thief' })
  t.match(await events('session.binding-refused'), [
    { code: 'DEVICE_PROOF_REQUIRED', path: '/secret', subject: 'ada', userAgent: 'a thief' }
  ])
})

t.test('device binding: settings that could not work are refused, with the fix', async (t) => {
  const load = (values: Record<string, unknown>) => {
    const loaded = loadConfig({ file: null, env: testEnvironment(values), plugins: PLUGINS })
    return loaded.kind === 'invalid' ? loaded.problems.map(({ path, message }) => `${path} ${message}`) : []
  }
  const mode = 'session.deviceBinding.mode'
  const rules = [{ path: '/a', allow: 'signed-in', require: { deviceBound: true } }]
  const https = { publicUrl: ORIGIN }
  t.match(load({ [mode]: 'required' }), [/mode needs https/])
  t.match(load({ ...https, [mode]: 'off', 'access.rules': rules }), [
    /^access\.rules\[0\]\.require\.deviceBound needs/
  ])
  t.match(load({ ...https, [mode]: 'when-supported', 'cookie.domain': 'example.com' }), [/cookie\.domain/])
  t.same(
    load({ publicUrl: 'https://example.com', [mode]: 'when-supported', 'cookie.domain': 'example.com' }),
    []
  )
  t.same(load({ ...https, [mode]: 'required', 'access.rules': rules }), [])
  const warn = (refreshSeconds: number) => {
    const values = { ...https, [mode]: 'required', 'session.deviceBinding.refreshSeconds': refreshSeconds }
    const loaded = loadConfig({ file: null, env: testEnvironment(values), plugins: PLUGINS })
    return (loaded.warnings ?? []).filter((line) => line.includes('deviceBinding'))
  }
  t.match(warn(119), [/quota of six signatures/])
  t.same(warn(120), [])
})
