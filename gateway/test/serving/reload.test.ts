import { once } from 'node:events'
import t from 'tap'
import { fingerprintOf } from '../../src/config/changes.ts'
import type { Reading } from '../../src/config/load.ts'
import type { GatewayEvent } from '../../src/operations/events.ts'
import { createLog } from '../../src/operations/logging.ts'
import type { Problem } from '../../src/problem.ts'
import { type ApplyConfig, createReload, type ReadConfiguration } from '../../src/serving/reload.ts'
import { testLoadedConfig } from '../fixtures/gateway.ts'
import { signal } from '../fixtures/signal.ts'

const PROBLEM: Problem = { path: 'publicUrl', message: 'is missing', hint: '' }

/** The content of the files in a word; one that ends with `!` is invalid. */
function readingOf(word: string): Reading {
  const files = new Map([['/etc/gatehouse.yaml', word]])
  // Named by the configuration, so that only reading it finds the file.
  if (word.startsWith('with logo')) files.set('/etc/logo.svg', word)
  return {
    loaded: word.endsWith('!') ? { kind: 'invalid', problems: [PROBLEM] } : testLoadedConfig({}),
    files,
    fingerprint: fingerprintOf([...files])
  }
}

/** A reload whose next looks find these words, the last one repeatedly. `parsed`: what was parsed. */
function startReload(options: { apply?: ApplyConfig; read?: ReadConfiguration } = {}) {
  let words = ['first']
  const events: GatewayEvent[] = []
  const paused: number[] = []
  const parsed: string[] = []
  let word = 'first'
  const reload = createReload({
    first: readingOf('first'),
    look(files) {
      word = (words.length > 1 ? words.shift() : words[0]) ?? ''
      return new Map([...files.keys()].map((file) => [file, word]))
    },
    async read() {
      parsed.push(word)
      return readingOf(word)
    },
    apply: async () => ({ kind: 'config.applied', hash: 'abc', changed: ['publicUrl'], needRestart: [] }),
    report: (event) => events.push(event),
    onRead: () => {},
    settings: () => ({ watch: false, pollSeconds: 1 }),
    schedule(seconds, run) {
      paused.push(seconds)
      setImmediate(run)
      return () => {}
    },
    logger: createLog('silent', { write: () => {} }).logger,
    ...options
  })
  return {
    ...reload,
    paused,
    parsed,
    /** The kinds of events reported for a reload with these readings. */
    async with(by: 'operator' | 'change', ...next: string[]) {
      words = next
      events.length = 0
      await reload.run(by)
      return events.map(({ kind }) => kind)
    },
    events
  }
}

t.test('reload: files equal in two looks are parsed once and applied with the changed keys', async (t) => {
  const reload = startReload()
  t.same(await reload.with('change', 'second'), ['config.applied'])
  t.match(reload.events[0], { hash: 'abc', changed: ['publicUrl'], files: ['/etc/gatehouse.yaml'] })
  t.same(reload.paused, [0.1])
  t.same(reload.parsed, ['second'])
})

t.test('reload: a file not named before is parsed again once it is stable', async (t) => {
  const reload = startReload()
  t.same(await reload.with('change', 'with logo'), ['config.applied'])
  t.same(reload.parsed, ['with logo', 'with logo'])
  t.match(reload.events[0], { files: ['/etc/gatehouse.yaml', '/etc/logo.svg'] })
})

t.test('reload: partly written files are read again until stable, and parsed only then', async (t) => {
  const reload = startReload()
  t.same(await reload.with('change', 'half!', 'more!', 'whole', 'whole'), ['config.applied'])
  t.equal(reload.paused.length, 3)
  t.same(reload.parsed, ['whole'])
})

t.test('reload: files that never become stable are refused', async (t) => {
  const reload = startReload()
  const words = Array.from({ length: 60 }, (_, index) => `word ${index}`)
  t.same(await reload.with('operator', ...words), ['config.refused'])
  t.match(reload.events[0], { problems: [{ message: /changed on each of 50/ }] })
  t.same(reload.parsed, [])
})

t.test('reload: without a change, an operator gets unchanged and a file event nothing', async (t) => {
  const reload = startReload()
  t.same(await reload.with('operator', 'first'), ['config.unchanged'])
  t.same(await reload.with('change', 'first'), [])
})

t.test('reload: an invalid one is refused once a change, always for an operator', async (t) => {
  const reload = startReload()
  t.same(await reload.with('change', 'wrong!'), ['config.refused'])
  t.match(reload.events[0], { problems: [PROBLEM] })
  t.same(await reload.with('change', 'wrong!'), [])
  t.same(await reload.with('operator', 'wrong!'), ['config.refused'])
})

t.test('reload: reverting an invalid change reports unchanged, another one is applied', async (t) => {
  const reload = startReload()
  await reload.with('change', 'wrong!')
  t.same(await reload.with('change', 'first'), ['config.unchanged'])
  t.same(await reload.with('change', 'second'), ['config.applied'])
  t.same(await reload.with('change', 'first'), ['config.applied'], 'the first one counts as new now')
})

t.test('reload: one that cannot be applied is refused, the next is compared with the active', async (t) => {
  const reload = startReload({ apply: async () => ({ kind: 'config.refused', problems: [PROBLEM] }) })
  t.same(await reload.with('change', 'second'), ['config.refused'])
  t.same(await reload.with('operator', 'first'), ['config.unchanged'])
})

t.test('reload: an unexpected error is refused with its code, and the next reload runs', async (t) => {
  const apply: ApplyConfig = async () => {
    throw Object.assign(new Error('s3cret'), { code: 'EPERM' })
  }
  const reload = startReload({ apply })
  t.same(await reload.with('change', 'second'), ['config.refused'])
  t.match(JSON.stringify(reload.events), 'EPERM')
  t.notMatch(JSON.stringify(reload.events), 's3cret')
  t.same(await reload.with('operator', 'first'), ['config.unchanged'])
})

t.test('reload: files that cannot be read are refused with the reason, each time', async (t) => {
  const read: ReadConfiguration = async () => ({ kind: 'invalid', problems: [PROBLEM] })
  const reload = startReload({ read })
  t.same(await reload.with('change', 'second'), ['config.refused'])
  t.match(reload.events[0], { problems: [PROBLEM] })
  t.same(await reload.with('change', 'second'), ['config.refused'])
})

t.test('reload: closing while files are read aborts reading and applies nothing', async (t) => {
  const begun = signal()
  const reload = startReload({
    async read(stopped) {
      begun.settle()
      await once(stopped, 'abort')
      return readingOf('second')
    },
    async apply() {
      t.fail('applied')
      return { kind: 'config.refused', problems: [] }
    }
  })
  const events = reload.with('operator', 'second')
  await begun.promise
  await reload.close()
  t.same(await events, [])
})

t.test('reload: concurrent ones run one after the other', async (t) => {
  let underWay = 0
  const reload = startReload({
    apply: async () => {
      underWay += 1
      await new Promise(setImmediate)
      t.equal(underWay, 1)
      underWay -= 1
      return { kind: 'config.applied', hash: 'abc', changed: [], needRestart: [] }
    }
  })
  await Promise.all([reload.with('operator', 'a', 'a', 'b', 'b'), reload.run('operator')])
  t.equal(reload.events.length, 2)
})

t.test('reload: nothing is read after close', async (t) => {
  const reload = startReload()
  await reload.close()
  t.same(await reload.with('operator', 'second'), [])
})
