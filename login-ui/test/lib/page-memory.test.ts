import t from 'tap'
import { isRedirectPending } from '../../src/lib/pending-redirect.ts'
import { createBounces } from '../../src/lib/redirect-loop.ts'
import { noteRedirect, takeRedirect } from '../../src/lib/redirecting.ts'
import { createTabStorage } from '../../src/lib/tab-storage.ts'
import { memoryStorage } from '../fixtures/flows.ts'

const KEY = 'gatehouse:bounces'

function bouncesIn(content: Record<string, string> = {}) {
  const storage = memoryStorage(content)
  return { storage, bounces: createBounces(createTabStorage(() => storage)) }
}

t.test('tab storage: JSON, comes back as it went', async (t) => {
  const storage = createTabStorage(() => memory)
  const memory = memoryStorage()
  storage.write('a', { b: [1] })
  t.same(storage.read('a'), { b: [1] })
  t.same(storage.keys(), ['a'])
  storage.remove('a')
  t.equal(storage.read('a'), null)
})

t.test('tab storage: not JSON, is absent', async (t) => {
  t.equal(createTabStorage(() => memoryStorage({ a: '{' })).read('a'), null)
})

t.test('tab storage: forbidden, is empty and never throws', async (t) => {
  const storage = createTabStorage(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  storage.write('a', 1)
  storage.remove('a')
  t.equal(storage.read('a'), null)
  t.same(storage.keys(), [])
})

t.test('bounces: back within 30 s three times, is a loop', async (t) => {
  const { bounces } = bouncesIn()
  for (let at = 0; at < 3; at++) {
    t.notOk(bounces.isLoop())
    bounces.leave(at * 60_000 + 1)
    bounces.arrive(at * 60_000 + 30_001, false)
  }
  t.ok(bounces.isLoop())
})

t.test('bounces: back after more than 30 s, counts nothing and begins anew', async (t) => {
  const { bounces, storage } = bouncesIn({ [KEY]: '{"count":2,"sinceMs":1}' })
  bounces.arrive(30_002, false)
  t.equal(storage.getItem(KEY), null)
})

for (const [back, afterMs, sinceSignOut, isBack] of [
  ['after 30 s', 30_000, false, true],
  ['after more than 30 s', 30_001, false, false],
  ['signed out just now', 1, true, false]
] as const) {
  t.test(`bounces: ${back}, ${isBack ? 'is' : 'is not'} led back, and a reload is not`, async (t) => {
    const { bounces } = bouncesIn()
    t.equal(bounces.arrive(0, false), false, 'nobody has left')
    bounces.leave(1000)
    t.equal(bounces.arrive(1000 + afterMs, sinceSignOut), isBack)
    t.equal(bounces.arrive(1000 + afterMs, sinceSignOut), false)
  })
}

t.test('bounces: page loaded again, counts once', async (t) => {
  const { bounces, storage } = bouncesIn({ [KEY]: '{"count":1,"sinceMs":1000}' })
  bounces.arrive(2000, false)
  bounces.arrive(3000, false)
  t.equal(storage.getItem(KEY), '{"count":2,"sinceMs":0}')
})

t.test('bounces: signed out just now, is no wonder', async (t) => {
  const { bounces, storage } = bouncesIn({ [KEY]: '{"count":2,"sinceMs":1000}' })
  bounces.arrive(2000, true)
  t.equal(storage.getItem(KEY), null)
})

for (const value of ['7', 'null', '{"count":"9","sinceMs":1}', '{']) {
  t.test(`bounces: ${value} in the store, counts as nothing`, async (t) => {
    const { bounces } = bouncesIn({ [KEY]: value })
    t.notOk(bounces.isLoop())
    bounces.arrive(1, false)
    t.notOk(bounces.isLoop())
  })
}

t.test('redirect note: taken, is gone', async (t) => {
  const storage = createTabStorage(() => memory)
  const memory = memoryStorage()
  noteRedirect(storage, { provider: 'google.com', tenantId: 'a' }, 1000)
  t.same(takeRedirect(storage, 601_000), { provider: 'google.com', tenantId: 'a' })
  t.equal(takeRedirect(storage, 601_000), null)
})

t.test('redirect note: older than ten minutes, is none', async (t) => {
  const storage = createTabStorage(() => memory)
  const memory = memoryStorage()
  noteRedirect(storage, { provider: 'google.com', tenantId: null }, 1000)
  t.equal(takeRedirect(storage, 601_001), null)
})

t.test('redirect pending: the key of the SDK, is recognised and no other', async (t) => {
  const has = (key: string) => isRedirectPending(createTabStorage(() => memoryStorage({ [key]: '"true"' })))
  t.ok(has('firebase:pendingRedirect:key:[DEFAULT]'))
  t.notOk(has('firebase:authUser:key:[DEFAULT]'))
  t.notOk(has('x-firebase:pendingRedirect:key'))
})
