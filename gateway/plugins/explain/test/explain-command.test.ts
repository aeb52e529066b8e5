import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { runCommand } from '../../../test/fixtures/commands/command-run.ts'
import { startCommands } from '../../../test/fixtures/commands/users-command.ts'
import { signatureKeyOf } from '../../../test/fixtures/session/signature-keys.ts'

const folder = t.testdir()
const CONFIG = {
  publicUrl: 'https://app.example.com',
  upstream: { url: 'http://127.0.0.1:3000' },
  identityPlatform: { projectId: 'my-project', apiKey: 'key', tenants: { 'acme.example.com': 'acme-x1' } },
  cookie: { signatureKeys: [signatureKeyOf('explain')] },
  access: {
    rules: [
      { path: '/static/*', allow: 'public' },
      { path: '/admin/*', allow: { claim: 'role', oneOf: ['admin'] } },
      { path: '/staff/*', allow: { claim: 'email', oneOf: ['ada@example.com'] } }
    ]
  }
}

function configFile(name: string, changes: object = {}): string {
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify({ ...CONFIG, ...changes }))
  return file
}

const config = configFile('gatehouse.json')
const explain = (args: readonly string[], input = '') =>
  runCommand(['explain', ...args, '--config', config], { input, cwd: folder })

t.test('explain: shows the readings, tenant, rules, outcome and identity headers of a request', async (t) => {
  const refused = await explain([
    'GET',
    'acme.example.com/Admin;x?secret=1',
    '--claims',
    '{"role":"editor","firebase":{"tenant":"acme-x1"}}'
  ])
  t.equal(refused.code, 0)
  t.equal(
    refused.stdout,
    `GET /Admin;x
has other readings: /admin
  host              acme.example.com   by proxy
  visitor           somebody of tenant acme-x1
  tenant            acme-x1   identityPlatform.tenants["acme.example.com"]
  rule 1            /static/*          does not match
  rule 2            /admin/*           may be meant by the path, asks claim role is one of admin: no, role is "editor"
  rule 3            /staff/*           does not match
  outcome           forbidden 403 FORBIDDEN by rule 2 (access.rules[1])   page load: page, else JSON
`
  )
  t.match(
    (await explain(['GET', '/admin.json'])).stdout,
    /rule 2 +\/admin\/\* +covers the path as another form of its own \(access\.extensions\), asks claim role.*\n.*\n +outcome +unauthenticated .*by rule 2/
  )
  const passed = await explain(['GET', '/admin/x', '--claims', '{"role":"admin"}'])
  t.match(passed.stdout, /rule 2 .* matches, .*: yes\n/, 'control')
  t.match(
    passed.stdout,
    /outcome +allow by rule 2 \(access\.rules\[1\]\) .*\n +application sees +x-forwarded-user, x-gatehouse-assertion\n/
  )
  t.notMatch(passed.stdout, 'rule 3', 'rules after the matching one are not evaluated')
})

t.test('explain: --device says whether sessions are bound, and takes nothing else', async (t) => {
  const rules = [{ path: '/*', allow: 'signed-in', require: { deviceBound: true } }]
  const file = configFile('bound.json', {
    session: { deviceBinding: { mode: 'when-supported' } },
    access: { rules }
  })
  const ask = (device: string) =>
    runCommand(['explain', '--check', '-', '--device', device, '--config', file], {
      input: 'GET / signed-in allow',
      cwd: folder
    })
  t.equal((await ask('bound')).code, 0)
  t.match(await ask('unbound'), { code: 1, stdout: /is forbidden 403 DEVICE_BINDING_REQUIRED by rule 1/ })
  t.match(await ask('lost'), { code: 2, stderr: /--device: must be one of: bound, unbound/ })
})

