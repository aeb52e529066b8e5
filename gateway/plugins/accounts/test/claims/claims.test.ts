import t from 'tap'
import { startCommands, startWithAlice } from '../../../../test/fixtures/commands/users-command.ts'

const RESERVED = 'acr amr at_hash aud auth_time azp cnf c_hash exp firebase iat iss jti nbf nonce sub'.split(
  ' '
)
const STANDARD = 'email email_verified name phone_number picture provider_id user_id'.split(' ')

t.test('users claims set: merges, parses values that are JSON, shows before and after', async (t) => {
  const { run, standIn } = await startWithAlice(t, {
    email: 'alice@example.com',
    customClaims: { role: 'user', kept: 1 }
  })
  const pairs = 'role=admin level=3 quoted="3" groups=["a","b"] on=true none=null equation=a=b empty='
  const { code, stdout, stderr } = await run(['users', 'claims', 'set', 'alice', ...pairs.split(' ')])
  t.equal(code, 0)
  t.strictSame(standIn.accounts.get('alice')?.customClaims, {
    role: 'admin',
    kept: 1,
    level: 3,
    quoted: '3',
    groups: ['a', 'b'],
    on: true,
    none: null,
    equation: 'a=b',
    empty: ''
  })
  t.match(stdout, 'claims of alice (alice@example.com)\n')
  t.match(stdout, '  role: "user" -> "admin"\n')
  t.match(stdout, '  kept: 1 (as before)\n')
  t.match(stdout, '  level: (not set) -> 3\n')
  t.match(stderr, 'POST /_auth/refresh?force=1')
})

t.test('users claims set: takes an object by --json, single claims take precedence', async (t) => {
  const { run, standIn } = await startWithAlice(t)
  const args = ['users', 'claims', 'set', 'alice', 'role=admin', '--json', '{"role":"user","team":{"id":7}}']
  t.equal((await run(args)).code, 0)
  t.strictSame(standIn.accounts.get('alice')?.customClaims, { role: 'admin', team: { id: 7 } })
  const again = await run(args)
  t.equal(again.code, 0)
  t.match(again.stdout, 'nothing to change')
  t.equal(standIn.calls.update, 1)
})

t.test('users claims set: reserved names are refused by name, but allowed inside of values', async (t) => {
  const { run, notRefused, standIn } = await startWithAlice(t)
  const refused = [
    ...RESERVED.map((name) => [[`${name}=x`, 'fine=1'], `reserved by the provider: ${name}`] as const),
    ...STANDARD.map((name) => {
      const message = `${name}: id tokens have a claim of that name already`
      return [['--json', JSON.stringify({ [name]: 1 })], message] as const
    })
  ].map(([args, message]) => [args, new RegExp(message)] as const)
  t.same(await notRefused('users claims set alice', refused), [])
  t.equal(standIn.calls.total(), 0)
  t.equal((await run(['users', 'claims', 'set', 'alice', 'org={"sub":1}', 'Email=1'])).code, 0)
})

t.test('users claims set: --help lists the reserved claims', async (t) => {
  const { run } = await startCommands(t)
  const { code, stdout } = await run(['users', 'claims', 'set', '--help'])
  t.equal(code, 0)
  for (const name of [...RESERVED, ...STANDARD]) t.match(stdout, name)
})

t.test('users claims set: too large claims are refused, almost too large ones warned about', async (t) => {
  const { run, standIn } = await startWithAlice(t)
  const set = (value: string) => run(['users', 'claims', 'set', 'alice', `a=${value}`])
  const large = await set('x'.repeat(993))
  t.equal(large.code, 2)
  t.match(large.stderr, /1001 characters of JSON, 1000 are allowed/)
  t.equal(standIn.calls.update, 0)
  const wide = await set('ü'.repeat(700))
  t.equal(wide.code, 0)
  t.match(wide.stderr, 'warning: the claims have 1408 bytes')
  t.notMatch((await set('x'.repeat(992))).stderr, 'warning')
})

t.test('users claims set: an argument that is not a pair exits with code 2', async (t) => {
  const { run, notRefused, standIn } = await startCommands(t)
  const words = [[], ['role'], ['=x'], ['--json', '{}'], ['--json', '3']]
  const cases = words.map((args) => [args, /See: gatehouse users claims set --help/] as const)
  t.same(await notRefused('users claims set alice', cases), [])
  t.equal((await run(['users', 'claims', 'set', 'nobody', 'a=1'])).code, 3)
  t.equal(standIn.calls.update, 0)
})

