import { equal, match } from 'node:assert/strict'
import { deriveAssertionKeyPair } from '../src/identity/identity.ts'
import { createChecks } from '../test/fixtures/commands/checks.ts'
import { cookieHeader, postSession, SIGNATURE_KEY, startGateway } from '../test/fixtures/gateway.ts'
import type { Teardown } from '../test/fixtures/provider/stand-in.ts'
import { send } from '../test/fixtures/wire/http-client.ts'
import { findFreePorts } from '../test/fixtures/wire/ports.ts'
import { startProxyProcess } from '../test-proxies/program.ts'
import { type Expected, FORGED_UID, listForgeries, signAssertion } from './forgeries.ts'
import { findObstacle, prepareSample, SAMPLES, type Sample } from './samples.ts'

/** The first time, packages are fetched. */
const PREPARE_TIMEOUT_MS = 600_000
const START_TIMEOUT_MS = 90_000

const { check, skip, finish } = createChecks()

/** A gateway with this sample behind it, and what the sample expects of assertions. */
async function startBehindGateway(t: Teardown, sample: Sample, folder: string) {
  const [port = 0, ownPort = 0] = await findFreePorts(2)
  const publicUrl = `http://127.0.0.1:${port}`
  const url = `http://127.0.0.1:${ownPort}`
  const gateway = await startGateway(t, {
    port,
    publicUrl,
    upstreamUrl: url,
    config: { 'log.level': 'warn', 'access.rules': [{ path: '/*', allow: 'optional' }] }
  })
  const issuer = `${publicUrl}/_auth`
  const [program, ...args] = sample.start(ownPort)
  const env = { ISSUER: issuer, AUDIENCE: publicUrl, PORT: String(ownPort) }
  const application = await startProxyProcess({
    ...{ program, args, port: ownPort, folder, env },
    startTimeoutMs: START_TIMEOUT_MS
  })
  t.teardown(() => application.close())
  const pair = await deriveAssertionKeyPair(SIGNATURE_KEY, publicUrl)
  const expected: Expected = { issuer, audience: publicUrl, ...pair }
  return { gateway, publicUrl, url, expected, application }
}

/** The answer to who is signed in. */
async function ask(
  url: string,
  headers: Record<string, string>
): Promise<{ status: number; uid?: string; email?: string }> {
  const response = await send(`${url}/`, { headers })
  const text = await response.text()
  return response.status === 200 ? { status: 200, ...JSON.parse(text) } : { status: response.status }
}

async function checkSample(t: Teardown, sample: Sample, folder: string): Promise<void> {
  const { name } = sample
  const { gateway, publicUrl, url, expected } = await startBehindGateway(t, sample, folder)
  const { provider } = gateway
  provider.accounts.create({ uid: 'ada', email: 'ada@example.com', displayName: 'Ada Lovelace' })
  const { idToken, refreshToken } = await provider.signIn('ada')
  const session = await postSession(publicUrl, idToken, refreshToken, { origin: publicUrl })
  const cookie = cookieHeader(session)
  const ada = { status: 200, uid: 'ada', email: 'ada@example.com' }

  await check(`${name}: behind the gateway, it knows who is signed in`, async () => {
    equal(JSON.stringify(await ask(publicUrl, { cookie })), JSON.stringify(ada))
  })
  await check(`${name}: behind the gateway, an assertion of the client counts for nothing`, async () => {
    const forged = { 'x-gatehouse-assertion': await signAssertion(expected) }
    equal(JSON.stringify(await ask(publicUrl, { cookie, ...forged })), JSON.stringify(ada))
    equal((await ask(publicUrl, forged)).status, 401)
  })
  await check(`${name}: called directly with a valid assertion, it knows whose that is`, async () => {
    const { status, uid } = await ask(url, { 'x-gatehouse-assertion': await signAssertion(expected) })
    match(`${status} ${uid}`, new RegExp(`^200 ${FORGED_UID}$`))
  })
  for (const { title, assertion } of await listForgeries(expected))
    await check(`${name}: called directly with ${title}, it refuses`, async () => {
      const { status } = await ask(url, assertion === undefined ? {} : { 'x-gatehouse-assertion': assertion })
      equal(status, 401)
    })
}

const isOnlyPreparing = process.argv.includes('--prepare')
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))

for (const sample of SAMPLES.filter(({ folder }) => wanted.length === 0 || wanted.includes(folder))) {
  const title = `${sample.name}: it is installed and built`
  const obstacle = await findObstacle(sample)
  if (obstacle !== null) {
    skip(title, obstacle)
    continue
  }
  let folder = ''
  await check(
    title,
    async () => {
      folder = await prepareSample(sample)
    },
    PREPARE_TIMEOUT_MS
  )
  if (folder === '' || isOnlyPreparing) continue
  const ends: (() => unknown)[] = []
  try {
    await checkSample({ teardown: (end) => void ends.unshift(end) }, sample, folder)
  } catch (err) {
    await check(`${sample.name}: it starts behind the gateway`, () => Promise.reject(err))
  } finally {
    for (const end of ends) await end()
  }
}

process.exit(finish().failed === 0 ? 0 : 1)
