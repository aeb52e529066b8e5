import t, { type Test } from 'tap'
import type { SessionState } from '../../src/session/cookie/cookie-value.ts'
import { decodeRefresh, encodeRefresh } from '../../src/session/refresh.ts'
import type { AccountId } from '../../src/session/session.ts'
import { NOW } from '../fixtures/clock.ts'
import { startProvider } from '../fixtures/provider/provider.ts'
import { buildCookie } from '../fixtures/session/sessions.ts'

const ALICE = { subject: 'alice', tenantId: null }
const ID = 'c2Vzc2lvbi1pZC1vZi0xNg'

/** A refresh of a session of alice, as another process writes it. */
async function start(t: Test) {
  const { platform, standIn, clock } = await startProvider(t)
  const cookie = buildCookie()
  const { verifyIdToken } = platform
  const read = (text: string, state: SessionState, owner: AccountId) =>
    decodeRefresh(text, { state, owner }, { cookie, verifyIdToken })
  const before = { ...(await standIn.signIn('alice')), id: ID, startedAtSeconds: NOW, activeAtSeconds: null }
  clock.advance(4000)
  const { idToken } = await standIn.signIn('alice')
  const textOf = (value: string) => JSON.stringify({ askedAtSeconds: NOW, cookie: value })
  const text = textOf(cookie.encrypt({ ...before, idToken }))
  return { standIn, clock, cookie, verifyIdToken, before, idToken, textOf, text, read, write: encodeRefresh }
}

t.test('shared refresh: the new cookie of the session is read as a response of the provider', async (t) => {
  const { text, before, idToken, read, write } = await start(t)
  const dated = await read(text, before, ALICE)
  t.match(dated, {
    askedAtSeconds: NOW,
    result: { kind: 'refreshed', session: { ...ALICE, id: ID, idToken, startedAtSeconds: NOW } }
  })
  t.equal(dated && write(dated), text, 'written as it was read')
})

t.test('shared refresh: a cookie that is not valid for this session is ignored', async (t) => {
  const { standIn, clock, cookie, before, idToken, textOf, text, read } = await start(t)
  standIn.accounts.create({ uid: 'bob' })
  const foreign = buildCookie({ origin: 'http://elsewhere.test' })
  const encrypted = (changes: Partial<typeof before & { endsWithBrowser: true }>) =>
    textOf(cookie.encrypt({ ...before, idToken, ...changes }))
  const rows: [string, string][] = [
    ['for another origin', textOf(foreign.encrypt({ ...before, idToken }))],
    ['of another account', encrypted({ idToken: (await standIn.signIn('bob')).idToken })],
    ['of another session', encrypted({ id: 'YW5vdGhlci1zZXNzaW9uLQ' })],
    ['begun at another time', encrypted({ startedAtSeconds: NOW + 1 })],
    ['with another lifetime', encrypted({ endsWithBrowser: true })],
    ['with an expired token', encrypted({ idToken: before.idToken })],
    ['altered', text.replace(/.{3}"}$/, 'abc"}')],
    ['no cookie', textOf('x')]
  ]
  for (const [name, row] of rows) t.equal(await read(row, before, ALICE), null, name)
  t.ok(await read(text, before, ALICE), 'control')
  t.equal(await read(text, before, { ...ALICE, tenantId: 'acme' }), null, 'requested for another tenant')
  clock.advance(3600)
  t.equal(await read(text, before, ALICE), null, 'later')
})

t.test('shared refresh: a refusal is read with its code, anything else is ignored', async (t) => {
  const { before, read, write } = await start(t)
  const refusal = { result: { kind: 'ended', code: 'TOKEN_REVOKED' } as const, askedAtSeconds: NOW }
  t.same(await read(write(refusal) ?? '', before, ALICE), refusal)
  const texts = [
    '',
    'null',
    '[]',
    '{',
    '"x"',
    '{"code":"TOKEN_REVOKED"}',
    `{"askedAtSeconds":${NOW}}`,
    `{"askedAtSeconds":${NOW},"code":"NO_SUCH_CODE"}`,
    `{"askedAtSeconds":${NOW},"code":"toString"}`,
    `{"askedAtSeconds":"${NOW}","code":"TOKEN_REVOKED"}`,
    `{"askedAtSeconds":${NOW},"cookie":7}`
  ]
  for (const text of texts) t.equal(await read(text, before, ALICE), null, text)
})
