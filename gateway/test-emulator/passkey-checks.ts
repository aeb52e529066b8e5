import assert from 'node:assert/strict'
import { decodeJwt } from 'jose'
import { request } from 'undici'
import {
  createAuthenticator,
  type SoftwareAuthenticator
} from '../test/fixtures/browser/software-authenticator.ts'
import type { TestAccount } from './emulator-accounts.ts'
import { assertStatus, type CheckEnvironment } from './environment.ts'
import { createVisitor, upstreamHeaders } from './visitor.ts'

interface Reply {
  status: number
  body: Record<string, unknown>
}

/** Page calls to the emulator, with raw responses. */
type Post = (path: string, body: object) => Promise<Reply>

/** Each step, a refused body, and the error code. The emulator verifies no signature, origin or RP ID. */
const REFUSALS: readonly [string, object, string][] = [
  ['passkeyEnrollment:start', {}, 'MISSING_ID_TOKEN'],
  ['passkeyEnrollment:start', { idToken: 'none' }, 'INVALID_ID_TOKEN'],
  ['passkeySignIn:finalize', {}, 'MISSING_AUTHENTICATOR_RESPONSE'],
  [
    'passkeySignIn:finalize',
    { authenticatorAuthenticationResponse: { credentialId: 'AAAA', credentialType: 'public-key' } },
    'INVALID_CREDENTIAL_ID'
  ],
  [
    'passkeySignIn:finalize',
    { authenticatorAuthenticationResponse: { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: {} } },
    'PASSKEY_CREDENTIAL_NOT_FOUND'
  ]
]

/** Passkeys at the emulator: the shapes of its responses, and a session started with one. */
export async function checkPasskeys(environment: CheckEnvironment, emulatorHost: string): Promise<void> {
  const { checks, gateway } = environment
  const title = (text: string) => `passkeys (${gateway.mode}): ${text}`
  const post = createPost(emulatorHost)
  await checks.check(title('challenges are in standard base64 and for localhost'), () =>
    readsChallenges(environment, post)
  )
  await checks.check(title('enrolled, listed and used, the application sees the sign-in method'), () =>
    signsIn(environment, post)
  )
  await checks.check(title('enrolling one twice is refused'), () => refusesTwins(environment, post))
  await checks.check(title('removed by account or project, it no longer signs in'), () =>
    takesAway(environment, post)
  )
  await checks.check(title('refusals have codes that the page knows'), async () => {
    for (const [step, body, word] of REFUSALS) {
      const { status, body: answer } = await post(`v2/accounts/${step}`, body)
      assert.equal(status, 400)
      assert.equal(wordOf(answer), word, JSON.stringify(body))
    }
  })
}