t.test('explain: --json prints one line that scripts can rely on', async (t) => {
  const { stdout } = await explain(['GET', '/admin', '--header', 'accept:text/html', '--json'])
  t.strictSame(JSON.parse(stdout), {
    method: 'GET',
    host: 'app.example.com',
    path: '/admin',
    application: null,
    by: 'proxy',
    readings: ['/admin'],
    pages: [],
    visitor: null,
    tenants: { accepted: [null], keys: ['identityPlatform.tenantId'] },
    rules: [
      { rule: 1, key: 'access.rules[0]', path: '/static/*', match: 'other-path', reason: 'does not match' },
      {
        rule: 2,
        key: 'access.rules[1]',
        path: '/admin/*',
        match: 'other-reading',
        reason: 'may be meant by the path, asks claim role is one of admin'
      },
      { rule: 3, key: 'access.rules[2]', path: '/staff/*', match: 'other-path', reason: 'does not match' }
    ],
    outcome: {
      kind: 'login',
      status: 302,
      code: 'MISSING_CREDENTIALS',
      rule: 2,
      ruleKey: 'access.rules[1]',
      detail: null
    },
    identityHeaders: [],
    removedHeaders: []
  })
})

t.test('explain: email addresses of rules, claims and accounts are never printed', async (t) => {
  const claims = '{"email":"eve@example.com","email_verified":true,"phone_number":"+15555550100"}'
  const { stdout } = await explain(['GET', '/staff/x', '--claims', claims])
  t.match(stdout, /asks claim email is one of \(not shown\): no, email is \(not shown\)\n/)
  t.notMatch(stdout, '@')
  const unverified = await explain(['GET', '/staff/x', '--claims', '{"email":"ada@example.com"}'])
  t.match(unverified.stdout, 'email is not verified', 'control')
  const line = 'GET /staff/x?token=1 {"email":"eve@example.com","email_verified":true} allow'
  t.equal(
    (await explain(['--check', '-'], line)).stdout,
    '-:1: GET /staff/x (not shown): expected allow, is forbidden 403 FORBIDDEN by rule 3 (access.rules[2])\n'
  )
})

t.test('explain: --user takes the claims of the account, an unknown user exits with code 3', async (t) => {
  const { run, standIn } = await startCommands(t)
  standIn.accounts.create({ uid: 'root', email: 'root@example.com', customClaims: { role: 'admin' } })
  standIn.accounts.create({ uid: 'gone', disabled: true })
  const args = (uid: string) => ['explain', 'GET', '/admin/x', '--user', uid, '--config', config, '--json']
  const { outcome, visitor } = JSON.parse((await run(args('root'))).stdout)
  t.match(
    { outcome, visitor },
    { outcome: { kind: 'allow', rule: 2 }, visitor: { uid: 'root', tenant: null } }
  )
  t.match(JSON.parse((await run(args('gone'))).stdout), {
    outcome: { kind: 'forbidden', code: 'USER_DISABLED' }
  })
  t.match(await run(args('missing')), { code: 3, stdout: '', stderr: /no such user/ })
})

t.test('explain: --check prints the lines that differ and exits with 1, nothing if none does', async (t) => {
  const good = `# who may see what
GET /static/x anonymous allow

GET /admin anonymous 401
GET /admin/x {"role": "admin"} allow
GET acme.example.com/x signed-in TENANT_MISMATCH
GET /a/../b signed-in failed
GET /login anonymous own
`
  t.strictSame(await explain(['--check', '-'], good), { code: 0, stdout: '', stderr: '' })
  const list = join(folder, 'access.txt')
  writeFileSync(list, `${good}GET /admin/x signed-in allow\n`)
  t.match(await explain(['--check', 'access.txt']), {
    code: 1,
    stdout:
      'access.txt:9: GET /admin/x signed-in: expected allow, is forbidden 403 FORBIDDEN by rule 2 (access.rules[1])\n'
  })
  const { stdout } = await explain(['--check', 'access.txt', '--json'])
  t.match(JSON.parse(stdout), {
    checked: 7,
    differences: [{ line: 9, expected: 'allow', outcome: { rule: 2 } }]
  })
})

t.test('explain: --check names the number of an invalid line and exits with code 2', async (t) => {
  for (const line of ['GET /x', 'GET /x somebody allow', 'GET /x {"a":1', 'GET /x anonymous']) {
    const { code, stderr } = await explain(['--check', '-'], `#\n${line}\n`)
    t.equal(code, 2, line)
    t.match(stderr, '-:2: ', line)
  }
})

