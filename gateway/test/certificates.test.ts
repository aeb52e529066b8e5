import type { ServerResponse } from 'node:http'
import t, { type Test } from 'tap'
import { SigningKeys } from '../src/demo/stand-in-keys.ts'
import { type Certificates, createCertificates } from '../src/identity-platform/certificates.ts'
import { createProviderHttp } from '../src/identity-platform/http.ts'
import { createClock, NOW, sendJson, startServer } from './fixtures/provider.ts'

const HOUR = 3600
const keys = await SigningKeys.create(() => NOW)
const [first = ''] = Object.keys(keys.certificates())
const oldMap = keys.certificates()
await keys.rotate()
const bothMap = keys.certificates()
const second = Object.keys(bothMap).find((kid) => kid !== first) ?? ''
const pem = oldMap[first] ?? ''

type Answer = (response: ServerResponse) => void

const answerMap =
  (
    map: Record<string, unknown>,
    headers: Record<string, string> = { 'cache-control': 'max-age=21600' }
  ): Answer =>
  (response) =>
    sendJson(response, 200, map, headers)

/** Certificates from a server whose answer the test may change. */
async function startCertificates(t: Test, answer: Answer = answerMap(oldMap)) {
  const clock = createClock()
  const state = { answer }
  const server = await startServer(t, (response) => state.answer(response))
  const http = createProviderHttp()
  t.teardown(() => http.close())
  const failures: unknown[] = []
  const certificates = createCertificates({
    http,
    url: server.url,
    now: clock.now,
    onFailure: (cause) => failures.push(cause)
  })
  return { certificates, clock, state, server, failures }
}

async function kindOf(certificates: Certificates, keyId: string): Promise<string> {
  return (await certificates.find(keyId)).kind
}

/** Settles what runs in the background: asking for an unknown key joins a fetch that is under way. */
async function settle(certificates: Certificates): Promise<void> {
  await certificates.find('nobody has this key id')
}

t.test('certificates: 20 cold finds at once, one fetch', async (t) => {
  const { certificates, server } = await startCertificates(t)
  const found = await Promise.all(Array.from({ length: 20 }, () => kindOf(certificates, first)))
  t.strictSame(new Set(found), new Set(['key']))
  t.equal(server.requests.length, 1)
  t.equal(server.requests[0]?.headers.authorization, undefined)
})

t.test('certificates: warmed, the first find fetches nothing', async (t) => {
  const { certificates, server } = await startCertificates(t)
  await certificates.warm()
  t.equal(await kindOf(certificates, first), 'key')
  t.equal(server.requests.length, 1)
})

t.test('certificates: warmed while the provider is away, does not throw', async (t) => {
  const { certificates, failures } = await startCertificates(t, (response) => response.destroy())
  await certificates.warm()
  t.equal(failures.length, 1)
})

t.test('certificates: life, max-age less Age, one minute to a day', async (t) => {
  const rows: readonly [headers: Record<string, string>, lifeSeconds: number][] = [
    [{ 'cache-control': 'public, max-age=22349, must-revalidate, no-transform' }, 22_349],
    [{ 'cache-control': 'public, max-age=21600', age: '600' }, 21_000],
    [{ 'cache-control': 'Public, Max-Age=7200' }, 7200],
    [{ 'cache-control': 'MAX-AGE=7200', age: '0' }, 7200],
    [{ 'cache-control': 'max-age=7200', age: 'soon' }, 7200],
    [{ 'cache-control': 'max-age=7200', age: '-100' }, 7200],
    [{ 'cache-control': 'max-age=0' }, 60],
    [{ 'cache-control': 'max-age=59' }, 60],
    [{ 'cache-control': 'max-age=100', age: '99' }, 60],
    [{ 'cache-control': 'max-age=100', age: '10000' }, 60],
    [{ 'cache-control': 'no-store' }, 60],
    [{ 'cache-control': 'max-age=NaN' }, 60],
    [{ 'cache-control': 'max-age=-1' }, 60],
    [{ 'cache-control': 'max-age=' }, 60],
    [{}, 60],
    [{ 'cache-control': 'max-age=86401' }, 86_400],
    [{ 'cache-control': `max-age=${'9'.repeat(400)}` }, 86_400]
  ]
  for (const [headers, lifeSeconds] of rows) {
    const { certificates, clock, server, state } = await startCertificates(t, answerMap(oldMap, headers))
    await certificates.find(first)
    // At its end a set is replaced before anybody is answered; a moment before, at most in the background.
    state.answer = answerMap({ [second]: bothMap[second] })
    clock.advance(lifeSeconds - 1)
    t.equal(await kindOf(certificates, first), 'key', `${JSON.stringify(headers)}: a second before`)
    const seen = server.requests.length
    t.ok(seen <= 2)
    clock.advance(1)
    await settle(certificates)
    t.equal(await kindOf(certificates, first), 'unknown', `${JSON.stringify(headers)}: at the end`)
  }
})

