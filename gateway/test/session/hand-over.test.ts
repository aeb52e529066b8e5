import t from 'tap'
import { listWarnings } from '../../src/config/checks/checks.ts'
import { cookieNamesOf, createHandOverTest, handsOver } from '../../src/session/cookie/names.ts'
import { createCompletedHandOvers } from '../../src/session/hand-over.ts'
import { createClock } from '../fixtures/clock.ts'
import { testConfig } from '../fixtures/gateway.ts'

const upstream = { url: 'http://127.0.0.1:9' }
const applications = [
  { name: 'home', upstream },
  { name: 'sibling', host: 'sibling.example.com', upstream },
  { name: 'wiki', host: 'wiki.example.org', upstream },
  { name: 'shops', host: '*.shop.example.net', upstream }
]
const build = (changes: Record<string, unknown> = {}) =>
  testConfig({ publicUrl: 'https://app.example.com', applications, ...changes })

t.test('hand-over: which hosts have a separate session cookie', async (t) => {
  const rows = [
    ['app.example.com', false, false],
    ['APP.example.com.', false, false],
    ['sibling.example.com', true, false],
    ['wiki.example.org', true, true],
    ['a.shop.example.net', true, true],
    ['a.b.shop.example.net', false, false],
    ['notexample.com', false, false],
    ['elsewhere.example.org', false, false]
  ] as const
  const [alone, shared] = [build(), build({ 'cookie.domain': 'example.com' })].map(createHandOverTest)
  for (const [host, isAlone, isShared] of rows) {
    t.equal(alone?.(host), isAlone, host)
    t.equal(shared?.(host), isShared, `${host}, with a domain`)
  }
  const siblings = { applications: applications.slice(0, 2), 'cookie.domain': 'example.com' }
  t.equal(handsOver(build(siblings)), false)
  t.equal(handsOver(build()), true, 'control')
})

t.test('hand-over: names of the two cookies', async (t) => {
  const rows = [
    [{}, '__Host-gatehouse', '__Host-gatehouse'],
    [{ 'cookie.domain': 'example.com' }, '__Secure-gatehouse', '__Host-gatehouse'],
    [{ 'cookie.domain': 'example.com', 'cookie.name': '__Secure-team' }, '__Secure-team', '__Host-team'],
    [
      { publicUrl: 'http://app.localhost:8080', applications: applications.slice(0, 1) },
      'gatehouse',
      'gatehouse'
    ]
  ] as const
  for (const [changes, shared, own] of rows) t.same(cookieNamesOf(build(changes)), { shared, own })
})

t.test('hand-over: strict cookies, and http beyond this machine, are refused', async (t) => {
  const local = {
    publicUrl: 'http://app.localhost:8080',
    applications: [{ name: 'wiki', host: 'wiki.localhost', upstream }]
  }
  t.throws(() => build({ 'cookie.sameSite': 'strict' }), /cookie\.sameSite/)
  t.throws(() => build({ publicUrl: 'http://app.example.com' }), /applications are on other hosts/)
  t.doesNotThrow(() => build({ 'cookie.sameSite': 'lax' }), 'control')
  t.doesNotThrow(() => build(local), 'control')
  t.doesNotThrow(() => build({ 'cookie.sameSite': 'strict', applications: applications.slice(0, 1) }), 'fine')
})

t.test('hand-over: a host of another proxy that the cookie does not reach causes a warning', async (t) => {
  const asked = { 'forwardAuth.enabled': true, trustedProxies: ['127.0.0.1/32'] }
  const warnedOf = (changes: Record<string, unknown>) =>
    listWarnings(build({ ...asked, ...changes })).filter((line) => line.includes('/_auth/arrive'))
  const far = [
    applications[0],
    { name: 'far', host: '*.far.example.org' },
    { name: 'wiki', host: 'w.example.com' }
  ]
  const [first = '', second = '', ...others] = warnedOf({ applications: far })
  t.match(first, /^applications\[1\]\.host: .*\*\.far\.example\.org.*route its `\/_auth\/`.*cookie\.domain/)
  t.match(second, /^applications\[2\]\.host: /)
  t.same(others, [])
  t.equal(warnedOf({ applications: far, 'cookie.domain': 'example.com' }).length, 1, 'below the domain')
  t.same(warnedOf({}), [], 'control: the gateway proxies them')
})

const CACHED = 100

t.test('hand-over: more attempts than are cached, none of them is accepted twice', async (t) => {
  const clock = createClock(1000)
  const handedOver = createCompletedHandOvers(clock.now, CACHED)
  const states = Array.from({ length: 3 * CACHED }, (_, n) => `state ${n}`)
  const at = clock.now() + 60
  for (const state of states) handedOver.set(state, at)
  t.notOk(states.some((state) => !handedOver.has(state, at)))
})

t.test('hand-over: more attempts than are cached, sessions encrypted later are accepted', async (t) => {
  const clock = createClock(1000)
  const handedOver = createCompletedHandOvers(clock.now, CACHED)
  const early = clock.now() + 60
  for (let n = 0; n < CACHED; n++) handedOver.set(`state ${n}`, clock.now() + 60)
  t.notOk(handedOver.has('early', early), 'none has been dropped')
  clock.advance(1)
  const later = clock.now() + 60
  for (let n = 0; n < CACHED; n++) handedOver.set(`later ${n}`, later)
  t.ok(handedOver.has('early', early), 'twin: as old as one that was dropped')
  t.notOk(handedOver.has('new', later))
  t.ok(handedOver.has('later 0', later))
})

t.test('hand-over: an attempt that is released is accepted once more', async (t) => {
  const clock = createClock(1000)
  const handedOver = createCompletedHandOvers(clock.now, CACHED)
  handedOver.set('state', 1060)
  handedOver.delete('state')
  t.notOk(handedOver.has('state', 1060))
})
