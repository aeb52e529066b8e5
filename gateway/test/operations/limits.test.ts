import t from 'tap'
import type { GatewayEvent } from '../../src/operations/events.ts'
import {
  createLimitReader,
  type LimitReadings,
  maxConnectionsFor,
  watchLimits
} from '../../src/operations/limits.ts'
import { createClock, createTimers, NOW } from '../fixtures/clock.ts'

async function startWatch(first: LimitReadings) {
  const clock = createClock()
  const events: GatewayEvent[] = []
  let readings = first
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
  const timers = createTimers(clock, settled)
  const report = (event: GatewayEvent) => void events.push(event)
  const watch = watchLimits(async () => readings, { report, schedule: timers.schedule, now: clock.now })
  await settled()
  return {
    watch,
    timers,
    async next(following: LimitReadings) {
      readings = following
      await timers.advance(5)
      return events.splice(0)
    },
    events: () => events.splice(0)
  }
}

t.test('limits: 80 and 95 % are reported once each, and the end of it below 75 %', async (t) => {
  const { next, events, watch } = await startWatch({ descriptors: 0.79, heap: 0.5 })
  t.same(events(), [])
  t.same(await next({ descriptors: 0.8 }), [{ kind: 'limit.near', limit: 'descriptors', share: 0.8 }])
  t.match(watch.condition(), [
    { name: 'descriptors', level: 0.8, changedAtSeconds: NOW + 5 },
    { name: 'heap', level: 0 }
  ])
  t.same(await next({ descriptors: 0.94 }), [])
  t.same(await next({ descriptors: 0.76 }), [], 'it has not ended')
  t.same(await next({ descriptors: 0.81 }), [], 'nor begun again')
  t.same(await next({ descriptors: 0.97 }), [{ kind: 'limit.near', limit: 'descriptors', share: 0.97 }])
  t.same(await next({ descriptors: 0.91 }), [])
  t.same(await next({ descriptors: 0.89 }), [], 'below 95, above 80: nothing new')
  t.same(await next({ descriptors: 0.74 }), [{ kind: 'limit.relaxed', limit: 'descriptors', share: 0.74 }])
})

t.test('limits: each resource has a state of its own, and nothing is read once it is closed', async (t) => {
  const { next, events, watch, timers } = await startWatch({ connections: 1, disk: 0.1 })
  t.match(events(), [{ limit: 'connections' }])
  t.same(
    watch.condition().map(({ name, level }) => [name, level]),
    [
      ['connections', 0.95],
      ['disk', 0]
    ]
  )
  t.match(await next({ connections: 1, disk: 0.9 }), [{ limit: 'disk', share: 0.9 }])
  watch.close()
  t.equal(timers.count(), 0)
})

t.test('limits: the reader knows connections, descriptors, heap and the disk of a file', async (t) => {
  const read = createLimitReader(
    () => ({ open: 3, max: 4 }),
    () => t.testdirName
  )
  t.testdir({})
  const readings = await read()
  t.equal(readings.connections, 0.75)
  for (const name of ['descriptors', 'heap', 'disk'] as const) {
    const share = readings[name] ?? -1
    t.ok(share > 0 && share < 1, `${name}: ${share}`)
  }
  const unlimited = () => ({ open: 3, max: Number.POSITIVE_INFINITY })
  const without = createLimitReader(unlimited, () => '/nowhere/at/all')
  const { connections, disk } = await without()
  t.same([connections, disk], [undefined, undefined])
})

t.test('limits: half of the descriptors are for visitors, less a reserve', async (t) => {
  t.equal(maxConnectionsFor(1096), 500)
  t.equal(maxConnectionsFor(65_536), 32_720)
  t.equal(maxConnectionsFor(40), 16, 'a few, however low the limit')
  t.equal(maxConnectionsFor(null), Number.POSITIVE_INFINITY)
})
