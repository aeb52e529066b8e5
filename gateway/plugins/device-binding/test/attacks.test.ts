import { createHmac } from 'node:crypto'
import { CompactSign, exportJWK, generateKeyPair, type JWK } from 'jose'
import t from 'tap'
import {
  challengeIn,
  createDevice,
  ORIGIN,
  PROOF,
  pairOf,
  REFRESH,
  REGISTER,
  resultOf,
  SESSION,
  signInToBind
} from './device.ts'

const INVALID = '400 DEVICE_PROOF_INVALID'

type Bench = Awaited<ReturnType<typeof signInToBind>>
type Begun = Awaited<ReturnType<Bench['begin']>>

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Registrations that differ from a good one in one thing. */
const REGISTRATIONS: Readonly<Record<string, (begun: Begun) => Promise<string | undefined>>> = {
  'no proof': async () => undefined,
  'algorithm none': async ({ challenge }) => {
    const { jwk } = await createDevice()
    return `${encode({ alg: 'none', typ: 'dbsc+jwt', jwk })}.${encode({ jti: challenge })}.`
  },
  'HS256 with the public key': async ({ challenge }) => {
    const { jwk } = await createDevice()
    const text = `${encode({ alg: 'HS256', typ: 'dbsc+jwt', jwk })}.${encode({ jti: challenge })}`
    return `${text}.${createHmac('sha256', JSON.stringify(jwk)).update(text).digest('base64url')}`
  },
  'RS256, which was not offered': async ({ challenge }) => (await createDevice('RS256')).register(challenge),
  'another curve': async ({ challenge }) => (await createDevice('ES384')).register(challenge),
  'a point that is not on the curve': async ({ challenge }) => {
    const device = await createDevice()
    const y = Buffer.from(device.jwk.y ?? '', 'base64url')
    y[31] = (y[31] ?? 0) ^ 1
    return await device.register(challenge, { jwk: { ...device.jwk, y: y.toString('base64url') } })
  },
  'another key than the one that signed': async ({ challenge }) => {
    const [one, other] = await Promise.all([createDevice(), createDevice()])
    return await one.register(challenge, { jwk: other.jwk })
  },
  'no key': async ({ challenge }) => (await createDevice()).sign(challenge),
  'a private key': async ({ challenge }) => {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true })
    const jwk: JWK = await exportJWK(privateKey)
    return await new CompactSign(Buffer.from(JSON.stringify({ jti: challenge })))
      .setProtectedHeader({ alg: 'ES256', typ: 'dbsc+jwt', jwk })
      .sign(privateKey)
  },
  'no type': async ({ challenge }) =>
    (await createDevice()).register(challenge, { header: { typ: undefined } }),
  'another type': async ({ challenge }) =>
    (await createDevice()).register(challenge, { header: { typ: 'JWT' } }),
  'no challenge': async ({ challenge }) => {
    const { sign, jwk } = await createDevice()
    return await sign(challenge, { jwk }, {})
  },
  'a damaged challenge': async ({ challenge }) =>
    (await createDevice()).register(`${challenge.slice(0, -1)}${challenge.endsWith('A') ? 'B' : 'A'}`),
  'a payload that is no object': async ({ challenge }) => {
    const { sign, jwk } = await createDevice()
    return await sign(challenge, { jwk }, ['x'])
  },
  'a signature that is not canonical': async ({ challenge }) =>
    `${await (await createDevice()).register(challenge)}=`,
  'a key that is not canonical': async ({ challenge }) => {
    const device = await createDevice()
    return await device.register(challenge, { jwk: { ...device.jwk, x: `${device.jwk.x}=` } })
  },
  'coordinates of other lengths': async ({ challenge }) => {
    const device = await createDevice()
    const point = Buffer.concat([device.jwk.x, device.jwk.y].map((one = '') => Buffer.from(one, 'base64url')))
    const [x, y] = [point.toString('base64url', 0, 31), point.toString('base64url', 31)]
    return await device.register(challenge, { jwk: { ...device.jwk, x, y } })
  },
  'no JWT': async () => 'a.b',
  '4 kB of it': async () => 'a'.repeat(4097)
}

