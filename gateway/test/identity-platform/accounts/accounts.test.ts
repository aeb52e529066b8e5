import type { ServerResponse } from 'node:http'
import fc from 'fast-check'
import t, { type Test } from 'tap'
import type { AccountChanges, NewAccount } from '../../../src/identity-platform/accounts/account-fields.ts'
import type { AccountPage, Accounts, ListOptions } from '../../../src/identity-platform/accounts/accounts.ts'
import type { AccessTokens } from '../../../src/identity-platform/credentials/access-tokens.ts'
import { API_KEY, PROJECT, startProvider } from '../../fixtures/provider.ts'
import {
  callProviderAt,
  countTokens,
  failureOf,
  type ProviderAtOptions
} from '../../fixtures/provider-calls.ts'
import { sendJson, startRecordingServer } from '../../fixtures/recording-server.ts'

const BASE = `/v1/projects/${PROJECT}/accounts`
const NOT_FOUND = { kind: 'failed', failure: { kind: 'permanent', code: 'USER_NOT_FOUND' } }
const FOR_NOW = { kind: 'failed', failure: { kind: 'temporary', code: 'PROVIDER_UNAVAILABLE' } }
const EMAIL_TAKEN = { kind: 'failed', failure: { kind: 'caller', detail: '400 EMAIL_EXISTS' } }

interface RecorderOptions extends ProviderAtOptions {
  /** Default: the account alice. */
  answer?: (response: ServerResponse, index: number) => void
}

/** Account calls against a server that keeps what it was sent. */
async function startRecorder(t: Test, options: RecorderOptions = {}) {
  const { answer = (response) => sendJson(response, 200, { users: [{ localId: 'alice' }] }) } = options
  const server = await startRecordingServer(t, (response, _request, index) => answer(response, index))
  return { ...callProviderAt(t, server.url, options), requests: server.requests }
}

/** The account calls of the project's own pool at the stand-in. */
async function startAccounts(t: Test) {
  const provider = await startProvider(t, { withCredentials: true })
  return { ...provider, accounts: provider.platform.accountsOf(null) }
}

async function readPages(accounts: Accounts, options?: ListOptions): Promise<AccountPage[]> {
  const pages: AccountPage[] = []
  for await (const page of accounts.list(options)) pages.push(page)
  return pages
}

const uidsOf = (page: AccountPage) => (page.kind === 'page' ? page.records.map(({ uid }) => uid) : [])

t.test('accounts: look-up by uid, gives the record', async (t) => {
  const { standIn, accounts } = await startAccounts(t)
  standIn.accounts.create({
    uid: 'bob',
    email: 'bob@example.com',
    password: 'secret1',
    customClaims: { a: 1 }
  })
  t.equal(accounts.hasCredentials, true)
  const result = await accounts.lookUp({ uid: 'bob' })
  t.match(result, { kind: 'found', record: { uid: 'bob', email: 'bob@example.com', customClaims: { a: 1 } } })
  t.notMatch(JSON.stringify(result), /hash/i)
})

t.test(
  'accounts: look-up by e-mail in any case, by phone, gives the record; by others of them, nobody',
  async (t) => {
    const { standIn, accounts } = await startAccounts(t)
    standIn.accounts.create({ uid: 'bob', email: 'Bob@Example.com', phoneNumber: '+15555550100' })
    for (const key of [
      { email: 'bob@example.com' },
      { email: 'BOB@EXAMPLE.COM' },
      { email: 'bOb@eXample.com' },
      { phoneNumber: '+15555550100' }
    ]) {
      t.match(await accounts.lookUp(key), { kind: 'found', record: { uid: 'bob' } }, JSON.stringify(key))
    }
    for (const key of [
      { email: 'bob@example.org' },
      { email: 'ob@example.com' },
      { phoneNumber: '+15555550101' }
    ]) {
      t.match(await accounts.lookUp(key), NOT_FOUND, JSON.stringify(key))
    }
  }
)

t.test(
  'accounts: look-up by e-mail that only a linked provider has, believed; that nobody has, not',
  async (t) => {
    const providerUserInfo = [{ providerId: 'google.com', rawId: '1', email: 'Alice@work.example' }]
    const users = [{ localId: 'alice', email: 'alice@example.com', providerUserInfo }]
    const { accounts } = await startRecorder(t, { answer: (response) => sendJson(response, 200, { users }) })
    t.match(await accounts.lookUp({ email: 'alice@work.example' }), {
      kind: 'found',
      record: { uid: 'alice' }
    })
    t.match(await accounts.lookUp({ email: 'bob@work.example' }), {
      kind: 'failed',
      failure: { kind: 'temporary' }
    })
  }
)

t.test('accounts: two accounts of one e-mail, refused and the uid asked for', async (t) => {
  const users = [1, 2].map((number) => ({ localId: `a${number}`, email: 'dup@example.com' }))
  const { accounts } = await startRecorder(t, { answer: (response) => sendJson(response, 200, { users }) })
  t.match(await accounts.lookUp({ email: 'dup@example.com' }), {
    kind: 'failed',
    failure: { kind: 'caller', code: 'INVALID_ARGUMENT', detail: /2 accounts/ }
  })
})

t.test('accounts: an object that is no look-up answer, temporary and nobody is gone', async (t) => {
  for (const body of [{}, { status: 'maintenance' }, { kind: 'x' }]) {
    const { accounts } = await startRecorder(t, { answer: (response) => sendJson(response, 200, body) })
    const failed = { kind: 'failed', failure: { kind: 'temporary' } }
    t.match(await accounts.lookUp({ uid: 'alice' }), failed, JSON.stringify(body))
    t.match(await accounts.lookUpByIdToken('a.b.c', 'alice'), failed, JSON.stringify(body))
  }
})