t.test('certificates: half of its life, no fetch; nine tenths, renewed in the background', async (t) => {
  const { certificates, clock, server, state } = await startCertificates(t)
  await certificates.find(first)
  clock.advance(3 * HOUR)
  await certificates.find(first)
  t.equal(server.requests.length, 1)
  clock.advance(2.4 * HOUR)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  state.answer = (response) => void held.then(() => answerMap(bothMap)(response))
  t.equal(await kindOf(certificates, first), 'key', 'answered although the renewal is under way')
  const waiting = kindOf(certificates, second)
  release()
  t.equal(await waiting, 'key', 'the new key is there once the renewal is')
  t.equal(server.requests.length, 2)
  await certificates.find(first)
  t.equal(server.requests.length, 2)
})

t.test(
  'certificates: background renewal fails, the set serves and is asked for again after 30 s',
  async (t) => {
    const { certificates, clock, server, state, failures } = await startCertificates(t)
    await certificates.find(first)
    clock.advance(5.5 * HOUR)
    state.answer = (response) => response.writeHead(429).end()
    await certificates.find(first)
    await settle(certificates)
    t.equal(await kindOf(certificates, first), 'key')
    t.equal(failures.length, 1)
    clock.advance(29)
    await certificates.find(first)
    await settle(certificates)
    t.equal(server.requests.length, 2)
    clock.advance(1)
    await certificates.find(first)
    await settle(certificates)
    t.equal(server.requests.length, 3)
  }
)

t.test('certificates: storm of unknown key ids, one fetch in 30 s', async (t) => {
  const { certificates, clock, server } = await startCertificates(t)
  await certificates.find(first)
  clock.advance(31)
  const storm = () =>
    Promise.all(Array.from({ length: 200 }, (_, index) => kindOf(certificates, `unknown ${index}`)))
  t.strictSame(new Set(await storm()), new Set(['unknown']))
  t.equal(server.requests.length, 2)
  clock.advance(29)
  await storm()
  t.equal(server.requests.length, 2)
  clock.advance(1)
  await storm()
  t.equal(server.requests.length, 3)
})

t.test('certificates: cold find of an unknown key id, one fetch and not two', async (t) => {
  const { certificates, server } = await startCertificates(t)
  t.equal(await kindOf(certificates, 'nobody'), 'unknown')
  t.equal(server.requests.length, 1)
})

t.test('certificates: rotation midway through the life, the new key is found by one fetch', async (t) => {
  const { certificates, clock, server, state } = await startCertificates(t)
  await certificates.find(first)
  clock.advance(2 * HOUR)
  state.answer = answerMap(bothMap)
  t.strictSame(
    await Promise.all([
      kindOf(certificates, second),
      kindOf(certificates, second),
      kindOf(certificates, first)
    ]),
    ['key', 'key', 'key']
  )
  t.equal(server.requests.length, 2)
})

t.test('certificates: key that was retired, no longer found after the set is renewed', async (t) => {
  const { certificates, clock, state } = await startCertificates(t, answerMap(bothMap))
  t.equal(await kindOf(certificates, first), 'key')
  state.answer = answerMap({ [second]: bothMap[second] })
  clock.advance(7 * HOUR)
  t.equal(await kindOf(certificates, first), 'unknown')
  t.equal(await kindOf(certificates, second), 'key')
})