t.test('device binding: refused registrations, and one that passes (ASVS 9.1.2, 9.2.2)', async (t) => {
  const bench = await signInToBind(t)
  const results: Record<string, string> = {}
  for (const [name, make] of Object.entries(REGISTRATIONS)) {
    const begun = await bench.begin()
    const jwt = await make(begun)
    const headers: Record<string, string> = jwt === undefined ? {} : { 'secure-session-response': jwt }
    const response = await bench.post(REGISTER, begun.cookies, headers)
    t.same(response.headers.getSetCookie(), [], `${name}: nothing is set`)
    results[name] = await resultOf(response)
    // The session goes on as it was.
    if ((await bench.call('/', begun.cookies)).status !== 200) results[name] += ', session lost'
  }
  t.same(new Set(Object.values(results)), new Set([INVALID]), JSON.stringify(results))
  const begun = await bench.begin()
  const quoted = `"${await (await createDevice()).register(begun.challenge)}"`
  const response = await bench.post(REGISTER, begun.cookies, { 'secure-session-response': quoted })
  t.equal(response.status, 200, 'in quotes, as the specification has it')
})

t.test('device binding: a challenge serves one session, one purpose, once, and for its time', async (t) => {
  const bench = await signInToBind(t, { registerWithinSeconds: 60 })
  const [one, other] = [await bench.begin(), await bench.begin()]
  const device = await createDevice()
  const register = async (begun: Begun, challenge: string) =>
    await resultOf(
      await bench.post(REGISTER, begun.cookies, {
        'secure-session-response': await device.register(challenge)
      })
    )
  t.equal(await register(one, other.challenge), INVALID, 'of another session')
  const bound = await bench.bind()
  const asked = challengeIn(await bound.ask())
  t.equal(await register(one, asked), INVALID, 'of a proof')
  bench.advance(61)
  t.equal(await register(one, one.challenge), INVALID, 'late')
  const third = await bench.begin()
  bench.advance(60)
  t.equal(await register(third, third.challenge), '200', 'in time')
})

t.test(
  'device binding: a bound session is bound to no other key, and nothing is verified for it',
  async (t) => {
    const { bind, post, events } = await signInToBind(t)
    const { begun, cookies } = await bind()
    const attacker = await createDevice()
    const jwt = await attacker.register(begun.challenge)
    t.equal(await resultOf(await post(REGISTER, cookies, { 'secure-session-response': jwt })), INVALID)
    t.equal(
      await resultOf(await post(REGISTER, begun.cookies, { 'secure-session-response': jwt })),
      '401 DEVICE_PROOF_REQUIRED',
      'nor with the former cookie'
    )
    t.match(await events('session.binding-refused'), [{ reason: 'the session is bound already' }])
  }
)

t.test('device binding: proofs that are refused, and the good one that passes', async (t) => {
  const bench = await signInToBind(t)
  const { device, ask, cookies, id } = await bench.bind()
  const other = await bench.bind()
  const challenge = async () => challengeIn(await ask())
  const answer = async (jwt: string, headers: Record<string, string> = {}, sent = cookies) =>
    await resultOf(await ask(sent, { 'secure-session-response': jwt, ...headers }))

  const refused = {
    'by another key': await answer(await (await createDevice()).sign(await challenge())),
    'with a key of its own': await answer(await device.register(await challenge())),
    'of another type': await answer(await device.sign(await challenge(), { typ: 'jwt' })),
    'of a registration': await answer(await device.sign((await bench.begin()).challenge)),
    'for another session': await answer(await device.sign(challengeIn(await other.ask()))),
    'without an id': await answer(await device.sign(await challenge()), { 'sec-secure-session-id': '' })
  }
  t.same(new Set(Object.values(refused)), new Set([INVALID]), JSON.stringify(refused))

  const former = await ask(cookies, {
    'sec-secure-session-id': other.id,
    'secure-session-response': await device.sign(await challenge())
  })
  t.same(await former.json(), { continue: false }, 'a session before this one is over in the browser')
  t.same(former.headers.getSetCookie(), [])

  const jwt = await device.sign(await challenge())
  t.equal(await answer(jwt), '200')
  t.equal(await answer(jwt), '403', 'replayed')
  t.equal(await answer(await device.sign(await challenge()), { 'sec-secure-session-id': `"${id}"` }), '200')
  const old = await challenge()
  bench.advance(61)
  const late = await ask(cookies, { 'secure-session-response': await device.sign(old) })
  t.equal(late.status, 403, 'an old challenge gets a new one')
  t.not(challengeIn(late), '')
})