t.test('accounts: look-up of nobody, user not found', async (t) => {
  const { accounts } = await startAccounts(t)
  t.match(await accounts.lookUp({ uid: 'nobody' }), NOT_FOUND)
  const kind = 'identitytoolkit#GetAccountInfoResponse'
  for (const body of [{ kind }, { kind, users: [] }]) {
    const recorder = await startRecorder(t, { answer: (response) => sendJson(response, 200, body) })
    t.match(await recorder.accounts.lookUp({ uid: 'nobody' }), NOT_FOUND, JSON.stringify(body))
    t.match(await recorder.accounts.lookUpByIdToken('a.b.c', 'nobody'), NOT_FOUND, JSON.stringify(body))
  }
})

t.test('accounts: look-up by id token, needs no credentials', async (t) => {
  const { standIn, platform, clock } = await startProvider(t)
  const accounts = platform.accountsOf(null)
  t.equal(accounts.hasCredentials, false)
  const { idToken } = await standIn.signIn('alice')
  t.match(await accounts.lookUpByIdToken(idToken, 'alice'), { kind: 'found', record: { uid: 'alice' } })
  clock.advance(10)
  standIn.accounts.revoke('alice')
  const failed = (code: string) => ({ kind: 'failed', failure: { kind: 'permanent', code } })
  t.match(await accounts.lookUpByIdToken(idToken, 'alice'), failed('TOKEN_REVOKED'))
  standIn.accounts.disable('alice')
  t.match(await accounts.lookUpByIdToken(idToken, 'alice'), failed('USER_DISABLED'))
  standIn.accounts.delete('alice')
  t.match(await accounts.lookUpByIdToken(idToken, 'alice'), failed('USER_NOT_FOUND'))
})

t.test(
  'accounts: look-ups on the wire, bearer for the project and API key for the visitor, none in the URL (ASVS 14.2.1)',
  async (t) => {
    const { accounts, accessTokens, requests } = await startRecorder(t)
    await accounts.lookUp({ uid: 'alice' })
    await accounts.lookUp({ email: 'Alice@example.com' })
    await accounts.lookUp({ phoneNumber: '+15555550100' })
    await accounts.lookUpByIdToken('a.b.c', 'alice')
    t.strictSame(
      requests.map(({ method, url, body }) => [method, url, JSON.parse(body)]),
      [
        ['POST', `${BASE}:lookup`, { localId: ['alice'] }],
        ['POST', `${BASE}:lookup`, { email: ['Alice@example.com'] }],
        ['POST', `${BASE}:lookup`, { phoneNumber: ['+15555550100'] }],
        ['POST', '/v1/accounts:lookup', { idToken: 'a.b.c' }]
      ]
    )
    const [asProject, , , asVisitor] = requests
    t.match(asProject?.headers, { authorization: 'Bearer ya29.1', 'content-type': 'application/json' })
    t.notOk(asProject && 'x-goog-api-key' in asProject.headers)
    t.match(asVisitor?.headers, { 'x-goog-api-key': API_KEY, 'content-type': 'application/json' })
    t.notOk(asVisitor && 'authorization' in asVisitor.headers)
    t.strictSame(accessTokens && 'asked' in accessTokens && accessTokens.asked, [
      'https://www.googleapis.com/auth/identitytoolkit',
      'https://www.googleapis.com/auth/identitytoolkit',
      'https://www.googleapis.com/auth/identitytoolkit'
    ])
  }
)

// An answer about another user must not be taken for the one that was asked about.
t.test('accounts: look-up that answers with somebody else, failed for now', async (t) => {
  const users = [{ localId: 'mallory', phoneNumber: '+15555550199', disabled: true }]
  const { accounts } = await startRecorder(t, { answer: (response) => sendJson(response, 200, { users }) })
  t.match(await accounts.lookUp({ uid: 'alice' }), FOR_NOW)
  t.match(await accounts.lookUp({ phoneNumber: '+15555550100' }), FOR_NOW)
  t.match(await accounts.lookUpByIdToken('a.b.c', 'alice'), FOR_NOW)
  const found = { kind: 'found', record: { uid: 'mallory' } }
  t.match(await accounts.lookUp({ uid: 'mallory' }), found)
  t.match(await accounts.lookUp({ phoneNumber: '+15555550199' }), found)
  t.match(await accounts.lookUpByIdToken('a.b.c', 'mallory'), found)
})

t.test('accounts: create with every field, the account is there with all of them', async (t) => {
  const { accounts } = await startAccounts(t)
  const account: NewAccount = {
    uid: 'bob',
    email: 'Bob@example.com',
    emailVerified: true,
    displayName: 'Bob',
    photoURL: 'https://img.example/b.png',
    phoneNumber: '+15555550100',
    password: 'secret1',
    disabled: true,
    secondFactors: [{ phoneNumber: '+15555550101', displayName: 'Work' }, { phoneNumber: '+15555550102' }]
  }
  t.strictSame(await accounts.create(account), { kind: 'created', uid: 'bob' })
  t.match(await accounts.lookUp({ uid: 'bob' }), {
    kind: 'found',
    record: {
      email: 'bob@example.com',
      emailVerified: true,
      displayName: 'Bob',
      photoURL: 'https://img.example/b.png',
      phoneNumber: '+15555550100',
      disabled: true,
      providerData: [{ providerId: 'password' }, { providerId: 'phone' }],
      multiFactor: {
        enrolledFactors: [
          { factorId: 'phone', phoneNumber: '+15555550101', displayName: 'Work' },
          { factorId: 'phone', phoneNumber: '+15555550102', displayName: null }
        ]
      }
    }
  })
})

t.test('accounts: create without a uid or anything else, the provider chooses one', async (t) => {
  const { accounts } = await startAccounts(t)
  const first = await accounts.create({})
  const second = await accounts.create({})
  t.match(first, { kind: 'created', uid: /^[A-Za-z0-9]{28}$/ })
  t.notSame(first, second)
})

