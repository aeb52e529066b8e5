import t from 'tap'
import { keepTypedName, takeTypedName } from '../../src/account/overview/profile-section.tsx'
import { createTabStorage } from '../../src/lib/tab-storage.ts'
import { memoryStorage, startMs } from '../fixtures/flows.ts'

const place = { uid: 'ada', path: '/account' }

/** A tab in which Ada has typed her name. */
function typed(name = 'Ada L.') {
  const content = memoryStorage()
  const storage = createTabStorage(() => content)
  keepTypedName(storage, place, name, startMs)
  return { content, storage }
}

t.test('typed name: is restored once, unchanged, within ten minutes', async (t) => {
  const { content, storage } = typed(' Ada L. ')
  t.equal(takeTypedName(storage, place, startMs + 600_000), ' Ada L. ')
  t.equal(content.length, 0, 'nothing is left')
  t.equal(takeTypedName(storage, place, startMs + 600_000), null)
})

for (const [what, other, laterMs] of [
  ['after ten minutes', {}, 600_001],
  ['with a clock that was set back', {}, -600_001],
  ['for another account', { uid: 'eve' }, 0],
  ['on another page', { path: '/me' }, 0]
] as const)
  t.test(`typed name: ${what}, is not restored and is forgotten`, async (t) => {
    const { content, storage } = typed()
    t.equal(takeTypedName(storage, { ...place, ...other }, startMs + laterMs), null)
    t.equal(content.length, 0)
  })

t.test('typed name: a malformed note is ignored', async (t) => {
  const notes = ['null', '[]', '"Ada"', '{', '{"uid":"ada","path":"/account","name":1,"atMs":0}']
  for (const note of notes) {
    const content = memoryStorage({ 'gatehouse:typed-name': note })
    const found = takeTypedName(
      createTabStorage(() => content),
      place,
      0
    )
    t.equal(found, null, note)
  }
})
