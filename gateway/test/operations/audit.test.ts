import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, symlinkSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { createAudit } from '../../src/operations/audit.ts'
import { createEventLog } from '../../src/operations/event-log/event-table.ts'
import type { GatewayEvent } from '../../src/operations/events.ts'
import { createLog } from '../../src/operations/logging.ts'

const NOW_MS = Date.UTC(2026, 0, 31, 12)
const STARTED: GatewayEvent = {
  kind: 'session.started',
  requestId: 'r1',
  client: '192.0.2.1',
  subject: 'ada',
  provider: 'password',
  acquire: 'handover'
}
const LOST: GatewayEvent = { kind: 'circuit.opened', calls: 'refresh', detail: 'timeout' }
const REFUSED: GatewayEvent = {
  kind: 'config.refused',
  problems: [{ path: 'listen.port', message: 'must be a whole number', hint: '' }]
}

interface Place {
  to?: string
  format?: 'json' | 'cloudevents'
}

/** An audit with a log in memory, at the level `silent`. */
function startAudit() {
  const lines: string[] = []
  const log = createLog('silent', { write: (line) => void lines.push(line) })
  const audit = createAudit({ log, nowMs: () => NOW_MS })
  const { report } = createEventLog(log.logger, () => () => {}, audit)
  const prepare = ({ to = 'stdout', format = 'json' }: Place) =>
    audit.prepare({ audit: { to, format, refreshes: false }, publicUrl: 'https://app.example.com' })
  return {
    ...audit,
    report,
    prepare,
    use(place: Place) {
      const prepared = prepare(place)
      if (prepared.kind === 'invalid') throw new Error(JSON.stringify(prepared.problems))
      prepared.commit()
    },
    logged: () => lines.map((line) => JSON.parse(line))
  }
}

