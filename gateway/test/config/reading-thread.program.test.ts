import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { Schedule } from '../../src/async.ts'
import { readConfiguration, readInThreadIfLarge } from '../../src/config/load.ts'
import { startTestStandIn } from '../fixtures/provider/stand-in.ts'
import { GOOD } from '../fixtures/repository/yaml-config.ts'

/** The tests may run on a machine of Google Cloud. */
const ENV = { METADATA_SERVER_DETECTION: 'none' }
const NEVER: Schedule = () => () => {}
const KIB = 1024

/** The URL of a thread that runs this code. */
function threadOf(code: string): URL {
  return new URL(
    `data:text/javascript,${encodeURIComponent(`import { isMainThread, parentPort } from 'node:worker_threads';${code}`)}`
  )
}

/** Reports where it runs instead of reading. */
const TELLING = threadOf('parentPort.postMessage({ isMainThread })')

/** A file of at least this many bytes. */
function writeFile(t: Test, text: string, { minBytes = 64 * KIB, name = 'gatehouse.yaml' } = {}): string {
  const file = join(t.testdir(), name)
  const padding = name.endsWith('.json') ? ' \n' : '\n# a comment'
  writeFileSync(file, text + padding.repeat(Math.max(0, minBytes - text.length) / padding.length + 1))
  return file
}

function read(
  file: string,
  {
    env = {},
    ...options
  }: Partial<Parameters<typeof readInThreadIfLarge>[1]> & { env?: Record<string, string> } = {}
) {
  return readInThreadIfLarge(
    { file, env: { ...ENV, ...env }, plugins: [] },
    { schedule: NEVER, signal: new AbortController().signal, ...options }
  )
}

t.test('reading thread: a large file is read in another thread', async (t) => {
  t.same(await read(writeFile(t, GOOD), { thread: TELLING }), { isMainThread: false })
})

t.test('reading thread: a small, missing or absent file is read in this thread', async (t) => {
  const small = writeFile(t, GOOD, { minBytes: 0 })
  t.match(await read(small, { thread: TELLING }), { loaded: { kind: 'loaded' } })
  const missing = { loaded: { problems: [{ message: /cannot be read \(ENOENT\)/ }] } }
  t.match(await read(`${small}.none`, { thread: TELLING }), missing)
  const sources = { file: null, env: ENV, plugins: [] }
  const options = { schedule: NEVER, signal: new AbortController().signal, thread: TELLING }
  t.match(await readInThreadIfLarge(sources, options), { loaded: { kind: 'invalid' } })
})

t.test('reading thread: a valid file gives the same configuration as here', async (t) => {
  const { serviceAccount } = await startTestStandIn(t, { projectId: 'demo-test' })
  const env = { GATEHOUSE_IDENTITY_PLATFORM_CREDENTIALS: JSON.stringify(serviceAccount) }
  const file = writeFile(t, GOOD.replace('my-project', serviceAccount.project_id))
  const aside = await read(file, { env })
  const here = readConfiguration({ file, env: { ...ENV, ...env }, plugins: [] })
  t.match(aside, { loaded: { kind: 'loaded', credentials: { kind: 'key' } } })
  t.strictSame(aside, here)
})

const RULES = Array.from({ length: 2_000 }, (_, index) => `    - { path: /part${index}/*, allow: public }`)
const WITH_RULES = `${GOOD}access:\n  rules:\n${RULES.join('\n')}\n`

for (const [name, [text, message, file = 'gatehouse.yaml']] of Object.entries<[string, RegExp, string?]>({
  'a partly written file': [WITH_RULES.slice(0, -20), /is not YAML: [A-Z_]+ in line 2008/],
  'mistakes on many lines': [
    WITH_RULES.replaceAll('allow: public }', 'allow: @public }'),
    /is not YAML: BAD_SCALAR_START in line 2007/
  ],
  'nesting that is too deep': [`a: ${'['.repeat(20_000)}`, /nested too deeply/],
  'unknown keys': [`${GOOD}upstrem: {}\n`, /is not a key of the configuration/],
  'a URL with a path': [GOOD.replace('app.example.com', 'app.example.com/path'), /"publicUrl"/],
  'partly written JSON': ['{ "publicUrl": "https://app.example.com", "acc', /is not YAML/, 'gatehouse.json']
}))
  t.test(`reading thread: ${name} gives the same problems as here`, async (t) => {
    const path = writeFile(t, text, { name: file })
    const here = readConfiguration({ file: path, env: ENV, plugins: [] })
    t.equal(here.loaded.kind, 'invalid')
    t.match(JSON.stringify(here.loaded), message)
    t.strictSame(await read(path), here)
  })

for (const [name, [code, said]] of Object.entries({
  'ends without a response': ['process.exit(3)', 'ended with exit code 3'],
  'runs out of memory': [
    'throw Object.assign(new Error("s3cret"), { code: "ERR_WORKER_OUT_OF_MEMORY" })',
    'failed (ERR_WORKER_OUT_OF_MEMORY)'
  ],
  'throws an error': ['throw new TypeError("s3cret")', 'failed (TypeError)']
} as const))
  t.test(`reading thread: a thread that ${name} is invalid, with the reason and no more`, async (t) => {
    const reading = await read(writeFile(t, GOOD), { thread: threadOf(code) })
    t.match(reading, { kind: 'invalid', problems: [{ path: 'configuration files' }] })
    t.match(JSON.stringify(reading), `not read: the thread that reads them ${said}"`)
    t.notMatch(JSON.stringify(reading), 's3cret')
  })

t.test('reading thread: a thread that hangs is terminated after a minute', async (t) => {
  let over = () => {}
  const schedule: Schedule = (seconds, run) => {
    t.equal(seconds, 60)
    over = run
    return () => {}
  }
  const reading = read(writeFile(t, GOOD), { schedule, thread: threadOf('for (;;) {}') })
  while (String(over) === '() => {}') await new Promise(setImmediate)
  over()
  // A running thread would keep the process of this test alive.
  t.match(await reading, { problems: [{ message: /took longer than 60 s$/ }] })
})

t.test('reading thread: aborting terminates the thread', async (t) => {
  const giveUp = new AbortController()
  const schedule: Schedule = () => {
    queueMicrotask(() => giveUp.abort())
    return () => {}
  }
  const options = { schedule, signal: giveUp.signal, thread: threadOf('for (;;) {}') }
  t.match(await read(writeFile(t, GOOD), options), { problems: [{ message: /was stopped$/ }] })
})
