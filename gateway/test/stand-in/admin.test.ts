import t from 'tap'
import {
  type Answer,
  NOW,
  openAdmin,
  postJson,
  requestAccessToken,
  send,
  signInCall,
  start
} from './requests.ts'

t.test('stand-in: admin call, refused without a good access token', async (t) => {
  let now = NOW
  const standIn = await start(t, { now: () => now })
  const base = `${standIn.url}/v1/projects`
  const url = `${base}/demo-gate/accounts:lookup`
  const lookUp = (accessToken: string, at = url): Promise<Answer> =>
    postJson(at, { localId: ['alice'] }, { authorization: `Bearer ${accessToken}` })
  const { access_token: good } = (await requestAccessToken(standIn)).body
  const weak = (await requestAccessToken(standIn, { scope: 'https://www.googleapis.com/auth/drive' })).body
  t.equal((await lookUp(good)).status, 200)
  t.match(await lookUp('owner'), { status: 401, body: { error: { status: 'UNAUTHENTICATED' } } })
  t.match(await lookUp(weak.access_token), { status: 403, body: { error: { status: 'PERMISSION_DENIED' } } })
  t.equal((await lookUp(good, `${base}/other/accounts:lookup`)).status, 403)
  t.match((await lookUp(good, `${base}/demo-gate/tenants/none/accounts:lookup`)).body, {
    error: { message: 'TENANT_NOT_FOUND' }
  })
  t.equal((await postJson(url, {})).status, 403)
  t.match((await postJson(`${url}?key=k`, {})).body, { error: { message: /^INSUFFICIENT_PERMISSION : / } })
  standIn.expireAccessTokens()
  t.equal((await lookUp(good)).status, 401)
  const { access_token: next } = (await requestAccessToken(standIn)).body
  now += 3599
  t.equal((await lookUp(next)).status, 401)
})

t.test('stand-in: admin look-up, finds by uid, email and phone in one pool only', async (t) => {
  const standIn = await start(t)
  standIn.accounts.create({ uid: 'bob', phoneNumber: '+15555550100' })
  standIn.accounts.create({ uid: 'tess', tenantId: 'blue' })
  const admin = await openAdmin(standIn)
  const uids = async (path: string, body: unknown): Promise<string[] | undefined> =>
    (await admin(path, body)).body.users?.map((user: { localId: string }) => user.localId)
  t.strictSame(await uids('accounts:lookup', { localId: ['alice', 'none', 'tess'] }), ['alice'])
  t.strictSame(await uids('accounts:lookup', { email: ['ALICE@example.com'], localId: ['alice'] }), ['alice'])
  t.strictSame(await uids('accounts:lookup', { phoneNumber: ['+15555550100'] }), ['bob'])
  t.strictSame(await uids('tenants/blue/accounts:lookup', { localId: ['alice', 'tess'] }), ['tess'])
  t.strictSame(await uids('accounts:lookup', { localId: ['tess'], tenantId: 'blue' }), ['tess'])
  const none = await admin('accounts:lookup', { localId: ['none'] })
  t.strictSame([none.status, none.body], [200, { kind: 'identitytoolkit#GetAccountInfoResponse' }])
})

t.test('stand-in: admin create, update and delete, change the account', async (t) => {
  const standIn = await start(t)
  const admin = await openAdmin(standIn)
  const created = await admin('accounts', {
    localId: 'bob',
    email: 'Bob@example.com',
    password: 'secret1',
    displayName: 'Bob',
    photoUrl: 'https://img.example/b.png',
    phoneNumber: '+15555550100'
  })
  t.strictSame(created.body, {
    kind: 'identitytoolkit#SignupNewUserResponse',
    localId: 'bob',
    displayName: 'Bob',
    email: 'bob@example.com'
  })
  const changed = await admin('accounts:update', {
    localId: 'bob',
    emailVerified: true,
    disableUser: true,
    customAttributes: '{"role":"admin"}',
    validSince: String(NOW + 5),
    deleteAttribute: ['PHOTO_URL'],
    deleteProvider: ['phone']
  })
  t.match(changed, { status: 200, body: { localId: 'bob', emailVerified: true } })
  const { users } = (await admin('accounts:lookup', { localId: ['bob'] })).body
  t.strictSame(users, [
    {
      localId: 'bob',
      email: 'bob@example.com',
      emailVerified: true,
      displayName: 'Bob',
      disabled: true,
      providerUserInfo: [
        {
          providerId: 'password',
          rawId: 'bob@example.com',
          federatedId: 'bob@example.com',
          displayName: 'Bob',
          email: 'bob@example.com'
        }
      ],
      passwordHash: 'UkVEQUNURUQ=',
      passwordUpdatedAt: NOW * 1000,
      customAttributes: '{"role":"admin"}',
      validSince: String(NOW + 5),
      createdAt: `${NOW}000`
    }
  ])
  t.equal((await admin('accounts:delete', { localId: 'bob' })).status, 200)
  t.equal(standIn.accounts.get('bob'), undefined)
  t.equal((await admin('accounts', { email: 'bob@example.com' })).status, 200, 'the address is free again')
})