t.test('accounts: create what is there already, a matter of the caller', async (t) => {
  const { standIn, accounts } = await startAccounts(t)
  standIn.accounts.create({ uid: 'bob', email: 'bob@example.com', phoneNumber: '+15555550100' })
  const rows: readonly [NewAccount, string][] = [
    [{ uid: 'bob' }, '400 DUPLICATE_LOCAL_ID'],
    [{ email: 'BOB@example.com' }, '400 EMAIL_EXISTS'],
    [{ phoneNumber: '+15555550100' }, '400 PHONE_NUMBER_EXISTS']
  ]
  for (const [account, detail] of rows) {
    const failure = { kind: 'caller', code: 'INVALID_ARGUMENT', detail }
    t.match(await accounts.create(account), { kind: 'failed', failure }, detail)
  }
})

t.test('accounts: create on the wire, the names of that call and nothing that was left out', async (t) => {
  const { accounts, requests } = await startRecorder(t, {
    answer: (response) => sendJson(response, 200, { localId: 'bob' })
  })
  await accounts.create({})
  await accounts.create({
    uid: 'bob',
    photoURL: 'https://img.example/b.png',
    disabled: false,
    secondFactors: [{ phoneNumber: '+15555550101', displayName: 'Work' }]
  })
  t.strictSame(
    requests.map(({ method, url, body }) => [method, url, JSON.parse(body)]),
    [
      ['POST', BASE, {}],
      [
        'POST',
        BASE,
        {
          localId: 'bob',
          photoUrl: 'https://img.example/b.png',
          disabled: false,
          mfaInfo: [{ phoneInfo: '+15555550101', displayName: 'Work' }]
        }
      ]
    ]
  )
})

t.test('accounts: change of every field, the account has it and keeps the others', async (t) => {
  const { standIn, accounts } = await startAccounts(t)
  standIn.accounts.create({ uid: 'bob', email: 'bob@example.com', displayName: 'Bob' })
  const rows: readonly [AccountChanges, object][] = [
    [{ displayName: 'Robert' }, { displayName: 'Robert', email: 'bob@example.com' }],
    [
      { photoURL: 'https://img.example/b.png' },
      { photoURL: 'https://img.example/b.png', displayName: 'Robert' }
    ],
    [{ phoneNumber: '+15555550100' }, { phoneNumber: '+15555550100' }],
    [{ emailVerified: true }, { emailVerified: true }],
    [{ email: 'Robert@example.com' }, { email: 'robert@example.com', emailVerified: false }],
    [{ password: 'secret2' }, { providerData: [{ providerId: 'password' }, { providerId: 'phone' }] }],
    [{ disabled: true }, { disabled: true }],
    [{ disabled: false }, { disabled: false }],
    [{ customClaims: { role: 'editor', n: [1, null] } }, { customClaims: { role: 'editor', n: [1, null] } }],
    [{ validSinceSeconds: 1_795_166_007.9 }, { tokensValidAfterTime: 'Fri, 20 Nov 2026 09:13:27 GMT' }],
    [
      { displayName: 'R', photoURL: 'https://img.example/r.png', customClaims: {} },
      {
        displayName: 'R',
        photoURL: 'https://img.example/r.png',
        customClaims: {},
        phoneNumber: '+15555550100'
      }
    ]
  ]
  for (const [changes, record] of rows) {
    t.strictSame(await accounts.update('bob', changes), { kind: 'done' })
    t.match(await accounts.lookUp({ uid: 'bob' }), { kind: 'found', record }, JSON.stringify(changes))
  }
})

t.test('accounts: clearing of every field, the account has it no more and keeps the others', async (t) => {
  const { standIn, accounts } = await startAccounts(t)
  standIn.accounts.create({
    uid: 'bob',
    email: 'bob@example.com',
    password: 'secret1',
    displayName: 'Bob',
    photoUrl: 'https://img.example/b.png',
    phoneNumber: '+15555550100',
    customClaims: { role: 'admin' },
    secondFactors: [{ id: 'f1', phoneNumber: '+15555550101', enrolledAtSeconds: 0 }]
  })
  const rows: readonly [AccountChanges, object][] = [
    [{ displayName: null }, { displayName: null, photoURL: /b\.png/ }],
    [{ photoURL: null }, { photoURL: null, phoneNumber: '+15555550100' }],
    [{ phoneNumber: null }, { phoneNumber: null, email: 'bob@example.com' }],
    [{ customClaims: null }, { customClaims: {}, multiFactor: { enrolledFactors: [{ uid: 'f1' }] } }],
    [
      { secondFactors: null },
      { multiFactor: { enrolledFactors: [] }, providerData: [{ providerId: 'password' }] }
    ],
    [{ password: null }, { providerData: [], email: 'bob@example.com' }],
    [{ email: null }, { email: null, uid: 'bob' }]
  ]
  for (const [changes, record] of rows) {
    t.strictSame(await accounts.update('bob', changes), { kind: 'done' })
    const result = await accounts.lookUp({ uid: 'bob' })
    t.match(result, { kind: 'found', record }, JSON.stringify(changes))
    if (changes.customClaims === null && result.kind === 'found') t.strictSame(result.record.customClaims, {})
  }
})

