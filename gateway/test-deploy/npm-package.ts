import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { packagePath } from '../src/config/package-files.ts'
import { generateSignatureKey } from '../src/session/cookie/signature-keys.ts'
import { startStandIn } from '../stand-in/stand-in.ts'
import type { Checks } from '../test/fixtures/commands/checks.ts'
import { PAGE } from '../test/fixtures/gateway.ts'
import { startProgram } from '../test/fixtures/processes/child-process.ts'
import { listYamlExamples } from '../test/fixtures/repository/yaml-examples.ts'
import { createCookieJar } from '../test/fixtures/wire/cookie-jar.ts'
import { send } from '../test/fixtures/wire/http-client.ts'
import { findFreePorts } from '../test/fixtures/wire/ports.ts'
import { startEchoUpstream } from '../test/fixtures/wire/upstream.ts'
import { runOrFail, withoutNpmVariables } from './tool.ts'

const INSTALL_TIMEOUT_MS = 120_000
const PACKED_BYTES = 4_000_000

interface Packed {
  filename: string
  size: number
  files: { path: string }[]
}

/** The npm package, as it is installed without the repository. */
export async function checkPackage(checks: Checks, folder: string): Promise<void> {
  const installed = join(folder, 'installed')
  const env = {
    ...withoutNpmVariables(process.env),
    npm_config_cache: join(folder, 'cache')
  }
  let archive = ''
  await checks.check(
    'package: it is packed with its build and bill of materials, and is small',
    async () => {
      archive = await pack(folder, env)
    },
    INSTALL_TIMEOUT_MS
  )
  await checks.check(
    'package: it is installed into an empty folder without a registry or dependencies',
    () => install(archive, installed, env),
    INSTALL_TIMEOUT_MS
  )
  await checkReadme(checks, installed, env)
  await checkInstalled(checks, installed)
}

