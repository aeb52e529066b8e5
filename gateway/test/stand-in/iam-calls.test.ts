import { createPublicKey, verify } from 'node:crypto'
import { decodeJwt } from 'jose'
import t from 'tap'
import {
  CLOUD_PLATFORM,
  call,
  DRIVE,
  type IamMethod,
  iam,
  lookUp,
  NOW,
  requestMachineToken,
  start
} from '../fixtures/stand-in-credentials.ts'

const IDENTITY_TOOLKIT_AUDIENCE =
  'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit'

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

t.test('stand-in: signBlob, makes a custom token that the exchange accepts', async (t) => {
  const standIn = await start(t)
  const { client_email: email, private_key: key, private_key_id: keyId } = standIn.serviceAccount
  const claims = { iss: email, sub: email, aud: IDENTITY_TOOLKIT_AUDIENCE, iat: NOW, exp: NOW + 3600 }
  const input = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode({ ...claims, uid: 'alice' })}`
  const payload = Buffer.from(input).toString('base64')
  const { status, body } = await iam(standIn, 'signBlob', { payload }, await requestMachineToken(standIn))
  t.match([status, body], [200, { keyId, signedBlob: /^[A-Za-z0-9+/]+=*$/ }])
  const signature = Buffer.from(body.signedBlob, 'base64')
  t.ok(verify('RSA-SHA256', Buffer.from(input), createPublicKey(key), signature))
  const url = `${standIn.endpoints.identityToolkit}/v1/accounts:signInWithCustomToken?key=k`
  const token = `${input}.${signature.toString('base64url')}`
  const exchanged = await call(url, { json: { token, returnSecureToken: true } })
  t.match(decodeJwt(exchanged.body.idToken), { sub: 'alice', firebase: { sign_in_provider: 'custom' } })
  t.match(standIn.calls, { signBlob: 1, metadata: 1, exchange: 1 })
})

t.test(
  'stand-in: generateAccessToken, gives a token of the service account for as long as asked',
  async (t) => {
    let now = NOW
    const standIn = await start(t, { now: () => now })
    const bearer = await requestMachineToken(standIn)
    const body = { scope: [CLOUD_PLATFORM], lifetime: '60s', delegates: [] }
    const answer = await iam(standIn, 'generateAccessToken', body, bearer)
    t.strictSame(Object.keys(answer.body), ['accessToken', 'expireTime'])
    t.equal(answer.body.expireTime, '2027-01-15T08:01:00Z')
    t.equal((await lookUp(standIn, answer.body.accessToken)).status, 200)
    const whole = await iam(standIn, 'generateAccessToken', { scope: [DRIVE] }, bearer)
    t.equal(whole.body.expireTime, '2027-01-15T09:00:00Z')
    t.equal((await lookUp(standIn, whole.body.accessToken)).status, 403)
    now += 60
    t.equal((await lookUp(standIn, answer.body.accessToken)).status, 401)
    t.equal(standIn.calls.generateAccessToken, 2)
  }
)

t.test('stand-in: IAM calls, refused without a good access token', async (t) => {
  const standIn = await start(t)
  const weak = await requestMachineToken(standIn, 'https://www.googleapis.com/auth/identitytoolkit')
  const rows: [string | undefined, number, string][] = [
    [undefined, 401, 'UNAUTHENTICATED'],
    ['made-up', 401, 'UNAUTHENTICATED'],
    [weak, 403, 'PERMISSION_DENIED']
  ]
  for (const method of ['signBlob', 'generateAccessToken'] as const) {
    for (const [bearer, status, name] of rows) {
      const answer = await iam(standIn, method, {}, bearer)
      t.match(answer, { status, body: { error: { code: status, status: name } } })
      t.notOk(Object.hasOwn(answer.body.error, 'errors'))
    }
  }
})

t.test('stand-in: IAM permission taken away or another account, 403 in words of production', async (t) => {
  const standIn = await start(t)
  const bearer = await requestMachineToken(standIn)
  const bodies = {
    signBlob: [{ payload: 'eA==' }, 'iam.serviceAccounts.signBlob'],
    generateAccessToken: [{ scope: [CLOUD_PLATFORM] }, 'iam.serviceAccounts.getAccessToken']
  } as const
  for (const method of ['signBlob', 'generateAccessToken'] as const) {
    const [json, permission] = bodies[method]
    const refused = {
      status: 403,
      body: {
        error: {
          message: `Permission '${permission}' denied on resource (or it may not exist).`,
          status: 'PERMISSION_DENIED',
          details: [
            { reason: 'IAM_PERMISSION_DENIED', domain: 'iam.googleapis.com', metadata: { permission } }
          ]
        }
      }
    }
    t.equal((await iam(standIn, method, json, bearer)).status, 200)
    t.match(await iam(standIn, method, json, bearer, 'other@demo-gate.iam.gserviceaccount.com'), refused)
    standIn.settings.serviceAccountMaySign = false
    standIn.settings.serviceAccountMayBeImpersonated = false
    t.match(await iam(standIn, method, json, bearer), refused)
    standIn.settings.reset()
    t.equal((await iam(standIn, method, json, bearer)).status, 200, 'given back by reset')
  }
})

t.test('stand-in: IAM calls, bodies they refuse', async (t) => {
  const standIn = await start(t)
  const bearer = await requestMachineToken(standIn)
  const scope = [CLOUD_PLATFORM]
  const rows: [IamMethod, unknown][] = [
    ['signBlob', {}],
    ['signBlob', { payload: '' }],
    ['signBlob', { payload: 'a b' }],
    ['signBlob', { bytes: 'eA==' }],
    ['generateAccessToken', {}],
    ['generateAccessToken', { scope: [] }],
    ['generateAccessToken', { scope: CLOUD_PLATFORM }],
    ['generateAccessToken', { scope, lifetime: '3601s' }],
    ['generateAccessToken', { scope, lifetime: '0s' }],
    ['generateAccessToken', { scope, lifetime: 60 }]
  ]
  for (const [method, body] of rows) {
    const answer = await iam(standIn, method, body, bearer)
    t.match(answer, { status: 400, body: { error: { status: 'INVALID_ARGUMENT' } } }, JSON.stringify(body))
  }
})