t.test('accounts: update on the wire, clearing by lists and whole seconds as text', async (t) => {
  const rows: readonly [AccountChanges, object][] = [
    [
      {
        email: 'a@b',
        emailVerified: false,
        displayName: 'A',
        photoURL: 'https://a.example/',
        password: 'secret1'
      },
      {
        email: 'a@b',
        emailVerified: false,
        displayName: 'A',
        photoUrl: 'https://a.example/',
        password: 'secret1'
      }
    ],
    [{ disabled: true }, { disableUser: true }],
    [{ disabled: false }, { disableUser: false }],
    [{ validSinceSeconds: 1_795_166_007.9 }, { validSince: '1795166007' }],
    [{ customClaims: { role: 'a' } }, { customAttributes: '{"role":"a"}' }],
    [{ customClaims: {} }, { customAttributes: '{}' }],
    [{ customClaims: null }, { customAttributes: '{}' }],
    [{ displayName: null }, { deleteAttribute: ['DISPLAY_NAME'] }],
    [{ photoURL: null }, { deleteAttribute: ['PHOTO_URL'] }],
    [{ email: null }, { deleteAttribute: ['EMAIL'] }],
    [{ password: null }, { deleteAttribute: ['PASSWORD'] }],
    [{ phoneNumber: null }, { deleteProvider: ['phone'] }],
    [{ unlinkProviders: ['google.com', 'password'] }, { deleteProvider: ['google.com', 'password'] }],
    [
      { phoneNumber: null, unlinkProviders: ['google.com'], email: null, displayName: null, disabled: true },
      {
        deleteProvider: ['google.com', 'phone'],
        deleteAttribute: ['DISPLAY_NAME', 'EMAIL'],
        disableUser: true
      }
    ],
    [
      { linkProvider: { providerId: 'google.com', uid: '42', email: 'a@b', photoURL: 'https://a.example/' } },
      {
        linkProviderUserInfo: {
          providerId: 'google.com',
          rawId: '42',
          email: 'a@b',
          photoUrl: 'https://a.example/'
        }
      }
    ],
    [
      { secondFactors: [{ uid: 'f1', phoneNumber: '+15555550101', displayName: 'Work' }] },
      { mfa: { enrollments: [{ mfaEnrollmentId: 'f1', phoneInfo: '+15555550101', displayName: 'Work' }] } }
    ],
    [{ secondFactors: [] }, { mfa: { enrollments: [] } }],
    [{ secondFactors: null }, { mfa: { enrollments: [] } }]
  ]
  const { accounts, requests } = await startRecorder(t)
  for (const [changes, body] of rows) {
    t.strictSame(await accounts.update('alice', changes), { kind: 'done' })
    const request = requests.at(-1)
    t.match(request, { method: 'POST', url: `${BASE}:update` })
    t.strictSame(JSON.parse(request?.body ?? ''), { localId: 'alice', ...body }, JSON.stringify(changes))
  }
})

t.test('accounts: change of nobody, user not found; to what is taken, a matter of the caller', async (t) => {
  const { standIn, accounts } = await startAccounts(t)
  t.match(await accounts.update('nobody', { disabled: true }), NOT_FOUND)
  standIn.accounts.create({ uid: 'bob' })
  t.match(await accounts.update('bob', { email: 'ALICE@example.com' }), EMAIL_TAKEN)
})

t.test(
  'accounts: another provider, linked, replaced and cut; to somebody else, a matter of the caller',
  async (t) => {
    const { standIn, accounts } = await startAccounts(t)
    const link = { providerId: 'google.com', uid: '42', email: 'alice@gmail.example', displayName: 'A' }
    const providers = async () => {
      const result = await accounts.lookUp({ uid: 'alice' })
      return result.kind === 'found' ? result.record.providerData : null
    }
    t.strictSame(await accounts.update('alice', { linkProvider: link }), { kind: 'done' })
    t.match(await providers(), [link])
    t.strictSame(await accounts.update('alice', { linkProvider: { providerId: 'google.com', uid: '43' } }), {
      kind: 'done'
    })
    t.match(await providers(), [{ providerId: 'google.com', uid: '43', email: null }])
    standIn.accounts.create({ uid: 'bob' })
    t.match(await accounts.update('bob', { linkProvider: { providerId: 'google.com', uid: '43' } }), {
      failure: { kind: 'caller', detail: '400 FEDERATED_USER_ID_ALREADY_LINKED' }
    })
    t.strictSame(await accounts.update('alice', { unlinkProviders: ['google.com', 'saml.x'] }), {
      kind: 'done'
    })
    t.strictSame(await providers(), [])
  }
)

t.test('accounts: second factors, replaced as a whole; those with a uid keep it', async (t) => {
  const { accounts } = await startAccounts(t)
  const factors = async () => {
    const result = await accounts.lookUp({ uid: 'alice' })
    return result.kind === 'found' ? result.record.multiFactor.enrolledFactors : []
  }
  const work = { phoneNumber: '+15555550101', displayName: 'Work' }
  await accounts.update('alice', { secondFactors: [work, { phoneNumber: '+15555550102' }] })
  const [first, second] = await factors()
  t.match(first, work)
  t.not(first?.uid, second?.uid)
  const kept = { uid: String(first?.uid), phoneNumber: '+15555550103' }
  t.strictSame(await accounts.update('alice', { secondFactors: [kept] }), { kind: 'done' })
  t.match(await factors(), [{ ...kept, displayName: null }])
  t.equal((await factors()).length, 1)
  const tooMany = Array.from({ length: 6 }, (_, index) => ({ phoneNumber: `+1555555020${index}` }))
  t.match(await accounts.update('alice', { secondFactors: tooMany }), { failure: { kind: 'caller' } })
})

t.test('accounts: delete, the account is gone; again, user not found', async (t) => {
  const { standIn, accounts } = await startAccounts(t)
  t.strictSame(await accounts.delete('alice'), { kind: 'done' })
  t.equal(standIn.accounts.get('alice'), undefined)
  t.match(await accounts.lookUp({ uid: 'alice' }), NOT_FOUND)
  t.match(await accounts.delete('alice'), NOT_FOUND)
  const { accounts: recorded, requests } = await startRecorder(t)
  await recorded.delete('alice')
  t.match(requests, [{ method: 'POST', url: `${BASE}:delete`, body: '{"localId":"alice"}' }])
})