t.test('device binding: a proof of another session, key or origin is none (ASVS 7.2.1)', async (t) => {
  const { bind, call } = await signInToBind(t)
  const [one, other] = [await bind(), await bind()]
  const session = pairOf(one.cookies, SESSION)
  const proof = pairOf(one.cookies, PROOF)
  const beside = async (pair: string) => await resultOf(await call('/', `${session}; ${pair}`))
  const refused = [
    pairOf(other.cookies, PROOF),
    `${proof.slice(0, -1)}${proof.endsWith('A') ? 'B' : 'A'}`,
    proof.replace(/v1\.(\d+)/, (_all, seconds) => `v1.${Number(seconds) + 1}`),
    `${proof}x`,
    `${PROOF}=`,
    `${PROOF}=${'x'.repeat(5000)}`,
    `x${proof}`.replace(/=.*/, '=v1.1.x')
  ]
  const results = []
  for (const pair of refused) results.push(await beside(pair))
  t.same(new Set(results), new Set(['401 DEVICE_PROOF_REQUIRED']))
  t.equal(await beside(proof), '200')
  t.equal(await beside(`${PROOF}=planted; ${proof}`), '200', 'beside a planted one')
})

t.test('device binding: both endpoints refuse other sites, methods and floods (ASVS 3.5.1)', async (t) => {
  const { bind, call, post, begin } = await signInToBind(t)
  const { cookies, ask, id } = await bind()
  for (const path of [REGISTER, REFRESH]) {
    t.equal(
      await resultOf(await post(path, cookies, { origin: 'https://evil.example' })),
      '403 ORIGIN_MISMATCH'
    )
    t.equal(
      await resultOf(await post(path, cookies, { 'sec-fetch-site': 'cross-site' })),
      '403 ORIGIN_MISMATCH'
    )
    t.equal(await resultOf(await call(path, cookies)), '405 METHOD_NOT_ALLOWED')
  }
  t.equal((await ask()).status, 403)
  t.equal((await post(REGISTER, '')).status, 401, 'without a session')
  t.same(await (await post(REFRESH, '', { 'sec-secure-session-id': id })).json(), { continue: false })
  const results = []
  for (let call = 0; call < 40; call++) results.push((await ask()).status)
  t.equal(results.at(-1), 429)
  t.equal((await begin()).response.status, 200, 'others are not concerned')
})

t.test('device binding: structured fields in every form end in a status, never in a failure', async (t) => {
  const { bind, post } = await signInToBind(t)
  const texts = [
    '""',
    '"',
    '"a',
    '?1',
    '1',
    'a;b="c"',
    '"a";b',
    ':YQ==:',
    '(a b)',
    'é',
    '"\\""',
    ', ,',
    'x'.repeat(16_000)
  ]
  const statuses = new Set<number>()
  for (const text of texts) {
    const headers = { 'secure-session-response': Buffer.from(text).toString('latin1') }
    const { ask, cookies } = await bind()
    statuses.add((await ask(undefined, headers)).status)
    statuses.add((await post(REGISTER, cookies, headers)).status)
    statuses.add(
      (await ask(undefined, { 'sec-secure-session-id': headers['secure-session-response'] })).status
    )
  }
  t.notOk(
    [...statuses].some((status) => status >= 500 || status === 200),
    [...statuses].join(' ')
  )
})

t.test('device binding: signing out during a registration binds nothing', async (t) => {
  const { begin, post } = await signInToBind(t)
  const begun = await begin()
  await post('/logout', begun.cookies, { origin: ORIGIN })
  const jwt = await (await createDevice()).register(begun.challenge)
  t.equal(
    await resultOf(await post(REGISTER, begun.cookies, { 'secure-session-response': jwt })),
    '401 SESSION_ENDED'
  )
})
