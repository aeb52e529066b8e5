import { spawn } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { packagePath } from '../../../src/config/package-files.ts'
import {
  endWithThisProcess,
  MAIN,
  startProgram,
  watchProgram
} from '../../../test/fixtures/processes/child-process.ts'
import { readJson, send } from '../../../test/fixtures/wire/http-client.ts'
import { findFreePorts } from '../../../test/fixtures/wire/ports.ts'

/** The section of COMMANDS.md about the stand-in. */
const SECTION = readFileSync(packagePath('gateway', 'COMMANDS.md'), 'utf8')
  .split('## ')
  .find((part) => part.startsWith('Run a gateway against'))

/** Ends the background process that an output names. */
function endBackground(t: Test, output: string): void {
  t.teardown(() => process.kill(Number(/\bkill (\d+)/.exec(output)?.[1])))
}

t.test('stand-in: the commands of COMMANDS.md start a gateway that signs in and has accounts', async (t) => {
  const [port = 0, providerPort = 0, managementPort = 0] = await findFreePorts(3)
  const folder = t.testdir({ gatehouse: `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n` })
  const [, commands = ''] = /```sh\n([\s\S]*?)```/.exec(SECTION ?? '') ?? []
  const script = commands
    .replaceAll('8080', String(port))
    .replace('--write', `--port ${providerPort} --write`)
  const child = spawn('sh', ['-ec', `chmod +x gatehouse\n${script.replace('gatehouse start', 'exec $&')}`], {
    cwd: folder,
    env: {
      PATH: `${folder}:${process.env.PATH}`,
      GATEHOUSE_LISTEN_PORT: String(port),
      GATEHOUSE_MANAGEMENT_PORT: String(managementPort),
      GATEHOUSE_SESSION_ACQUIRE: 'exchange'
    }
  })
  endWithThisProcess(child)
  t.teardown(() => child.kill())
  const gateway = watchProgram(child)
  const [, background = ''] = await gateway.printed(/(.*)\n/)
  endBackground(t, background)
  await gateway.printed(/"msg":"ready"/)

  const printed = readFileSync(join(folder, 'provider.yaml'), 'utf8')
  t.equal(statSync(join(folder, 'provider-key.json')).mode & 0o777, 0o600)
  const [, identityToolkit] = /identityToolkit: (\S+)/.exec(printed) ?? []
  const signIn = (key: string) =>
    send(`${identityToolkit}/v1/accounts:signInWithPassword?key=${key}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.com', password: 'some password', returnSecureToken: true })
    })
  const { idToken } = readJson(await (await signIn('stand-in-api-key')).text())
  const session = await send(`http://127.0.0.1:${port}/_auth/session`, {
    method: 'POST',
    headers: {
      host: `localhost:${port}`,
      origin: `http://localhost:${port}`,
      authorization: `Bearer ${idToken}`,
      'content-type': 'application/json'
    },
    body: '{}'
  })
  t.equal(session.status, 200, 'without a refresh token')

  const wrong = await signIn('another-key')
  t.equal(wrong.status, 400)
  t.match(readJson(await wrong.text()), {
    error: {
      code: 400,
      message: 'API key not valid. Please pass a valid API key.',
      status: 'INVALID_ARGUMENT',
      errors: [{ domain: 'global', reason: 'badRequest' }],
      details: [{ reason: 'API_KEY_INVALID' }]
    }
  })

  const accounts = (authorization: string) =>
    send(`${identityToolkit}/v1/projects/demo-local/accounts:batchGet`, { headers: { authorization } })
  t.equal((await accounts('Bearer owner')).status, 200)
  t.equal((await accounts('Bearer other')).status, 401)

  const users = await startProgram(MAIN, [
    ...['users', 'list', '--json', '--config'],
    join(folder, 'gatehouse.yaml')
  ]).ended
  t.match(users, { code: 0, stdout: 'ada@example.com' }, users.stderr)
})

t.test('stand-in: with a port in use, --write fails, and the file is unchanged', async (t) => {
  const [port = 0] = await findFreePorts(1)
  const folder = t.testdir({})
  const file = join(folder, 'provider.yaml')
  const write = () => startProgram(MAIN, ['stand-in', '--port', String(port), '--write', file]).ended
  const first = await write()
  t.equal(first.code, 0, first.stderr)
  endBackground(t, first.stdout)
  writeFileSync(file, 'kept')
  const second = await write()
  t.equal(second.code, 1)
  t.match(second.stderr, /The port is in use/)
  t.equal(readFileSync(file, 'utf8'), 'kept')
})

t.test('stand-in: without --write, it prints the configuration and ends with a signal', async () => {
  const provider = startProgram(MAIN, ['stand-in', '--port', '0'])
  await provider.printed(/identityPlatform:[\s\S]* sts: \S+\n/)
  provider.child.kill('SIGTERM')
  t.equal((await provider.ended).code, 0)
})

t.test('stand-in: a project that may be real, and a port that is no number, are wrong usage', async (t) => {
  for (const args of [
    ['--project', 'my-project'],
    ['--port', 'nine']
  ]) {
    const { code, stderr } = await startProgram(MAIN, [
      'stand-in',
      ...args,
      '--write',
      join(t.testdir({}), 'a')
    ]).ended
    t.equal(code, 2, args.join(' '))
    t.match(stderr, args[0] ?? '')
  }
})

t.test('demo: --upstream, that application is behind the gateway without rules of the demo', async (t) => {
  const [port = 0] = await findFreePorts(1)
  const application = startProgram(MAIN, ['stand-in', '--port', '0'])
  t.teardown(() => application.child.kill())
  const [, upstream = ''] = await application.printed(/identityToolkit: (http:\/\/[^/]+)/)
  const demo = startProgram(MAIN, ['demo', '--port', String(port), '--upstream', upstream])
  t.teardown(() => demo.child.kill())
  await demo.printed(/Sign in as +demo@example.com/)
  const page = await send(`http://localhost:${port}/news`, { headers: { accept: 'text/html' } })
  t.equal(page.status, 302, 'a public page of the demo')
  const login = await (await send(`http://localhost:${port}/login`)).text()
  t.match(login, '<h1 tabindex="-1">Sign in to localhost</h1>')

  const second = await startProgram(MAIN, ['demo', '--port', String(port), '--upstream', upstream]).ended
  t.equal(second.code, 1)
  t.match(second.stderr, /The port is in use/)
  t.notMatch(second.stdout + second.stderr, /\n? +at /, 'no stack')
})

t.test('demo: an upstream that is no address, and one beside a proxy, are wrong usage', async (t) => {
  for (const [args, complaint] of [
    [['--upstream', 'nowhere'], /upstream\.url/],
    [['--upstream', 'http://127.0.0.1:3000', '--forward-auth'], /--upstream/]
  ] as const) {
    const { code, stderr } = await startProgram(MAIN, ['demo', '--port', '0', ...args]).ended
    t.equal(code, 2, args.join(' '))
    t.match(stderr, complaint)
  }
})