t.test('accounts: revoke, ends refresh tokens of sign-ins before it and keeps later ones', async (t) => {
  const { standIn, platform, accounts, clock } = await startAccounts(t)
  const before = await standIn.signIn('alice')
  clock.advance(10)
  t.strictSame(await accounts.revoke('alice', clock.now()), { kind: 'done' })
  const after = await standIn.signIn('alice')
  t.match(await platform.tokens.refresh(before.refreshToken), { failure: { code: 'TOKEN_REVOKED' } })
  t.match(await platform.tokens.refresh(after.refreshToken), { kind: 'tokens' })
  t.match(await accounts.revoke('nobody', clock.now()), NOT_FOUND)
  const { accounts: recorded, requests } = await startRecorder(t)
  await recorded.revoke('alice', 1_795_166_007.999)
  t.strictSame(JSON.parse(requests[0]?.body ?? ''), { localId: 'alice', validSince: '1795166007' })
})

t.test('accounts: list, all accounts over all pages', async (t) => {
  const { standIn, accounts } = await startAccounts(t)
  for (let index = 0; index < 24; index++) standIn.accounts.create({ uid: `user${100 + index}` })
  const pages = await readPages(accounts, { pageSize: 10 })
  t.strictSame(
    pages.map((page) => uidsOf(page).length),
    [10, 10, 5]
  )
  t.strictSame(pages.flatMap(uidsOf), [
    'alice',
    ...Array.from({ length: 24 }, (_, index) => `user${100 + index}`)
  ])
  t.equal(standIn.calls.list, 3)
  const whole = await readPages(accounts)
  t.equal(whole.length, 1, 'a thousand at once unless told otherwise')
  t.strictSame(whole.flatMap(uidsOf), pages.flatMap(uidsOf))
})

t.test('accounts: list whose last page is full, one page more and it is empty', async (t) => {
  const { standIn, accounts } = await startAccounts(t)
  for (const uid of ['bob', 'carol', 'dave']) standIn.accounts.create({ uid })
  const pages = await readPages(accounts, { pageSize: 2 })
  t.strictSame(pages.map(uidsOf), [['alice', 'bob'], ['carol', 'dave'], []])
  t.match(pages.at(-1), { kind: 'page', nextPageToken: null })
})

t.test('accounts: list of nobody, one empty page', async (t) => {
  const { standIn, accounts } = await startAccounts(t)
  standIn.accounts.delete('alice')
  t.strictSame(await readPages(accounts), [{ kind: 'page', records: [], nextPageToken: null }])
})

t.test('accounts: list from a page token on, the accounts after it', async (t) => {
  const { standIn, accounts } = await startAccounts(t)
  for (const uid of ['bob', 'carol', 'dave']) standIn.accounts.create({ uid })
  const [first] = await readPages(accounts, { pageSize: 2 })
  const pageToken = first?.kind === 'page' ? first.nextPageToken : null
  const rest = await readPages(accounts, { pageSize: 2, pageToken })
  t.strictSame(rest.map(uidsOf), [['carol', 'dave'], []])
  t.match(await readPages(accounts, { pageToken: 'made up' }), [
    { kind: 'failed', failure: { kind: 'caller', detail: '400 INVALID_PAGE_SELECTION' } }
  ])
})

/** A list in pages of one account each, as the answers say; the last answer is given again and again. */
function startList(t: Test, answers: readonly object[], options: ProviderAtOptions = {}) {
  return startRecorder(t, {
    ...options,
    answer: (response, index) => sendJson(response, 200, answers[Math.min(index, answers.length - 1)])
  })
}

const page = (uid: string, nextPageToken?: unknown) => ({ users: [{ localId: uid }], nextPageToken })

t.test(
  'accounts: list on the wire, page size and token in the query and the scope of the list',
  async (t) => {
    const { accounts, accessTokens, requests } = await startList(t, [page('a', 'x/+ &='), page('b')])
    await readPages(accounts, { pageSize: 7 })
    await readPages(accounts)
    t.match(requests, [
      { method: 'GET', url: `${BASE}:batchGet?maxResults=7`, body: '' },
      { method: 'GET', url: `${BASE}:batchGet?maxResults=7&nextPageToken=x%2F%2B+%26%3D` },
      { method: 'GET', url: `${BASE}:batchGet?maxResults=1000` }
    ])
    const scopes = accessTokens !== null && 'asked' in accessTokens ? accessTokens.asked : []
    t.strictSame(new Set(Object(scopes)), new Set(['https://www.googleapis.com/auth/cloud-platform']))
  }
)

t.test('accounts: list, a page is asked for only when the one before was read', async (t) => {
  const { accounts, requests } = await startList(t, [
    page('a', '1'),
    page('b', '2'),
    page('c', '3'),
    page('d')
  ])
  const pages = accounts.list()
  t.equal(requests.length, 0, 'nothing yet')
  await pages.next()
  t.equal(requests.length, 1)
  await pages.next()
  t.equal(requests.length, 2)
  await pages.return()
  t.strictSame(await pages.next(), { value: undefined, done: true })
  t.equal(requests.length, 2, 'the reader had enough')
})

t.test(
  'accounts: list whose pages come without users, or without readable ones, read to the end',
  async (t) => {
    const { accounts } = await startList(t, [
      { nextPageToken: '1' },
      { users: [], nextPageToken: '2' },
      { users: [null, {}, { localId: '' }, { localId: 'a' }], nextPageToken: '3' },
      {}
    ])
    t.strictSame((await readPages(accounts)).map(uidsOf), [[], [], ['a'], []])
  }
)

t.test('accounts: list whose next token is no text, ends there', async (t) => {
  for (const token of ['', null, 7, ['1'], {}]) {
    const { accounts, requests } = await startList(t, [page('a', token), page('b')])
    t.strictSame((await readPages(accounts)).map(uidsOf), [['a']], JSON.stringify(token))
    t.equal(requests.length, 1)
  }
})

t.test('accounts: list in pages of no possible size, one failure and no call', async (t) => {
  const { accounts, requests } = await startList(t, [page('a')])
  for (const pageSize of [0, 1001]) {
    t.match(await readPages(accounts, { pageSize }), [{ kind: 'failed', failure: { kind: 'caller' } }])
  }
  t.equal(requests.length, 0)
  t.equal((await readPages(accounts, { pageSize: 1000 })).length, 1)
})

