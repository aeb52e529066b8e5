import t from 'tap'
import { agoIn } from '../../src/account/rows/ago.tsx'

/** In local time, as the page counts days. */
const at = (day: number, hour: number, minute = 0) => new Date(2026, 2, day, hour, minute).getTime() / 1000
const now = at(14, 9, 30)

const ROWS: readonly [time: number, words: string][] = [
  [at(14, 9, 31), 'this hour'],
  [at(14, 8, 31), 'this hour'],
  [at(14, 8, 30), '1 hour ago'],
  [at(13, 9, 31), '23 hours ago'],
  [at(13, 9, 30), 'yesterday'],
  [at(12, 23, 59), '2 days ago'],
  [at(-16, 0), '30 days ago'],
  [at(-17, 23, 59), 'Feb 11, 2026']
]

for (const [time, words] of ROWS)
  t.test(`ago: ${new Date(time * 1000).toISOString()} is ${words}`, async (t) => {
    t.equal(agoIn('en', time, now), words)
  })

t.test('ago: in the language of the page', async (t) => {
  t.equal(agoIn('de', at(12, 12), now), 'vorgestern')
})
