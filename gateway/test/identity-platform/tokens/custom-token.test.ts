import { createPublicKey } from 'node:crypto'
import { compactVerify, decodeProtectedHeader } from 'jose'
import t from 'tap'
import { RESERVED_CLAIMS } from '../../../src/config/defaults.ts'
import { openCredentials } from '../../../src/identity-platform/credentials/credential-source.ts'
import {
  type CustomTokenContent,
  createCustomTokenSigner,
  createTokenSigner,
  type TokenSigner
} from '../../../src/identity-platform/tokens/custom-token.ts'
import { NOW } from '../../fixtures/clock.ts'
import { decodeClaims, readServiceAccount, startProvider } from '../../fixtures/provider/provider.ts'

const AUDIENCE = 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit'
const RESERVED = 'acr amr at_hash aud auth_time azp cnf c_hash exp firebase iat iss jti nbf nonce sub'.split(
  ' '
)

const { standIn } = await startProvider(t)
const account = readServiceAccount(standIn)
const key = openCredentials({ kind: 'key', account }, [], { endpoints: standIn.endpoints, now: () => NOW })
const signer = createTokenSigner(key, () => Promise.reject(new Error('a key makes no calls')))
const sign = (content: CustomTokenContent) => signWith(signer, content)

async function signWith(tokenSigner: TokenSigner | null, content: CustomTokenContent): Promise<string> {
  const signed = await createCustomTokenSigner(tokenSigner, () => NOW)(content)
  if (signed.kind === 'failed') throw new Error(signed.failure.detail)
  return signed.token
}

/** The failure for content that must not be signed. */
async function complaintAbout(content: unknown): Promise<unknown> {
  const signed = await createCustomTokenSigner(signer, () => NOW)(content as CustomTokenContent)
  return signed.kind === 'failed' ? signed.failure : signed
}

t.test('custom token: header and payload are exactly as documented', async (t) => {
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

t.test('custom token: times are whole seconds, a life is at most an hour', async (t) => {
  let moving = NOW
  const step = () => {
    moving += 0.001
    return moving
  }
  const rows: readonly [ttlSeconds: number | undefined, now: () => number, life: number][] = [
    [60, () => NOW, 60],
    [3600, () => NOW, 3600],
    [3601, () => NOW, 3600],
    [undefined, () => NOW + 0.789, 3600],
    [undefined, step, 3600]
  ]
  for (const [ttlSeconds, now, life] of rows) {
    const content = { uid: 'alice', tenantId: null, ...(ttlSeconds !== undefined && { ttlSeconds }) }
    const signed = await createCustomTokenSigner(signer, now)(content)
    t.match(signed, { kind: 'signed', expiresAtSeconds: NOW + life })
    const { iat, exp } = decodeClaims(signed.kind === 'signed' ? signed.token : '')
    t.strictSame([iat, exp], [NOW, NOW + life])
  }
})

t.test('custom token: the signature is that of the service account', async (t) => {
  const token = await sign({ uid: 'alice', tenantId: null })
  const { payload } = await compactVerify(token, createPublicKey(account.privateKeyPem), {
    algorithms: ['RS256']
  })
  t.match(JSON.parse(Buffer.from(payload).toString()), { uid: 'alice' })
})

t.test('custom token: tenant and claims are present when given and absent when empty', async (t) => {
  const full = await sign({
    uid: 'alice',
    tenantId: 'acme',
    claims: { source_sign_in_provider: 'google.com' }
  })
  t.match(decodeClaims(full), { tenant_id: 'acme', claims: { source_sign_in_provider: 'google.com' } })
  const empty = decodeClaims(await sign({ uid: 'alice', tenantId: null, claims: {} }))
  t.strictSame(Object.keys(empty).sort(), ['aud', 'exp', 'iat', 'iss', 'sub', 'uid'])
})

t.test('custom token: each of the sixteen reserved names is refused at top level', async (t) => {
  t.strictSame([...RESERVED_CLAIMS].sort(), [...RESERVED].sort())
  for (const name of RESERVED) {
    const claims = { role: 'editor', [name]: 'x' }
    const failure = await complaintAbout({ uid: 'alice', tenantId: null, claims })
    t.match(failure, { kind: 'caller', code: 'INVALID_ARGUMENT' }, name)
    t.match(failure, { detail: new RegExp(`\\b${name}$`) })
  }
})

t.test('custom token: a reserved name in another case or nested is accepted', async (t) => {
  const claims = { Aud: 1, AUD: 2, deep: { aud: 3, firebase: {} }, subject: 4 }
  t.strictSame(decodeClaims(await sign({ uid: 'alice', tenantId: null, claims })).claims, claims)
})

t.test('custom token: claims that are not a plain JSON object are refused', async (t) => {
  const round: Record<string, unknown> = {}
  round.round = round
  for (const claims of [null, [], 'x', 5, true, { big: 1n }, round]) {
    const failure = await complaintAbout({ uid: 'alice', tenantId: null, claims })
    t.match(failure, { kind: 'caller', code: 'INVALID_ARGUMENT', detail: /^custom claims/ })
  }
})

t.test('custom token: a signer without an account or a signature fails with its failure', async (t) => {
  const failure = { kind: 'temporary', code: 'PROVIDER_UNAVAILABLE', detail: 'away' } as const
  const issuer: TokenSigner['issuer'] = async () => ({ kind: 'issuer', email: 'gate@x.iam' })
  const rows: readonly TokenSigner[] = [
    { ...signer, issuer: async () => ({ kind: 'failed', failure }) },
    { issuer, sign: async () => ({ kind: 'failed', failure }) }
  ]
  for (const failing of rows) {
    const signed = await createCustomTokenSigner(failing, () => NOW)({ uid: 'alice', tenantId: null })
    t.strictSame(signed, { kind: 'failed', failure })
  }
})

t.test('custom token: without an account, it is unsigned as for the emulator', async (t) => {
  const unsigned = await signWith(null, { uid: 'alice', tenantId: null })
  t.match(unsigned, /^[\w-]+\.[\w-]+\.$/)
  t.strictSame(decodeProtectedHeader(unsigned), { alg: 'none', typ: 'JWT' })
  t.match(decodeClaims(unsigned), {
    iss: 'firebase-auth-emulator@example.com',
    sub: 'firebase-auth-emulator@example.com',
    aud: AUDIENCE,
    uid: 'alice'
  })
})