t.test('accounts: list with a token that was there before, fails and does not go round', async (t) => {
  const rows: readonly [name: string, answers: readonly object[], pages: number, pageToken: string | null][] =
    [
      ['the same page again', [page('a', '1'), page('b', '1')], 2, null],
      ['a circle of two', [page('a', '1'), page('b', '2'), page('c', '1')], 3, null],
      ['back to where it began', [page('a', '2'), page('b', '1')], 2, '1']
    ]
  for (const [name, answers, count, pageToken] of rows) {
    const { accounts, requests } = await startList(t, answers)
    const pages = await readPages(accounts, { pageToken })
    t.equal(pages.length, count + 1, name)
    t.match(pages.pop(), FOR_NOW, name)
    t.ok(pages.every(({ kind }) => kind === 'page'))
    t.equal(requests.length, count, name)
  }
})

t.test('accounts: list that fails in the middle, the pages before it stand and it is the last', async (t) => {
  const { accounts, requests } = await startRecorder(t, {
    answer: (response, index) => {
      if (index < 2) sendJson(response, 200, page(`user${index}`, String(index)))
      else sendJson(response, 403, { error: { code: 403, message: 'PERMISSION_DENIED' } })
    }
  })
  t.match(await readPages(accounts), [
    { kind: 'page', records: [{ uid: 'user0' }] },
    { kind: 'page', records: [{ uid: 'user1' }] },
    { kind: 'failed', failure: { kind: 'configuration' } }
  ])
  t.equal(requests.length, 3)
})

t.test('accounts: list of any length in pages of any size, every account once and in order', async () => {
  const { standIn, accounts } = await startAccounts(t)
  standIn.accounts.delete('alice')
  const uids = Array.from({ length: 30 }, (_, index) => `user${index + 10}`)
  let present = 0
  await fc.assert(
    fc.asyncProperty(fc.nat(30), fc.integer({ min: 1, max: 40 }), async (count, pageSize) => {
      for (; present < count; present++) standIn.accounts.create({ uid: uids[present] ?? '' })
      for (; present > count; present--) standIn.accounts.delete(uids[present - 1] ?? '')
      const pages = await readPages(accounts, { pageSize })
      const listed = pages.flatMap(uidsOf)
      return listed.join() === uids.slice(0, count).join() && pages.every(({ kind }) => kind === 'page')
    }),
    { numRuns: 30 }
  )
})

t.test('accounts: answer above a mebibyte, read by an operator and no answer for a visitor', async (t) => {
  const users = Array.from({ length: 1000 }, (_, index) => ({
    localId: `u${index}`,
    photoUrl: 'x'.repeat(1200)
  }))
  const asOperator = await startList(t, [{ users }], { budget: 'operator' })
  t.equal((await readPages(asOperator.accounts)).flatMap(uidsOf).length, 1000)
  const asVisitor = await startList(t, [{ users }])
  t.match(await readPages(asVisitor.accounts), [FOR_NOW])
})

t.test('accounts: every call of a tenant, on the path of the tenant and encoded', async (t) => {
  const { accounts, requests } = await startRecorder(t, {
    tenantId: 'a/b',
    answer: (response) => sendJson(response, 200, { users: [{ localId: 'alice' }], localId: 'alice' })
  })
  await accounts.lookUp({ uid: 'alice' })
  await accounts.create({})
  await accounts.update('alice', { disabled: true })
  await accounts.revoke('alice', 1)
  await accounts.delete('alice')
  await readPages(accounts)
  const base = `/v1/projects/${PROJECT}/tenants/a%2Fb/accounts`
  t.strictSame(
    requests.map(({ url }) => url),
    [
      `${base}:lookup`,
      base,
      `${base}:update`,
      `${base}:update`,
      `${base}:delete`,
      `${base}:batchGet?maxResults=1000`
    ]
  )
})

t.test('accounts: two pools, neither sees the accounts of the other', async (t) => {
  const { standIn, platform } = await startProvider(t, {
    withCredentials: true,
    standIn: { tenants: ['acme'] }
  })
  const project = platform.accountsOf(null)
  const acme = platform.accountsOf('acme')
  t.equal(platform.accountsOf('acme'), acme)
  t.not(acme, project)
  t.strictSame(await acme.create({ uid: 'bob', email: 'alice@example.com' }), { kind: 'created', uid: 'bob' })
  t.match(await acme.lookUp({ uid: 'bob' }), { kind: 'found', record: { tenantId: 'acme' } })
  t.match(await acme.lookUp({ email: 'alice@example.com' }), { record: { uid: 'bob' } })
  t.match(await project.lookUp({ email: 'alice@example.com' }), { record: { uid: 'alice', tenantId: null } })
  t.strictSame((await readPages(acme)).flatMap(uidsOf), ['bob'])
  t.strictSame((await readPages(project)).flatMap(uidsOf), ['alice'])
  const strangers = [
    [acme, 'alice'],
    [project, 'bob']
  ] as const
  for (const [accounts, uid] of strangers) {
    t.match(await accounts.lookUp({ uid }), NOT_FOUND)
    t.match(await accounts.update(uid, { disabled: true }), NOT_FOUND)
    t.match(await accounts.revoke(uid, 1), NOT_FOUND)
    t.match(await accounts.delete(uid), NOT_FOUND)
  }
  t.match(standIn.accounts.get('alice'), { disabled: false })
  t.strictSame(await acme.update('bob', { disabled: true }), { kind: 'done' })
  t.strictSame(await acme.delete('bob'), { kind: 'done' })
  t.equal(standIn.accounts.get('bob'), undefined)
})

