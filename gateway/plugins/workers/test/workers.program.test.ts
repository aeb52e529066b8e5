import { once } from 'node:events'
import { renameSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { MAIN, startProgram } from '../../../test/fixtures/processes/child-process.ts'
import { environmentOf } from '../../../test/fixtures/processes/environment.ts'
import {
  isRunning,
  startResponses,
  startWorkerProcesses
} from '../../../test/fixtures/processes/worker-processes.ts'
import { send } from '../../../test/fixtures/wire/http-client.ts'
import { findFreePorts } from '../../../test/fixtures/wire/ports.ts'

const OK = 'http_requests_total{application="default",route="proxy",method="GET",status="200"}'

t.test('workers: two serve as one gateway, counters are summed, log lines name the worker', async (t) => {
  const gateway = await startWorkerProcesses(t, 2)
  t.equal(gateway.pids().length, 2)
  const responses = await Promise.all(
    Array.from({ length: 40 }, () => send(`${gateway.url}/open`, { headers: { connection: 'close' } }))
  )
  t.strictSame([...new Set(responses.map(({ status }) => status))], [200])
  await gateway.until(async () => (await gateway.series()).get(OK) === 40)
  const series = await gateway.series()
  t.equal(series.get('workers'), 2)
  t.equal(series.get('workers_ready'), 2)
  t.equal(series.get('workers_answered'), 2)
  t.equal(series.get('ready'), 1)
  const { checks } = JSON.parse(await (await send(`${gateway.managementUrl}/readyz?verbose`)).text())
  t.match(checks, { listening: { status: 'ok' }, workers: { status: 'ok' }, draining: { status: 'ok' } })
  const { code, stdout } = await gateway.end()
  t.equal(code, 0)
  for (const worker of [1, 2]) t.match(stdout, new RegExp(`"worker":${worker},[^\\n]*"msg":"request"`))
  t.equal(stdout.split('"msg":"ready"').length - 1, 1, 'one line for all')
  t.match(stdout, /"workers":2[^\n]*"msg":"ready"/)
  t.equal(stdout.split('"msg":"shutting down"').length - 1, 1)
  t.match(stdout.trim().split('\n').at(-1), /"inTime":true,"msg":"stopped"/)
})

t.test('workers: a reload applies to all of them or none, with one event', async (t) => {
  const folder = t.testdir({})
  const file = join(folder, 'gatehouse.yaml')
  const publish = (text: string) => {
    writeFileSync(`${file}.new`, text)
    renameSync(`${file}.new`, file)
  }
  const rule = (path: string) => JSON.stringify({ access: { rules: [{ path, allow: 'public' }] } })
  publish(rule('/open'))
  const gateway = await startWorkerProcesses(t, 2, {
    args: ['--config', file],
    env: { GATEHOUSE_ACCESS_RULES: '', GATEHOUSE_RELOAD_WATCH: 'false' }
  })
  /** The distinct statuses of all workers. */
  const statuses = async (path: string) => {
    const all = Array.from({ length: 10 }, () =>
      send(`${gateway.url}${path}`, { headers: { connection: 'close' } })
    )
    return [...new Set((await Promise.all(all)).map(({ status }) => status))]
  }
  publish(rule('/next'))
  gateway.child.kill('SIGHUP')
  await gateway.printed(/"event":"config\.applied"/)
  t.strictSame([await statuses('/next'), await statuses('/open')], [[200], [401]])

  publish(rule('no slash'))
  gateway.child.kill('SIGHUP')
  await gateway.printed(/"event":"config\.refused"/)
  t.strictSame(await statuses('/next'), [200])
  await gateway.killOne()
  t.strictSame(await statuses('/next'), [200], 'a new worker uses the configuration in use, not the file')
  const series = await gateway.series()
  t.equal(series.get('config_last_reload_successful'), 0)
  t.equal(series.get('config_reloads_total{result="applied"}'), 1)
  t.equal(series.get('config_reloads_total{result="refused"}'), 1)
  const { code, stdout } = await gateway.end()
  t.equal(code, 0)
  t.equal(stdout.split('"event":"config.applied"').length - 1, 1)
  t.equal(stdout.split('"event":"config.refused"').length - 1, 1)
})

t.test('workers: one killed under load breaks only its connections and is replaced', async (t) => {
  const gateway = await startWorkerProcesses(t, 2)
  const load = startResponses(`${gateway.url}/open`)
  await gateway.until(() => load.responses.ok > 100)
  const before = (await gateway.series()).get(OK) ?? 0
  const [killed = 0, other] = gateway.pids()
  const died = gateway.printed(/"msg":"worker died"/)
  process.kill(killed, 'SIGKILL')
  await died
  t.ok(((await gateway.series()).get(OK) ?? 0) >= before, 'counters do not decrease')
  const restarts = 'worker_restarts_total{reason="died"}'
  await gateway.until(async () => (await gateway.series()).get(restarts) === 1)
  await gateway.until(async () => (await gateway.series()).get('workers_ready') === 2)
  const { errors } = await load.stop()
  t.ok(errors.length <= 8, `${errors.length} of its requests in progress: ${errors.join(', ')}`)
  t.ok(gateway.pids().includes(other ?? 0), 'the other one keeps running')
  t.notOk(gateway.pids().includes(killed))
  const { code, stdout } = await gateway.end()
  t.equal(code, 0)
  t.match(
    stdout,
    new RegExp(
      `"pid":${killed},"end":{"code":null,"signal":"SIGKILL"},"againInSeconds":1,"msg":"worker died"`
    )
  )
})

t.test('workers: SIGUSR2 under load replaces all, each request is served and counted', async (t) => {
  const gateway = await startWorkerProcesses(t, 2)
  const former = gateway.pids()
  const load = startResponses(`${gateway.url}/open`)
  await gateway.until(() => load.responses.ok > 50)
  gateway.child.kill('SIGUSR2')
  await gateway.until(
    async () => (await gateway.series()).get('worker_restarts_total{reason="replaced"}') === 2
  )
  const { ok, errors } = await load.stop()
  t.strictSame(errors, [])
  t.strictSame(
    gateway.pids().filter((pid) => former.includes(pid)),
    []
  )
  await gateway.until(async () => (await gateway.series()).get(OK) === ok)
  t.equal((await gateway.series()).get('worker_restarts_total{reason="died"}'), 0)
  t.equal((await gateway.end()).code, 0)
})

t.test('workers: SIGINT to all processes, as from a terminal, shuts down cleanly and once', async (t) => {
  const gateway = await startWorkerProcesses(t, 2, { isGroup: true })
  const workers = gateway.pids()
  const ended = once(gateway.child, 'exit')
  process.kill(-(gateway.child.pid ?? 0), 'SIGINT')
  // A second signal would end it at once.
  await ended
  const { code, stdout } = await gateway.end()
  t.equal(code, 0)
  t.equal(stdout.split('"msg":"stopped"').length - 1, 1)
  t.strictSame(workers.filter(isRunning), [])
})

t.test('workers: if the primary is killed, its workers finish and exit', async (t) => {
  const gateway = await startWorkerProcesses(t, 2)
  const workers = gateway.pids()
  gateway.child.kill('SIGKILL')
  await gateway.until(() => !workers.some(isRunning))
  t.pass('none is left')
})

t.test('workers: a port in use is reported once, exit code 1', async (t) => {
  const taken = createServer()
  const [port = 0] = await findFreePorts(1)
  await new Promise<void>((resolve) => taken.listen(port, '127.0.0.1', resolve))
  t.teardown(() => taken.close())
  const own = { GATEHOUSE_LISTEN_PORT: String(port), GATEHOUSE_WORKERS: '2' }
  const ended = await startProgram(MAIN, ['start'], { ...environmentOf('taken'), ...own }).ended
  const said = /^gatehouse: cannot start: .*EADDRINUSE.*\nThe port is in use: .* \(listen\.port\)\.\n$/
  t.match(ended, { code: 1, stderr: said })
})

t.test('workers: if they die repeatedly, the gateway exits with the reason', async (t) => {
  const gateway = await startWorkerProcesses(t, 2)
  let isGivenUp = false
  void gateway.printed(/"msg":"cannot continue"/).then(() => {
    isGivenUp = true
  })
  const ended = once(gateway.child, 'exit')
  await gateway.until(() => {
    if (!isGivenUp) for (const pid of gateway.pids()) process.kill(pid, 'SIGKILL')
    return isGivenUp
  })
  await ended
  const { code, stderr } = await gateway.end()
  t.equal(code, 1)
  t.match(
    stderr,
    /^gatehouse: cannot continue: 5 workers died within 60 seconds, the last one with SIGKILL\n$/
  )
})
