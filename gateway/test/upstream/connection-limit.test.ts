import { EventEmitter } from 'node:events'
import t from 'tap'
import { createConnectionLimit } from '../../src/upstream/connection-limit.ts'

/** A limit of two connections, whose waits end when the test says so. */
function startLimit() {
  const timers = new Set<() => void>()
  const log: string[] = []
  const waits: number[] = []
  const limit = createConnectionLimit({
    most: 2,
    waitMs: 5000,
    buildRefusal: () => new Error('busy'),
    schedule(seconds, run) {
      waits.push(seconds)
      timers.add(run)
      return () => timers.delete(run)
    }
  })
  return {
    timers,
    log,
    waits,
    /** A request by its name; `fails`: what its start throws. */
    apply(name: string, fails?: Error) {
      const request = { client: new EventEmitter(), release: () => {} }
      limit.admit({
        client: request.client,
        run(release) {
          log.push(name)
          request.release = release
          if (fails !== undefined) throw fails
        },
        refuse: (error) => log.push(`${name}: ${Object(error).message}`)
      })
      return request
    }
  }
}

t.test('connection limit: more than it allows, wait and go on in their order', async (t) => {
  const { apply, log, timers, waits } = startLimit()
  const [first, second] = ['a', 'b', 'c', 'd'].map((name) => apply(name))
  t.same(log, ['a', 'b'])
  t.same(waits, [5, 5])
  second?.release()
  second?.release()
  t.same(log, ['a', 'b', 'c'], 'one place for one that has ended')
  first?.release()
  t.same(log, ['a', 'b', 'c', 'd'])
  t.equal(timers.size, 0)
})

t.test('connection limit: none free in time, refused once; its place is nobody’s', async (t) => {
  const { apply, log, timers } = startLimit()
  const first = apply('a')
  apply('b')
  apply('c')
  for (const expire of timers) expire()
  t.same(log, ['a', 'b', 'c: busy'])
  first.release()
  apply('d')
  t.same(log, ['a', 'b', 'c: busy', 'd'])
})

t.test('connection limit: client that leaves while it waits, neither started nor refused', async (t) => {
  const { apply, log, timers } = startLimit()
  const first = apply('a')
  apply('b')
  const leaver = apply('c')
  leaver.client.emit('close')
  t.equal(timers.size, 0)
  t.equal(leaver.client.listenerCount('close'), 0)
  first.release()
  t.same(log, ['a', 'b'])
})

t.test(
  'connection limit: start that fails, refused; whoever made the place free does not notice',
  async (t) => {
    const { apply, log } = startLimit()
    const first = apply('a')
    apply('b')
    const broken = apply('c', new Error('broken'))
    first.release()
    t.same(log, ['a', 'b', 'c', 'c: broken'])
    broken.release()
  }
)
