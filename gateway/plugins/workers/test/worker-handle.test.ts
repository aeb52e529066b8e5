import { setImmediate as settled } from 'node:timers/promises'
import t from 'tap'
import type { LoadedConfig } from '../../../src/config/load.ts'
import { createClock, createTimers } from '../../../test/fixtures/clock.ts'
import { signal } from '../../../test/fixtures/signal.ts'
import { connectChannels } from '../../../test/fixtures/wire/channels.ts'
import { createLink, type ToPrimary, type ToWorker } from '../protocol.ts'
import { createSharedHost } from '../shared-by-primary.ts'
import { type ProcessEnd, WorkerHandle } from '../worker-handle.ts'

const STUCK = new Promise<never>(() => {})

/** The primary side of a process that responds as `does` defines, with a clock that the test sets. */
function startHandle(does: { begin?: Promise<void>; isStuck?: () => boolean; end?: Promise<void> } = {}) {
  const { begin, isStuck = () => false, end } = does
  const clock = createClock()
  const timers = createTimers(clock, settled)
  const { ends, closed, close } = connectChannels()
  const published: string[] = []
  const { promise: exited, settle: die } = signal<ProcessEnd>()
  const kill = () => {
    published.push('killed')
    close()
    die({ code: null, signal: 'SIGKILL' })
  }
  const forked = {
    pid: 100,
    peer: ends[0],
    closed,
    onOutput() {},
    exited,
    disconnect() {
      close()
      die({ code: 0, signal: null })
    },
    kill
  }
  const handle = new WorkerHandle(forked, 1, {
    handlers: { ...createSharedHost<null>(() => {}, clock.now).handlersOf(null), event() {} },
    idle: async () => {},
    start: () => ({ loaded: {} as LoadedConfig, workers: 2, certificates: {} }),
    ending: () => ({ drainSeconds: 0, mostSeconds: 25 }),
    onStuck: () => void published.push('stuck'),
    schedule: timers.schedule
  })
  const link = createLink<ToPrimary, Pick<ToWorker, 'begin' | 'alive' | 'end'>>(
    ends[1],
    closed,
    {
      async begin() {
        await begin
        return { port: 8080, ports: {} }
      },
      alive: () => (isStuck() ? STUCK : undefined),
      async end() {
        await end
        return { inTime: true, metrics: [] }
      }
    },
    timers.schedule
  )
  void link.ask('here', [])
  return { handle, published, advance: timers.advance, kill }
}

t.test('worker: one that takes ten minutes to start, serves for as long as it responds', async (t) => {
  const slow = signal()
  const { handle, published, advance } = startHandle({ begin: slow.promise })
  const begun = handle.begin()
  await settled()
  await advance(600)
  slow.settle()
  t.equal(await begun, null)
  await advance(120)
  t.strictSame([handle.ports, published], [{ port: 8080, ports: {} }, []])
})

t.test('worker: one with a stuck event loop is killed after 10 to 12 s', async (t) => {
  let isStuck = false
  const { handle, published, advance } = startHandle({ isStuck: () => isStuck })
  t.equal(await handle.begin(), null)
  await advance(5)
  isStuck = true
  await advance(9.75)
  t.strictSame(published, [])
  await advance(2.25)
  t.strictSame(published, ['stuck', 'killed'])
  t.strictSame(await handle.exited, { code: null, signal: 'SIGKILL' })
  await advance(60)
  t.equal(published.length, 2, 'once')
})

t.test('worker: one whose event loop repeatedly blocks for 8 s is not killed', async (t) => {
  let isStuck = false
  const { handle, published, advance } = startHandle({ isStuck: () => isStuck })
  await handle.begin()
  for (let round = 0; round < 4; round++) {
    isStuck = true
    await advance(8)
    isStuck = false
    await advance(4)
  }
  t.strictSame(published, [])
})

t.test('worker: stopping one before it serves loses no request', async (t) => {
  const { handle, kill } = startHandle({ begin: STUCK, end: STUCK })
  void handle.begin()
  await settled()
  const ended = handle.end()
  kill()
  await ended
  t.equal(handle.endedInTime, true)
})
