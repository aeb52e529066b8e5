import t from 'tap'
import { MAIN, startProgram } from '../../fixtures/processes/child-process.ts'
import { environmentOf } from '../../fixtures/processes/environment.ts'
import { send } from '../../fixtures/wire/http-client.ts'
import { findFreePorts } from '../../fixtures/wire/ports.ts'

const { GATEHOUSE_LISTEN_PORT: _, ...LEAST } = environmentOf('platform')
const ENV = { ...LEAST, METADATA_SERVER_DETECTION: 'none' }

t.test('platform: as Cloud Run starts it, the program serves PORT and logs for Cloud Logging', async (t) => {
  const [port = 0] = await findFreePorts(1)
  const program = startProgram(MAIN, ['start'], { ...ENV, K_SERVICE: 'app', PORT: String(port) })
  t.teardown(() => program.child.kill('SIGKILL'))
  await program.printed(/"message":"ready"/)
  t.equal((await send(`http://127.0.0.1:${port}/private`)).status, 401)
  program.child.kill('SIGTERM')
  const { code, stdout } = await program.ended
  t.equal(code, 0)
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  for (const line of lines) t.match(line, { severity: /^[A-Z]+$/, message: String, time: String })
  const found = lines.find(({ message }) => message === 'ready')
  t.match(found, { host: '0.0.0.0', port })
  t.match(
    lines.find(({ httpRequest }) => httpRequest !== undefined),
    { httpRequest: { requestMethod: 'GET', requestUrl: 'https://127.0.0.1/private', status: 401 } }
  )
})
