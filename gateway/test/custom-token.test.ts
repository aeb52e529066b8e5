import { createPublicKey } from 'node:crypto'
import { compactVerify, decodeProtectedHeader } from 'jose'
import t from 'tap'
import { createCustomTokenSigner, RESERVED_CLAIMS } from '../src/identity-platform/custom-token.ts'
import { decodeClaims, NOW, readServiceAccount, startProvider } from './fixtures/provider.ts'

const AUDIENCE = 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit'
const RESERVED = 'acr amr at_hash aud auth_time azp cnf c_hash exp firebase iat iss jti nbf nonce sub'.split(
  ' '
)

const { standIn } = await startProvider(t)
const account = readServiceAccount(standIn)
const sign = createCustomTokenSigner(account, () => NOW)

t.test('custom token: header and payload, exactly those of the documents', async (t) => {
  const token = await sign({ uid: 'alice', tenantId: null })
  t.strictSame(decodeProtectedHeader(token), { alg: 'RS256', typ: 'JWT' })
  t.strictSame(decodeClaims(token), {
    aud: AUDIENCE,
    iat: NOW,
    exp: NOW + 3600,
    iss: account.clientEmail,
    sub: account.clientEmail,
    uid: 'alice'
  })
})

t.test('custom token: signature, is the one of the service account', async (t) => {
  const token = await sign({ uid: 'alice', tenantId: null })
  const { payload } = await compactVerify(token, createPublicKey(account.privateKey), {
    algorithms: ['RS256']
  })
  t.match(JSON.parse(Buffer.from(payload).toString()), { uid: 'alice' })
})

t.test('custom token: tenant and claims, there when given and left out when empty', async (t) => {
  const full = await sign({
    uid: 'alice',
    tenantId: 'acme',
    claims: { source_sign_in_provider: 'google.com' }
  })
  t.match(decodeClaims(full), { tenant_id: 'acme', claims: { source_sign_in_provider: 'google.com' } })
  const empty = decodeClaims(await sign({ uid: 'alice', tenantId: null, claims: {} }))
  t.strictSame(Object.keys(empty).sort(), ['aud', 'exp', 'iat', 'iss', 'sub', 'uid'])
})

t.test('custom token: clock between two seconds, times are whole seconds', async (t) => {
  const claims = decodeClaims(
    await createCustomTokenSigner(account, () => NOW + 0.789)({ uid: 'alice', tenantId: null })
  )
  t.strictSame([claims.iat, claims.exp], [NOW, NOW + 3600])
})

t.test('custom token: clock that moves while it is made, never lives longer than 3600 s', async (t) => {
  let now = NOW
  const moving = createCustomTokenSigner(account, () => {
    now += 0.001
    return now
  })
  for (let round = 0; round < 3; round++) {
    const { iat, exp } = decodeClaims(await moving({ uid: 'alice', tenantId: null }))
    t.equal(Number(exp) - Number(iat), 3600)
  }
})

t.test('custom token: uid, 1 to 128 characters', async (t) => {
  for (const uid of ['a', 'ü/😀 x', 'x'.repeat(128)]) {
    t.equal(decodeClaims(await sign({ uid, tenantId: null })).uid, uid)
  }
  for (const uid of ['', 'x'.repeat(129), '\ud800']) {
    await t.rejects(sign({ uid, tenantId: null }), { code: 'INVALID_ARGUMENT' }, JSON.stringify(uid))
  }
})

t.test('custom token: the sixteen reserved names, each refused at top level', async (t) => {
  t.strictSame([...RESERVED_CLAIMS].sort(), [...RESERVED].sort())
  for (const name of RESERVED) {
    const claims = { role: 'editor', [name]: 'x' }
    await t.rejects(
      sign({ uid: 'alice', tenantId: null, claims }),
      { code: 'INVALID_ARGUMENT', detail: `reserved claim names: ${name}` },
      name
    )
  }
})

t.test('custom token: a reserved name in other letters or further in, accepted', async (t) => {
  const claims = { Aud: 1, AUD: 2, deep: { aud: 3, firebase: {} }, subject: 4 }
  t.strictSame(decodeClaims(await sign({ uid: 'alice', tenantId: null, claims })).claims, claims)
})

t.test('custom token: no account, the unsigned kind of the emulator', async (t) => {
  const unsigned = await createCustomTokenSigner(null, () => NOW)({ uid: 'alice', tenantId: null })
  t.match(unsigned, /^[\w-]+\.[\w-]+\.$/)
  t.strictSame(decodeProtectedHeader(unsigned), { alg: 'none', typ: 'JWT' })
  t.match(decodeClaims(unsigned), {
    iss: 'firebase-auth-emulator@example.com',
    sub: 'firebase-auth-emulator@example.com',
    aud: AUDIENCE,
    uid: 'alice'
  })
})
