import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { loadConfig } from '../../../src/config/load.ts'
import { runCommand } from '../../../test/fixtures/commands/command-run.ts'
import { KEY_FILE } from '../../../test/fixtures/provider/credential-config.ts'
import { signatureKeyOf } from '../../../test/fixtures/session/signature-keys.ts'
import { PLUGINS } from '../../plugins.ts'
import { buildRequest } from '../asked-request.ts'
import { createExplainer } from '../explainer.ts'

const file = join(t.testdir(), 'gatehouse.json')
const upstream = { url: 'http://127.0.0.1:3000' }
const issuers = (names: readonly string[], audience: string) =>
  names.map((name) => ({ issuer: `https://${name}.example`, audiences: [audience], applications: ['api'] }))
writeFileSync(
  file,
  JSON.stringify({
    publicUrl: 'https://app.example.com',
    identityPlatform: { projectId: 'my-project', apiKey: 'key' },
    cookie: { signatureKeys: [signatureKeyOf('explain')], domain: 'example.com' },
    bearer: [
      { ...issuers(['id'], 'api')[0], claims: { repository: ['acme/wiki'] } },
      ...issuers(['second'], 'two'),
      { issuer: 'https://securetoken.google.com/my-project', audiences: ['my-project'] }
    ],
    applications: [
      { name: 'wiki', upstream },
      { name: 'own-tokens', host: 'own.example.com', upstream, passUnknownBearer: true },
      {
        name: 'api',
        host: 'api.example.com',
        upstream,
        access: {
          rules: [
            { path: '/open/*', allow: 'optional' },
            { path: '/ci/*', allow: { claim: 'iss', oneOf: ['https://second.example'] } }
          ]
        }
      }
    ]
  })
)

/** Through the command line. */
async function explain(place: string, claims: object, args: readonly string[] = []) {
  const { code, stdout, stderr } = await runCommand(
    ['explain', 'GET', place, '--bearer', JSON.stringify(claims), '--json', ...args, '--config', file],
    { env: {} }
  )
  return code === 0 ? JSON.parse(stdout) : { code, stderr }
}

const skip = PLUGINS.some(({ name }) => name === 'oauth') ? false : 'without its plugin'

t.test('explain: tokens of the authorization server, by audience and scope', { skip }, async (t) => {
  const loaded = loadConfig({
    file: null,
    env: {
      GATEHOUSE_PUBLIC_URL: 'https://app.example.com',
      GATEHOUSE_IDENTITY_PLATFORM_PROJECT_ID: 'my-project',
      GATEHOUSE_IDENTITY_PLATFORM_API_KEY: 'key',
      GATEHOUSE_COOKIE_SIGNATURE_KEYS: signatureKeyOf('explain'),
      GATEHOUSE_IDENTITY_PLATFORM_CREDENTIALS: JSON.stringify(KEY_FILE),
      GATEHOUSE_AUTHORIZATION_SERVER_ENABLED: 'true',
      GATEHOUSE_APPLICATIONS: JSON.stringify([
        { name: 'wiki', path: '/*', upstream },
        {
          name: 'mcp',
          path: '/mcp/*',
          upstream,
          resource: { enabled: true, scopes: ['read', 'write'] },
          access: { rules: [{ path: '/mcp/write', allow: { scopes: ['write'] } }] }
        }
      ])
    }
  })
  if (loaded.kind === 'invalid') throw new Error(JSON.stringify(loaded.problems))
  const explainer = await createExplainer(loaded.config, () => Date.now() / 1000, PLUGINS)
  t.teardown(() => explainer.close())
  const own = {
    iss: 'https://app.example.com/_auth/oauth',
    aud: 'https://app.example.com/mcp',
    scope: 'read',
    sub: 'ada'
  }
  const look = async (target: string, claims: object = {}) => {
    const request = buildRequest({ method: 'GET', target, host: 'app.example.com' }, [])
    return await explainer.explain(request, { kind: 'bearer', claims: { ...own, ...claims } })
  }
  t.match(await look('/mcp/x'), { outcome: { code: null } })
  const [request, claims] = [
    buildRequest({ method: 'GET', target: '/mcp/write?x=1', host: 'app.example.com' }, []),
    { sub: 'ada' }
  ]
  const byDefault = await explainer.explain(request, { kind: 'bearer', claims })
  t.match(byDefault.outcome, { code: 'FORBIDDEN' }, 'issuer and audience are those of the resource')
  const other = await look('/mcp/x', { aud: 'https://app.example.com/notes' })
  t.match(other.outcome, { status: 401, detail: /audience/ }, 'for another application')
  t.match(await look('/mcp/write'), { outcome: { code: 'FORBIDDEN' } }, 'without the scope')
  t.match(await look('/mcp/write', { scope: 'read write' }), { outcome: { code: null } })
})

