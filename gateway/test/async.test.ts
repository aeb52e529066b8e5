import { getEventListeners } from 'node:events'
import t from 'tap'
import { untilDeadline } from '../src/async.ts'

const never = () => new Promise<string>(() => {})
const onLate = () => 'late'

t.test('deadline: work that is done in time, its result, and nothing listens any more', async (t) => {
  const { signal } = new AbortController()
  t.equal(await untilDeadline(Promise.resolve('done'), signal, onLate), 'done')
  await t.rejects(untilDeadline(Promise.reject(new Error('broken')), signal, onLate), { message: 'broken' })
  t.equal(getEventListeners(signal, 'abort').length, 0)
})

t.test(
  'deadline: the signal aborts first, what is said of lateness; also when it had aborted before',
  async (t) => {
    const deadline = new AbortController()
    const waiting = untilDeadline(never(), deadline.signal, onLate)
    deadline.abort()
    t.equal(await waiting, 'late')
    t.equal(await untilDeadline(never(), deadline.signal, onLate), 'late')
    const refuse = () => {
      throw new Error('too late')
    }
    await t.rejects(untilDeadline(never(), deadline.signal, refuse), { message: 'too late' })
  }
)
