import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { runCommand } from '../fixtures/commands/command-run.ts'
import { MAIN, startProgram } from '../fixtures/processes/child-process.ts'
import { environmentOf } from '../fixtures/processes/environment.ts'
import { signatureKeyOf } from '../fixtures/session/signature-keys.ts'
import { send } from '../fixtures/wire/http-client.ts'

/** Starts the real program; commands that need no separate process run in this one. */
const start = (args: string[], env: Record<string, string> = {}) => startProgram(MAIN, args, env)

t.test('command line: the built program uses the right exit codes and output streams', async (t) => {
  t.match(await start(['--version']).ended, { code: 0, stdout: /^\d+\.\d+\.\d+\n$/, stderr: '' })
  t.match(await start(['strat']).ended, {
    code: 2,
    stdout: '',
    stderr: /^gatehouse: unknown command 'strat'/
  })
})

t.test('command line: keys generate makes a new 32-byte random key each time (ASVS 11.5.1)', async (t) => {
  const one = await runCommand(['keys', 'generate'])
  t.match(one, { code: 0, stdout: /^ghk1_[0-9a-f]{72}\n$/, stderr: '' })
  t.not(one.stdout, (await runCommand(['keys', 'generate'])).stdout)
  const file = join(t.testdir(), 'signature-keys')
  const ended = await runCommand(['keys', 'generate', '--to', file])
  t.match(ended, { code: 0, stdout: '', stderr: `${file}: written\n` })
  t.match(readFileSync(file, 'utf8'), /^ghk1_[0-9a-f]{72}\n$/)
  t.equal(statSync(file).mode & 0o777, 0o600)
})

t.test('command line: keys generate --to overwrites no existing file, link or folder', async (t) => {
  const folder = t.testdir({ keys: 'kept', link: t.fixture('symlink', 'nowhere'), folder: {} })
  const writeTo = (file: string) => runCommand(['keys', 'generate', '--to', file])
  for (const name of ['keys', 'link', 'folder']) {
    const stderr = `gatehouse: ${join(folder, name)}: already exists, and was not changed\n`
    t.match(await writeTo(join(folder, name)), { code: 1, stdout: '', stderr })
  }
  t.equal(readFileSync(join(folder, 'keys'), 'utf8'), 'kept')
  t.notOk(existsSync(join(folder, 'nowhere')))
  t.match(await writeTo(join(folder, 'missing', 'keys')), { code: 1, stderr: /ENOENT/ })
})

t.test('command line: invalid configuration lists problems, no secrets, code 2 (ASVS 13.3.1)', async (t) => {
  const file = join(t.testdir(), 'bad.yaml')
  const keys = 'cookie: { signatureKeys: [hidden-secret] }\n'
  const rows: readonly [yaml: string, paths: readonly string[]][] = [
    [
      `publicUrl: 5\nlisten: { prot: 1 }\n${keys}`,
      ['publicUrl', 'listen.prot', 'identityPlatform.projectId']
    ],
    [
      `publicUrl: https://app.example.com\nidentityPlatform: { projectId: p }\n${keys}`,
      ['upstream.url', 'identityPlatform.apiKey', 'cookie.signatureKeys[0]']
    ]
  ]
  for (const [yaml, paths] of rows) {
    writeFileSync(file, yaml)
    for (const command of ['start', 'check-config']) {
      const { code, stderr, stdout } = await runCommand([command, '--config', file])
      t.equal(code, 2)
      t.match(stderr, /^gatehouse: the configuration has 3 problems:\n/)
      for (const path of paths) t.ok(stderr.includes(`  ${path}: `), path)
      t.notMatch(stderr + stdout, 'hidden')
    }
  }
  for (const command of ['start', 'check-config', 'preview'])
    t.match(await runCommand([command, '--config', '/nowhere.yaml']), { code: 2, stderr: /\/nowhere\.yaml/ })
})

const ENV = {
  ...environmentOf('command line'),
  GATEHOUSE_IDENTITY_PLATFORM_API_KEY: 'hidden-api-key',
  GATEHOUSE_COOKIE_SIGNATURE_KEYS: `hidden-${signatureKeyOf('command line')}`
}

t.test('command line: check-config with only the four required settings prints no warning', async (t) => {
  const good = { code: 0, stdout: 'The configuration is valid.\n', stderr: '' }
  t.strictSame(await runCommand(['check-config'], { env: ENV }), good)
  const weak = await runCommand(['check-config'], { env: { ...ENV, GATEHOUSE_COOKIE_SAME_SITE: 'none' } })
  t.match(weak.stdout, /^warning: cookie\.sameSite: .*\nThe configuration is valid\.\n$/, 'control')
})

t.test('command line: ready without the provider, JSON lines, SIGTERM ends it (ASVS 16.2.4)', async (t) => {
  const gateway = start(['start'], ENV)
  const [, port, managementPort] = await gateway.printed(/"port":(\d+),"managementPort":(\d+).*"msg":"ready"/)
  t.equal((await send(`http://127.0.0.1:${managementPort}/readyz`)).status, 200)
  t.equal((await send(`http://127.0.0.1:${port}/x`)).status, 401)
  gateway.child.kill('SIGTERM')
  const { code, stdout, stderr } = await gateway.ended
  t.equal(code, 0)
  t.equal(stderr, '')
  for (const line of stdout.trim().split('\n')) t.doesNotThrow(() => JSON.parse(line), line.slice(0, 80))
  t.match(JSON.parse(stdout.split('\n', 1)[0] ?? ''), {
    msg: 'starting',
    version: /^\d+\.\d+\.\d+/,
    hash: /^[0-9a-f]+$/,
    node: process.version
  })
  t.match(stdout, /"outcome":"unauthenticated"/)
  t.match(stdout, /"msg":"stopped"/)
  t.notMatch(stdout, 'hidden')
  t.notMatch(stdout, /sharedCaching|x-forwarded-email|hsts|visibleClaims/, 'only check-config shows notes')
})

t.test('command line: a port in use exits with code 1 and says what to do', async (t) => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  t.teardown(() => taken.close())
  const port = String((taken.address() as AddressInfo).port)
  for (const [args, advice] of [
    [['start'], /or choose another port \(listen\.port\)\.\n$/],
    [['preview', '--port', port], /or choose another port\.\n$/],
    [['demo', '--port', port], /or choose another port\.\n$/]
  ] as const) {
    const ended = await start([...args], { ...ENV, GATEHOUSE_LISTEN_PORT: port }).ended
    t.match(ended, { code: 1, stderr: /^gatehouse: cannot start: .*EADDRINUSE/m }, args.join(' '))
    t.match(ended.stderr, advice)
  }
  const forwardAuthRequests = {
    GATEHOUSE_FORWARD_AUTH_ENABLED: 'true',
    GATEHOUSE_FORWARD_AUTH_LISTEN_PORT: port,
    GATEHOUSE_FORWARD_AUTH_TRUSTED_PROXIES: '127.0.0.1/32'
  }
  const { stderr } = await start(['start'], { ...ENV, ...forwardAuthRequests }).ended
  t.match(stderr, /choose another port \(forwardAuth\.listen\.port\)\.\n$/)
})
