import { decodeJwt } from 'jose'
import t, { type Test } from 'tap'
import { type Changes, COSE_ALGORITHMS } from '../fixtures/software-authenticator.ts'
import { refusal, type StandInClient, startClient } from '../fixtures/stand-in-client.ts'
import {
  authenticator,
  type Caller,
  enrol,
  enrolmentChallenge,
  PASSKEYS,
  signInChallenge,
  signInWithPasskey
} from '../fixtures/stand-in-passkeys.ts'

const EMAIL = 'alice@example.com'
const LATE_SECONDS = 300
const INVALID = refusal('INVALID_AUTHENTICATOR_RESPONSE')

async function start(t: Test): Promise<{ client: StandInClient; alice: Caller }> {
  const client = await startClient(t)
  client.standIn.settings.passkeys = PASSKEYS
  client.standIn.accounts.create({ uid: 'alice', email: EMAIL, password: 'secret-1', emailVerified: true })
  const { body } = await client.signIn(EMAIL)
  return { client, alice: { idToken: body.idToken } }
}

const firebaseOf = (idToken: string) => (decodeJwt(idToken) as { firebase: unknown }).firebase

t.test(
  'stand-in passkeys: options as production writes them, base64 with padding and `alg` as text',
  async (t) => {
    const { client, alice } = await start(t)
    const { body } = await client.post('/v2/accounts/passkeyEnrollment:start', alice)
    const { challenge, ...options } = body.credentialCreationOptions
    t.strictSame(options, {
      rp: { id: 'example.com' },
      user: { id: Buffer.from('alice').toString('base64') },
      pubKeyCredParams: ['-7', '-257', '-8'].map((alg) => ({ type: 'public-key', alg })),
      authenticatorSelection: { requireResidentKey: true, userVerification: 'required' },
      attestation: 'none'
    })
    t.match(challenge, /^[A-Za-z0-9+/]{43}=$/)
    const request = (await client.post('/v2/accounts/passkeySignIn:start', {})).body.credentialRequestOptions
    t.match(request, { challenge: /^[A-Za-z0-9+/]{43}=$/, rpId: 'example.com', userVerification: 'required' })
  }
)

t.test('stand-in passkeys: enrolled with each algorithm, attested by itself or not, sign in', async (t) => {
  const { client, alice } = await start(t)
  for (const name of Object.keys(COSE_ALGORITHMS) as (keyof typeof COSE_ALGORITHMS)[])
    for (const selfAttested of [false, true]) {
      const device = authenticator(name)
      const enrolled = await enrol(client, alice, device, { selfAttested })
      t.strictSame(Object.keys(enrolled.body), ['localId', 'idToken', 'refreshToken'], name)
      const { status, body } = await signInWithPasskey(client, device)
      t.strictSame([status, Object.keys(body)], [200, ['idToken', 'refreshToken']], name)
      t.match(firebaseOf(body.idToken), { sign_in_provider: 'passkey' })
      t.match(firebaseOf((await client.refresh(body.refreshToken)).body.id_token), {
        sign_in_provider: 'passkey'
      })
    }
})

t.test('stand-in passkeys: registration that differs in one thing, refused', async (t) => {
  const { client, alice } = await start(t)
  const wrong: Record<string, Changes> = {
    origin: { origin: 'https://evil.example.com' },
    scheme: { origin: 'http://app.example.com' },
    'relying party': { rpId: 'example.org' },
    type: { type: 'webauthn.get' },
    challenge: { challenge: Buffer.alloc(32).toString('base64url') },
    'cross-origin': { crossOrigin: true },
    'user not verified': { flags: 0x41 },
    'user not present': { flags: 0x44 },
    'no credential': { flags: 0x05 }
  }
  for (const [what, changes] of Object.entries(wrong))
    t.match(await enrol(client, alice, authenticator(), changes), INVALID, what)
  t.equal((await enrol(client, alice, authenticator())).status, 200, 'the twin')
})

t.test('stand-in passkeys: assertion that differs in one thing, refused', async (t) => {
  const { client, alice } = await start(t)
  const device = authenticator()
  await enrol(client, alice, device)
  const wrong: Record<string, Changes> = {
    origin: { origin: 'https://evil.example.com' },
    'relying party': { rpId: 'example.org' },
    type: { type: 'webauthn.create' },
    'user not verified': { flags: 0x01 },
    'user not present': { flags: 0x04 },
    'user handle': { userHandle: Buffer.from('bob') },
    'count that does not grow': { signCount: 1 }
  }
  for (const [what, changes] of Object.entries(wrong))
    t.match(await signInWithPasskey(client, device, changes), INVALID, what)
  t.equal((await signInWithPasskey(client, device)).status, 200, 'the twin')
  const other = authenticator()
  t.match(await signInWithPasskey(client, other), refusal('PASSKEY_ENROLLMENT_NOT_FOUND'))
  const stolen = other.sign(await signInChallenge(client), Buffer.from('alice'))
  t.match(
    await client.post('/v2/accounts/passkeySignIn:finalize', {
      authenticatorAuthenticationResponse: { ...stolen, id: device.id, rawId: device.id }
    }),
    INVALID,
    'signed by another key'
  )
})

