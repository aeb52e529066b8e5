import fc from 'fast-check'
import t, { type Test } from 'tap'
import { RESERVED_CLAIMS } from '../../../src/config/defaults.ts'
import type { Accounts } from '../../../src/identity-platform/accounts/accounts.ts'
import { BASE, FOR_NOW, startAccounts, startRecorder } from '../../../test/fixtures/provider/account-calls.ts'
import { sendJson } from '../../../test/fixtures/wire/recording-server.ts'
import { createChangingAccounts, readPages } from '../account.ts'
import { checkAccountClaims } from '../claims.ts'
import { buildChanges, type Changes } from '../fields.ts'

const changing = (accounts: Accounts) =>
  createChangingAccounts(accounts, { check: () => {}, note: async () => {} })

/** Account calls whose every response names bob. */
async function startBob(t: Test, status = 200) {
  const { accounts, requests } = await startRecorder(t, {
    response: (response) => sendJson(response, status, { localId: 'bob' })
  })
  return { accounts: changing(accounts), requests }
}

const PROFILE = {
  email: 'b@c',
  emailVerified: true,
  displayName: 'B',
  photoURL: 'https://img.example/b.png',
  phoneNumber: '+15555550100',
  password: 'secret1',
  disabled: false
}

t.test('account changes: cleared fields are lists, claims are text', async (t) => {
  const { photoURL: photoUrl, disabled: disableUser, ...same } = PROFILE
  const rows: readonly [Changes, object][] = [
    [PROFILE, { ...same, photoUrl, disableUser }],
    [{ disabled: true }, { disableUser: true }],
    [{ customClaims: { role: 'a' } }, { customAttributes: '{"role":"a"}' }],
    [{ customClaims: {} }, { customAttributes: '{}' }],
    [{ customClaims: null }, { customAttributes: '{}' }],
    [{ displayName: null }, { deleteAttribute: ['DISPLAY_NAME'] }],
    [{ photoURL: null }, { deleteAttribute: ['PHOTO_URL'] }],
    [{ email: null }, { deleteAttribute: ['EMAIL'] }],
    [{ password: null }, { deleteAttribute: ['PASSWORD'] }],
    [{ phoneNumber: null }, { deleteProvider: ['phone'] }],
    [
      { phoneNumber: null, email: null, displayName: null, disabled: true },
      { deleteProvider: ['phone'], deleteAttribute: ['EMAIL', 'DISPLAY_NAME'], disableUser: true }
    ],
    [{ removePasskeys: ['a', 'b'] }, { deletePasskey: ['a', 'b'] }],
    [{ secondFactors: null }, { mfa: { enrollments: [] } }]
  ]
  for (const [changes, body] of rows) t.strictSame(buildChanges(changes), body, JSON.stringify(changes))
})

t.test('account changes: a created account without a valid uid in the response is a failure', async (t) => {
  for (const body of [{}, { localId: 7 }, { localId: '' }, { localId: 'x'.repeat(129) }]) {
    const { accounts } = await startRecorder(t, { response: (response) => sendJson(response, 200, body) })
    t.match(await changing(accounts).create('bob', {}), FOR_NOW, JSON.stringify(body))
  }
})

t.test('account changes: create and delete are not retried, update is', async (t) => {
  const { accounts, requests } = await startBob(t, 503)
  t.match(await accounts.create('bob', {}), FOR_NOW)
  t.match(await accounts.delete('bob'), FOR_NOW)
  t.equal(requests.length, 2)
  const again = await startBob(t, 503)
  t.match(await again.accounts.update('bob', { disabled: true }), FOR_NOW)
  t.equal(again.requests.length, 2)
})

t.test('account changes: an invalid value is refused before any call', async (t) => {
  const rows: readonly (readonly [Changes, string])[] = [
    [{ email: 'a@b@c' }, 'email: must be something@something'],
    [{ phoneNumber: '1555' }, 'phoneNumber: must be E.164, such as +15555550100'],
    [{ password: '12345' }, 'password: must have at least 6 characters'],
    ...['', 'a.png', 'data:image/png;base64,AAAA', 'javascript:alert(1)', '/a.png', 'https://'].map(
      (photoURL) => [{ photoURL }, 'photoURL: must be an http or https URL'] as const
    ),
    [{ displayName: '' }, 'displayName: must be a text that is not empty']
  ]
  const { accounts, requests } = await startBob(t)
  for (const [changes, detail] of rows) {
    const refused = { kind: 'failed', failure: { kind: 'caller', code: 'INVALID_ARGUMENT', detail } }
    t.match(await accounts.create('bob', { disabled: true, ...changes }), refused, JSON.stringify(changes))
    t.match(await accounts.update('bob', { disabled: true, ...changes }), refused, JSON.stringify(changes))
  }
  t.match(await accounts.create('x'.repeat(129), {}), { failure: { detail: /^uid: must be/ } })
  t.equal(requests.length, 0)
})

