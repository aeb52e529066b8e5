import { once } from 'node:events'
import { renameSync, writeFileSync } from 'node:fs'
import { request as requestOverHttp } from 'node:http'
import { join } from 'node:path'
import t from 'tap'
import { startResponses, startWorkerProcesses } from '../../../test/fixtures/processes/worker-processes.ts'
import { send } from '../../../test/fixtures/wire/http-client.ts'

const KEPT_LANES = 4
const KILLED = /"msg":"worker does not respond: it is killed"/

t.test('workers: when one is stopped, the others serve, a reload works, and it is replaced', async (t) => {
  const file = join(t.testdir({}), 'gatehouse.json')
  const publish = (path: string) => {
    writeFileSync(`${file}.new`, JSON.stringify({ access: { rules: [{ path, allow: 'public' }] } }))
    renameSync(`${file}.new`, file)
  }
  publish('/open')
  const gateway = await startWorkerProcesses(t, 3, {
    args: ['--config', file],
    env: { GATEHOUSE_ACCESS_RULES: '', GATEHOUSE_RELOAD_WATCH: 'false' }
  })
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

  const [another = 0] = gateway.pids()
  process.kill(another, 'SIGSTOP')
  publish('/next')
  gateway.child.kill('SIGHUP')
  await gateway.printed(/"event":"config\.applied"/)
  await gateway.until(async () => (await gateway.series()).get('workers_ready') === 3)
  const statuses = await Promise.all(
    Array.from(
      { length: 9 },
      async () => (await send(`${gateway.url}/next`, { headers: { connection: 'close' } })).status
    )
  )
  t.strictSame([...new Set(statuses)], [200])
  const { code, stdout } = await gateway.end()
  t.equal(code, 0)
  t.match(stdout, new RegExp(`"pid":${stopped},"msg":"worker does not respond: it is killed"`))
  t.match(stdout, new RegExp(`"pid":${stopped},"end":{"code":null,"signal":"SIGKILL"}`))
})

t.test('workers: a shutdown with a stopped worker is clean for the others and the gateway', async (t) => {
  const gateway = await startWorkerProcesses(t, 2)
  const ended = once(gateway.child, 'exit')
  const [stopped = 0] = gateway.pids()
  process.kill(stopped, 'SIGSTOP')
  const uploads = Array.from({ length: 4 }, () => beginUpload(`${gateway.url}/open`))
  // One of them was assigned to the stopped worker.
  await gateway.until(async () => (await gateway.series()).get('http_requests_in_flight') === 3)
  gateway.child.kill('SIGTERM')
  await gateway.printed(/"msg":"shutting down"/)
  for (const { finish } of uploads) finish()
  const statuses = await Promise.all(uploads.map(({ status }) => status))
  t.strictSame(statuses.sort(), [200, 200, 200, 'cut'])
  t.strictSame((await ended)[0], 0)
  const { stdout } = await gateway.end()
  t.match(stdout, /"inTime":false,"msg":"stopped"/)
})

/** A request whose body is sent in two parts. */
function beginUpload(url: string): { finish(): void; status: Promise<number | 'cut'> } {
  const sending = requestOverHttp(url, { method: 'POST', headers: { 'content-length': 2 }, agent: false })
  const status = new Promise<number | 'cut'>((resolve) => {
    sending.once('error', () => resolve('cut'))
    sending.once('response', (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0))
    })
  })
  sending.write('a')
  return { finish: () => void sending.end('b'), status }
}
