import t from 'tap'
import {
  authenticatorOf,
  createPasskeyClient,
  type Enrolling,
  type PasskeyClient,
  type Signed
} from '../../src/auth/passkeys.ts'
import { answer } from '../fixtures/flows.ts'
import { idTokenOf, passkeyOf, registrationOf } from '../fixtures/passkeys.ts'
import { sampleConfig } from '../fixtures/sample-config.ts'

interface Setting {
  /** Response of the provider by part of the path. */
  answers?: Record<string, () => Response>
  credentials?: Partial<CredentialsContainer>
}

function clientWith({ answers = {}, credentials = {} }: Setting) {
  const seen: { url: URL; init: RequestInit; body: Record<string, unknown> }[] = []
  const asked: CredentialRequestOptions[] = []
  const made: CredentialCreationOptions[] = []
  const client = createPasskeyClient({
    config: sampleConfig(),
    async fetch(input, init = {}) {
      const url = new URL(String(input))
      seen.push({ url, init, body: JSON.parse(String(init.body)) })
      const [, reply] = Object.entries(answers).find(([part]) => url.pathname.endsWith(part)) ?? []
      if (reply === undefined) throw new TypeError('no network')
      return reply()
    },
    credentials: {
      async get(options) {
        asked.push(options ?? {})
        return passkeyOf()
      },
      async create(options) {
        made.push(options ?? {})
        return registrationOf()
      },
      preventSilentAccess: async () => {},
      store: async () => {},
      ...credentials
    }
  })
  return { client, seen, asked, made }
}

const never = new AbortController().signal
const rpId = 'app.example.com'
const passkeyChallenge = { kind: 'passkeyChallenge', rpId, challenge: '+/+/', askedAtMs: 1 } as const
const tokens = { idToken: 'id', refreshToken: 'refresh' }
const fails =
  (message: string, status = 400) =>
  () =>
    answer(status, { error: { code: status, message } })
const enrolling: Enrolling = {
  idToken: idTokenOf({ sub: 'u1', email: 'ada@example.com' }),
  tenantId: null,
  nameBy: () => 'Laptop',
  site: 'Acme'
}

async function signWith(client: PasskeyClient): Promise<Signed> {
  const signed = await client.sign(passkeyChallenge, false, never)
  if (signed.kind !== 'signed') throw new Error(signed.code)
  return signed
}

t.test('passkey client: a challenge is requested with key and tenant, without cookie', async (t) => {
  const credentialRequestOptions = { challenge: '+/+/', rpId }
  const { client, seen } = clientWith({
    answers: { 'SignIn:start': () => answer(200, { credentialRequestOptions }) }
  })
  t.same(await client.ask('acme-x1', 1), passkeyChallenge)
  const { url, init, body } = seen[0]!
  t.equal(url.href, 'https://identitytoolkit.googleapis.com/v2/accounts/passkeySignIn:start')
  t.match(init, { method: 'POST', credentials: 'omit', headers: { 'x-goog-api-key': 'key' } })
  t.same(body, { tenantId: 'acme-x1' })
  await client.ask(null, 1)
  t.same(seen[1]?.body, {}, 'no tenant')
})

t.test('passkey client: only the signed data is sent, in base64url without padding', async (t) => {
  const { client, seen, asked } = clientWith({ answers: { 'SignIn:finalize': () => answer(200, tokens) } })
  const signed = await signWith(client)
  t.match(asked[0]?.publicKey, { rpId, userVerification: 'required' })
  t.same(Buffer.from(asked[0]?.publicKey?.challenge as Uint8Array), Buffer.from('+/+/', 'base64'))
  t.notOk(asked[0]?.mediation, 'requested by a click')
  t.same(await client.finish(null, signed), { kind: 'tokens', ...tokens })
  const { authenticatorAuthenticationResponse: sent } = seen[0]?.body ?? {}
  t.same(sent, {
    id: '-_8',
    rawId: '-_8',
    type: 'public-key',
    response: { clientDataJSON: '-_8', authenticatorData: '-_8', signature: '-_8', userHandle: '-_8' }
  })
  await client.sign(passkeyChallenge, true, never)
  t.equal(asked[1]?.mediation, 'conditional', 'as a suggestion')
})

t.test('passkey client: an authenticator without a user handle sends none', async (t) => {
  const get = async () => passkeyOf({ userHandle: null })
  const { client } = clientWith({ credentials: { get } })
  const signed = await client.sign(passkeyChallenge, false, never)
  t.match(signed, { kind: 'signed', credential: { response: { signature: '-_8' } } })
  t.notMatch(signed, { credential: { response: { userHandle: String } } })
})

t.test('passkey client: a required second factor is a pending result without tokens', async (t) => {
  const asking = { mfaPendingCredential: 'pending', mfaInfo: [{ mfaEnrollmentId: 'f1', totpInfo: {} }] }
  const { client } = clientWith({ answers: { 'SignIn:finalize': () => answer(200, asking) } })
  const signed = await signWith(client)
  t.same(await client.finish(null, signed), { kind: 'pending', answer: asking })
})

