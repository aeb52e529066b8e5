import { setImmediate } from 'node:timers/promises'
import t, { type Test } from 'tap'
import type { VerifyIdToken } from '../../src/identity-platform/tokens/id-token.ts'
import type { EventSink } from '../../src/operations/events.ts'
import { createRuntime } from '../../src/operations/runtime.ts'
import type { SessionState } from '../../src/session/cookie/cookie-value.ts'
import {
  createRefresher,
  createRefreshMemory,
  createRejections,
  decodeRefresh,
  encodeRefresh,
  type RefreshResult
} from '../../src/session/refresh.ts'
import type { AccountId } from '../../src/session/session.ts'
import { createMemoryState } from '../../src/shared-state/memory.ts'
import type { InjectedFault } from '../../stand-in/server/faults.ts'
import { SigningKeys } from '../../stand-in/tokens/signing-keys.ts'
import { NOW } from '../fixtures/clock.ts'
import { decodeClaims, type ProviderOptions, startProvider } from '../fixtures/provider/provider.ts'
import { pooledKey } from '../fixtures/provider/rsa-keys.ts'
import { holdRefreshes } from '../fixtures/provider/stand-in.ts'
import { openHeader } from '../fixtures/session/session-cookie.ts'
import { buildCookie } from '../fixtures/session/sessions.ts'

const cookie = buildCookie()
const ALICE: AccountId = { subject: 'alice', tenantId: null }
const BOB: AccountId = { subject: 'bob', tenantId: null }

interface RefreshOptions extends ProviderOptions {
  /** Wraps the platform's own. */
  wrapVerify?: (verify: VerifyIdToken) => VerifyIdToken
  report?: EventSink
}

async function startRefresher(t: Test, options: RefreshOptions = {}) {
  const provider = await startProvider(t, options)
  const { platform, standIn, clock } = provider
  const verifyIdToken = options.wrapVerify?.(platform.verifyIdToken) ?? platform.verifyIdToken
  const shared = createMemoryState(clock.now)
  /** Another process, whose own cache is empty. */
  const createProcess = () =>
    createRefresher(createRuntime({ now: clock.now, ...(options.report && { report: options.report }) }), {
      tokens: platform.tokens,
      verifyIdToken,
      cookie,
      recordsActivity: false,
      memory: createRefreshMemory(createRejections(), clock.now),
      shared
    })
  const refresh = createProcess()
  const signIn = async (uid = 'alice'): Promise<SessionState> => ({
    ...(await standIn.signIn(uid)),
    id: 'c2Vzc2lvbi1pZC1vZi0xNg',
    startedAtSeconds: clock.now(),
    activeAtSeconds: null
  })
  return { ...provider, refresh, createProcess, signIn }
}

const openResult = (result: RefreshResult) =>
  result.kind === 'refreshed' ? openHeader(cookie, `gatehouse=${result.cookieValue}`).state : undefined

/** The response of the refresh call that issues this id token. */
const granting = (idToken: string): InjectedFault => ({
  kind: 'body',
  status: 200,
  body: JSON.stringify({ id_token: idToken, refresh_token: 'AMf-new', expires_in: '3600' })
})

const error = (status: number, message: string): InjectedFault => ({ kind: 'error', status, message })

t.test('refresh: two sessions at once make one call each and get separate results', async (t) => {
  const { refresh, signIn, standIn, clock } = await startRefresher(t)
  const [alice, bob] = [await signIn('alice'), await signIn('bob')]
  clock.advance(4000)
  const results = await Promise.all([refresh(alice, ALICE), refresh(bob, BOB), refresh(alice, ALICE)])
  t.match(results, [
    { session: { subject: 'alice' } },
    { session: { subject: 'bob' } },
    { session: { subject: 'alice' } }
  ])
  t.equal(standIn.calls.refresh, 2)
})

