import t from 'tap'
import { sendAndReset, sendRaw } from '../../../test/fixtures/wire/http-client.ts'
import { challengeIn, createDevice, REFRESH, REGISTER, resultOf, signInToBind } from './device.ts'

interface Prepared {
  cookies: string
  /** Another header line. */
  more: string
  proof: string
}

/** A request as bytes. `rest`: what follows the proof. */
const bytesOf = (path: string, { cookies, more, proof }: Prepared, rest: string) =>
  `POST ${path} HTTP/1.1\r\nHost: app.example.com\r\nConnection: close\r\nCookie: ${cookies}\r\n${more}Secure-Session-Response: ${proof}${rest}`

const JSON_TYPE = '\r\nContent-Type: application/json'
const FORM_TYPE = '\r\nContent-Type: application/x-www-form-urlencoded'
const INVALID = '400 INVALID_REQUEST'

/** What follows a good proof, and what both endpoints make of it. */
const ROWS: Readonly<Record<string, [rest: string, result: string]>> = {
  'as browsers send it': ['\r\n\r\n', '200'],
  'with a body': [`${JSON_TYPE}\r\nContent-Length: 2\r\n\r\n{}`, '200'],
  'with a form': [`${FORM_TYPE}\r\nContent-Length: 3\r\n\r\na=b`, '200'],
  'with a body that is no JSON': [`${JSON_TYPE}\r\nContent-Length: 2\r\n\r\n{x`, INVALID],
  'with a long body': [
    `${JSON_TYPE}\r\nContent-Length: 200002\r\n\r\n"${'x'.repeat(200_000)}"`,
    '413 PAYLOAD_TOO_LARGE'
  ],
  'with two lengths': ['\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', INVALID],
  'with a broken chunk': [`${JSON_TYPE}\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n{}`, INVALID],
  'with another proof': ['\r\nSecure-Session-Response: a.b.c\r\n\r\n', '400 DEVICE_PROOF_INVALID'],
  'with a byte beyond ASCII': ['\xff\r\n\r\n', '400 DEVICE_PROOF_INVALID'],
  'with a zero byte': ['\0\r\n\r\n', INVALID],
  'over two lines': ['\r\n x\r\n\r\n', INVALID],
  'with 64 kB of a header': [`\r\nX-More: ${'x'.repeat(65_536)}\r\n\r\n`, '431 HEADERS_TOO_LARGE']
}

/** A session that may be bound, and one whose device may be proved, with a good proof each. */
async function prepare({ begin, bind }: Awaited<ReturnType<typeof signInToBind>>) {
  const [begun, bound, device] = [await begin(), await bind(), await createDevice()]
  const ofBound = `Sec-Secure-Session-Id: ${bound.id}\r\n`
  const proof = await bound.device.sign(challengeIn(await bound.ask()))
  const prepared: readonly [path: string, Prepared][] = [
    [REGISTER, { cookies: begun.cookies, more: '', proof: await device.register(begun.challenge) }],
    [REFRESH, { cookies: bound.cookies, more: ofBound, proof }]
  ]
  return prepared
}

const outcomeOf = (response: string) => {
  const [, status = '', code = ''] = /^HTTP\/1\.1 (\d+)(?:[\s\S]*"code":"(\w+)")?/.exec(response) ?? []
  return [status, code].filter(Boolean).join(' ')
}

t.test('device binding: both endpoints refuse what is no request, and take what browsers send', async (t) => {
  const bench = await signInToBind(t)
  for (const [name, [rest, result]] of Object.entries(ROWS))
    for (const [path, prepared] of await prepare(bench))
      t.equal(outcomeOf(await sendRaw(bench.port, bytesOf(path, prepared, rest))), result, `${path}: ${name}`)
})

t.test(
  'device binding: a request that is reset on its way changes nothing, and may be repeated',
  async (t) => {
    const bench = await signInToBind(t)
    for (const [path, prepared] of await prepare(bench)) {
      const whole = bytesOf(path, prepared, '\r\n\r\n')
      const withHalfABody = bytesOf(path, prepared, `${JSON_TYPE}\r\nContent-Length: 999\r\n\r\n{`)
      for (const part of [whole.slice(0, whole.length / 2), whole.slice(0, -2), withHalfABody])
        await sendAndReset(bench.port, part)
      await bench.settled()
      t.equal(
        await resultOf(await bench.call('/', prepared.cookies)),
        '200',
        `${path}: the session as before`
      )
      t.equal(outcomeOf(await sendRaw(bench.port, whole)), '200', `${path}: the same proof`)
    }
    t.notMatch(bench.logText(), 'INTERNAL_ERROR')
  }
)