t.test('accounts: tenant that does not exist, configuration and no trouble for other pools', async (t) => {
  const { platform } = await startProvider(t, { withCredentials: true })
  const missing = platform.accountsOf('no-such-tenant')
  for (let count = 0; count < 10; count++) {
    t.match(await missing.lookUp({ uid: 'alice' }), {
      failure: { kind: 'configuration', detail: '400 TENANT_NOT_FOUND', hint: { cause: /no tenant/ } }
    })
  }
  t.match(await platform.accountsOf(null).lookUp({ uid: 'alice' }), { kind: 'found' })
})

t.test('accounts: no credentials, configuration with advice and no call', async (t) => {
  const { accounts, requests } = await startRecorder(t, { accessTokens: null })
  t.equal(accounts.hasCredentials, false)
  const failed = {
    kind: 'failed',
    failure: { kind: 'configuration', code: 'PROVIDER_UNAVAILABLE', hint: { fix: /credentialsFile/ } }
  }
  t.match(await accounts.lookUp({ uid: 'alice' }), failed)
  t.match(await accounts.create({}), failed)
  t.match(await accounts.update('alice', { disabled: true }), failed)
  t.match(await accounts.delete('alice'), failed)
  t.match(await accounts.revoke('alice', 1), failed)
  t.match(await readPages(accounts), [failed])
  t.equal(requests.length, 0)
})

t.test('accounts: many look-ups, one access token', async (t) => {
  const { standIn, accounts } = await startAccounts(t)
  await Promise.all(Array.from({ length: 20 }, () => accounts.lookUp({ uid: 'alice' })))
  for (let round = 0; round < 5; round++) await accounts.lookUp({ uid: 'alice' })
  t.equal(standIn.calls.lookup, 25)
  t.equal(standIn.calls.oauthToken, 1)
})

t.test(
  'accounts: access token that is suddenly refused, a new one is fetched and the call made again',
  async (t) => {
    const { standIn, accounts } = await startAccounts(t)
    await accounts.lookUp({ uid: 'alice' })
    standIn.expireAccessTokens()
    standIn.calls.reset()
    t.match(await accounts.lookUp({ uid: 'alice' }), { kind: 'found' })
    t.equal(standIn.calls.oauthToken, 1)
    t.equal(standIn.calls.lookup, 2)
  }
)

t.test('accounts: 20 look-ups whose access token is suddenly refused, one new token for all', async (t) => {
  const { standIn, accounts } = await startAccounts(t)
  await accounts.lookUp({ uid: 'alice' })
  standIn.expireAccessTokens()
  standIn.calls.reset()
  const all = await Promise.all(Array.from({ length: 20 }, () => accounts.lookUp({ uid: 'alice' })))
  t.strictSame(new Set(all.map(({ kind }) => kind)), new Set(['found']))
  t.equal(standIn.calls.oauthToken, 1)
})

const refuseToken = (response: ServerResponse) =>
  sendJson(response, 401, {
    error: {
      code: 401,
      message: 'Request had invalid authentication credentials.',
      status: 'UNAUTHENTICATED'
    }
  })

t.test(
  'accounts: 401 once, every call is made again with a fresh token and the operator hears nothing',
  async (t) => {
    const ask: readonly [string, (accounts: Accounts) => Promise<unknown>][] = [
      ['lookUp', (accounts) => accounts.lookUp({ uid: 'alice' })],
      ['create', (accounts) => accounts.create({})],
      ['update', (accounts) => accounts.update('alice', { disabled: true })],
      ['delete', (accounts) => accounts.delete('alice')],
      ['list', async (accounts) => (await readPages(accounts))[0]]
    ]
    for (const [name, call] of ask) {
      const { accounts, requests, told } = await startRecorder(t, {
        answer: (response, index) => {
          if (index === 0) refuseToken(response)
          else sendJson(response, 200, { users: [{ localId: 'alice' }], localId: 'alice' })
        }
      })
      t.equal(failureOf(Object(await call(accounts))), null, name)
      t.strictSame(
        requests.map(({ headers }) => headers.authorization),
        ['Bearer ya29.1', 'Bearer ya29.2'],
        name
      )
      t.equal(requests[0]?.body, requests[1]?.body)
      t.strictSame(told, [])
    }
  }
)

t.test('accounts: 401 twice, configuration and the operator is told why', async (t) => {
  const { accounts, requests, told } = await startRecorder(t, { answer: refuseToken })
  const failure = { kind: 'configuration', code: 'PROVIDER_UNAVAILABLE', status: 401 }
  t.match(await accounts.lookUp({ uid: 'alice' }), { kind: 'failed', failure })
  t.equal(requests.length, 2)
  t.match(told, [{ family: 'account', hint: { cause: /fresh access token/ } }])
  await accounts.lookUp({ uid: 'alice' })
  t.equal(told.length, 1, 'once')
})

t.test('accounts: 401 for ever, calls stop', async (t) => {
  const { accounts, requests } = await startRecorder(t, { answer: refuseToken })
  for (let count = 0; count < 50; count++) await accounts.lookUp({ uid: 'alice' })
  t.equal(requests.length, 10)
})

t.test('accounts: 403, not asked again', async (t) => {
  const { accounts, requests } = await startRecorder(t, {
    answer: (response) => sendJson(response, 403, { error: { code: 403, message: 'PERMISSION_DENIED' } })
  })
  t.match(await accounts.lookUp({ uid: 'alice' }), { failure: { kind: 'configuration' } })
  t.equal(requests.length, 1)
})

t.test('accounts: credentials of a person, name the project that pays; others name none', async (t) => {
  const rows: readonly [quotaProject: string | null, header: string | undefined][] = [
    ['payer', 'payer'],
    [null, undefined]
  ]
  for (const [quotaProject, header] of rows) {
    const { accounts, requests } = await startRecorder(t, { accessTokens: countTokens(quotaProject) })
    await accounts.lookUp({ uid: 'alice' })
    await readPages(accounts)
    await accounts.lookUpByIdToken('a.b.c', 'alice')
    t.strictSame(
      requests.map(({ headers }) => headers['x-goog-user-project']),
      [header, header, undefined]
    )
  }
})