t.test('explain: conditions show each part on one line, with the network from --client', async (t) => {
  const rules = [
    { path: '/a', allow: { any: [{ emailDomain: 'example.com' }, { claim: 'role', oneOf: ['admin'] }] } },
    { path: '/b', allow: { all: [{ not: { any: [{ uid: 'eve' }] } }, { network: '10.0.0.0/8' }] } },
    { path: '/feed', allow: 'optional' },
    { path: '/internal/*', allow: 'deny' }
  ]
  const file = configFile('conditions.json', { access: { rules } })
  const run = async (...args: string[]) =>
    (await runCommand(['explain', 'GET', ...args, '--config', file], { cwd: folder })).stdout
  const admin = await run(
    '/a',
    '--claims',
    '{"role":"admin","email":"a@other.example","email_verified":true}'
  )
  t.match(admin, 'asks any: email domain example.com: no; claim role is one of admin: yes\n')
  t.match(admin, /outcome +allow/)
  const unverified = await run('/a', '--claims', '{"email":"a@example.com"}')
  t.match(unverified, 'asks any: email domain example.com: unknown, email is not verified; claim role')
  t.match(unverified, /is one of admin: no, role is missing\n/)
  t.match(unverified, /outcome +forbidden/)
  t.match(await run('/a'), /asks any: email domain example.com; claim role is one of admin\n/)
  const outside = await run('/b', '--claims', '{}')
  t.match(outside, 'asks all: not (any: uid eve: no): yes; network 10.0.0.0/8: no, client is 127.0.0.1\n')
  t.match(await run('/b', '--claims', '{}', '--client', '10.0.0.7'), /outcome +allow/, 'control')
  t.match(await run('/feed'), /requires nothing, a session is optional\n +outcome +allow/)
  t.match(await run('/internal/x', '--claims', '{}'), /denies everyone\n +outcome +forbidden 403 FORBIDDEN/)
})

t.test('explain: applications, pages of a framework and preflights are named', async (t) => {
  const { upstream } = CONFIG
  const file = configFile('framework.json', {
    upstream: undefined,
    applications: [{ name: 'home', upstream, framework: 'nextjs' }],
    cors: { origins: ['https://app.example.com'] }
  })
  const run = async (...args: string[]) => (await runCommand(['explain', ...args, '--config', file])).stdout
  const page = await run('GET', '/_next/data/B/admin/x.json')
  t.match(page, /^ {2}application +home\n[\s\S]*also judged as +\/admin\/x +by access\.rules\[1\]$/m)
  const headers = ['origin: https://app.example.com', 'access-control-request-method: PUT']
  const preflight = await run('OPTIONS', '/api', ...headers.flatMap((line) => ['--header', line]))
  t.match(preflight, /outcome +preflight 204 +response by the gateway: the origin is in cors\.origins/)
})

t.test('explain: contradicting options exit with code 2', async (t) => {
  for (const args of [
    [],
    ['GET'],
    ['--check', 'x', 'GET', '/x'],
    ['GET', '/x', '--anonymous', '--claims', '{}'],
    ['GET', '/x', '--claims', '[]'],
    ['GET', '/x', '--bearer', '[]'],
    ['GET', '/x', '--bearer', '{}', '--claims', '{}'],
    ['GET', '/x', '--header', 'no header'],
    ['GET', '/x', '--client', 'somewhere'],
    ['GET', '/x', '--header', 'a: b\r\nc: d']
  ])
    t.match(await explain(args), { code: 2, stdout: '' }, args.join(' '))
})

t.test('explain: headers that the application would not get are listed, but not those of hops', async (t) => {
  const removed = ['x-auth-user', 'x-access-token', 'x_own', 'x-forwarded-user']
  const names = [...removed, 'x-own', 'accept', 'connection', 'x-forwarded-for']
  const headers = names.flatMap((name) => ['--header', `${name}: x`])
  const listed = async (place: string) =>
    JSON.parse((await explain(['GET', place, ...headers, '--json'])).stdout).removedHeaders
  t.same(await listed('/static/x'), removed)
  t.same(await listed('/staff/x'), [], 'nothing is forwarded')
  t.match(
    (await explain(['GET', '/static/x', ...headers])).stdout,
    `\n  removed           ${removed.join(', ')}\n`
  )
  t.notMatch((await explain(['GET', '/static/x', '--header', 'x-own: x'])).stdout, /removed/)
})