t.test('refresh: a late request with the old cookie uses the cached result for 60 s', async (t) => {
  const { refresh, signIn, clock, standIn } = await startRefresher(t)
  const state = await signIn()
  clock.advance(4000)
  const first = await refresh(state, ALICE)
  for (const seconds of [0, 1, 29, 30]) {
    clock.advance(seconds)
    t.strictSame(await refresh(state, ALICE), first)
  }
  t.equal(standIn.calls.refresh, 1)
  clock.advance(1)
  const second = await refresh(state, ALICE)
  t.equal(standIn.calls.refresh, 2)
  t.equal(second.kind, 'refreshed')
  t.strictNotSame(second, first)
})

t.test('refresh: a request at any moment during a refresh joins it or uses its result', async (t) => {
  let afterResponse = () => {}
  const { refresh, signIn, standIn } = await startRefresher(t, {
    wrapVerify: (verify) => async (token) => {
      const verified = await verify(token)
      afterResponse()
      return verified
    }
  })
  // A second request whose own check ends this many microtask turns after the response of the provider.
  for (let turns = 0; turns <= 12; turns++) {
    const state = await signIn()
    standIn.calls.reset()
    const late = new Promise<RefreshResult>((resolve, reject) => {
      afterResponse = () => {
        afterResponse = () => {}
        const step = (left: number): void => {
          if (left === 0) refresh(state, ALICE).then(resolve, reject)
          else queueMicrotask(() => step(left - 1))
        }
        step(turns)
      }
    })
    const results = await Promise.all([refresh(state, ALICE), late])
    t.ok(results.every(({ kind }) => kind === 'refreshed'))
    t.equal(standIn.calls.refresh, 1, `${turns} turns later`)
  }
})

t.test('refresh: a cached id token that has expired meanwhile is refreshed again', async (t) => {
  const { refresh, signIn, clock, standIn } = await startRefresher(t, { standIn: { idTokenTtlSeconds: 20 } })
  const state = await signIn()
  clock.advance(30)
  await refresh(state, ALICE)
  clock.advance(19)
  await refresh(state, ALICE)
  t.equal(standIn.calls.refresh, 1)
  clock.advance(1)
  t.match(await refresh(state, ALICE), { kind: 'refreshed', session: { claims: { iat: clock.now() } } })
  t.equal(standIn.calls.refresh, 2)
})

