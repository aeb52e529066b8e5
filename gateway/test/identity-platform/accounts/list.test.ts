import fc from 'fast-check'
import t from 'tap'
import {
  BASE,
  FOR_NOW,
  page,
  readPages,
  startAccounts,
  startList,
  startRecorder,
  uidsOf
} from '../../fixtures/provider/account-calls.ts'
import { sendJson } from '../../fixtures/wire/recording-server.ts'

t.test('accounts: when the last page is full, list fetches one more page, which is empty', async (t) => {
  const { standIn, accounts } = await startAccounts(t)
  for (const uid of ['bob', 'carol', 'dave']) standIn.accounts.create({ uid })
  const pages = await readPages(accounts, { pageSize: 2 })
  t.strictSame(pages.map(uidsOf), [['alice', 'bob'], ['carol', 'dave'], []])
  t.match(pages.at(-1), { kind: 'page', nextPageToken: null })
})

t.test('accounts: list of an empty project returns one empty page', async (t) => {
  const { standIn, accounts } = await startAccounts(t)
  standIn.accounts.delete('alice')
  t.strictSame(await readPages(accounts), [{ kind: 'page', records: [], nextPageToken: null }])
})

t.test('accounts: list from a page token returns the accounts after it', async (t) => {
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

t.test(
  'accounts: list sends page size and token in the query and uses an access token of the right scope',
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

t.test('accounts: list fetches a page only after the previous one has been read', async (t) => {
  const { accounts, requests } = await startList(t, [
    page('a', '1'),
    page('b', '2'),
    page('c', '3'),
    page('d')
  ])
  const pages = accounts.list()
  t.equal(requests.length, 0, 'no page before the first read')
  await pages.next()
  t.equal(requests.length, 1)
  await pages.next()
  t.equal(requests.length, 2)
  await pages.return()
  t.strictSame(await pages.next(), { value: undefined, done: true })
  t.equal(requests.length, 2, 'no page after the reader stopped')
})

t.test(
  'accounts: list reads to the end when some pages have no users, or only users that it cannot parse',
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

t.test('accounts: list ends when the next page token is not a text', async (t) => {
  for (const token of ['', null, 7, ['1'], {}]) {
    const { accounts, requests } = await startList(t, [page('a', token), page('b')])
    t.strictSame((await readPages(accounts)).map(uidsOf), [['a']], JSON.stringify(token))
    t.equal(requests.length, 1)
  }
})

t.test('accounts: list fails when a page token repeats, instead of looping', async (t) => {
  const rows: readonly [
    name: string,
    responses: readonly object[],
    pages: number,
    pageToken: string | null
  ][] = [
    ['the same page again', [page('a', '1'), page('b', '1')], 2, null],
    ['a circle of two', [page('a', '1'), page('b', '2'), page('c', '1')], 3, null],
    ['back to where it began', [page('a', '2'), page('b', '1')], 2, '1']
  ]
  for (const [name, responses, count, pageToken] of rows) {
    const { accounts, requests } = await startList(t, responses)
    const pages = await readPages(accounts, { pageToken })
    t.equal(pages.length, count + 1, name)
    t.match(pages.pop(), FOR_NOW, name)
    t.ok(pages.every(({ kind }) => kind === 'page'))
    t.equal(requests.length, count, name)
  }
})

t.test('accounts: list that fails midway yields the earlier pages, then the failure', async (t) => {
  const { accounts, requests } = await startRecorder(t, {
    response: (response, index) => {
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

t.test('accounts: list yields every account once and in order, whatever the page size', async () => {
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
