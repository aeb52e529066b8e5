import t from 'tap'
import { startCommands } from '../../../test/fixtures/commands/users-command.ts'

const TERMINAL = { stdin: true, stderr: true }

t.test('users revoke: asks for confirmation, then ends the sessions', async (t) => {
  const { run, standIn } = await startCommands(t)
  standIn.accounts.create({ uid: 'alice' })
  const no = await run(['users', 'revoke', 'alice'], { input: 'no\n', terminals: TERMINAL })
  t.equal(no.code, 4)
  t.equal(standIn.accounts.get('alice')?.validSinceSeconds, undefined)
  const yes = await run(['users', 'revoke', 'alice', '-y'])
  t.strictSame([yes.code, yes.stdout], [0, 'revoked every session of alice\n'])
  t.type(standIn.accounts.get('alice')?.validSinceSeconds, 'number')
})
