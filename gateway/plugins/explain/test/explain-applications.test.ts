import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { runCommand } from '../../../test/fixtures/commands/command-run.ts'
import { signatureKeyOf } from '../../../test/fixtures/session/signature-keys.ts'

const folder = t.testdir()
const upstream = { url: 'http://127.0.0.1:3000' }
const ADMIN = { claim: 'role', oneOf: ['admin'] }
const WIKI = {
  name: 'wiki',
  host: 'wiki.example.com',
  upstream,
  identityHeaders: { 'x-who': 'sub' },
  access: {
    rules: [
      { path: '/public/*', allow: 'public' },
      { path: '/admin/*', allow: ADMIN }
    ]
  }
}

function configFile(name: string, applications: readonly object[]): string {
  const file = join(folder, name)
  writeFileSync(
    file,
    JSON.stringify({
      publicUrl: 'https://app.example.com',
      identityPlatform: { projectId: 'my-project', apiKey: 'key' },
      cookie: { signatureKeys: [signatureKeyOf('explain')] },
      access: { rules: [{ path: '/home/*', allow: 'public' }] },
      applications
    })
  )
  return file
}

const config = configFile('gatehouse.json', [{ name: 'home', upstream }, WIKI])
const explain = (args: readonly string[], input = '', file = config) =>
  runCommand(['explain', ...args, '--config', file], { input, cwd: folder })

t.test('explain of applications: names the application, its rules and its identity headers', async (t) => {
  const passed = await explain(['GET', 'wiki.example.com/admin/x', '--claims', '{"role":"admin"}'])
  t.match(passed.stdout, /^ {2}application +wiki$/m)
  t.match(passed.stdout, /outcome +allow by rule 2 \(applications\[1\]\.access\.rules\[1\]\)/)
  t.match(passed.stdout, /application sees .*x-who/)
  const home = await explain(['GET', '/home/x'])
  t.match(home.stdout, /application +home\n[\s\S]*by rule 1 \(access\.rules\[0\]\)/, 'the shared rules')
  const json = await explain(['GET', 'wiki.example.com/public/x', '--json'])
  t.match(JSON.parse(json.stdout), {
    application: 'wiki',
    rules: [{ rule: 1, key: 'applications[1].access.rules[0]' }],
    outcome: { kind: 'allow', rule: 1, ruleKey: 'applications[1].access.rules[0]' }
  })
})

t.test('explain of applications: the headers of a preset are among those that it sees', async (t) => {
  const withPreset = configFile('preset.json', [
    { name: 'home', upstream },
    { ...WIKI, identityHeaders: { preset: 'authelia', 'remote-groups': null } }
  ])
  const claims = '{"email":"ada@example.com","email_verified":true,"groups":["staff"]}'
  const ask = async (host: string) => {
    const args = ['GET', `${host}/x`, '--claims', claims, '--header', 'remote-user: forged', '--json']
    return JSON.parse((await explain(args, '', withPreset)).stdout)
  }
  const { identityHeaders, removedHeaders } = await ask('wiki.example.com')
  t.same(
    identityHeaders.filter((name: string) => name.startsWith('remote-')),
    ['remote-user', 'remote-email']
  )
  t.same(removedHeaders, ['remote-user'])
  const elsewhere = await ask('app.example.com')
  t.notOk(elsewhere.identityHeaders.includes('remote-user'), 'of one application only')
  t.same(elsewhere.removedHeaders, ['remote-user'])
})

t.test('explain of applications: an unknown host is a 404, as for a visitor', async (t) => {
  for (const by of ['proxy', 'forward-auth']) {
    const { stdout } = await explain(['GET', 'evil.example.com/', '--by', by, '--json'])
    t.match(JSON.parse(stdout), { application: null, outcome: { kind: 'failed' } }, by)
  }
  const { stdout } = await explain(['GET', 'evil.example.com/'])
  t.match(stdout, /failed 404 UNKNOWN_HOST/)
})

t.test('explain of applications: --check takes lines for any host', async (t) => {
  const lines = [
    'GET wiki.example.com/public/x anonymous allow',
    'GET wiki.example.com/home/x anonymous 401',
    'GET /home/x anonymous allow',
    'GET evil.example.com/ signed-in UNKNOWN_HOST'
  ]
  t.match(await explain(['--check', '-'], lines.join('\n')), { code: 0, stdout: '' })
  t.match(
    await explain(['--check', '-'], 'GET wiki.example.com/admin/x signed-in allow'),
    { code: 1, stdout: /is forbidden 403 FORBIDDEN by rule 2 \(applications\[1\]\.access\.rules\[1\]\)/ },
    'control'
  )
})

t.test('explain of applications: malformed hosts, own paths on other hosts, as for a visitor', async (t) => {
  const file = configFile('far.json', [
    { name: 'home', upstream },
    { name: 'far', host: 'far.example.org', upstream }
  ])
  const rows: readonly [place: string, host: string, kind: string, status: number | null][] = [
    ['/x', 'far.example.org:80@evil', 'failed', 400],
    ['/x', 'far.example.org:', 'failed', 400],
    ['/x', 'far.example.org:80', 'unauthenticated', 401],
    ['/_auth/continue', 'far.example.org', 'failed', 404],
    ['/_auth/continue', 'app.example.com', 'own', null],
    ['/_auth/arrive', 'app.example.com', 'failed', 404],
    ['/_auth/arrive', 'far.example.org', 'own', null]
  ]
  for (const [place, host, kind, status] of rows) {
    const { stdout } = await explain(['GET', place, '--host', host, '--json'], '', file)
    t.match(JSON.parse(stdout), { outcome: { kind, status } }, `${host}${place}`)
  }
})

t.test('explain of applications: with a framework, shows the pages that an address stands for', async (t) => {
  const file = configFile('framework.json', [
    { name: 'home', upstream },
    { ...WIKI, framework: 'nextjs' }
  ])
  const ask = (args: readonly string[]) => explain([...args, '--claims', '{"role":"editor"}'], '', file)
  const { stdout } = await ask(['GET', 'wiki.example.com/_next/data/B/admin/x.json'])
  t.match(stdout, /also judged as +\/admin\/x +by applications\[1\]\.access\.rules\[1\]$/m)
  t.match(stdout, /outcome +forbidden 403 FORBIDDEN by rule 2/)
  const action = ['POST', 'wiki.example.com/public/x', '--header', 'next-action: 40ab']
  for (const by of ['proxy', 'forward-auth'])
    t.match(
      (await ask([...action, '--by', by])).stdout,
      /forbidden 403 .* the header next-action names the handler/,
      by
    )
  const json = await ask(['GET', 'wiki.example.com/_next/image?url=/public/a.png', '--json'])
  t.match(JSON.parse(json.stdout), {
    pages: [{ path: '/public/a.png', ruleKey: 'applications[1].access.rules[0]' }],
    outcome: { kind: 'allow' }
  })
})
