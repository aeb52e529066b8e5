import { KeyObject, sign } from 'node:crypto'
import t from 'tap'
import { NOW } from '../../../test/fixtures/clock.ts'
import { signatureKeyOf } from '../../../test/fixtures/session/signature-keys.ts'
import { createProofReader, createProofs } from '../proof.ts'
import { createDevice, ORIGIN } from './device.ts'

const PLACE = { session: { id: 'c2Vzc2lvbi1pZC1vZi0xNg', device: `k.A${'k'.repeat(43)}` }, origin: ORIGIN }
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

t.test('device binding: challenges and proofs outlive a rotation of signature keys', (t) => {
  const [older, newer] = [signatureKeyOf('older'), signatureKeyOf('newer')]
  const now = () => NOW
  const before = createProofs([older], now)
  const challenge = before.challenge('prove', PLACE)
  const cookie = before.cookie(PLACE, NOW + 60, '')
  const found = [[newer, older], [newer]].map((keys) => {
    const proofs = createProofs(keys, now)
    return [proofs.checkChallenge(challenge, 'prove', PLACE), proofs.readCookie(cookie, PLACE)]
  })
  t.same(found, [
    ['live', { untilSeconds: NOW + 60, from: '' }],
    ['foreign', null]
  ])
  t.end()
})

t.test('device binding: a proof is a JWT of three parts, signed as said, for no other key', async (t) => {
  const readProof = createProofReader()
  const { key, privateKey, sign: signProof } = await createDevice()
  const other = await createDevice()
  const make = (header: object, payload: unknown, dsaEncoding: 'der' | 'ieee-p1363' = 'ieee-p1363') => {
    const signed = `${encode({ alg: 'ES256', typ: 'dbsc+jwt', ...header })}.${encode(payload)}`
    const by = { key: KeyObject.from(privateKey), dsaEncoding }
    return `${signed}.${sign('sha256', Buffer.from(signed), by).toString('base64url')}`
  }
  const good = await signProof('c')
  const [head = '', payload = '', signature = ''] = good.split('.')
  const rows: readonly [what: string, jwt: string, kind: 'valid' | 'invalid'][] = [
    ['a good one', good, 'valid'],
    ['once more: its key is remembered', make({}, { jti: 'c' }), 'valid'],
    ['of another key', await other.sign('c'), 'invalid'],
    ['with what must be understood', make({ crit: ['b64'], b64: true }, { jti: 'c' }), 'invalid'],
    ['with a signature in DER', make({}, { jti: 'c' }, 'der'), 'invalid'],
    ['with a challenge that is no text', make({}, { jti: 1 }), 'invalid'],
    ['without a challenge', make({}, null), 'invalid'],
    ['of four parts', `${good}.x`, 'invalid'],
    ['of two parts', `${head}.${payload}`, 'invalid'],
    ['with an empty signature', `${head}.${payload}.`, 'invalid'],
    ['with a short signature', `${head}.${payload}.${signature.slice(0, -4)}`, 'invalid'],
    ['with a longer one', `${head}.${payload}.${signature}AAAA`, 'invalid'],
    ['with another payload', `${head}.${encode({ jti: 'd' })}.${signature}`, 'invalid'],
    ['with a header that is null', `${encode(null)}.${payload}.${signature}`, 'invalid'],
    ['empty', '', 'invalid']
  ]
  t.same(
    rows.map(([what, jwt]) => [what, readProof(jwt, key).kind]),
    rows.map(([what, , kind]) => [what, kind])
  )
  t.equal(readProof(good, other.key).kind, 'invalid', 'nor for a session of another key')
})