t.test('account changes: any profile has only members that the provider knows (ASVS 15.3.3)', async (t) => {
  const { standIn, accounts } = await startAccounts(t)
  const { create } = changing(accounts)
  await fc.assert(
    fc.asyncProperty(fc.subarray(Object.entries(PROFILE)), async (entries) => {
      const created = await create(undefined, Object.fromEntries(entries))
      if (created.kind === 'created') standIn.accounts.delete(created.uid)
      return created.kind === 'created'
    }),
    { numRuns: 50 }
  )
})

/** A custom claim whose JSON has this many characters in all. */
const claimsOf = (chars: number, letter = 'x') => ({ k: letter.repeat(chars - '{"k":""}'.length) })

t.test('account changes: claims are an object of 1000 characters without reserved names', async (t) => {
  const circle: Record<string, unknown> = {}
  circle.self = circle
  const valid = [claimsOf(1000), claimsOf(1000, 'ü'), { nested: { sub: 'free' } }, { Sub: 1, 'sub ': 1 }, {}]
  for (const claims of valid) t.equal(checkAccountClaims(claims), null, JSON.stringify(claims).slice(0, 40))
  const rows: readonly (readonly [unknown, string])[] = [
    ...[...RESERVED_CLAIMS].map((name) => [{ [name]: 1 }, `reserved names: ${name}`] as const),
    [{ sub: 1, ok: 1, firebase: 1 }, 'reserved names: sub, firebase'],
    ...[[], [null], '{"role":"admin"}', 7, true].map((value) => [value, 'must be an object'] as const),
    [{ big: 1n }, 'hold a value that JSON cannot'],
    [circle, 'hold a value that JSON cannot'],
    [claimsOf(1001, 'ü'), '1001 characters of JSON, 1000 are allowed']
  ]
  for (const [claims, message] of rows)
    t.strictSame(checkAccountClaims(claims), { path: 'custom claims', message, hint: '' })
  t.equal(RESERVED_CLAIMS.size, 16)
})

/** The uids of all pages, from responses that name the next page; the last response is repeated. */
async function listOver(t: Test, responses: readonly object[]) {
  const { accounts, requests } = await startRecorder(t, {
    response: (response, index) => sendJson(response, 200, responses[Math.min(index, responses.length - 1)])
  })
  const uids: string[] = []
  const pages = readPages(Object({ signal: new AbortController().signal }), accounts, 9)
  const failure: unknown = await (async () => {
    for await (const page of pages) uids.push(...page.map(({ uid }) => uid))
  })().catch((err: unknown) => err)
  return { uids, failure, urls: requests.map(({ url }) => url) }
}

const page = (uid: string, nextPageToken?: string) => ({ users: [{ localId: uid }], nextPageToken })

t.test('account pages: the list follows the tokens to the end, over pages without accounts', async (t) => {
  const { uids, urls } = await listOver(t, [page('a', '1'), { nextPageToken: '2' }, page('b')])
  t.strictSame(uids, ['a', 'b'])
  const url = `${BASE}:batchGet?maxResults=9`
  t.strictSame(urls, [url, `${url}&nextPageToken=1`, `${url}&nextPageToken=2`])
})

t.test('account pages: a token that repeats is a failure, not a loop', async (t) => {
  const rows = [
    [page('a', '1'), page('b', '1')],
    [page('a', '1'), page('b', '2'), page('c', '1')]
  ]
  for (const responses of rows) {
    const { uids, failure, urls } = await listOver(t, responses)
    t.match(failure, { exitCode: 1, message: /listing accounts: .*a page that was returned before/ })
    t.equal(urls.length, responses.length)
    t.equal(uids.length, responses.length)
  }
})
