import t from 'tap'
import { MAIN, startProgram } from '../fixtures/processes/child-process.ts'
import { environmentOf } from '../fixtures/processes/environment.ts'

const ENV = { ...environmentOf('log level'), METADATA_SERVER_DETECTION: 'none' }

t.test('log level: with silent, the start logs that and nothing else (ASVS 16.3.3)', async (t) => {
  const gateway = startProgram(MAIN, ['start'], { ...ENV, GATEHOUSE_LOG_LEVEL: 'silent' })
  await gateway.printed(/log\.level/)
  gateway.child.kill('SIGTERM')
  const { stdout } = await gateway.ended
  const lines = stdout
    .trim()
    .split('\n')
    .filter((line) => !line.includes('open files'))
  t.equal(lines.length, 1)
  t.match(JSON.parse(lines[0] ?? ''), { level: 'warn', msg: /^log\.level: `silent` omits/ })
})
