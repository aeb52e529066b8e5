import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { parseLines, startWithAlice } from '../../../test/fixtures/commands/users-command.ts'

/** Commands with a configuration that sets the target of events. */
async function startWith(t: Test, audit: Record<string, string> = {}) {
  const to = join(t.testdir({}), 'audit.log')
  const { standIn, env, run } = await startWithAlice(t, { email: 'alice@example.com' })
  const settings = { ...env, GATEHOUSE_AUDIT_TO: to, ...audit }
  return {
    standIn,
    run: (...args: string[]) => run(['users', ...args], { env: settings }),
    events: () => parseLines(readFileSync(to, 'utf8'))
  }
}

t.test('account events: each change is recorded with names and without values', async (t) => {
  const { run, events } = await startWith(t)
  await run('get', 'alice')
  t.throws(events, { code: 'ENOENT' }, 'reading creates no file')
  await run('create', '--uid', 'bob', '--email', 'bob@example.com', '--claims', '{"role":"admin"}')
  await run('update', 'alice', '--display-name', 'Alice Example')
  await run('claims', 'set', 'alice', 'role=secret-role')
  await run('disable', 'alice')
  await run('revoke', 'alice', '--yes')
  await run('delete', 'bob', '--yes')
  const frame = { event: 'account.changed', msg: 'event', level: 'info', service: 'gatehouse' }
  t.match(events(), [
    { ...frame, call: 'create', uid: 'bob', fields: ['email'] },
    { ...frame, call: 'update', uid: 'bob', claims: ['role'] },
    { ...frame, call: 'update', uid: 'alice', fields: ['displayName'] },
    { ...frame, call: 'update', uid: 'alice', claims: ['role'] },
    { ...frame, call: 'update', uid: 'alice', fields: ['disabled'] },
    { ...frame, call: 'revoke', uid: 'alice' },
    { ...frame, call: 'delete', uid: 'bob' }
  ])
  t.equal(events().length, 7)
  t.notMatch(JSON.stringify(events()), /example\.com|secret-role|admin|Alice/)
})

t.test('account events: a change that the provider refuses is not recorded', async (t) => {
  const { run, events } = await startWith(t)
  t.not((await run('disable', 'nobody')).code, 0)
  t.throws(events, { code: 'ENOENT' })
})

t.test('account events: with cloudevents, the uid is the subject', async (t) => {
  const { run, events } = await startWith(t, {
    GATEHOUSE_AUDIT_FORMAT: 'cloudevents',
    GATEHOUSE_PUBLIC_URL: 'https://app.example.com'
  })
  await run('disable', 'alice')
  t.match(events(), [
    { type: 'dev.gatehouse.account.changed', source: 'https://app.example.com', subject: 'alice' }
  ])
})

t.test('account events: with a file that cannot be written, no change is made', async (t) => {
  const { standIn, run } = await startWith(t, {
    GATEHOUSE_AUDIT_TO: join(t.testdir({}), 'none', 'audit.log')
  })
  const { code, stderr } = await run('disable', 'alice')
  t.equal(code, 2)
  t.match(stderr, /not changed: audit\.to: .* cannot be opened for appending \(ENOENT\)\nCreate its folder/)
  t.equal(standIn.accounts.get('alice')?.disabled, false)
})

t.test('account events: none go to stdout, which is for the result', async (t) => {
  const { run } = await startWith(t, { GATEHOUSE_AUDIT_TO: 'stdout' })
  t.equal((await run('disable', 'alice')).stdout, 'disabled alice (alice@example.com)\n')
})