t.test('passkey client: enrolment requests a discoverable passkey in any case', async (t) => {
  for (const user of [{ id: 'dTE=' }, { id: 'dTE', name: 'own name' }]) {
    const credentialCreationOptions = {
      rp: { id: rpId },
      user,
      challenge: '-_-_',
      pubKeyCredParams: [{ type: 'public-key', alg: '-7' }, { alg: -257 }],
      excludeCredentials: [{ id: '+/8=' }, { credentialId: '-_8' }]
    }
    const { client, made, seen } = clientWith({
      answers: {
        'Enrollment:start': () => answer(200, { credentialCreationOptions }),
        'Enrollment:finalize': () => answer(200, { localId: 'u1', ...tokens })
      }
    })
    t.same(await client.enrol(enrolling), { kind: 'tokens', ...tokens })
    const options = made[0]?.publicKey
    t.match(options, {
      rp: { id: rpId, name: 'Acme' },
      user: { name: user.name ?? 'ada@example.com', displayName: 'ada@example.com' },
      pubKeyCredParams: [
        { type: 'public-key', alg: -7 },
        { type: 'public-key', alg: -257 }
      ],
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required'
      }
    })
    t.same(Buffer.from(options?.user.id as Uint8Array).toString(), 'u1')
    const excluded = options?.excludeCredentials?.map(({ id }) =>
      Buffer.from(id as Uint8Array).toString('hex')
    )
    t.same(excluded, ['fbff', 'fbff'], 'in both alphabets')
    t.same(seen[1]?.body, {
      idToken: enrolling.idToken,
      name: 'Laptop',
      displayName: 'Laptop',
      authenticatorRegistrationResponse: {
        id: '-_8',
        rawId: '-_8',
        type: 'public-key',
        response: { clientDataJSON: '-_8', attestationObject: '-_8' }
      }
    })
  }
})

const ONE_PASSWORD = 'bada5566a7aa401fbd9645619a55120d'

for (const [what, aaguid, name] of [
  ['known, its own', ONE_PASSWORD, '1Password'],
  ['unknown, none', ONE_PASSWORD.replace('b', 'c'), null],
  ['withheld by the browser, none', '0'.repeat(32), null],
  ['cut off, none', ONE_PASSWORD.slice(2), null]
] as const)
  t.test(`passkey client: a new passkey is named after its authenticator, ${what}`, async (t) => {
    const data = Uint8Array.from(Buffer.from('ff'.repeat(37) + aaguid, 'hex')).buffer
    t.equal(authenticatorOf(registrationOf(data)), name)
    t.equal(authenticatorOf(registrationOf()), null, 'and none where the browser does not say')
  })

t.test('passkey client: each browser error has its own code', async (t) => {
  for (const [name, code] of [
    ['NotAllowedError', 'passkey/cancelled'],
    ['AbortError', 'passkey/aborted'],
    ['SecurityError', 'passkey/unfit'],
    ['InvalidStateError', 'passkey/PASSKEY_EXISTS'],
    ['OperationError', 'passkey/failed'],
    ['TypeError', 'passkey/failed']
  ] as const) {
    const get = async () => {
      throw new DOMException('x', name)
    }
    const { client } = clientWith({ credentials: { get } })
    t.match(await client.sign(passkeyChallenge, false, never), { kind: 'refused', code }, name)
  }
})

t.test('passkey client: provider errors keep their code, other failures have another', async (t) => {
  for (const [reply, code] of [
    [fails('PASSKEY_NOT_ENABLED'), 'passkey/PASSKEY_NOT_ENABLED'],
    [fails('INVALID_ARGUMENT : with words'), 'passkey/INVALID_ARGUMENT'],
    [fails('Firebase App Check token is invalid.', 401), 'page/closed'],
    [fails('Error code: 53'), 'PROVIDER_UNAVAILABLE'],
    [fails('PASSKEY_NOT_ENABLED', 503), 'PROVIDER_UNAVAILABLE'],
    [() => new Response('<html>'), 'PROVIDER_UNAVAILABLE'],
    [undefined, 'page/unreachable']
  ] as const) {
    const { client } = clientWith({ answers: reply === undefined ? {} : { 'SignIn:start': reply } })
    t.match(await client.ask(null, 1), { kind: 'refused', code })
  }
})

t.test('passkey client: an unknown passkey is reported to the browser in base64url', async (t) => {
  const signalled: unknown[] = []
  const signalUnknownCredential = async (what: unknown) => void signalled.push(what)
  t.capture(globalThis, 'PublicKeyCredential' as never)
  Object.assign(globalThis, { PublicKeyCredential: { signalUnknownCredential } })
  const { client } = clientWith({})
  const signed = await signWith(client)
  client.disown(signed)
  t.same(signalled, [{ rpId, credentialId: '-_8' }])
})