t.test('users claims unset: removes the named claims and nothing else', async (t) => {
  const { run, standIn } = await startWithAlice(t, {
    customClaims: { role: 'admin', team: 1, email: 'set elsewhere' }
  })
  const { code, stdout } = await run(['users', 'claims', 'unset', 'alice', 'role', 'email', 'other'])
  t.equal(code, 0)
  t.match(stdout, '  role: "admin" -> (not set)\n')
  t.strictSame(standIn.accounts.get('alice')?.customClaims, { team: 1 })
  const again = await run(['users', 'claims', 'unset', 'alice', 'role'])
  t.strictSame([again.code, standIn.calls.update], [0, 1])
  t.equal((await run(['users', 'claims', 'unset', 'alice'])).code, 2)
  t.equal((await run(['users', 'claims', 'unset', 'nobody', 'role'])).code, 3)
})

t.test('users claims: claims that cannot be written back exactly are not changed, with advice', async (t) => {
  const { run, standIn } = await startCommands(t)
  const rows = [
    ['{"id":12345678901234567890,"role":"user"}', /numbers that would lose precision/],
    ['{"id":[{"n":-1e999}]}', /numbers that would lose precision/],
    ['{"role":', /are not a JSON object/],
    ['["role"]', /are not a JSON object/]
  ] as const
  for (const [customAttributes, reason] of rows) {
    const users = [{ localId: 'alice', email: 'alice@example.com', customAttributes }]
    standIn.faults.lookup = { kind: 'body', status: 200, body: JSON.stringify({ users }) }
    for (const words of [
      ['set', 'alice', 'role=admin'],
      ['set', 'alice', '--json', '{"role":"admin"}'],
      ['unset', 'alice', 'role']
    ]) {
      const { code, stdout, stderr } = await run(['users', 'claims', ...words])
      t.equal(code, 1, customAttributes)
      t.equal(stdout, '')
      t.match(stderr, reason)
      t.match(stderr, 'gatehouse users update alice --clear claims\n')
      t.match(stderr, 'gatehouse users update alice --claims JSON\n')
    }
    const read = await run(['users', 'claims', 'get', 'alice'])
    t.equal(read.code, 0)
    t.match(read.stderr, /^warning: alice \(alice@example.com\): /)
    t.match(read.stderr, reason)
  }
  t.equal(standIn.calls.update, 0)
  const uid = 'a@b'
  const users = [{ localId: uid, customAttributes: '[]' }]
  standIn.faults.lookup = { kind: 'body', status: 200, body: JSON.stringify({ users }) }
  const odd = await run(['users', 'claims', 'unset', '--by', 'uid', uid, 'role'])
  t.match(odd.stderr, 'gatehouse users update --by uid a@b --clear claims')
  standIn.faults.reset()
  standIn.accounts.create({ uid: 'alice', customClaims: { id: '12345678901234567890', n: 0.1 } })
  t.equal((await run(['users', 'claims', 'set', 'alice', 'role=admin'])).code, 0)
})

t.test('users claims set: numbers that JavaScript cannot represent are refused, exit code 2', async (t) => {
  const { run, notRefused, standIn } = await startWithAlice(t)
  const set = ['users', 'claims', 'set', 'alice']
  const lossy = /is a number that would lose precision: quote it as text/
  for (const [command, ...all] of [
    ['users claims set alice', ['n=12345678901234567890'], ['n=1e999'], ['n=[{"a":9007199254740993}]']],
    ['users claims set alice --json', ['{"n":0.12345678901234567890}']],
    ['users update alice --claims', ['{"n":1e999}']],
    ['users create --uid bob --claims', ['{"n":1e999}']],
    ['token alice --claims', ['{"n":1e999}']]
  ] as const) {
    const cases = all.map((args) => [args, lossy] as const)
    t.same(await notRefused(command, cases), [], command)
  }
  t.match((await run([...set, `n=${'9'.repeat(500)}`])).stderr, `n: ${'9'.repeat(40)}… is a number`)
  t.equal(standIn.calls.total(), 0)
  t.equal((await run([...set, 'n="12345678901234567890"', 'm=9007199254740991', 'k=1.50'])).code, 0)
  t.strictSame(standIn.accounts.get('alice')?.customClaims, {
    n: '12345678901234567890',
    m: Number.MAX_SAFE_INTEGER,
    k: 1.5
  })
})

t.test('users claims get: prints all claims, or one', async (t) => {
  const { run, standIn } = await startWithAlice(t, { customClaims: { role: 'admin', text: '\u001b[31m' } })
  standIn.accounts.create({ uid: 'bob' })
  const get = (...words: string[]) => run(['users', 'claims', 'get', ...words])
  t.strictSame(JSON.parse((await get('alice')).stdout), { role: 'admin', text: '\u001b[31m' })
  t.equal((await get('alice', 'role')).stdout, '"admin"\n')
  t.equal((await get('alice', 'text')).stdout, '"\\u001b[31m"\n')
  t.equal((await get('bob')).stdout, '{}\n')
  const missing = await get('alice', 'toString')
  t.equal(missing.code, 3)
  t.match(missing.stderr, 'no such claim: toString')
  t.equal((await get('nobody')).code, 3)
  t.equal((await get()).code, 2)
})
