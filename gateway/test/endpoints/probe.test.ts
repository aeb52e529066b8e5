import t from 'tap'
import { createProbeMarks, PROBE_HEADER, readSight } from '../../src/endpoints/probe.ts'
import { PUBLIC_ORIGIN, SIGNATURE_KEY, startGateway } from '../fixtures/gateway.ts'
import { signatureKeyOf } from '../fixtures/session/signature-keys.ts'
import { send } from '../fixtures/wire/http-client.ts'

const OLD_KEY = signatureKeyOf('old')
const gateway = await startGateway(t, { config: { 'cookie.signatureKeys': [SIGNATURE_KEY, OLD_KEY] } })
const { url, now } = gateway

const marksOf = (key: string, publicUrl = PUBLIC_ORIGIN, clock = now) =>
  createProbeMarks({ cookie: { signatureKeys: [key] } as never, publicUrl }, clock)

/** The data in the response to a request with this mark; undefined: without a mark. */
async function probe(mark?: string, path = '/_auth/session', headers: Record<string, string> = {}) {
  const marked = mark === undefined ? headers : { ...headers, [PROBE_HEADER]: mark }
  const response = await send(`${url}${path}`, { headers: marked })
  return { status: response.status, sight: readSight(Object.fromEntries(response.headers)) }
}

t.test('probe: a genuine mark returns the request as it arrived', async (t) => {
  const { host } = new URL(url)
  const sight = { host, peer: '127.0.0.1', client: '127.0.0.1', isForwarded: false }
  t.strictSame(await probe(marksOf(SIGNATURE_KEY).make()), { status: 401, sight })
  const forwarded = await probe(marksOf(OLD_KEY).make(), undefined, { 'x-forwarded-for': '203.0.113.7' })
  const found = forwarded.sight
  t.strictSame(found, { ...sight, isForwarded: true }, 'another key, and an address that is not trusted')
})

t.test('probe: foreign, outdated or malformed marks return nothing', async (t) => {
  const good = marksOf(SIGNATURE_KEY).make()
  const strangers: readonly (string | undefined)[] = [
    undefined,
    '',
    'nonsense',
    marksOf(signatureKeyOf('strange')).make(),
    marksOf(SIGNATURE_KEY, 'https://other.example').make(),
    marksOf(SIGNATURE_KEY, PUBLIC_ORIGIN, () => now() - 301).make(),
    marksOf(SIGNATURE_KEY, PUBLIC_ORIGIN, () => now() + 301).make(),
    `9${good}`,
    `${good}A`,
    good.slice(0, -2),
    `${good}, ${good}`,
    good.replace(/\..*/, `.${'A'.repeat(43)}`),
    'x'.repeat(8000)
  ]
  for (const mark of strangers) t.strictSame(await probe(mark), { status: 401, sight: null }, mark ?? 'none')
  for (const seconds of [-300, 300]) {
    const mark = marksOf(SIGNATURE_KEY, PUBLIC_ORIGIN, () => now() + seconds).make()
    t.not((await probe(mark)).sight, null, `control: ${seconds} s`)
  }
})

t.test('probe: only the session endpoint responds to it, the application never sees a mark', async (t) => {
  const mark = marksOf(SIGNATURE_KEY).make()
  for (const path of ['/', '/login', '/_auth/jwks.json', '/nowhere'])
    t.equal((await probe(mark, path)).sight, null, path)
  const cookie = await gateway.signIn('ada')
  await send(`${url}/page`, { headers: { cookie, [PROBE_HEADER]: mark } })
  t.equal(gateway.upstream.seen.at(-1)?.headers[PROBE_HEADER], undefined)
})

t.test('probe: malformed data is not read', async (t) => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const sight = { host: 'a', peer: 'b', client: 'c', isForwarded: true }
  t.strictSame(readSight({ [PROBE_HEADER]: encode(sight) }), sight)
  for (const wrong of [null, [], {}, { ...sight, host: 1 }, { ...sight, isForwarded: 'yes' }])
    t.equal(readSight({ [PROBE_HEADER]: encode(wrong) }), null)
  t.equal(readSight({}), null)
})
