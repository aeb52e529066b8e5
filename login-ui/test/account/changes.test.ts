import t from 'tap'
import type { ChangeAnswer } from '../../src/account/changes/change.ts'
import { deleteAccount, requestNewEmail, setPassword } from '../../src/account/changes/details.ts'
import { codeOf, createProviderCalls } from '../../src/account/changes/provider-calls.ts'
import { readProof } from '../../src/account/proof/proof.ts'
import type { PasswordStatus } from '../../src/auth/password-policy.ts'
import { idTokenOf, provider, refusing } from '../fixtures/account.ts'
import { callsWith, proof } from '../fixtures/account-calls.ts'
import { plainSdk, startMs } from '../fixtures/flows.ts'
import { sampleConfig } from '../fixtures/sample-config.ts'

/** The provider requests of each change, and how responses are handled. */

const titleOf = (answer: ChangeAnswer) => (answer.kind === 'refused' ? answer.problem.title : answer.kind)

t.test('provider call: JSON to the project with key and origin, without cookies', async (t) => {
  const { calls, made } = callsWith(provider(200, { a: 1 }))
  t.same(await calls.call('v1/accounts:update', { idToken: 'x' }, 'de'), {
    kind: 'answered',
    body: { a: 1 }
  })
  t.equal(made[0]?.url, 'https://identitytoolkit.googleapis.com/v1/accounts:update?key=key')
  t.match(made[0]?.init, {
    method: 'POST',
    body: '{"idToken":"x"}',
    headers: { 'content-type': 'application/json', 'x-firebase-locale': 'de' },
    credentials: 'omit',
    referrerPolicy: 'strict-origin-when-cross-origin'
  })
})

t.test('provider call: uses the test provider if there is one', async (t) => {
  const config = sampleConfig()
  const urls: string[] = []
  const calls = createProviderCalls({
    config: { provider: { ...config.provider, emulatorUrl: 'http://127.0.0.1:9' } },
    fetch: async (url) => {
      urls.push(String(url))
      return provider(200, {})()
    }
  })
  await calls.call('v1/accounts:delete', {})
  t.equal(urls[0], 'http://127.0.0.1:9/identitytoolkit.googleapis.com/v1/accounts:delete?key=key')
  const found = await calls.refresh('r')
  t.match(found, { kind: 'refused', code: 'PROVIDER_UNAVAILABLE' }, 'a response without tokens')
  t.equal(urls[1], 'http://127.0.0.1:9/securetoken.googleapis.com/v1/token?key=key')
})

for (const [message, code] of [
  ['WEAK_PASSWORD : Password should be at least 6 characters', 'auth/weak-password'],
  ['EMAIL_EXISTS', 'auth/email-already-in-use'],
  ['CREDENTIAL_TOO_OLD_LOGIN_AGAIN', 'auth/requires-recent-login'],
  ['EMAIL_EXISTS_NOT', 'auth/internal-error'],
  ['a sentence', 'auth/internal-error'],
  ['', 'auth/internal-error']
] as const) {
  t.test(`provider call: error "${message}" becomes ${code}`, async (t) => {
    t.equal(codeOf(message), code)
    const { calls } = callsWith(refusing(message))
    t.same(await calls.call('v1/x', {}), { kind: 'refused', code, message })
  })
}

t.test('provider call: a response that is not from the provider is an outage', async (t) => {
  for (const reply of [
    () => new Response('<html>portal</html>'),
    () => new Response('', { status: 502 }),
    refusing('INTERNAL', 500),
    provider(400, { error: 'text' }),
    provider(404, {})
  ])
    t.match(await callsWith(reply).calls.call('v1/x', {}), { kind: 'refused', code: 'PROVIDER_UNAVAILABLE' })
  t.match(await callsWith().calls.call('v1/x', {}), { kind: 'refused', code: 'page/unreachable' })
})

const statusOf = (isValid: boolean): PasswordStatus => ({
  isValid,
  meetsMinPasswordLength: isValid,
  passwordPolicy: { enforcementState: 'ENFORCE', customStrengthOptions: { minPasswordLength: 12 } }
})

t.test('password: what the policy lacks is reported at the field, without a request', async (t) => {
  const { tools, made } = callsWith(provider(200, {}))
  const change = (password: string, isValid: boolean) => {
    const loadSdk = async () => ({ ...plainSdk, checkPassword: async () => statusOf(isValid) })
    return setPassword(password)(proof, { ...tools, loadSdk })
  }
  t.match(await change('short', false), {
    kind: 'refused',
    problem: { kind: 'password', details: ['problem.policy.min'], slots: { min: '12' } }
  })
  t.match(await change('', true), { problem: { kind: 'password' } })
  t.equal(made.length, 0)
  t.match(await change('long enough', true), { kind: 'changed', tokens: null, endsSession: true })
})

