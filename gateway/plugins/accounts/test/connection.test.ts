import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import {
  NO_PERMISSION,
  startCommands,
  startWithAlice
} from '../../../test/fixtures/commands/users-command.ts'

t.test('users: a provider failure exits with code 1, its probable cause and what to do', async (t) => {
  const { run, standIn } = await startCommands(t)
  standIn.faults.identityToolkit = NO_PERMISSION
  const refused = await run(['users', 'get', 'alice'])
  t.equal(refused.code, 1)
  t.match(refused.stderr, /probable cause: .+\n {2}what to do: .*Firebase Authentication Admin/)
  standIn.faults.identityToolkit = {
    kind: 'error',
    status: 400,
    message: 'QUOTA_EXCEEDED : too many',
    headers: { 'retry-after': '30' }
  }
  const busy = await run(['users', 'get', 'alice'])
  t.equal(busy.code, 1)
  t.match(busy.stderr, /over its quota: .*QUOTA_EXCEEDED[\s\S]*try again in 30 s/)
})

t.test('users: only the identityPlatform section of the configuration is read', async (t) => {
  const { run, env } = await startWithAlice(t)
  const file = join(t.testdir(), 'gatehouse.yaml')
  writeFileSync(
    file,
    'publicUrl: 5\nlisten: { prot: 1 }\nupstream: { url: nonsense }\nidentityPlatform: {}\n'
  )
  const { GATEHOUSE_IDENTITY_PLATFORM_CREDENTIALS: _, ...withoutCredentials } = env
  t.equal((await run(['users', 'get', 'alice', '--config', file])).code, 0)
  t.equal((await run(['users', 'get', 'alice', '-c', 'gatehouse.yaml'], { cwd: join(file, '..') })).code, 0)
  const none = await run(['users', 'get', 'alice'], { env: withoutCredentials })
  t.equal(none.code, 2)
  t.match(
    none.stderr,
    /no credentials[\s\S]*identityPlatform\.credentialsFile[\s\S]*GOOGLE_APPLICATION_CREDENTIALS/
  )
  const empty = await run(['users', 'get', 'alice'], { env: {} })
  t.equal(empty.code, 2)
  t.match(empty.stderr, /identityPlatform\.projectId: is required/)
  t.notMatch(empty.stderr, /apiKey|publicUrl|upstream|cookie/)
  writeFileSync(file, 'identityPlatfrom: { projectId: x }\n')
  const misspelt = await run(['users', 'get', 'alice', '-c', file], { env: {} })
  t.match(misspelt.stderr, /identityPlatfrom: is not a key/)
  t.equal((await run(['users', 'get', 'alice', '-c', '/nowhere.yaml'])).code, 2)
})

t.test('users: an emulator causes a warning and needs no credentials', async (t) => {
  const { run, standIn } = await startWithAlice(t)
  const env = {
    GATEHOUSE_IDENTITY_PLATFORM_PROJECT_ID: standIn.projectId,
    GATEHOUSE_IDENTITY_PLATFORM_EMULATOR_HOST: new URL(standIn.url).host
  }
  const { stderr } = await run(['users', 'get', 'alice'], { env })
  t.match(stderr, /^warning: using the emulator at 127\.0\.0\.1:\d+, not the real provider\n/)
  t.notMatch(stderr, 'no credentials')
})
