import t from 'tap'
import { waitForQuiet } from '../report.ts'

t.test('report: a machine that becomes quiet is waited for without a note', async (t) => {
  const loads = [2.1, 1.4, 0.9]
  let pauses = 0
  const pause = async () => {
    loads.shift()
    pauses++
  }
  t.same(await waitForQuiet({ cores: 2, load: () => loads[0] ?? 0, pause }), {})
  t.equal(pauses, 2)
})

t.test('report: one that stays busy is noted with its load after three minutes', async (t) => {
  let pauses = 0
  const pause = async () => {
    pauses++
  }
  const note = await waitForQuiet({ cores: 2, load: () => 14.8, pause })
  t.match(note, { 'do not compare': /load average was 14\.8 on 2 cores/ })
  t.equal(pauses, 36, 'every five seconds')
})