/** The outcome of a page load. */
async function startExplainer(t: Test) {
  const loaded = loadConfig({ file, env: {} })
  if (loaded.kind === 'invalid') throw new Error(JSON.stringify(loaded.problems))
  const explainer = await createExplainer(loaded.config, () => Date.now() / 1000, PLUGINS)
  t.teardown(() => explainer.close())
  return async (host: string, target: string, claims: Record<string, unknown>) => {
    const request = buildRequest({ method: 'GET', target, host }, [['accept', 'text/html']])
    return (await explainer.explain(request, { kind: 'bearer', claims })).outcome
  }
}

t.test('explain: --bearer gives the decision and headers of a token with these claims', async (t) => {
  const good = { repository: 'acme/wiki', sub: 'robot' }
  t.match(await explain('api.example.com/x', good), {
    application: 'api',
    visitor: { uid: 'robot', tenant: null },
    outcome: { kind: 'allow', status: null },
    identityHeaders: ['x-gatehouse-issuer', 'x-forwarded-user', 'x-gatehouse-assertion']
  })
  const refused = { kind: 'unauthenticated', status: 401, code: 'INVALID_TOKEN' }
  const outcomeOf = await startExplainer(t)
  const rows: readonly [place: string, claims: Record<string, unknown>, outcome: object][] = [
    ['x', { ...good, repository: 'evil/wiki' }, refused],
    ['x', { ...good, aud: 'two' }, refused],
    ['x', { ...good, iss: 'https://evil.example' }, refused],
    ['x', { ...good, exp: 1 }, { status: 401, code: 'TOKEN_EXPIRED' }],
    ['open/x', { ...good, aud: 'two' }, refused],
    ['open/x', good, { kind: 'allow' }],
    ['ci/x', good, { kind: 'forbidden', status: 403, rule: 2 }],
    ['ci/x', { iss: 'https://second.example' }, { kind: 'allow', rule: 2 }],
    ['x', { iss: 'https://securetoken.google.com/my-project', sub: 'ada' }, { kind: 'allow' }]
  ]
  for (const [path, claims, outcome] of rows)
    t.match(await outcomeOf('api.example.com', `/${path}`, claims), outcome, JSON.stringify(claims))
})

t.test('explain: --bearer is refused at an application that its issuer does not list', async (t) => {
  const [elsewhere, here] = [
    { iss: 'https://second.example' },
    { iss: 'https://securetoken.google.com/my-project' }
  ]
  const outcomeOf = await startExplainer(t)
  t.match(await outcomeOf('app.example.com', '/x', elsewhere), { status: 401, code: 'INVALID_TOKEN' })
  t.match(await outcomeOf('app.example.com', '/x', here), { kind: 'allow' }, 'control')
})

t.test('explain: --bearer that is not an object, or combined with --claims, is a usage error', async (t) => {
  t.match(await explain('api.example.com/x', []), { code: 2 })
  t.match(await explain('api.example.com/x', {}, ['--claims', '{}']), {
    code: 2,
    stderr: /cannot be combined/
  })
})

t.test('explain: passUnknownBearer, an unknown token is ignored and the session accepted', async (t) => {
  const outcomeOf = await startExplainer(t)
  const unknown = { iss: 'https://evil.example' }
  t.match(await outcomeOf('own.example.com', '/x', unknown), { kind: 'login' })
  const { code, stdout } = await runCommand(
    [
      'explain',
      'GET',
      'own.example.com/x',
      '--claims',
      '{"sub":"ada"}',
      '--header',
      'Authorization: Bearer opaque',
      '--json',
      '--config',
      file
    ],
    { env: {} }
  )
  t.equal(code, 0)
  t.match(JSON.parse(stdout), { visitor: { uid: 'ada' }, outcome: { kind: 'allow' } })
  t.match(await outcomeOf('app.example.com', '/x', unknown), { status: 401, code: 'INVALID_TOKEN' }, 'off')
})
