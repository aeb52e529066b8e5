import t from 'tap'
import { createTotpSecret, isTotpCode, totpCode } from '../../stand-in/second-factors/totp.ts'

// RFC 6238, appendix B, SHA-1; its codes have eight digits, of which the last six are ours.
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const RFC_ROWS: [number, string][] = [
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130']
]

t.test('stand-in totp: times of RFC 6238, its codes', async (t) => {
  for (const [nowSeconds, code] of RFC_ROWS) t.equal(totpCode(RFC_SECRET, nowSeconds), code)
})

t.test('stand-in totp: secret in small letters, with spaces and padding, same code', async (t) => {
  t.equal(totpCode('gezd gnbv gy3t qojq gezd gnbv gy3t qojq====', 59), '287082')
  t.not(totpCode('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJA', 59), '287082')
})

t.test('stand-in totp: code of one step before or after, right; of two, wrong', async (t) => {
  const code = totpCode(RFC_SECRET, 1111111111)
  for (const [offset, isRight] of [
    [-60, false],
    [-30, true],
    [0, true],
    [30, true],
    [60, false]
  ] as const) {
    t.equal(isTotpCode(RFC_SECRET, code, 1111111111 + offset), isRight, String(offset))
  }
})

t.test('stand-in totp: new secret, 160 bits in base32 and never the same', async (t) => {
  t.match(createTotpSecret(), /^[A-Z2-7]{32}$/)
  t.not(createTotpSecret(), createTotpSecret())
})