t.test(
  'stand-in passkeys: challenge that was used, is too old or is for something else, refused',
  async (t) => {
    const { client, alice } = await start(t)
    const device = authenticator()
    await enrol(client, alice, device)
    const finish = (challenge: string) =>
      client.post('/v2/accounts/passkeySignIn:finalize', {
        authenticatorAuthenticationResponse: device.sign(challenge, Buffer.from('alice'))
      })
    const challenge = await signInChallenge(client)
    t.equal((await finish(challenge)).status, 200)
    t.match(await finish(challenge), INVALID, 'used')
    t.match(await finish(await enrolmentChallenge(client, alice)), INVALID, 'of an enrolment')
    const young = await signInChallenge(client)
    client.advance(LATE_SECONDS - 1)
    t.equal((await finish(young)).status, 200)
    const old = await signInChallenge(client)
    client.advance(LATE_SECONDS)
    t.match(await finish(old), refusal('PASSKEY_CHALLENGE_TIMEOUT'))
  }
)

t.test(
  'stand-in passkeys: enrolled twice, too many, not enabled, disabled account, each its own refusal',
  async (t) => {
    const { client, alice } = await start(t)
    const { settings, accounts } = client.standIn
    const device = authenticator()
    await enrol(client, alice, device)
    t.match(await enrol(client, alice, device), refusal('PASSKEY_EXISTS'))
    settings.maxPasskeys = 1
    const startEnrolment = () => client.post('/v2/accounts/passkeyEnrollment:start', alice)
    t.match(await startEnrolment(), refusal('PASSKEY_LIMIT_EXCEEDED'))
    settings.maxPasskeys = 2
    t.match((await startEnrolment()).body.credentialCreationOptions.excludeCredentials, [
      { type: 'public-key', id: Buffer.from(device.id, 'base64url').toString('base64') }
    ])
    accounts.disable('alice')
    t.match(await signInWithPasskey(client, device), refusal('USER_DISABLED'))
    settings.passkeys = null
    t.match(await startEnrolment(), refusal('USER_DISABLED'))
    accounts.update('alice', { disabled: false })
    t.match(await startEnrolment(), refusal('PASSKEY_NOT_ENABLED'))
    t.match(await client.post('/v2/accounts/passkeySignIn:start', {}), refusal('PASSKEY_NOT_ENABLED'))
  }
)

t.test('stand-in passkeys: unknown members and the shape of 2023, refused', async (t) => {
  const { client } = await start(t)
  const finalize = (response: unknown) =>
    client.post('/v2/accounts/passkeySignIn:finalize', { authenticatorAuthenticationResponse: response })
  t.match((await finalize({ credentialId: 'AAAA' })).body.error.message, /Unknown name "credentialId"/)
  t.match((await finalize({ id: 'AAAA', response: { transports: [] } })).body.error.message, /Unknown name/)
  t.match(await finalize({ id: 'AAAA' }), INVALID)
  t.match(await finalize({ id: 'AA!A', response: {} }), INVALID)
  t.match(await client.post('/v2/accounts/passkeySignIn:finalize', {}), INVALID)
})

t.test(
  'stand-in passkeys: listed with label, removed by id in either alphabet, unknown ids ignored',
  async (t) => {
    const { client, alice } = await start(t)
    const devices = [authenticator(), authenticator()] as const
    for (const device of devices) await enrol(client, alice, device)
    const list = async () => (await client.post('/v1/accounts:lookup', alice)).body.users[0].passkeyInfo
    const listed = await list()
    t.match(listed, [{ name: "Alice's laptop" }, { name: "Alice's laptop" }])
    const remove = (deletePasskey: string[]) =>
      client.post('/v1/accounts:update', { ...alice, deletePasskey })
    t.equal((await remove(['unknown'])).status, 200)
    t.equal((await list()).length, 2)
    await remove([listed[0].credentialId])
    await remove([devices[1].id])
    t.equal(await list(), undefined)
    t.match(await signInWithPasskey(client, devices[0]), refusal('PASSKEY_ENROLLMENT_NOT_FOUND'))
  }
)

t.test('stand-in passkeys: tenants, each with passkeys of its own', async (t) => {
  const { client, alice } = await start(t)
  const { standIn } = client
  standIn.accounts.create({
    uid: 'tina',
    email: 'tina@example.com',
    password: 'secret-1',
    tenantId: 'acme-x1'
  })
  standIn.settings.tenantPasskeys = { 'acme-x1': { ...PASSKEYS, rpId: 'acme.example' } }
  const { idToken } = await standIn.signIn('tina', { tenantId: 'acme-x1' })
  const tina = { idToken, tenantId: 'acme-x1' }
  const device = authenticator()
  t.equal((await enrol(client, tina, device, { rpId: 'acme.example' })).status, 200)
  const asTina = { rpId: 'acme.example', uid: 'tina' }
  t.match(await signInWithPasskey(client, device, asTina), refusal('PASSKEY_ENROLLMENT_NOT_FOUND'))
  const answer = await signInWithPasskey(client, device, { ...asTina, tenantId: 'acme-x1' })
  t.match(firebaseOf(answer.body.idToken), { tenant: 'acme-x1', sign_in_provider: 'passkey' })
  const mixed = await client.post('/v2/accounts/passkeyEnrollment:start', { ...alice, tenantId: 'acme-x1' })
  t.match(mixed, refusal('TENANT_ID_MISMATCH'))
})

t.test('stand-in passkeys: account with a second factor, signed in without it', async (t) => {
  const { client, alice } = await start(t)
  const device = authenticator()
  await enrol(client, alice, device)
  const factor = { id: 'totp-1', enrolledAtSeconds: 1, totpSecret: 'GEZDGNBVGY3TQOJQ' }
  client.standIn.accounts.update('alice', { secondFactors: [factor] })
  const { body } = await signInWithPasskey(client, device)
  t.notMatch(firebaseOf(body.idToken), { sign_in_second_factor: String })
  t.equal(body.mfaPendingCredential, undefined)
})