for (const [message, details] of [
  ['WEAK_PASSWORD : Password should be at least 6 characters', ['problem.policy.min']],
  [
    'PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [Password must contain an upper case character]',
    ['problem.policy.upper']
  ],
  ['PASSWORD_DOES_NOT_MEET_REQUIREMENTS', []]
] as const) {
  t.test(`password: provider error ${message} is reported at the field`, async (t) => {
    const answer = await setPassword('abcdef')(proof, callsWith(refusing(message)).tools)
    t.match(answer, { kind: 'refused', problem: { kind: 'password', title: 'problem.policy.title' } })
    t.same(answer.kind === 'refused' && answer.problem.details, details)
  })
}

const newEmail = { typed: 'new@example.com', present: 'ada@example.com', continueUrl: 'https://a/b' }

t.test('email: sends a link to the new address, and changes nothing before it is opened', async (t) => {
  const { tools, bodies } = callsWith(provider(200, {}))
  t.same(await requestNewEmail(newEmail)(proof, tools), { kind: 'done' })
  t.same(bodies(), [
    {
      requestType: 'VERIFY_AND_CHANGE_EMAIL',
      idToken: 'id-token',
      newEmail: 'new@example.com',
      continueUrl: 'https://a/b'
    }
  ])
})

t.test('email: from an unauthorized host, the link is sent without the way back', async (t) => {
  const { tools, bodies } = callsWith(refusing('UNAUTHORIZED_DOMAIN : No.'), provider(200, {}))
  t.same(await requestNewEmail(newEmail)(proof, tools), { kind: 'done' })
  t.equal(bodies()[1].continueUrl, undefined)
})

for (const [typed, title] of [
  ['', 'problem.email-missing.title'],
  ['no address', 'problem.email-malformed.title'],
  ['ADA@example.com', 'account-email.same']
] as const) {
  t.test(`email: "${typed}" is rejected without a request`, async (t) => {
    const { tools, made } = callsWith(provider(200, {}))
    t.equal(titleOf(await requestNewEmail({ ...newEmail, typed })(proof, tools)), title)
    t.equal(made.length, 0)
  })
}

t.test('email: an address of another account is reported only as unusable', async (t) => {
  const answer = await requestNewEmail(newEmail)(proof, callsWith(refusing('EMAIL_EXISTS')).tools)
  t.match(answer, { problem: { kind: 'email', title: 'account-email.unusable', hint: null } })
})

const deletion = deleteAccount(' Ada@Example.com ', 'ada@example.com')

t.test('delete: typing the expected address deletes the account', async (t) => {
  const { tools, made, bodies } = callsWith(provider(200, {}))
  t.same(await deletion(proof, tools), { kind: 'deleted' })
  t.match(made[0]?.url, /v1\/accounts:delete\?key=key$/)
  t.same(bodies(), [{ idToken: 'id-token' }])
})

t.test('delete: typing something else makes no request', async (t) => {
  const { tools, made } = callsWith(provider(200, {}))
  for (const typed of ['', 'ada', 'eve@example.com'])
    t.equal(titleOf(await deleteAccount(typed, 'ada@example.com')(proof, tools)), 'account-delete.mismatch')
  t.equal(made.length, 0)
})

t.test('delete: a project that forbids it is reported', async (t) => {
  const { tools } = callsWith(refusing('ADMIN_ONLY_OPERATION'))
  t.equal(titleOf(await deletion(proof, tools)), 'account-delete.off')
})

for (const message of [
  'CREDENTIAL_TOO_OLD_LOGIN_AGAIN',
  'TOKEN_EXPIRED',
  'INVALID_ID_TOKEN',
  'USER_NOT_FOUND'
]) {
  t.test(`change: provider error ${message} requires another proof`, async (t) => {
    const { tools } = callsWith(refusing(message))
    for (const change of [setPassword('abcdef'), requestNewEmail(newEmail), deletion])
      t.same(await change(proof, tools), { kind: 'too-old' })
  })
}

t.test('proof: is read from the tokens of a sign-in', async (t) => {
  const read = (idToken: string) => readProof({ kind: 'tokens', idToken, refreshToken: 'r' }, null, startMs)
  t.match(read(idTokenOf()), { uid: 'ada', tenant: null, untilMs: startMs + 270_000 })
  t.match(read(idTokenOf({ firebase: { tenant: 'acme' } })), { tenant: 'acme' })
  const seconds = startMs / 1000
  const found = read(idTokenOf({ auth_time: seconds - 60 }))
  t.match(found, { untilMs: startMs + 210_000 }, 'counts from the sign-in')
  t.match(
    read(idTokenOf({ auth_time: seconds + 900, iat: seconds + 900 })),
    { untilMs: startMs + 270_000 },
    'a wrong clock changes nothing'
  )
  t.match(read(idTokenOf({ auth_time: seconds + 900 })), { untilMs: startMs + 270_000 }, 'never for longer')
})

t.test('proof: malformed tokens are no proof', async (t) => {
  for (const idToken of ['', 'a.b.c', 'a..c', idTokenOf({ sub: 7 }), idTokenOf({ auth_time: undefined })])
    t.equal(readProof({ kind: 'tokens', idToken, refreshToken: 'r' }, null, startMs), null)
})
