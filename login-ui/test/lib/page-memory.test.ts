import t from 'tap'
import { isRedirectPending } from '../../src/auth/pending-redirect.ts'
import { noteRedirect, takeRedirect } from '../../src/flows/sign-in/federated.ts'
import { createRedirectCounter } from '../../src/lib/redirect-loop.ts'
import { createTabStorage } from '../../src/lib/tab-storage.ts'
import { memoryStorage } from '../fixtures/flows.ts'

const KEY = 'gatehouse:redirects'

function redirectsIn(content: Record<string, string> = {}) {
  const storage = memoryStorage(content)
  return { storage, redirects: createRedirectCounter(createTabStorage(() => storage)) }
}

t.test('tab storage: JSON is read back unchanged', async (t) => {
  const storage = createTabStorage(() => memory)
  const memory = memoryStorage()
  storage.write('a', { b: [1] })
  t.same(storage.read('a'), { b: [1] })
  t.same(storage.keys(), ['a'])
  t.equal(storage.isAllowed(), true)
  storage.remove('a')
  t.equal(storage.read('a'), null)
})

t.test('tab storage: an entry that is not JSON is absent', async (t) => {
  t.equal(createTabStorage(() => memoryStorage({ a: '{' })).read('a'), null)
})

t.test('tab storage: forbidden storage is empty and never throws', async (t) => {
  const storage = createTabStorage(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  storage.write('a', 1)
  storage.remove('a')
  t.equal(storage.read('a'), null)
  t.same(storage.keys(), [])
  t.equal(storage.isAllowed(), false)
})

t.test('redirect loop: three returns within 30 s are a loop', async (t) => {
  const { redirects } = redirectsIn()
  for (let at = 0; at < 3; at++) {
    t.notOk(redirects.isLoop())
    redirects.noteLeaving(at * 60_000 + 1)
    redirects.noteArrival(at * 60_000 + 30_001, false)
  }
  t.ok(redirects.isLoop())
})

t.test('redirect loop: a return after more than 30 s resets the count', async (t) => {
  const { redirects, storage } = redirectsIn({ [KEY]: '{"count":2,"sinceMs":1}' })
  redirects.noteArrival(30_002, false)
  t.equal(storage.getItem(KEY), null)
})

for (const [back, afterMs, sinceSignOut, isBack] of [
  ['after 30 s', 30_000, false, true],
  ['after more than 30 s', 30_001, false, false],
  ['signed out just now', 1, true, false]
] as const) {
  t.test(`redirect loop: ${back} ${isBack ? 'is' : 'is not'} a return, and a reload is not`, async (t) => {
    const { redirects } = redirectsIn()
    t.equal(redirects.noteArrival(0, false), false, 'no departure yet')
    redirects.noteLeaving(1000)
    t.equal(redirects.noteArrival(1000 + afterMs, sinceSignOut), isBack)
    t.equal(redirects.noteArrival(1000 + afterMs, sinceSignOut), false)
  })
}

t.test('redirect loop: a reload counts once', async (t) => {
  const { redirects, storage } = redirectsIn({ [KEY]: '{"count":1,"sinceMs":1000}' })
  redirects.noteArrival(2000, false)
  redirects.noteArrival(3000, false)
  t.equal(storage.getItem(KEY), '{"count":2,"sinceMs":0}')
})

t.test('redirect loop: after a sign-out, nothing is counted', async (t) => {
  const { redirects, storage } = redirectsIn({ [KEY]: '{"count":2,"sinceMs":1000}' })
  redirects.noteArrival(2000, true)
  t.equal(storage.getItem(KEY), null)
})

for (const value of ['7', 'null', '{"count":"9","sinceMs":1}', '{']) {
  t.test(`redirects: ${value} in the store counts as nothing`, async (t) => {
    const { redirects } = redirectsIn({ [KEY]: value })
    t.notOk(redirects.isLoop())
    redirects.noteArrival(1, false)
    t.notOk(redirects.isLoop())
  })
}

t.test('redirect note: is removed when it is taken', async (t) => {
  const storage = createTabStorage(() => memory)
  const memory = memoryStorage()
  const note = { provider: 'google.com', tenantId: 'a', remember: true }
  noteRedirect(storage, note, 1000)
  t.strictSame(takeRedirect(storage, 601_000), note)
  t.equal(takeRedirect(storage, 601_000), null)
})

t.test('redirect note: is ignored after ten minutes', async (t) => {
  const storage = createTabStorage(() => memory)
  const memory = memoryStorage()
  noteRedirect(storage, { provider: 'google.com', tenantId: null, remember: false }, 1000)
  t.equal(takeRedirect(storage, 601_001), null)
})

t.test('redirect pending: only the key of the SDK is recognised', async (t) => {
  const has = (key: string) => isRedirectPending(createTabStorage(() => memoryStorage({ [key]: '"true"' })))
  t.ok(has('firebase:pendingRedirect:key:[DEFAULT]'))
  t.notOk(has('firebase:authUser:key:[DEFAULT]'))
  t.notOk(has('x-firebase:pendingRedirect:key'))
})