t.test('certificates: names of Object.prototype, unknown unless published', async (t) => {
  const { certificates } = await startCertificates(t)
  for (const name of ['__proto__', 'constructor', 'hasOwnProperty', 'keys', '']) {
    t.equal(await kindOf(certificates, name), 'unknown', name)
  }
})

t.test(
  'certificates: provider away, an old set serves 24 h beyond its life and then nothing does',
  async (t) => {
    const { certificates, clock, state, failures } = await startCertificates(t)
    await certificates.find(first)
    state.answer = (response) => response.destroy()
    clock.advance(6 * HOUR)
    t.equal(await kindOf(certificates, first), 'key', 'at the end of its life')
    t.ok(failures.length > 0)
    clock.advance(24 * HOUR - 1)
    t.equal(await kindOf(certificates, first), 'key', 'a second before the end')
    clock.advance(1)
    t.equal(await kindOf(certificates, first), 'unavailable', 'a day later')
    state.answer = answerMap(oldMap)
    clock.advance(30)
    t.equal(await kindOf(certificates, first), 'key', 'the provider is back')
  }
)

t.test('certificates: provider away and the key id unknown, unavailable and not unknown', async (t) => {
  const { certificates, clock, state } = await startCertificates(t)
  await certificates.find(first)
  state.answer = (response) => response.writeHead(500).end()
  clock.advance(31)
  t.equal(await kindOf(certificates, second), 'unavailable')
  t.equal(await kindOf(certificates, first), 'key')
  state.answer = answerMap(oldMap)
  clock.advance(31)
  t.equal(await kindOf(certificates, second), 'unknown')
})

t.test('certificates: never any set, every find asks again and says unavailable', async (t) => {
  const { certificates, server, state } = await startCertificates(t, (response) =>
    response.writeHead(404).end()
  )
  t.match(await certificates.find(first), { kind: 'unavailable', cause: Error })
  t.equal(await kindOf(certificates, first), 'unavailable')
  t.equal(server.requests.length, 2)
  state.answer = answerMap(oldMap)
  t.equal(await kindOf(certificates, first), 'key')
})

t.test('certificates: anything but a map of certificates, never replaces a good set', async (t) => {
  const json =
    (status: number, body: unknown): Answer =>
    (response) =>
      sendJson(response, status, body)
  const rows: readonly [string, Answer][] = [
    ['{}', json(200, {})],
    ['an error with 200', json(200, { error: { code: 400, message: 'x' } })],
    ['an error as text with 200', json(200, { error: 'x' })],
    ['a map with 500', json(500, bothMap)],
    ['a map with 404', json(404, bothMap)],
    ['a list', json(200, [pem])],
    ['null', json(200, null)],
    ['a JWK set', json(200, keys.jwks())],
    ['one entry that is no PEM', json(200, { ...bothMap, bad: 'not a certificate' })],
    ['one entry that is empty', json(200, { ...bothMap, bad: '' })],
    ['one entry that is null', json(200, { ...bothMap, bad: null })],
    ['one entry that is a number', json(200, { ...bothMap, bad: 1 })],
    ['a cut certificate', json(200, { [second]: pem.slice(0, 300) })],
    ['HTML', (response) => response.writeHead(200).end('<html></html>')],
    ['nothing', (response) => response.writeHead(200).end()],
    ['a redirect', (response) => response.writeHead(302, { location: '/elsewhere' }).end()],
    ['a reset', (response) => response.destroy()]
  ]
  const { certificates, clock, state, failures } = await startCertificates(t)
  await certificates.find(first)
  for (const [name, answer] of rows) {
    state.answer = answer
    clock.advance(31)
    const before = failures.length
    t.equal(await kindOf(certificates, second), 'unavailable', `${name}: the new key`)
    t.equal(failures.length, before + 1, `${name}: told`)
    t.equal(await kindOf(certificates, first), 'key', `${name}: the old key`)
  }
  state.answer = answerMap(bothMap)
  clock.advance(31)
  t.equal(await kindOf(certificates, second), 'key', 'a good map does replace it')
})
