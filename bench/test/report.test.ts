import t from 'tap'
import { noteBusyMachine } from '../report.ts'

t.test('report: a busy machine, noted with its load; a calm one, without a word', async (t) => {
  t.match(noteBusyMachine([14.8], 2), { 'do not compare': /load average was 14\.8 on 2 cores/ })
  t.same(noteBusyMachine([0.4], 2), {})
})
