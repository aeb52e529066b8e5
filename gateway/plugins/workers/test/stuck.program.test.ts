import { once } from 'node:events'
import t from 'tap'
import { startResponses, startWorkerProcesses } from '../../../test/fixtures/processes/worker-processes.ts'

const KEPT_LANES = 4
const KILLED = /"msg":"worker does not respond: it is killed"/

t.test('workers: when one is stopped, the others serve, and it is replaced', async (t) => {
  const gateway = await startWorkerProcesses(t, 3)
  const load = startResponses(`${gateway.url}/open`, KEPT_LANES)
  await gateway.until(() => load.responses.ok > 50)
  const [stopped = 0] = gateway.pids()
  const killed = gateway.printed(KILLED)
  const stoppedAtMs = performance.now()
  process.kill(stopped, 'SIGSTOP')
  const before = load.responses.ok
  await gateway.until(() => load.responses.ok > before + 200)
  t.equal((await gateway.series()).get('workers_answered'), 2)
  t.equal(
    (await gateway.series()).get('worker_restarts_total{reason="died"}'),
    0,
    'the others respond meanwhile'
  )
  await killed
  const { errors, lost } = await load.stop()
  t.equal(
    new Set(lost.map(({ lane }) => lane)).size,
    errors.length,
    'no lane lost two, and each error is a break'
  )
  const begunLater = lost.filter(({ begunAtMs }) => begunAtMs > stoppedAtMs)
  t.ok(
    begunLater.length <= KEPT_LANES + 1,
    `begun after the stop: ${begunLater.length} of ${errors.join(', ')}`
  )
  await gateway.until(async () => (await gateway.series()).get('worker_restarts_total{reason="died"}') === 1)
  await gateway.until(async () => (await gateway.series()).get('workers_ready') === 3)

  const { code, stdout } = await gateway.end()
  t.equal(code, 0)
  t.match(stdout, new RegExp(`"pid":${stopped},"msg":"worker does not respond: it is killed"`))
  t.match(stdout, new RegExp(`"pid":${stopped},"end":{"code":null,"signal":"SIGKILL"}`))
})

t.test('workers: one is stuck or dies during a shutdown, which is clean but not in time', async (t) => {
  for (const dies of [false, true]) {
    const gateway = await startWorkerProcesses(t, 2, { env: { GATEHOUSE_SHUTDOWN_GRACE_SECONDS: '3' } })
    const [stopped = 0] = gateway.pids()
    process.kill(stopped, 'SIGSTOP')
    const ended = once(gateway.child, 'exit')
    gateway.child.kill('SIGTERM')
    await gateway.printed(/"msg":"shutting down"/)
    if (dies) process.kill(stopped, 'SIGKILL')
    t.equal((await ended)[0], 0)
    const { stdout } = await gateway.end()
    t.match(stdout, /"inTime":false,"msg":"stopped"/, `dies: ${dies}`)
  }
})