t.test('stand-in: admin password change, moves validSince and frees the old email', async (t) => {
  const standIn = await start(t)
  const admin = await openAdmin(standIn)
  await admin('accounts:update', { localId: 'alice', email: 'al@example.com', password: 'secret2' })
  t.match(standIn.accounts.get('alice'), { email: 'al@example.com', validSinceSeconds: NOW })
  const signIn = (email: string): Promise<Answer> =>
    signInCall(standIn, 'signInWithPassword', { email, password: 'secret2' })
  t.equal((await signIn('alice@example.com')).status, 400)
  t.equal((await signIn('al@example.com')).status, 200)
})

t.test('stand-in: admin create, update and delete, refusals', async (t) => {
  const standIn = await start(t)
  standIn.accounts.create({ uid: 'bob', email: 'bob@example.com', phoneNumber: '+15555550100' })
  const admin = await openAdmin(standIn)
  const weak = 'WEAK_PASSWORD : Password should be at least 6 characters'
  const phone = 'INVALID_PHONE_NUMBER : Invalid format.'
  const tooLarge = JSON.stringify({ x: 'x'.repeat(1000) })
  const rows: [string, string, Record<string, unknown>][] = [
    ['accounts', 'DUPLICATE_LOCAL_ID', { localId: 'bob' }],
    ['accounts', 'INVALID_LOCAL_ID', { localId: 'x'.repeat(129) }],
    ['accounts', 'EMAIL_EXISTS', { email: 'BOB@example.com' }],
    ['accounts', 'PHONE_NUMBER_EXISTS', { phoneNumber: '+15555550100' }],
    ['accounts', phone, { phoneNumber: '555' }],
    ['accounts', weak, { password: 'short' }],
    ['accounts:update', 'MISSING_LOCAL_ID', {}],
    ['accounts:update', 'USER_NOT_FOUND', { localId: 'none' }],
    ['accounts:update', 'EMAIL_EXISTS', { localId: 'alice', email: 'bob@example.com' }],
    ['accounts:update', 'PHONE_NUMBER_EXISTS', { localId: 'alice', phoneNumber: '+15555550100' }],
    ['accounts:update', 'INVALID_EMAIL', { localId: 'alice', email: 'x' }],
    ['accounts:update', weak, { localId: 'alice', password: 'short' }],
    ['accounts:update', 'INVALID_CLAIMS', { localId: 'alice', customAttributes: '{' }],
    ['accounts:update', 'INVALID_CLAIMS', { localId: 'alice', customAttributes: '[]' }],
    [
      'accounts:update',
      'FORBIDDEN_CLAIM : firebase',
      { localId: 'alice', customAttributes: '{"firebase":1}' }
    ],
    ['accounts:update', 'CLAIMS_TOO_LARGE', { localId: 'alice', customAttributes: tooLarge }],
    ['accounts:delete', 'MISSING_LOCAL_ID', {}],
    ['accounts:delete', 'USER_NOT_FOUND', { localId: 'none' }]
  ]
  for (const [path, message, body] of rows) {
    const answer = await admin(path, body)
    t.strictSame([answer.status, answer.body.error.message], [400, message], path)
  }
  const own = { localId: 'bob', email: 'bob@example.com', phoneNumber: '+15555550100' }
  t.equal((await admin('accounts:update', own)).status, 200, 'an account keeps its own')
})

t.test('stand-in: admin scopes, each call takes its own', async (t) => {
  const standIn = await start(t)
  const rows: [string, number, number][] = [
    ['identitytoolkit', 200, 403],
    ['cloud-platform', 200, 200],
    ['firebase', 403, 200],
    ['drive', 403, 403]
  ]
  for (const [name, lookUp, list] of rows) {
    const scope = `https://www.googleapis.com/auth/${name}`
    const { access_token: accessToken } = (await requestAccessToken(standIn, { scope })).body
    const headers = { authorization: `Bearer ${accessToken}` }
    const base = `${standIn.url}/v1/projects/demo-gate/accounts`
    const answers = [
      await postJson(`${base}:lookup`, {}, headers),
      await send(`${base}:batchGet`, { headers })
    ]
    t.strictSame(
      answers.map(({ status }) => status),
      [lookUp, list],
      name
    )
    for (const { body } of answers.filter(({ status }) => status === 403)) {
      t.match(body.error.details, [{ reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }])
    }
  }
})

t.test('stand-in: admin list, pages by token until a page is not full', async (t) => {
  const standIn = await start(t)
  for (const uid of ['bob', 'carol', 'dave']) standIn.accounts.create({ uid })
  const { access_token: accessToken } = (await requestAccessToken(standIn)).body
  const list = (query: string): Promise<Answer> =>
    send(`${standIn.url}/v1/projects/demo-gate/accounts:batchGet?${query}`, {
      headers: { authorization: `Bearer ${accessToken}` }
    })
  const first = (await list('maxResults=2')).body
  t.match(first.users, [{ localId: 'alice' }, { localId: 'bob' }])
  const second = (await list(`maxResults=2&nextPageToken=${first.nextPageToken}`)).body
  t.match(second.users, [{ localId: 'carol' }, { localId: 'dave' }])
  const last = (await list(`maxResults=2&nextPageToken=${second.nextPageToken}`)).body
  t.strictSame(last, { kind: 'identitytoolkit#DownloadAccountResponse' })
  t.equal((await list('')).body.users.length, 4)
  for (const query of ['maxResults=0', 'maxResults=1001', 'nextPageToken=x']) {
    t.equal((await list(query)).status, 400)
  }
})
