import t from 'tap'
import { startCommands, startWithAlice } from '../../../test/fixtures/commands/users-command.ts'
import { decodeClaims } from '../../../test/fixtures/provider/provider.ts'

t.test('token: the token alone goes to standard output, the note to standard error', async (t) => {
  const { run, standIn } = await startCommands(t, ['acme'])
  const { code, stdout, stderr } = await run(['token', 'alice', '--claims', '{"team":7}', '--tenant', 'acme'])
  t.equal(code, 0)
  t.match(stdout, /^[\w-]+\.[\w-]+\.[\w-]+\n$/)
  t.match(decodeClaims(stdout.trim()), { uid: 'alice', tenant_id: 'acme', claims: { team: 7 } })
  t.match(stderr, /secret.*alice.*hour/)
  t.notMatch(stderr, stdout.slice(0, 20))
  t.equal(standIn.calls.total(), 0)
})

t.test('token: an argument that does not look like a uid is refused', async (t) => {
  const { run } = await startWithAlice(t, { email: 'alice@example.com' })
  for (const word of ['alice@example.com', '+15555550100']) {
    const { code, stderr } = await run(['token', word])
    t.equal(code, 2)
    t.match(stderr, `${word} does not look like a uid: use --by`)
  }
  t.equal((await run(['token', 'a@b', '--by', 'uid'])).code, 0)
  const { stdout } = await run(['token', 'alice@example.com', '--by', 'email'])
  t.equal(decodeClaims(stdout.trim()).uid, 'alice')
  t.equal((await run(['token', 'nobody@example.com', '--by', 'email'])).code, 3)
})

t.test('token: reserved claims, long uids and missing words are refused', async (t) => {
  const { notRefused } = await startCommands(t)
  const claims = ['{"sub":1}', '{"email":1}', 'x'].map((text) => ['alice', '--claims', text])
  const wrong = [...claims, ['x'.repeat(129)], [], ['alice', 'bob'], ['']]
  t.same(
    await notRefused(
      'token',
      wrong.map((args) => [args, /./])
    ),
    []
  )
})