/** The steps of README.md, verbatim, in the folder of the installation. */
async function checkReadme(checks: Checks, folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const readme = readFileSync(packagePath('README.md'), 'utf8')
  await checks.check('package: the key and the configuration shown in README cause no warning', async () => {
    const [makeKey = ''] = /(?:npx [^`\n]*)?gatehouse keys generate[^`\n]*/.exec(readme) ?? []
    const [example] = listYamlExamples('README.md', readme)
    assert.ok(example !== undefined)
    // Found by its name, as after an installation with `--global`.
    const path = `${join(folder, 'node_modules', '.bin')}${delimiter}${env.PATH}`
    await runOrFail('sh', ['-c', makeKey], { cwd: folder, env: { ...env, PATH: path } })
    assert.equal(statSync(join(folder, 'signature-keys')).mode & 0o777, 0o600)
    writeFileSync(join(folder, 'api-key'), 'key', { mode: 0o600 })
    writeFileSync(join(folder, 'gatehouse.yaml'), example.text)
    const check = 'npx @gatehouse-gateway/gatehouse check-config --config gatehouse.yaml'
    assert.equal(await runOrFail('sh', ['-c', check], { cwd: folder, env }), 'The configuration is valid.\n')
  })
}

/** Returns the path of the archive. Rejects if something is missing or it is too large. */
async function pack(folder: string, env: NodeJS.ProcessEnv): Promise<string> {
  const args = ['pack', '--json', '--pack-destination', folder]
  const [packed]: Packed[] = JSON.parse(await runOrFail('npm', args, { cwd: packagePath(), env }))
  assert.ok(packed !== undefined)
  assert.ok(packed.size < PACKED_BYTES, `${packed.size} bytes`)
  const readme = readFileSync(packagePath('README.md'), 'utf8')
  assert.ok(readme.includes(`npm install --global ./${packed.filename}`), packed.filename)
  const paths = packed.files.map(({ path }) => path)
  for (const needed of ['LICENSE', 'dist/LICENSES.txt', 'dist/bundle/main.js', 'dist/gatehouse.cdx.json'])
    assert.ok(paths.includes(needed), needed)
  return join(folder, packed.filename)
}

async function install(archive: string, folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--offline', archive]
  await runOrFail('npm', args, { cwd: folder, env })
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  assert.deepEqual(Object.keys(packages), ['', 'node_modules/@gatehouse-gateway/gatehouse'])
}

async function checkInstalled(checks: Checks, folder: string): Promise<void> {
  const program = join(folder, 'node_modules', '.bin', 'gatehouse')
  const run = (...args: string[]) => startProgram(program, args).ended
  await checks.check('package: gatehouse --version prints the version of the package', async () => {
    const { version } = JSON.parse(readFileSync(packagePath('package.json'), 'utf8'))
    assert.deepEqual(await run('--version'), { code: 0, stdout: `${version}\n`, stderr: '' })
  })
  const config = join(folder, 'gatehouse.yaml')
  await checks.check('package: check-config accepts four lines and refuses three', async () => {
    const lines = fourLines('https://app.example.com', 'http://127.0.0.1:3000')
    writeFileSync(config, lines.join('\n'))
    assert.equal((await run('check-config', '--config', config)).code, 0)
    writeFileSync(config, lines.slice(1).join('\n'))
    const { code, stderr } = await run('check-config', '--config', config)
    assert.equal(code, 2)
    assert.match(stderr, /publicUrl/)
  })
  await checks.check('package: demo, signed in with settings of its login page', () => checkDemo(program))
  await checks.check('package: start with four lines allows a sign-in through the stand-in', () =>
    checkStart(program, config)
  )
}

function fourLines(publicUrl: string, upstreamUrl: string): string[] {
  return [
    `publicUrl: ${publicUrl}`,
    `upstream: { url: ${upstreamUrl} }`,
    'identityPlatform: { projectId: demo-gatehouse, apiKey: key }',
    `cookie: { signatureKeys: [${generateSignatureKey()}] }`
  ]
}

async function checkDemo(program: string): Promise<void> {
  const [port] = await findFreePorts(1)
  const demo = startProgram(program, ['demo', '--port', String(port)])
  try {
    const [, url = '', email = '', password = ''] = await demo.printed(
      /Gatehouse demo +(\S+)\n +Sign in as +(\S+)\n +Password +(\S+)\n/
    )
    const page = await (await send(`${url}/login`)).text()
    const [, settings = ''] = /id="gatehouse-config">([^<]+)</.exec(page) ?? []
    const { provider } = JSON.parse(settings)
    const toolkit = `${provider.emulatorUrl}/identitytoolkit.googleapis.com`
    const home = await visitSignedIn(url, { toolkit, apiKey: provider.apiKey, email, password })
    assert.match(home, new RegExp(email))
  } finally {
    demo.child.kill('SIGINT')
  }
  assert.equal((await demo.ended).code, 0)
}

interface SignIn {
  /** The base URL of account calls. */
  toolkit: string
  apiKey: string
  email: string
  password: string
}

/** Signs in as the login page does; returns the body of a page of the application. */
async function visitSignedIn(url: string, { toolkit, apiKey, email, password }: SignIn): Promise<string> {
  const response = await send(`${toolkit}/v1/accounts:signInWithPassword?key=${apiKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, returnSecureToken: true })
  })
  const { idToken, refreshToken } = JSON.parse(await response.text())
  const opened = await send(`${url}/_auth/session`, {
    method: 'POST',
    headers: { authorization: `Bearer ${idToken}`, 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ refreshToken })
  })
  assert.equal(opened.status, 200, await opened.text())
  const jar = createCookieJar()
  jar.store(opened.headers.getSetCookie())
  assert.notEqual((await send(`${url}/`, { headers: PAGE })).status, 200, 'without cookies')
  const home = await send(`${url}/`, { headers: { ...PAGE, cookie: jar.header() } })
  assert.equal(home.status, 200)
  return await home.text()
}

async function checkStart(program: string, config: string): Promise<void> {
  const provider = await startStandIn({ projectId: 'demo-gatehouse' })
  const upstream = await startEchoUpstream(null)
  const [port] = await findFreePorts(1)
  const url = `http://localhost:${port}`
  const account = { email: 'ada@example.com', password: 'secret-1' }
  provider.accounts.create({ uid: 'ada', emailVerified: true, ...account })
  writeFileSync(config, fourLines(url, upstream.url).join('\n'))
  const { identityToolkit, secureToken, certificates } = provider.endpoints
  const gateway = startProgram(program, ['start', '--config', config], {
    GATEHOUSE_LISTEN_PORT: String(port),
    GATEHOUSE_MANAGEMENT_PORT: '0',
    GATEHOUSE_IDENTITY_PLATFORM_ENDPOINTS_IDENTITY_TOOLKIT: identityToolkit,
    GATEHOUSE_IDENTITY_PLATFORM_ENDPOINTS_SECURE_TOKEN: secureToken,
    GATEHOUSE_IDENTITY_PLATFORM_ENDPOINTS_CERTIFICATES: certificates
  })
  try {
    await gateway.printed(/"msg":"ready"/)
    const seen = await visitSignedIn(url, { toolkit: identityToolkit, apiKey: 'key', ...account })
    assert.match(seen, /"x-forwarded-user":"ada"/)
  } finally {
    gateway.child.kill('SIGTERM')
    await Promise.all([provider.close(), upstream.close()])
  }
  assert.equal((await gateway.ended).code, 0)
}
