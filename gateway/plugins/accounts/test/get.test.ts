import t from 'tap'
import { startCommands } from '../../../test/fixtures/commands/users-command.ts'

t.test('users get: finds a user by uid, email address or phone number', async (t) => {
  const { run, standIn } = await startCommands(t)
  standIn.accounts.create({
    uid: 'alice',
    email: 'alice@example.com',
    emailVerified: true,
    phoneNumber: '+15555550100',
    password: 'hidden-password',
    customClaims: { role: 'admin' }
  })
  for (const word of ['alice', 'ALICE@example.com', '+15555550100']) {
    const { code, stdout } = await run(['users', 'get', word])
    t.equal(code, 0, word)
    t.match(stdout, /^uid +alice\nemail +alice@example\.com \(verified\)$/m)
    t.match(stdout, /^custom claims +\{"role":"admin"\}$/m)
    t.notMatch(stdout, /hidden|hash|UkVEQUNURUQ/i)
  }
  const { stdout } = await run(['users', 'get', 'alice', '--json'])
  t.match(JSON.parse(stdout), { uid: 'alice', customClaims: { role: 'admin' }, phoneNumber: '+15555550100' })
  t.notMatch(stdout, /hidden|hash|UkVEQUNURUQ/i)
})

t.test('users get: an unknown user exits with code 3', async (t) => {
  const { run, standIn } = await startCommands(t)
  standIn.accounts.create({ uid: 'a@b', email: 'other@example.com' })
  for (const word of ['nobody', 'nobody@example.com', '+15555550199', 'a@b']) {
    const { code, stderr, stdout } = await run(['users', 'get', word])
    t.equal(code, 3, word)
    t.match(stderr, `gatehouse: ${word}: no such user`)
    t.equal(stdout, '')
  }
  t.equal((await run(['users', 'get', 'a@b', '--by', 'uid'])).code, 0)
  t.equal((await run(['users', 'get', '--by=email', 'other@example.com'])).code, 0)
  t.equal((await run(['users', 'get', 'alice', '--by', 'name'])).code, 2)
  t.equal((await run(['users', 'get', 'alice', '--by', 'phone'])).code, 2)
})