t.test('refresh: an unusable new token gives unavailable and why, the session stays valid', async (t) => {
  const { refresh, signIn, standIn, clock } = await startRefresher(t)
  const strangers = await SigningKeys.create(() => NOW, pooledKey)
  const good = await standIn.issueIdToken('alice')
  const header = JSON.parse(Buffer.from(good.split('.')[0] ?? '', 'base64url').toString())
  const unsigned = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${good.split('.')[1]}.`
  const issue = (claims: Record<string, unknown>) => standIn.issueIdToken('alice', { claims })
  const rows: readonly [string, string, why: RegExp][] = [
    ['another subject', await standIn.issueIdToken('bob'), /another subject or tenant/],
    ['another signature', strangers.sign(decodeClaims(good), header), /INVALID_TOKEN_SIGNATURE: /],
    ['expired', await standIn.issueIdToken('alice', { ttlSeconds: -1 }), /is expired/],
    ['another project', await issue({ aud: 'other' }), /INVALID_ARGUMENT: /],
    ['a tenant', await issue({ firebase: { tenant: 'acme' } }), /INVALID_ARGUMENT: /],
    ['an unknown key', strangers.sign(decodeClaims(good)), /is unknown-key/],
    ['unsigned', unsigned, /INVALID_ARGUMENT: /],
    ['no token', 'no.token.atall', /INVALID_ARGUMENT: /]
  ]
  const state = await signIn()
  for (const [name, idToken, why] of rows) {
    standIn.faults.refresh = granting(idToken)
    const result = await refresh(state, ALICE)
    t.match(result, { kind: 'unavailable', failure: { kind: 'temporary', detail: why } }, name)
    t.notMatch(JSON.stringify(result), idToken.slice(0, 40), `${name}: not in the result`)
  }
  standIn.faults.refresh = granting(good)
  t.equal(openResult(await refresh(state, ALICE))?.refreshToken, 'AMf-new', 'a valid one')
  clock.advance(61)
  t.equal((await refresh(state, BOB)).kind, 'unavailable', 'the session is of another subject')
})

t.test('refresh: certificates cannot be fetched, unavailable', async (t) => {
  const { refresh, signIn, standIn } = await startRefresher(t)
  const state = await signIn()
  standIn.faults.certificates = { kind: 'reset' }
  t.equal((await refresh(state, ALICE)).kind, 'unavailable')
  standIn.faults.reset()
  t.equal((await refresh(state, ALICE)).kind, 'refreshed')
})

t.test('refresh: permanently refused, ended with its code and cached for a minute', async (t) => {
  const rows: readonly [message: string, code: string][] = [
    ['TOKEN_EXPIRED', 'TOKEN_REVOKED'],
    ['USER_DISABLED', 'USER_DISABLED'],
    ['USER_NOT_FOUND', 'USER_NOT_FOUND'],
    ['INVALID_REFRESH_TOKEN', 'INVALID_CREDENTIALS'],
    ['MISSING_REFRESH_TOKEN', 'MISSING_REFRESH_TOKEN']
  ]
  const { refresh, signIn, standIn, clock } = await startRefresher(t)
  for (const [message, code] of rows) {
    const state = await signIn()
    standIn.faults.refresh = error(400, message)
    standIn.calls.reset()
    const asked = await Promise.all(Array.from({ length: 20 }, () => refresh(state, ALICE)))
    for (const result of asked) t.strictSame(result, { kind: 'ended', code }, message)
    clock.advance(60)
    t.strictSame(await refresh(state, ALICE), { kind: 'ended', code })
    t.equal(standIn.calls.refresh, 1, message)
    standIn.faults.reset()
    clock.advance(1)
    t.equal((await refresh(state, ALICE)).kind, 'refreshed', `${message}: a minute later`)
    t.equal(standIn.calls.refresh, 2)
  }
})

t.test('refresh: provider errors are unavailable and not cached, the next attempt works', async (t) => {
  const rows: readonly [InjectedFault, string][] = [
    [error(400, 'QUOTA_EXCEEDED'), 'temporary'],
    [{ kind: 'html', status: 200 }, 'temporary'],
    [{ kind: 'body', status: 200, body: '{}' }, 'temporary'],
    [{ kind: 'reset' }, 'temporary'],
    [error(400, 'API key not valid. Please pass a valid API key.'), 'configuration'],
    [error(403, 'Requests from referer <empty> are blocked.'), 'configuration']
  ]
  const { refresh, signIn, standIn } = await startRefresher(t)
  for (const [chosen, kind] of rows) {
    const state = await signIn()
    standIn.faults.refresh = chosen
    const expected = { kind: 'unavailable', failure: { kind, code: 'PROVIDER_UNAVAILABLE' } }
    t.match(await refresh(state, ALICE), expected, JSON.stringify(chosen))
    standIn.faults.reset()
    t.equal((await refresh(state, ALICE)).kind, 'refreshed', `${JSON.stringify(chosen)}: afterwards`)
  }
})

t.test('refresh: forced bypasses the cached result and caches its own', async (t) => {
  const { refresh, signIn, standIn } = await startRefresher(t)
  const state = await signIn()
  await refresh(state, ALICE)
  standIn.accounts.setClaims('alice', { role: 'editor' })
  t.notMatch(await refresh(state, ALICE), { session: { claims: { role: 'editor' } } })
  t.equal(standIn.calls.refresh, 1)
  t.match(await refresh(state, ALICE, { force: true }), { session: { claims: { role: 'editor' } } })
  t.equal(standIn.calls.refresh, 2)
  t.match(await refresh(state, ALICE), { session: { claims: { role: 'editor' } } })
  t.equal(standIn.calls.refresh, 2)
})

t.test('refresh: forced joins other forced refreshes but no plain one', async (t) => {
  const { refresh, signIn, standIn } = await startRefresher(t)
  const state = await signIn()
  const { release } = holdRefreshes(standIn)
  const plain = [refresh(state, ALICE), refresh(state, ALICE)]
  const forced = Array.from({ length: 10 }, () => refresh(state, ALICE, { force: true }))
  release()
  const results = await Promise.all([...plain, ...forced])
  t.ok(results.every(({ kind }) => kind === 'refreshed'))
  t.equal(standIn.calls.refresh, 2)
})

t.test('refresh: new claims too large for cookies, ended with a code after a single call', async (t) => {
  const { refresh, signIn, standIn } = await startRefresher(t)
  const state = await signIn()
  standIn.faults.refresh = {
    kind: 'body',
    status: 200,
    body: JSON.stringify({
      id_token: await standIn.issueIdToken('alice', { claims: { filler: 'x'.repeat(8000) } }),
      refresh_token: 'r'.repeat(8000)
    })
  }
  const calls = standIn.calls.refresh
  for (let round = 0; round < 3; round++) {
    t.match(await refresh(state, ALICE), { kind: 'ended', code: 'SESSION_TOO_LARGE' })
  }
  t.equal(standIn.calls.refresh - calls, 1)
  standIn.faults.reset()
  t.equal((await refresh(state, ALICE, { force: true })).kind, 'refreshed')
})

const AWAY: InjectedFault = { kind: 'html', status: 503 }

t.test('refresh: a refusal counts in an outage, unless a refresh was granted since', async (t) => {
  for (const isGranted of [true, false]) {
    const { refresh, signIn, standIn, clock } = await startRefresher(t)
    const state = await signIn()
    standIn.accounts.disable('alice')
    t.strictSame(await refresh(state, ALICE), { kind: 'ended', code: 'USER_DISABLED' })
    standIn.accounts.update('alice', { disabled: false })
    clock.advance(61)
    if (isGranted) t.equal((await refresh(state, ALICE)).kind, 'refreshed')
    clock.advance(61)
    standIn.faults.refresh = AWAY
    t.equal((await refresh(state, ALICE)).kind, isGranted ? 'unavailable' : 'ended')
  }
})

t.test('refresh: with a valid account since, only a refusal about the account is outdated', async (t) => {
  const rows: readonly [message: string, code: string, isOutdated: boolean][] = [
    ['USER_DISABLED', 'USER_DISABLED', true],
    ['USER_NOT_FOUND', 'USER_NOT_FOUND', true],
    ['TOKEN_EXPIRED', 'TOKEN_REVOKED', false],
    ['INVALID_REFRESH_TOKEN', 'INVALID_CREDENTIALS', false]
  ]
  for (const [message, code, isOutdated] of rows) {
    const { refresh, signIn, standIn, clock } = await startRefresher(t)
    const state = await signIn()
    clock.advance(100)
    standIn.faults.refresh = error(400, message)
    await refresh(state, ALICE)
    const refusedAt = clock.now()
    standIn.faults.refresh = AWAY
    for (const seconds of [1, 60]) {
      clock.advance(seconds)
      const kindAfter = async (lastConfirmedAtSeconds: number) =>
        (await refresh(state, ALICE, { lastConfirmedAtSeconds })).kind
      t.equal(await kindAfter(refusedAt - 1), 'ended', `${code}: valid before`)
      t.equal(await kindAfter(refusedAt), isOutdated ? 'unavailable' : 'ended', `${code}: valid since`)
    }
  }
})

t.test('refresh: a forced result is not replaced by a plain one that started earlier', async (t) => {
  const { refresh, signIn, standIn } = await startRefresher(t)
  const state = await signIn()
  const { release } = holdRefreshes(standIn)
  const plain = refresh(state, ALICE)
  while (standIn.calls.refresh === 0) await setImmediate()
  standIn.faults.refresh = error(400, 'USER_DISABLED')
  const ended = { kind: 'ended', code: 'USER_DISABLED' }
  t.strictSame(await refresh(state, ALICE, { force: true }), ended)
  release()
  t.equal((await plain).kind, 'refreshed')
  t.strictSame(await refresh(state, ALICE), ended)
})

t.test('refresh: 200 requests at 4 processes make one call and one new cookie', async (t) => {
  const { createProcess, signIn, clock, standIn } = await startRefresher(t)
  const processes = Array.from({ length: 4 }, createProcess)
  const state = await signIn()
  clock.advance(4000)
  const requests = processes.flatMap((refresh) => Array.from({ length: 50 }, () => refresh(state, ALICE)))
  const results = await Promise.all(requests)
  t.equal(standIn.calls.refresh, 1)
  t.equal(new Set(results.map((result) => result.kind === 'refreshed' && result.cookieValue)).size, 1)
  t.match(await createProcess()(state, ALICE), { kind: 'refreshed' }, 'a moment later')
  t.equal(standIn.calls.refresh, 1)
  clock.advance(61)
  await createProcess()(state, ALICE)
  t.equal(standIn.calls.refresh, 2, 'after a minute')
})

t.test('refresh: a refusal is shared with other processes unless a later sign-in disproves it', async (t) => {
  const { createProcess, signIn, clock, standIn } = await startRefresher(t)
  const [here, there] = [createProcess(), createProcess()]
  const state = await signIn()
  standIn.accounts.disable('alice')
  t.match(await here(state, ALICE), { kind: 'ended', code: 'USER_DISABLED' })
  t.match(await there(state, ALICE), { kind: 'ended', code: 'USER_DISABLED' })
  t.equal(standIn.calls.refresh, 1)
  await createProcess()(state, ALICE, { lastConfirmedAtSeconds: clock.now() + 1 })
  t.equal(standIn.calls.refresh, 2)
})

t.test('refresh: each one is reported by how it got its result', async (t) => {
  const results: string[] = []
  const report: EventSink = (event) => event.kind === 'session.refresh' && results.push(event.result)
  const { createProcess, signIn, clock } = await startRefresher(t, { report })
  const [here, there] = [createProcess(), createProcess()]
  const state = await signIn()
  clock.advance(4000)
  await Promise.all([here(state, ALICE), here(state, ALICE)])
  t.same(results.splice(0), ['joined', 'refreshed'])
  await here(state, ALICE)
  await there(state, ALICE)
  t.same(results, ['remembered', 'remembered'], 'here, and by another process')
})

const ID = 'c2Vzc2lvbi1pZC1vZi0xNg'

/** A refresh of a session of alice, as another process writes it. */
async function startShared(t: Test) {
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
  const { text, before, idToken, read, write } = await startShared(t)
  const dated = await read(text, before, ALICE)
  t.match(dated, {
    askedAtSeconds: NOW,
    result: { kind: 'refreshed', session: { ...ALICE, id: ID, idToken, startedAtSeconds: NOW } }
  })
  t.equal(dated && write(dated), text, 'written as it was read')
})

t.test('shared refresh: a cookie that is not valid for this session is ignored', async (t) => {
  const { standIn, clock, cookie, before, idToken, textOf, text, read } = await startShared(t)
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
  const { before, read, write } = await startShared(t)
  const refusal = { result: { kind: 'ended', code: 'TOKEN_REVOKED' } as const, askedAtSeconds: NOW }
  t.same(await read(write(refusal) ?? '', before, ALICE), refusal)
  const texts = [
    ...['', 'null', '[]', '{', '"x"', '{"code":"TOKEN_REVOKED"}'],
    `{"askedAtSeconds":${NOW}}`,
    `{"askedAtSeconds":${NOW},"code":"NO_SUCH_CODE"}`,
    `{"askedAtSeconds":${NOW},"code":"toString"}`,
    `{"askedAtSeconds":"${NOW}","code":"TOKEN_REVOKED"}`,
    `{"askedAtSeconds":${NOW},"cookie":7}`
  ]
  for (const text of texts) t.equal(await read(text, before, ALICE), null, text)
})

t.test('refresh: forced ignores earlier results of other processes', async (t) => {
  const { createProcess, signIn, standIn } = await startRefresher(t)
  const state = await signIn()
  await createProcess()(state, ALICE)
  for (const _time of [1, 2]) await createProcess()(state, ALICE, { force: true })
  t.equal(standIn.calls.refresh, 3)
})