function readLines(path: string) {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

/** A file that does not exist yet, in a new folder. */
function placeIn(t: Test, name = 'audit.log'): string {
  return join(t.testdir({}), name)
}

t.test('audit: with stdout, events are log lines regardless of the log level', async (t) => {
  const { report, logged } = startAudit()
  report(STARTED)
  report(REFUSED)
  t.match(logged(), [
    { level: 'info', msg: 'event', event: 'session.started', subject: 'ada', service: 'gatehouse' },
    { level: 'error', msg: 'event', event: 'config.refused', doctor: 'CONFIG' }
  ])
  t.equal(logged().length, 2)
})

t.test('audit: a file of mode 0600 is appended to, with the same lines as in a log', async (t) => {
  const to = placeIn(t)
  const { report, logged, use, close } = startAudit()
  use({ to })
  report(STARTED)
  await close()
  const again = startAudit()
  again.use({ to })
  again.report(LOST)
  await again.close()
  t.equal(statSync(to).mode & 0o777, 0o600)
  const [started, lost, ...others] = readLines(to)
  const { kind, ...fields } = STARTED
  const frame = { level: 'info', time: '2026-01-31T12:00:00.000Z', service: 'gatehouse', msg: 'event' }
  t.strictSame(started, { ...frame, event: kind, ...fields })
  t.match(lost, { event: 'provider.lost', call: 'refresh', detail: 'timeout', level: 'warn' })
  t.strictSame(others, [])
  t.strictSame(logged(), [], 'none in the log')
})

t.test('audit: with a file, events about the configuration are also in the log', async (t) => {
  const to = placeIn(t)
  const { report, logged, use, close } = startAudit()
  use({ to })
  report(REFUSED)
  await close()
  t.match(readLines(to), [{ event: 'config.refused', level: 'error' }])
  t.match(logged(), [{ event: 'config.refused', level: 'error' }])
})

t.test('audit: with cloudevents, each event is a CloudEvents 1.0 envelope with a unique id', async (t) => {
  const { report, logged, use } = startAudit()
  use({ format: 'cloudevents' })
  report(STARTED)
  report(STARTED)
  report(REFUSED)
  const [first, second, third] = logged()
  t.strictSame(first, {
    specversion: '1.0',
    id: 'r1-1',
    source: 'https://app.example.com',
    type: 'dev.gatehouse.session.started',
    time: '2026-01-31T12:00:00.000Z',
    subject: 'ada',
    datacontenttype: 'application/json',
    data: { requestId: 'r1', client: '192.0.2.1', provider: 'password', acquire: 'handover' }
  })
  t.equal(second.id, 'r1-2')
  t.match(third, { id: /^[\w-]{16}-3$/, type: 'dev.gatehouse.config.refused' })
  t.notOk('subject' in third)
})

t.test('audit: after log rotation, reopening continues under the original name', async (t) => {
  const to = placeIn(t)
  const { report, reopen, use, close, logged } = startAudit()
  use({ to })
  report(STARTED)
  renameSync(to, `${to}.1`)
  reopen()
  report(LOST)
  await close()
  const all = [...readLines(`${to}.1`), ...readLines(to)].map(({ event }) => event)
  t.strictSame(all, ['session.started', 'provider.lost'], 'none is lost or duplicated')
  t.ok(existsSync(to))
  t.strictSame(logged(), [])
})

t.test('audit: if reopening fails, the old file stays in use and the log reports it', async (t) => {
  const folder = t.testdir({})
  const to = join(folder, 'now', 'audit.log')
  mkdirSync(join(folder, 'now'))
  const { report, reopen, use, close, logged } = startAudit()
  use({ to })
  renameSync(join(folder, 'now'), join(folder, 'then'))
  reopen()
  report(STARTED)
  await close()
  t.match(readLines(join(folder, 'then', 'audit.log')), [{ event: 'session.started' }])
  t.match(logged(), [
    { level: 'error', msg: 'audit file cannot be reopened', problems: [{ path: 'audit.to', hint: /./ }] }
  ])
})

t.test('audit: a target that cannot be opened is a problem with path and hint, no change', async (t) => {
  const folder = t.testdir({ folder: {} })
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const { prepare, report, logged } = startAudit()
  for (const [to, code] of [
    [join(folder, 'none', 'audit.log'), 'ENOENT'],
    [join(folder, 'folder'), 'EISDIR'],
    [pipe, 'ENXIO']
  ] as const) {
    const prepared = prepare({ to })
    t.match(prepared, {
      kind: 'invalid',
      problems: [{ path: 'audit.to', message: `${to} cannot be opened for appending (${code})`, hint: /./ }]
    })
  }
  report(STARTED)
  t.equal(logged().length, 1, 'events go to the previous target')
})

t.test('audit: another file receives events once committed, discarding it changes nothing', async (t) => {
  const [one, other] = [placeIn(t, 'one'), placeIn(t, 'other')]
  const { prepare, report, use, close } = startAudit()
  use({ to: one })
  const prepared = prepare({ to: other })
  report(STARTED)
  if (prepared.kind === 'prepared') prepared.discard()
  report(STARTED)
  use({ to: other, format: 'cloudevents' })
  report(LOST)
  await close()
  const found = readLines(one).map(({ event }) => event)
  t.match(found, ['session.started', 'session.started'])
  t.match(readLines(other), [{ type: 'dev.gatehouse.provider.lost' }])
})

t.test('audit: a full disk is logged once, events are buffered and counted, and close ends', async (t) => {
  const { report, use, close, condition, logged } = startAudit()
  use({ to: '/dev/full' })
  const detail = 'x'.repeat(1024 * 1024)
  for (let count = 0; count < 20; count++) report({ ...LOST, detail })
  t.match(condition(), { isFailing: true })
  t.ok(condition().lostLines >= 3, `${condition().lostLines} lost`)
  while (condition().failure === null) await setImmediate()
  t.equal(condition().failure, 'audit file cannot be written: ENOSPC')
  await close()
  t.match(logged(), [
    { level: 'error', msg: /^audit file cannot be written/ },
    { level: 'warn', msg: 'audit lines lost', lines: 20 }
  ])
  t.equal(logged().length, 2)
  t.match(condition(), { lostLines: 20, isFailing: false, failure: null })
})

t.test('audit: a full disk, then a file that works, recovers without loss', async (t) => {
  const to = placeIn(t)
  symlinkSync('/dev/full', to)
  const { report, reopen, use, close, condition } = startAudit()
  use({ to })
  report(STARTED)
  while (!condition().isFailing) await setImmediate()
  unlinkSync(to)
  reopen()
  while (condition().isFailing) await setImmediate()
  t.match(condition(), { lostLines: 0, failure: null })
  t.match(readLines(to), [{ event: 'session.started' }])
  await close()
})

t.test('audit: an abrupt exit writes what is buffered', async (t) => {
  const to = placeIn(t)
  const { report, use, writeRest, close } = startAudit()
  use({ to })
  report(STARTED)
  writeRest()
  t.equal(readLines(to).length, 1)
  await close()
  t.equal(readLines(to).length, 1)
})
