import t from 'tap'
import { createRuntime } from '../../src/operations/runtime.ts'
import { buildSession, type Session } from '../../src/session/session.ts'
import {
  createSessionLimit,
  createSessionList,
  describeDevice,
  maskAddress,
  readDevice
} from '../../src/session/session-list.ts'
import { createSessionState } from '../../src/session/session-state.ts'
import type { SharedState } from '../../src/shared-state/shared-state.ts'
import { createClock, NOW } from '../fixtures/clock.ts'

const ADA = { subject: 'ada', tenantId: null }
const BEGIN = {
  origin: 'https://app.example.com',
  application: null,
  browser: null,
  system: null,
  kind: null,
  address: null,
  isNewDevice: false
}

/** A session of ada that began so many seconds ago. */
function beginAgo(seconds: number, id = `session-${seconds}`): Session {
  const claims = {
    sub: 'ada',
    iat: NOW,
    exp: NOW + 3600,
    auth_time: NOW - seconds,
    aud: 'a',
    iss: 'i',
    firebase: {}
  }
  return buildSession('token', claims, { id, startedAtSeconds: NOW - seconds, activeAtSeconds: null })
}

/** Sessions that began 30, 20 and 10 seconds ago, and a limit. */
async function start(
  maxPerAccount: number,
  atMaxPerAccount: 'end-oldest' | 'refuse' = 'end-oldest',
  changes: Partial<SharedState> = {}
) {
  const clock = createClock()
  const runtime = createRuntime({ now: clock.now })
  const { revocations, ...state } = createSessionState(runtime)
  const shared = { ...state.shared, ...changes }
  const list = createSessionList(runtime, shared, revocations)
  for (const seconds of [20, 30, 10]) await list.add(beginAgo(seconds), BEGIN, NOW + 1000)
  const limit = createSessionLimit(
    { maxPerAccount, atMaxPerAccount },
    {
      list,
      revocation: {
        dated: (owner) => owner,
        endSession: (session) => revocations.endSession(session, NOW + 1000)
      },
      alone: shared.alone
    }
  )
  const listIds = async () => {
    const listing = await list.read(ADA)
    return listing.kind === 'listed' ? listing.sessions.map(({ id }) => id) : []
  }
  const add = (session: Session) => list.add(session, BEGIN, NOW + 1000)
  return { ...limit, clock, revocations, list, listIds, add }
}

t.test('session limit: the oldest sessions beyond it end, as replaced ones', async (t) => {
  const { makeRoom, listIds, revocations, add } = await start(2)
  await add(beginAgo(0))
  const surplus = await makeRoom(beginAgo(0), [])
  const found = surplus.map(({ id }) => id)
  t.same(found, ['session-30', 'session-20'])
  t.same(await listIds(), ['session-10', 'session-0'])
  t.equal(revocations.codeOf(beginAgo(30)), 'SESSION_REPLACED')
  t.equal(revocations.codeOf(beginAgo(10)), null)
})

t.test('session list: says of each session whether it is bound to its device', async (t) => {
  const { list } = await start(9)
  await list.recordBound(beginAgo(20), NOW + 1000)
  await list.recordBound({ ...beginAgo(30), tenantId: 'acme' }, NOW + 1000)
  await list.recordBound(beginAgo(10, 'of no session'), NOW + 1000)
  const listing = await list.read(ADA)
  t.same(listing.kind === 'listed' && listing.sessions.map(({ id, isBound }) => [id, isBound]), [
    ['session-30', false],
    ['session-20', true],
    ['session-10', false]
  ])
})

t.test('session limit: at the limit, or without one, no session ends or is refused', async (t) => {
  for (const maxPerAccount of [4, 0]) {
    const { makeRoom, reserve, listIds } = await start(maxPerAccount)
    t.same(await makeRoom(beginAgo(0), []), [])
    t.equal(await reserve(beginAgo(0), []), null)
    t.equal((await listIds()).length, 3)
  }
})

t.test('session limit: `refuse` begins no further session, until one ends', async (t) => {
  const { makeRoom, reserve, revocations, listIds } = await start(3, 'refuse')
  const next = beginAgo(0)
  t.match(await reserve(next, []), { code: 'TOO_MANY_SESSIONS', detail: '3 of 3 sessions' })
  t.match(await reserve(next, ['session-of-another-account']), { code: 'TOO_MANY_SESSIONS' })
  t.same(await makeRoom(next, []), [])
  t.equal((await listIds()).length, 3, 'none has ended')
  t.equal(await reserve({ ...next, tenantId: 'acme' }, []), null, 'another account')
  t.equal(await reserve(next, ['session-10']), null, 'in place of a session of the same browser')
  await revocations.endSession(beginAgo(30), NOW + 1000)
  await revocations.endSession(beginAgo(20), NOW + 1000)
  t.equal(await reserve(beginAgo(1), []), null)
})

