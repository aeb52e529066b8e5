import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { MAIN, startProgram } from '../fixtures/processes/child-process.ts'
import { signatureKeyOf } from '../fixtures/session/signature-keys.ts'
import { readJson, send } from '../fixtures/wire/http-client.ts'
import { findFreePorts } from '../fixtures/wire/ports.ts'

t.test('stand-in: with the section that it prints, a gateway signs its account in', async (t) => {
  const [port = 0, providerPort = 0, managementPort = 0] = await findFreePorts(3)
  const provider = startProgram(MAIN, ['stand-in', '--port', String(providerPort)])
  t.teardown(() => provider.child.kill('SIGKILL'))
  const [printed] = await provider.printed(/[\s\S]*oobCodes\n/)
  const own = [
    `publicUrl: http://localhost:${port}`,
    'upstream: { url: http://127.0.0.1:9 }',
    `listen: { port: ${port} }`,
    `management: { port: ${managementPort} }`,
    `cookie: { signatureKeys: [${signatureKeyOf('stand-in')}] }`
  ]
  const file = join(t.testdir({}), 'gatehouse.yaml')
  writeFileSync(file, `${printed}${own.join('\n')}\n`)
  const gateway = startProgram(MAIN, ['start', '--config', file])
  t.teardown(() => gateway.child.kill('SIGKILL'))
  await gateway.printed(/"msg":"ready"/)

  const [, identityToolkit] = /identityToolkit: (\S+)/.exec(printed) ?? []
  const signedIn = await send(`${identityToolkit}/v1/accounts:signInWithPassword?key=stand-in-api-key`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com', password: 'some password', returnSecureToken: true })
  })
  const { idToken, refreshToken } = readJson(await signedIn.text())
  const session = await send(`http://127.0.0.1:${port}/_auth/session`, {
    method: 'POST',
    headers: {
      host: `localhost:${port}`,
      origin: `http://localhost:${port}`,
      authorization: `Bearer ${idToken}`,
      'content-type': 'application/json'
    },
    body: JSON.stringify({ refreshToken })
  })
  t.equal(session.status, 200)
  provider.child.kill('SIGTERM')
  t.equal((await provider.ended).code, 0)
})

t.test('stand-in: a project that may be real, and a port that is no number, are wrong usage', async (t) => {
  for (const args of [
    ['--project', 'my-project'],
    ['--port', 'nine']
  ]) {
    const { code, stderr } = await startProgram(MAIN, ['stand-in', ...args]).ended
    t.equal(code, 2, args.join(' '))
    t.match(stderr, args[0] ?? '')
  }
})
