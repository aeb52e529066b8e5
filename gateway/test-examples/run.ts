import { deepEqual } from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { basename } from 'node:path'
import { ASSERTION_KEYS, deriveKeyPair } from '../src/identity/signing-keys.ts'
import { closing, createChecks } from '../test/fixtures/commands/checks.ts'
import { cookieHeader, postSession, SIGNATURE_KEY, startGateway } from '../test/fixtures/gateway.ts'
import type { Teardown } from '../test/fixtures/provider/stand-in.ts'
import { send } from '../test/fixtures/wire/http-client.ts'
import { findFreePorts } from '../test/fixtures/wire/ports.ts'
import { startProxyProcess } from '../test-proxies/program.ts'
import { type Expected, FORGED, listForgeries, signAssertion } from './forgeries.ts'
import { findObstacle, prepareSample, SAMPLES, type Sample } from './samples.ts'

/** The first time, packages are fetched. */
const PREPARE_TIMEOUT_MS = 600_000
const START_TIMEOUT_MS = 90_000

const { check, skip, finish } = createChecks()

const ADA = { uid: 'ada', email: 'ada@example.com' }

/** Who is signed in according to the application, or only the status of its refusal. */
async function ask(url: string, headers: Record<string, string>): Promise<object> {
  const response = await send(`${url}/`, { headers })
  const text = await response.text()
  return response.status === 200 ? JSON.parse(text) : { status: response.status }
}

interface Started {
  port: number
  folder: string
  /** What it expects of assertions. */
  expected: Pick<Expected, 'issuer' | 'audience'>
}

/** Runs the application until the teardown. Rejects if it ends at once. */
async function startApplication(
  t: Teardown,
  sample: Sample,
  { port, folder, expected }: Started
): Promise<void> {
  const [program, ...args] = sample.start(port)
  const env = { ISSUER: expected.issuer, AUDIENCE: expected.audience, PORT: String(port) }
  const application = await startProxyProcess({
    ...{ program, args, port, folder, env },
    startTimeoutMs: START_TIMEOUT_MS
  })
  t.teardown(() => application.close())
}

/** The sample behind a gateway where Ada is signed in. `config`: keys of the gateway. */
async function startSample(t: Teardown, sample: Sample, folder: string, config: Record<string, unknown>) {
  const [port = 0, ownPort = 0] = await findFreePorts(2)
  const publicUrl = `http://127.0.0.1:${port}`
  const url = `http://127.0.0.1:${ownPort}`
  const { provider } = await startGateway(t, {
    port,
    publicUrl,
    upstreamUrl: url,
    config: { 'log.level': 'warn', 'access.default': 'optional', ...config }
  })
  const issuer = `${publicUrl}/_auth`
  await startApplication(t, sample, { port: ownPort, folder, expected: { issuer, audience: publicUrl } })
  provider.accounts.create({ ...ADA, displayName: 'Ada Lovelace' })
  const { idToken, refreshToken } = await provider.signIn(ADA.uid)
  const session = await postSession(publicUrl, idToken, refreshToken, { origin: publicUrl })
  return { publicUrl, url, issuer, cookie: cookieHeader(session) }
}

async function checkSample(t: Teardown, sample: Sample, folder: string): Promise<void> {
  const { name } = sample
  const { publicUrl, url, issuer, cookie } = await startSample(t, sample, folder, {})
  const pair = await deriveKeyPair(ASSERTION_KEYS, SIGNATURE_KEY, publicUrl)
  const expected: Expected = { issuer, audience: publicUrl, ...pair }
  const forged = { 'x-gatehouse-assertion': await signAssertion(expected) }

  await check(`${name}: behind the gateway, it knows who is signed in`, async () => {
    deepEqual(await ask(publicUrl, { cookie }), ADA)
  })
  await check(`${name}: behind the gateway, assertions of clients do not reach it`, async () => {
    deepEqual(await ask(publicUrl, { cookie, ...forged }), ADA)
    deepEqual(await ask(publicUrl, forged), { status: 401 })
  })
  await check(`${name}: called directly with a valid assertion, it knows whose that is`, async () => {
    deepEqual(await ask(url, forged), FORGED)
  })
  for (const { title, assertion } of await listForgeries(expected))
    await check(`${name}: called directly with ${title}, it refuses`, async () => {
      const headers: Record<string, string> = {}
      if (assertion !== undefined) headers['x-gatehouse-assertion'] = assertion
      deepEqual(await ask(url, headers), { status: 401 })
    })
  await check(
    `${name}: with an empty audience, it does not start or refuses a valid assertion`,
    () => closing((t) => checkWithoutAudience(t, sample, folder, expected)),
    START_TIMEOUT_MS
  )
}

/** An audience that someone forgot must not become any audience. */
async function checkWithoutAudience(
  t: Teardown,
  sample: Sample,
  folder: string,
  expected: Expected
): Promise<void> {
  const [port = 0] = await findFreePorts(1)
  const assertion = await signAssertion(expected)
  const started = { port, folder, expected: { ...expected, audience: '' } }
  const response = await startApplication(t, sample, started).then(
    () => ask(`http://127.0.0.1:${port}`, { 'x-gatehouse-assertion': assertion }),
    () => null
  )
  if (response !== null) deepEqual(response, { status: 401 })
}

/** The same application, unchanged, behind a gateway with an RSA key. */
async function checkWithRsa(t: Teardown, sample: Sample, folder: string): Promise<void> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
  const config = { 'assertion.algorithm': 'RS256', 'assertion.privateKeys': [pem] }
  const { publicUrl, url, cookie } = await startSample(t, sample, folder, config)
  deepEqual(await ask(publicUrl, { cookie }), ADA)
  deepEqual(await ask(url, {}), { status: 401 })
}

const isOnlyPreparing = process.argv.includes('--prepare')
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))

/** Prepares a sample, then runs its checks. Skips it if something is missing here. */
async function run(sample: Sample): Promise<void> {
  if (wanted.length > 0 && !wanted.includes(basename(sample.folder))) return
  const title = `${sample.name}: it is installed and built`
  const obstacle = await findObstacle(sample)
  if (obstacle !== null) {
    skip(title, obstacle)
    return
  }
  let folder: string | null = null
  await check(
    title,
    async () => {
      folder = await prepareSample(sample)
    },
    PREPARE_TIMEOUT_MS
  )
  if (folder === null || isOnlyPreparing) return
  const prepared = folder
  try {
    await closing((t) => checkSample(t, sample, prepared))
    const title = `${sample.name}: behind a gateway that signs with an RSA key, it knows who is signed in`
    await check(title, () => closing((t) => checkWithRsa(t, sample, prepared)), START_TIMEOUT_MS)
  } catch (err) {
    await check(`${sample.name}: it starts behind the gateway`, () => Promise.reject(err))
  }
}

for (const sample of SAMPLES) await run(sample)

process.exit(finish().failed === 0 ? 0 : 1)
