import t from 'tap'
import { type Answer, refusal, type StandInClient } from '../fixtures/stand-in-client.ts'
import { EMAIL, enrolled, factorOf, startWith } from '../fixtures/stand-in-factors.ts'

const GOOGLE = 'google.com'
const BOB = 'bob@example.com'

/** The body of the browser SDK's call, with an id token of the provider that is made up. */
function identity(claims: object, more: object = {}) {
  const postBody = String(new URLSearchParams({ id_token: JSON.stringify(claims), providerId: GOOGLE }))
  return { postBody, requestUri: 'http://localhost', returnSecureToken: true, ...more }
}

const post = (client: StandInClient, body: object) => client.post('/v1/accounts:signInWithIdp', body)
const update = (client: StandInClient, body: object) => client.post('/v1/accounts:update', body)

async function startSignedIn(t: Parameters<typeof startWith>[0], account = {}) {
  const client = await startWith(t, account)
  const { idToken, refreshToken } = (await client.signIn(EMAIL)).body
  return { client, idToken, refreshToken }
}

const providersOf = ({ body }: Answer) =>
  (body.users?.[0] ?? body).providerUserInfo?.map(({ providerId }: { providerId: string }) => providerId) ??
  []

t.test('stand-in link: provider of an id token, linked to its account, whose sessions stay', async (t) => {
  const { client, idToken, refreshToken } = await startSignedIn(t)
  client.advance(60)
  const answer = await post(client, identity({ sub: 'g-1', email: 'ada@gmail.com' }, { idToken }))
  t.match(answer, { status: 200, body: { localId: 'alice', providerId: GOOGLE, refreshToken: /^AMf-/ } })
  t.match(factorOf(answer.body.idToken), {
    sign_in_provider: GOOGLE,
    identities: { [GOOGLE]: ['g-1'], email: [EMAIL] }
  })
  t.strictSame(providersOf(await client.post('/v1/accounts:lookup', { idToken })), [GOOGLE, 'password'])
  t.equal((await client.refresh(refreshToken)).status, 200, 'the session of before')
  t.match((await post(client, identity({ sub: 'g-1' }))).body, { localId: 'alice', isNewUser: false })
})

t.test('stand-in link: second factor of the session, kept', async (t) => {
  const { client } = await startSignedIn(t, { secondFactors: [{ ...enrolled, enrolledAtSeconds: 1 }] })
  const secondFactor = { kind: 'totp', id: enrolled.id } as const
  const { idToken } = await client.standIn.signIn('alice', { secondFactor })
  const { body } = await post(client, identity({ sub: 'g-1' }, { idToken }))
  t.match(factorOf(body.idToken), { sign_in_provider: GOOGLE, sign_in_second_factor: 'totp' })
})

t.test(
  'stand-in link: identity or address of somebody else, an answer with status 200, a reason and no tokens',
  async (t) => {
    const { client, idToken } = await startSignedIn(t)
    client.standIn.accounts.create({
      uid: 'bob',
      email: BOB,
      linkedProviders: [{ providerId: GOOGLE, rawId: 'g-bob' }]
    })
    for (const [claims, errorMessage] of [
      [{ sub: 'g-bob' }, 'FEDERATED_USER_ID_ALREADY_LINKED'],
      [{ sub: 'g-2', email: BOB }, 'EMAIL_EXISTS']
    ] as const) {
      const wanted = await post(client, identity(claims, { idToken, returnIdpCredential: true }))
      t.match(wanted, { status: 200, body: { errorMessage, providerId: GOOGLE } })
      t.notOk(wanted.body.idToken)
      t.match(await post(client, identity(claims, { idToken })), refusal(errorMessage), 'without the wish')
    }
    t.strictSame(providersOf(await client.post('/v1/accounts:lookup', { idToken })), ['password'])
  }
)