function createPost(host: string): Post {
  return async (path, body) => {
    const answer = await request(`http://${host}/identitytoolkit.googleapis.com/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-goog-api-key': 'emulator' },
      body: JSON.stringify(body)
    })
    return { status: answer.statusCode, body: Object(await answer.body.json()) }
  }
}

function wordOf({ error }: Record<string, unknown>): string {
  return String(Object(error).message).split(' ')[0] ?? ''
}

async function readsChallenges({ accounts }: CheckEnvironment, post: Post): Promise<void> {
  const { idToken } = await accounts.signUp()
  const signIn = await post('v2/accounts/passkeySignIn:start', {})
  const asked = Object(signIn.body.credentialRequestOptions)
  assert.equal(asked.rpId, 'localhost')
  assertBase64(asked.challenge)
  const enrolment = await post('v2/accounts/passkeyEnrollment:start', { idToken })
  const { rp, user, challenge, pubKeyCredParams } = Object(enrolment.body.credentialCreationOptions)
  assert.equal(rp.id, 'localhost')
  assertBase64(user.id)
  assertBase64(challenge)
  assert.deepEqual(pubKeyCredParams.map(({ alg }: { alg: unknown }) => Number(alg)).slice(0, 2), [-7, -257])
}

/** With padding, which the option parsers of browsers refuse. */
function assertBase64(text: unknown): void {
  assert.match(String(text), /^[A-Za-z0-9+/]+={0,2}$/)
  assert.equal(String(text).length % 4, 0)
}

async function signsIn(environment: CheckEnvironment, post: Post): Promise<void> {
  const { account, device, enrolled } = await enrol(environment, post)
  assert.equal(enrolled.status, 200)
  assert.equal(enrolled.body.localId, account.uid)
  assert.equal(providerOf(enrolled.body.idToken), 'passkey')
  assert.deepEqual(await listPasskeys(account, post), [{ credentialId: device.id, name: 'Laptop' }])
  const { status, body } = await finishSignIn(device, account, post)
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body).sort(), ['idToken', 'refreshToken'])
  assert.equal(providerOf(body.idToken), 'passkey')
  const visitor = createVisitor(environment.gateway)
  const tokens = { idToken: String(body.idToken), refreshToken: String(body.refreshToken) }
  assertStatus(await visitor.openSession(tokens), 200)
  const seen = upstreamHeaders(await visitor.visit({ path: '/' }))
  assert.equal(seen['x-forwarded-user'], account.uid)
  assert.equal(seen['x-forwarded-way'], 'passkey')
}

async function refusesTwins(environment: CheckEnvironment, post: Post): Promise<void> {
  const { account, device } = await enrol(environment, post)
  const again = await finishEnrolment(device, account, post)
  assert.equal(again.status, 400)
  assert.equal(wordOf(again.body), 'CREDENTIAL_ALREADY_IN_USE')
}

async function takesAway(environment: CheckEnvironment, post: Post): Promise<void> {
  const { account, device } = await enrol(environment, post)
  const other = createAuthenticator(PAGE)
  await finishEnrolment(other, account, post)
  const own = await post('v1/accounts:update', { idToken: account.idToken, deletePasskey: [device.id] })
  assert.equal(own.status, 200)
  assert.equal((await listPasskeys(account, post)).length, 1)
  const refused = await finishSignIn(device, account, post)
  assert.equal(wordOf(refused.body), 'PASSKEY_CREDENTIAL_NOT_FOUND')
  assert.equal((await finishSignIn(other, account, post)).status, 200)
  await environment.accounts.update(account.uid, { deletePasskey: [other.id] })
  assert.deepEqual(await listPasskeys(account, post), [])
}

/** The page on which browsers would use passkeys of the emulator. */
const PAGE = { origin: 'http://localhost', rpId: 'localhost' }

async function enrol({ accounts }: CheckEnvironment, post: Post) {
  const account = await accounts.signUp()
  const device = createAuthenticator(PAGE)
  return { account, device, enrolled: await finishEnrolment(device, account, post) }
}

async function finishEnrolment(
  device: SoftwareAuthenticator,
  { idToken }: TestAccount,
  post: Post
): Promise<Reply> {
  const { body } = await post('v2/accounts/passkeyEnrollment:start', { idToken })
  const { challenge } = Object(body.credentialCreationOptions)
  return post('v2/accounts/passkeyEnrollment:finalize', {
    idToken,
    name: 'Laptop',
    displayName: 'Laptop',
    authenticatorRegistrationResponse: device.register(String(challenge))
  })
}

async function finishSignIn(device: SoftwareAuthenticator, { uid }: TestAccount, post: Post): Promise<Reply> {
  const { body } = await post('v2/accounts/passkeySignIn:start', {})
  const { challenge } = Object(body.credentialRequestOptions)
  const authenticatorAuthenticationResponse = device.sign(String(challenge), Buffer.from(uid))
  return post('v2/accounts/passkeySignIn:finalize', { authenticatorAuthenticationResponse })
}

async function listPasskeys({ idToken }: TestAccount, post: Post): Promise<unknown[]> {
  const { body } = await post('v1/accounts:lookup', { idToken })
  const users: unknown[] = Array.isArray(body.users) ? body.users : []
  const { passkeyInfo = [] } = Object(users[0])
  return passkeyInfo
}

function providerOf(idToken: unknown): unknown {
  return Object(decodeJwt(String(idToken)).firebase).sign_in_provider
}
