import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { MAIN, startProgram } from '../fixtures/child-process.ts'
import { send } from '../fixtures/http-client.ts'
import { findFreePorts } from '../fixtures/ports.ts'
import { signatureKeyOf } from '../fixtures/signature-keys.ts'

const start = (args: string[], env: Record<string, string> = {}) => startProgram(MAIN, args, env)
const run = (args: string[], env?: Record<string, string>) => start(args, env).ended

t.test('command line: --help and --version, printed with 0', async (t) => {
  for (const args of [['--help'], ['help'], ['start', '--help'], ['keys', '-h']]) {
    const { code, stdout } = await run(args)
    t.equal(code, 0)
    t.match(stdout, /gatehouse start .*check-config.*keys generate.*demo/s)
  }
  t.match((await run(['--version'])).stdout, /^\d+\.\d+\.\d+\n$/)
})

t.test('command line: wrong usage, exit code 2 and the reason', async (t) => {
  for (const args of [
    [],
    ['preview', '--bogus'],
    ['demo', 'now'],
    ['strat'],
    ['start', '--confg', 'x'],
    ['keys'],
    ['keys', 'destroy'],
    ['demo', '--port', 'x']
  ]) {
    const { code, stderr } = await run(args)
    t.equal(code, 2, args.join(' '))
    t.match(stderr, /^gatehouse: /)
  }
})

t.test('command line: keys generate, a new key of 32 random bytes each time (ASVS 11.5.1)', async (t) => {
  const [one, two] = await Promise.all([run(['keys', 'generate']), run(['keys', 'generate'])])
  t.match(one.stdout, /^ghk1_[0-9a-f]{72}\n$/)
  t.not(one.stdout, two.stdout)
})

t.test('command line: wrong configuration, each problem, exit code 2, no secret (ASVS 13.3.1)', async (t) => {
  const file = join(t.testdir(), 'bad.yaml')
  writeFileSync(file, 'publicUrl: 5\nlisten: { prot: 1 }\ncookie: { signatureKeys: [hidden-secret] }\n')
  for (const command of ['start', 'check-config']) {
    const { code, stderr, stdout } = await run([command, '--config', file])
    t.equal(code, 2)
    for (const path of [
      'publicUrl',
      'listen.prot',
      'upstream.url',
      'identityPlatform.projectId',
      'identityPlatform.apiKey',
      'cookie.signatureKeys[0]'
    ]) {
      t.ok(stderr.includes(`  ${path}: `), path)
    }
    t.notMatch(stderr + stdout, 'hidden')
  }
  t.equal((await run(['start', '--config', '/nowhere.yaml'])).code, 2)
})

const ENV = {
  GATEHOUSE_PUBLIC_URL: 'https://app.example.com',
  GATEHOUSE_LISTEN_PORT: '0',
  GATEHOUSE_MANAGEMENT_PORT: '0',
  GATEHOUSE_UPSTREAM_URL: 'http://127.0.0.1:9',
  GATEHOUSE_IDENTITY_PLATFORM_PROJECT_ID: 'p',
  GATEHOUSE_IDENTITY_PLATFORM_API_KEY: 'hidden-api-key',
  GATEHOUSE_IDENTITY_PLATFORM_ENDPOINTS_CERTIFICATES: 'http://127.0.0.1:9/none',
  GATEHOUSE_COOKIE_SIGNATURE_KEYS: `hidden-${signatureKeyOf('command line')}`
}

t.test('command line: check-config of a valid configuration, says so', async (t) => {
  const settled = {
    GATEHOUSE_UPSTREAM_SHARED_CACHING: 'false',
    GATEHOUSE_HSTS: '{}',
    GATEHOUSE_SESSION_VISIBLE_CLAIMS: 'null',
    GATEHOUSE_IDENTITY_HEADERS: '{"x-forwarded-email":"email"}'
  }
  const { code, stdout } = await run(['check-config'], { ...ENV, ...settled })
  t.equal(code, 0)
  t.equal(stdout, 'The configuration is good.\n')
})

t.test(
  'command line: check-config, a line for what may be expected otherwise; start writes none',
  async (t) => {
    const { code, stdout } = await run(['check-config'], ENV)
    t.equal(code, 0)
    t.match(
      stdout,
      /^warning: identityHeaders: x-forwarded-email .*\nwarning: upstream\.sharedCaching: .*\nwarning: hsts: .*\nwarning: session\.visibleClaims: .*\nThe /
    )
    const gateway = start(['start'], ENV)
    await gateway.printed(/"msg":"ready"/)
    gateway.child.kill('SIGTERM')
    t.notMatch((await gateway.ended).stdout, /sharedCaching|x-forwarded-email|hsts|visibleClaims/)
  }
)

t.test(
  'command line: start without the provider being there is ready, SIGTERM ends it with 0, every log line is JSON (ASVS 16.2.4)',
  async (t) => {
    const gateway = start(['start'], ENV)
    const [, port, managementPort] = await gateway.printed(
      /"port":(\d+),"managementPort":(\d+).*"msg":"ready"/
    )
    t.equal((await send(`http://127.0.0.1:${managementPort}/readyz`)).status, 200)
    t.equal((await send(`http://127.0.0.1:${port}/x`)).status, 401)
    gateway.child.kill('SIGTERM')
    const { code, stdout, stderr } = await gateway.ended
    t.equal(code, 0)
    t.equal(stderr, '')
    for (const line of stdout.trim().split('\n')) t.doesNotThrow(() => JSON.parse(line), line.slice(0, 80))
    t.match(stdout, /"outcome":"unauthenticated"/)
    t.match(stdout, /"msg":"stopped"/)
    t.notMatch(stdout, 'hidden')
  }
)

t.test('command line: a port that is taken, exit code 1 and a word about it', async (t) => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  t.teardown(() => taken.close())
  const address = taken.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const { code, stderr } = await run(['start'], { ...ENV, GATEHOUSE_LISTEN_PORT: String(port) })
  t.equal(code, 1)
  t.match(stderr, /Another program has this port/)
})

t.test('command line: demo prints its address and a user, and ends with 0', async (t) => {
  const [port] = await findFreePorts(1)
  const demo = start(['demo', '--port', String(port)])
  const [, url, email, password] = await demo.printed(
    /Gatehouse demo +(\S+)\n +Sign in as +(\S+)\n +Password +(\S+)\n/
  )
  t.equal(url, `http://localhost:${port}`)
  t.match([email, password], ['demo@example.com', 'gatehouse-demo'])
  t.equal((await send(`${url}/login`)).status, 200)
  demo.child.kill('SIGINT')
  t.equal((await demo.ended).code, 0)
})