t.test('stand-in link: what is no identity or no id token, refused', async (t) => {
  const { client, idToken } = await startSignedIn(t)
  for (const [body, message] of [
    [identity({ sub: 'g-1' }, { idToken: 'x' }), 'INVALID_ID_TOKEN'],
    [identity({}, { idToken }), 'INVALID_IDP_RESPONSE'],
    [{ idToken, postBody: 'providerId=google.com&id_token=x' }, 'INVALID_IDP_RESPONSE'],
    [{ idToken, postBody: 'providerId=google.com' }, 'INVALID_CREDENTIAL_OR_PROVIDER_ID'],
    [{ idToken }, 'INVALID_CREDENTIAL_OR_PROVIDER_ID']
  ] as const)
    t.match((await post(client, body)).body, { error: { message: new RegExp(`^${message}`) } })
  t.equal((await post(client, identity({ sub: 'g-1' }, { idToken }))).status, 200, 'the twin')
})

t.test(
  'stand-in provider sign-in: new identity makes an account; an address is taken over when it is proved',
  async (t) => {
    const client = await startWith(t)
    const anew = await post(client, identity({ sub: 'g-9', email: 'new@example.com', name: 'New' }))
    t.match(anew.body, { isNewUser: true, providerId: GOOGLE, displayName: 'New' })
    t.match((await post(client, identity({ sub: 'g-9' }))).body, {
      isNewUser: false,
      localId: anew.body.localId
    })
    const unproved = await post(client, identity({ sub: 'g-1', email: EMAIL }))
    t.match(unproved, { status: 200, body: { needConfirmation: true } })
    t.notOk(unproved.body.idToken)
    const proved = await post(client, identity({ sub: 'g-1', email: EMAIL, email_verified: true }))
    t.match(proved.body, { localId: 'alice', idToken: /^ey/ })
    t.match(await post(client, identity({ sub: 'g-8' }, { autoCreate: false })), refusal('USER_NOT_FOUND'))
  }
)

t.test('stand-in unlink: takes away any provider, the last one too', async (t) => {
  const { client, idToken } = await startSignedIn(t)
  await post(client, identity({ sub: 'g-1' }, { idToken }))
  const first = await update(client, { idToken, deleteProvider: [GOOGLE] })
  t.strictSame(providersOf(first), ['password'])
  t.notMatch(factorOf(first.body.idToken), { identities: { [GOOGLE]: ['g-1'] } })
  const last = await update(client, { idToken, deleteProvider: ['password'] })
  t.strictSame(providersOf(last), [], 'the password')
  const { users } = (await client.post('/v1/accounts:lookup', { idToken: last.body.idToken })).body
  t.equal(users[0].email, undefined, 'the address with it')
  t.match(await client.signIn(EMAIL), refusal('INVALID_LOGIN_CREDENTIALS'))
})

t.test('stand-in phone link: number becomes one of the account, and is taken away again', async (t) => {
  const { client, idToken } = await startSignedIn(t)
  const prove = async (phoneNumber: string, token: string) => {
    const { sessionInfo } = (await client.post('/v1/accounts:sendVerificationCode', { phoneNumber })).body
    const code = client.standIn.mail.listTexts().at(-1)?.code
    return client.post('/v1/accounts:signInWithPhoneNumber', { idToken: token, sessionInfo, code })
  }
  const linked = await prove('+15555550100', idToken)
  t.match(linked.body, { localId: 'alice', isNewUser: false })
  t.match(factorOf(linked.body.idToken), { sign_in_provider: 'phone' })
  client.standIn.accounts.create({ phoneNumber: '+15555550111' })
  const taken = await prove('+15555550111', idToken)
  t.match(taken, { status: 200, body: { phoneNumber: '+15555550111', temporaryProof: String } })
  t.notOk(taken.body.idToken)
  t.strictSame(providersOf(await update(client, { idToken, deleteProvider: ['phone'] })), ['password'])
  client.advance(301)
  t.match(await prove('+15555550100', idToken), refusal('CREDENTIAL_TOO_OLD_LOGIN_AGAIN'))
})