t.test('session limit: sign-ins succeed while the sessions cannot be listed', async (t) => {
  const readList = async () => ({ kind: 'unavailable', detail: 'connection refused' }) as const
  const { reserve, makeRoom } = await start(1, 'refuse', { readList })
  t.equal(await reserve(beginAgo(0), []), null)
  t.same(await makeRoom(beginAgo(0), []), [])
})

t.test('session limit: only where sessions are refused, a slot is reserved and given back', async (t) => {
  for (const [maxPerAccount, atMaxPerAccount, expected] of [
    [0, 'refuse', 0],
    [9, 'end-oldest', 0],
    [9, 'refuse', 2]
  ] as const) {
    let written = -3
    const addToList = async () => void written++
    const { reserve, release } = await start(maxPerAccount, atMaxPerAccount, { addToList })
    await reserve(beginAgo(0), [])
    await release(beginAgo(0))
    t.equal(written, expected, `${maxPerAccount} ${atMaxPerAccount}`)
  }
})

t.test('session limit: a slot is reserved for 30 seconds, also against sign-ins at once', async (t) => {
  const { reserve, release, clock, listIds } = await start(5, 'refuse')
  const take = (id: string) => reserve(beginAgo(0, id), [])
  const taken = await Promise.all(['a', 'b', 'c', 'd'].map(take))
  t.equal(taken.filter((fault) => fault === null).length, 2)
  t.equal((await listIds()).length, 3, 'not listed for its owner')
  await release(beginAgo(0, 'a'))
  clock.advance(2)
  t.equal(await take('e'), null)
  t.match(await take('f'), { code: 'TOO_MANY_SESSIONS' })
  clock.advance(31)
  t.equal(await take('f'), null, 'those of processes that are gone are free')
})

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const MAC = '(Macintosh; Intel Mac OS X 10_15_7)'
const IPHONE = '(iPhone; CPU iPhone OS 18_1 like Mac OS X)'
/** What follows `Mozilla/5.0`, and what it is: browser, system, kind. */
const AGENTS: readonly [agent: string, device: string][] = [
  [`${MAC} ${CHROME}`, 'Chrome, macOS, computer'],
  [`${MAC} ${WEBKIT} Version/18.1 Safari/605.1.15`, 'Safari, macOS, computer'],
  [`(Windows NT 10.0; Win64; x64) ${CHROME} Edg/142.0.0.0`, 'Edge, Windows, computer'],
  ['(X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux, computer'],
  [`(X11; CrOS x86_64 14541.0.0) ${CHROME}`, 'Chrome, ChromeOS, computer'],
  [`${IPHONE} ${WEBKIT} Version/18.1 Mobile/15E148 Safari/604.1`, 'Safari, iOS, phone'],
  [`${IPHONE} ${WEBKIT} CriOS/142.0 Mobile/15E148 Safari/604.1`, 'Chrome, iOS, phone'],
  [`(iPad; CPU OS 18_1 like Mac OS X) ${WEBKIT} FxiOS/140.0 Mobile/15E148`, 'Firefox, iPadOS, tablet'],
  [
    `(Linux; Android 15; SM-S931B) ${CHROME.replace('Chrome/', 'SamsungBrowser/28.0 Chrome/')} Mobile`,
    'Samsung Internet, Android, phone'
  ],
  [`(Linux; Android 15; Pixel Tablet) ${CHROME}`, 'Chrome, Android, tablet']
]
const UNKNOWN = { browser: null, system: null, kind: null }

t.test('device: browser and system in words, never the text that the client sent', async (t) => {
  for (const [agent, device] of AGENTS)
    t.equal(Object.values(describeDevice(`Mozilla/5.0 ${agent}`)).join(', '), device, agent)
  for (const agent of ['curl/8.10.1', '', '<script>alert(1)</script>', undefined])
    t.same(describeDevice(agent), UNKNOWN, `${agent}`)
})

t.test('device: a user agent as long as all headers is read to its 512th character only', async (t) => {
  t.same(describeDevice(`${'a'.repeat(512)} Firefox/140.0`), UNKNOWN)
  t.equal(describeDevice(`${'a'.repeat(400)} Firefox/140.0`).browser, 'Firefox', 'control')
})

t.test('device: stored members that are not names of ours are unknown', async (t) => {
  const known = { browser: 'Firefox', system: 'Linux', kind: 'computer' }
  t.same(readDevice(known), known)
  t.same(readDevice({ browser: '<b>', system: 1, kind: 'toaster' }), UNKNOWN)
})

t.test('address: shown without the part that names one machine', async (t) => {
  const rows = [
    ['203.0.113.77', '203.0.113.…'],
    ['::ffff:203.0.113.77', '203.0.113.…'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:…'],
    ['2001:db8::1', '2001:db8:0:…'],
    ['::1', '0:0:0:…'],
    ['unix', null]
  ] as const
  for (const [address, shown] of rows) t.equal(maskAddress(address), shown, address)
})