t.test('accounts: no access token, failed with its reason and no call', async (t) => {
  const rows: readonly [
    status: number,
    error: string,
    text: string,
    kind: string,
    cause: RegExp | undefined
  ][] = [
    [400, 'invalid_grant', 'Invalid JWT: Token must be a short-lived token', 'configuration', /clock/],
    [400, 'invalid_grant', 'Invalid JWT Signature.', 'configuration', /deleted/],
    [400, 'invalid_scope', 'Invalid OAuth scope or ID token audience provided.', 'configuration', undefined],
    [401, 'unauthorized_client', 'Client is unauthorized.', 'configuration', /not accepted/],
    [429, 'rate_limited', 'Slow down.', 'temporary', undefined],
    [500, 'internal_failure', 'Backend error.', 'temporary', undefined]
  ]
  const { standIn, accounts, clock } = await startAccounts(t)
  for (const [status, message, description, kind, cause] of rows) {
    standIn.faults.oauthToken = { kind: 'error', status, message, description }
    clock.advance(10)
    const result = await accounts.lookUp({ uid: 'alice' })
    const failure = {
      kind,
      code: 'PROVIDER_UNAVAILABLE',
      ...(cause === undefined ? {} : { hint: { cause } })
    }
    t.match(result, { kind: 'failed', failure }, `${status} ${message}: ${description}`)
    t.equal(standIn.calls.lookup, 0)
  }
  standIn.faults.reset()
  clock.advance(10)
  t.match(await accounts.lookUp({ uid: 'alice' }), { kind: 'found' })
})

/** Loses the first answer after the request has arrived. */
const loseFirst = (response: ServerResponse, index: number) => {
  if (index === 0) response.destroy()
  else sendJson(response, 200, { users: [{ localId: 'alice' }], localId: 'alice' })
}

t.test('accounts: answer is lost, create and delete are not repeated', async (t) => {
  for (const answer of [loseFirst, (response: ServerResponse) => void response.writeHead(503).end()]) {
    for (const name of ['create', 'delete'] as const) {
      const { accounts, requests } = await startRecorder(t, { answer })
      const result = name === 'create' ? await accounts.create({}) : await accounts.delete('alice')
      t.match(result, FOR_NOW, name)
      t.equal(requests.length, 1, name)
    }
  }
})

t.test('accounts: answer is lost, what changes nothing when done twice is repeated', async (t) => {
  const ask: readonly [string, (accounts: Accounts) => Promise<unknown>][] = [
    ['lookUp', (accounts) => accounts.lookUp({ uid: 'alice' })],
    ['lookUpByIdToken', (accounts) => accounts.lookUpByIdToken('a.b.c', 'alice')],
    ['update', (accounts) => accounts.update('alice', { displayName: 'A' })],
    ['revoke', (accounts) => accounts.revoke('alice', 1)],
    ['list', async (accounts) => (await readPages(accounts))[0]]
  ]
  for (const [name, call] of ask) {
    const { accounts, requests } = await startRecorder(t, { answer: loseFirst })
    t.equal(failureOf(Object(await call(accounts))), null, name)
    t.equal(requests.length, 2, name)
    t.equal(requests[0]?.body, requests[1]?.body, name)
  }
})

// The real time: the longest that anything may take, all at once.
t.test('accounts: a visitor waits, 5 s at most whatever is slow', async (t) => {
  const never = new Promise<never>(() => {})
  const slowTokens: AccessTokens = { quotaProject: null, get: () => never }
  const slowSecondToken: AccessTokens = {
    quotaProject: null,
    get: async (_scope, refused) => (refused === undefined ? { kind: 'token', token: 'ya29.1' } : await never)
  }
  const silent = await startRecorder(t, { answer: () => {} })
  const first = await startRecorder(t, { accessTokens: slowTokens })
  const second = await startRecorder(t, { accessTokens: slowSecondToken, answer: refuseToken })
  const startedAt = process.hrtime.bigint()
  const results = await Promise.all(
    [silent, first, second].flatMap(({ accounts }) => [
      accounts.lookUp({ uid: 'alice' }),
      accounts.delete('alice')
    ])
  )
  const tookMs = Number(process.hrtime.bigint() - startedAt) / 1e6
  for (const result of results) t.match(result, FOR_NOW)
  t.ok(tookMs < 7000, `took ${tookMs} ms`)
  t.equal(first.requests.length, 0)
  t.equal(second.requests.length, 2, 'no call with the time over')
})

t.test('accounts: look-up fails, then the provider is back, found', async (t) => {
  const { standIn, accounts } = await startAccounts(t)
  for (const chosen of [
    { kind: 'html', status: 503 },
    { kind: 'html', status: 200 },
    { kind: 'empty', status: 503 },
    { kind: 'truncated' },
    { kind: 'reset' }
  ] as const) {
    standIn.faults.lookup = chosen
    t.match(await accounts.lookUp({ uid: 'alice' }), FOR_NOW, JSON.stringify(chosen))
    standIn.faults.reset()
    t.match(await accounts.lookUp({ uid: 'alice' }), { kind: 'found' })
  }
})

t.test('accounts: emulator, is asked in the name of the owner', async (t) => {
  const seen = await startRecordingServer(t, (response) =>
    sendJson(response, 200, { users: [{ localId: 'alice' }] })
  )
  const { platform } = await startProvider(t, { settings: { emulatorHost: new URL(seen.url).host } })
  const accounts = platform.accountsOf('acme')
  t.equal(accounts.hasCredentials, true)
  t.match(await accounts.lookUp({ uid: 'alice' }), { kind: 'found' })
  t.match(seen.requests[0], {
    url: `/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/tenants/acme/accounts:lookup`,
    headers: { authorization: 'Bearer owner' }
  })
})
