import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { PLUGINS } from '../../plugins/plugins.ts'
import { unwrapOrExit } from '../../src/commands/command-error.ts'
import { readConfiguration, readInThreadIfLarge } from '../../src/config/load.ts'
import { createLog } from '../../src/operations/logging.ts'
import { startGateway } from '../../src/serving/gateway.ts'
import { environmentOf } from '../fixtures/processes/environment.ts'
import { send } from '../fixtures/wire/http-client.ts'
import { startUpstream } from '../fixtures/wire/upstream.ts'

/** Simulates a thread that is killed. */
const KILLED = new URL('data:text/javascript,process.exit(137)')
const RULES = Array.from({ length: 2_000 }, (_, index) => `    - { path: /part${index}/*, allow: deny }`)

t.test('large reload: if its thread is killed, it is refused, the next one is applied', async (t) => {
  const upstream = await startUpstream(t, (_request, response) => void response.end('here'))
  const file = join(t.testdir(), 'gatehouse.yaml')
  const write = (allow: string) =>
    writeFileSync(file, `access:\n  rules:\n    - { path: /open, allow: ${allow} }\n${RULES.join('\n')}\n`)
  write('public')
  const env = {
    ...environmentOf('large-reload'),
    GATEHOUSE_UPSTREAM_URL: upstream.url,
    GATEHOUSE_SESSION_ACQUIRE: 'handover',
    GATEHOUSE_SESSION_REVOCATION_CHECK_SECONDS: '0',
    GATEHOUSE_SHUTDOWN_DRAIN_SECONDS: '0',
    GATEHOUSE_RELOAD_WATCH: 'false'
  }
  const sources = { file, env }
  const first = readConfiguration(sources)
  const lines: Record<string, unknown>[] = []
  let isKilled = true
  const { port, reload, shutdown } = await startGateway({
    plugins: PLUGINS,
    loaded: unwrapOrExit(first.loaded),
    first,
    read: (signal) =>
      readInThreadIfLarge(sources, {
        schedule: () => () => {},
        signal,
        ...(isKilled ? { thread: KILLED } : {})
      }),
    log: createLog('info', { write: (line) => void lines.push(JSON.parse(String(line))) })
  })
  t.teardown(() => shutdown.begin())
  const statusOf = async () =>
    (await send(`http://127.0.0.1:${port}/open`, { headers: { accept: 'application/json' } })).status
  t.equal(await statusOf(), 200)

  write('deny')
  await reload()
  t.match(lines.at(-1), {
    event: 'config.refused',
    problems: [{ message: 'not read: the thread that reads them ended with exit code 137' }]
  })
  t.equal(await statusOf(), 200)

  isKilled = false
  await reload()
  const found = lines.find(({ event }) => event === 'config.applied')
  t.match(found, { changed: ['access.rules'] })
  t.equal(await statusOf(), 403)
})
