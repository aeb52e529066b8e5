import t from 'tap'
import { startCommands } from '../../../test/fixtures/commands/users-command.ts'

t.test('users disable and users enable switch an account off and on', async (t) => {
  const { run, standIn } = await startCommands(t)
  standIn.accounts.create({ uid: 'alice', email: 'alice@example.com' })
  const off = await run(['users', 'disable', 'alice@example.com'])
  t.strictSame([off.code, off.stdout], [0, 'disabled alice (alice@example.com)\n'])
  t.equal(standIn.accounts.get('alice')?.disabled, true)
  const on = await run(['users', 'enable', 'alice', '--json'])
  t.equal(JSON.parse(on.stdout).disabled, false)
  t.equal(standIn.accounts.get('alice')?.disabled, false)
  t.equal((await run(['users', 'disable', 'nobody'])).code, 3)
  t.equal((await run(['users', 'enable'])).code, 2)
})
