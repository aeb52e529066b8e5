import t from 'tap'
import { fingerprintFiles, type Reading } from '../../src/config/reading.ts'
import type { GatewayEvent } from '../../src/operations/events.ts'
import type { Problem } from '../../src/problem.ts'
import { type ApplyConfig, createReload, type ReadConfiguration } from '../../src/serving/reload.ts'
import { testLoadedConfig } from '../fixtures/gateway.ts'

const PROBLEM: Problem = { path: 'publicUrl', message: 'is missing', hint: '' }

/** What the files say, in a word; a word that ends with `!` is wrong. */
function readingOf(word: string): Reading {
  const files = new Map([['/etc/gatehouse.yaml', word]])
  // Named by the configuration, so that only a reading finds it.
  if (word.startsWith('with logo')) files.set('/etc/logo.svg', word)
  return {
    loaded: word.endsWith('!') ? { kind: 'invalid', problems: [PROBLEM] } : testLoadedConfig({}),
    files,
    fingerprint: fingerprintFiles(files)
  }
}

/** A reload whose next looks find these words; the last one over and over. `parsed`: what was read whole. */
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
    pause: async (seconds) => void paused.push(seconds),
    ...options
  })
  return {
    ...reload,
    paused,
    parsed,
    /** What was reported for a reload with these readings. */
    async with(by: 'operator' | 'change', ...next: string[]) {
      words = next
      events.length = 0
      await reload.run(by)
      return events.map(({ kind }) => kind)
    },
    events
  }
}

t.test('reload: two equal looks, parsed once and applied with the names of what changed', async (t) => {
  const reload = startReload()
  t.same(await reload.with('change', 'second'), ['config.applied'])
  t.match(reload.events[0], { hash: 'abc', changed: ['publicUrl'], files: ['/etc/gatehouse.yaml'] })
  t.same(reload.paused, [0.1])
  t.same(reload.parsed, ['second'])
})

t.test(
  'reload: a file that the configuration did not name before, parsed again once it has settled',
  async (t) => {
    const reload = startReload()
    t.same(await reload.with('change', 'with logo'), ['config.applied'])
    t.same(reload.parsed, ['with logo', 'with logo'])
    t.match(reload.events[0], { files: ['/etc/gatehouse.yaml', '/etc/logo.svg'] })
  }
)

t.test('reload: half written, looked at until it stays the same, and parsed only then', async (t) => {
  const reload = startReload()
  t.same(await reload.with('change', 'half!', 'more!', 'whole', 'whole'), ['config.applied'])
  t.equal(reload.paused.length, 3)
  t.same(reload.parsed, ['whole'])
})

t.test('reload: files that never stay the same, refused', async (t) => {
  const reload = startReload()
  const words = Array.from({ length: 60 }, (_, index) => `word ${index}`)
  t.same(await reload.with('operator', ...words), ['config.refused'])
  t.match(reload.events[0], { problems: [{ message: /changed on each of 50/ }] })
  t.same(reload.parsed, [])
})

t.test('reload: nothing new, unchanged for an operator and not a word for a change', async (t) => {
  const reload = startReload()
  t.same(await reload.with('operator', 'first'), ['config.unchanged'])
  t.same(await reload.with('change', 'first'), [])
})

t.test(
  'reload: wrong, refused with every problem; once for a change, each time for an operator',
  async (t) => {
    const reload = startReload()
    t.same(await reload.with('change', 'wrong!'), ['config.refused'])
    t.match(reload.events[0], { problems: [PROBLEM] })
    t.same(await reload.with('change', 'wrong!'), [])
    t.same(await reload.with('operator', 'wrong!'), ['config.refused'])
  }
)

t.test('reload: wrong and then as before, unchanged is told; another one is applied', async (t) => {
  const reload = startReload()
  await reload.with('change', 'wrong!')
  t.same(await reload.with('change', 'first'), ['config.unchanged'])
  t.same(await reload.with('change', 'second'), ['config.applied'])
  t.same(await reload.with('change', 'first'), ['config.applied'], 'the first one is new by now')
})

t.test(
  'reload: what cannot be applied, refused; the next one is compared with what is in force',
  async (t) => {
    const reload = startReload({ apply: async () => ({ kind: 'config.refused', problems: [PROBLEM] }) })
    t.same(await reload.with('change', 'second'), ['config.refused'])
    t.same(await reload.with('operator', 'first'), ['config.unchanged'])
  }
)

t.test('reload: a defect on the way, refused by its code, and the next reload runs', async (t) => {
  const apply: ApplyConfig = async () => {
    throw Object.assign(new Error('s3cret'), { code: 'EPERM' })
  }
  const reload = startReload({ apply })
  t.same(await reload.with('change', 'second'), ['config.refused'])
  t.match(JSON.stringify(reload.events), 'EPERM')
  t.notMatch(JSON.stringify(reload.events), 's3cret')
  t.same(await reload.with('operator', 'first'), ['config.unchanged'])
})

t.test(
  'reload: files that could not be read, refused with the reason; each time for a change too',
  async (t) => {
    const read: ReadConfiguration = async () => ({ kind: 'invalid', problems: [PROBLEM] })
    const reload = startReload({ read })
    t.same(await reload.with('change', 'second'), ['config.refused'])
    t.match(reload.events[0], { problems: [PROBLEM] })
    t.same(await reload.with('change', 'second'), ['config.refused'])
  }
)

t.test('reload: closed while files are read, reading is given up and nothing applied', async (t) => {
  let begun = () => {}
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve
  })
  const reload = startReload({
    read(signal) {
      begun()
      return new Promise((resolve) =>
        signal.addEventListener('abort', () => resolve(readingOf('second')), { once: true })
      )
    },
    async apply() {
      t.fail('applied')
      return { kind: 'config.refused', problems: [] }
    }
  })
  const events = reload.with('operator', 'second')
  await hasBegun
  await reload.close()
  t.same(await events, [])
})

t.test('reload: several at once, one after the other', async (t) => {
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

t.test('reload: closed, nothing is read any more', async (t) => {
  const reload = startReload()
  await reload.close()
  t.same(await reload.with('operator', 'second'), [])
})
