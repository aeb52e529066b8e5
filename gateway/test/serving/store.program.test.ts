import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import type { StandIn } from '../../stand-in/stand-in.ts'
import { MANAGEMENT_TOKEN } from '../fixtures/commands/operator.ts'
import { cookieHeader, postSession } from '../fixtures/gateway.ts'
import { environmentWith } from '../fixtures/processes/environment.ts'
import {
  type GatewayProcess,
  type GatewayProcessOptions,
  startGatewayProcess
} from '../fixtures/processes/gateway-process.ts'
import { NEEDS_STORE, startStore } from '../fixtures/processes/store-server.ts'
import { startTestStandIn } from '../fixtures/provider/stand-in.ts'
import { send } from '../fixtures/wire/http-client.ts'
import { startUpstream } from '../fixtures/wire/upstream.ts'

const skip = NEEDS_STORE
const ORIGIN = 'http://localhost:8080'
const LOOK_AGAIN_MS = 20
const MAX_LOOKS = 1500

/** A provider with two accounts, an application, and gateways with a store in front. */
async function startPlace(t: Test, storeUrl: string, env: Record<string, string> = {}) {
  const provider = await startTestStandIn(t, { projectId: 'demo-test', now: () => Date.now() / 1000 })
  for (const uid of ['ada', 'bob']) provider.accounts.create({ uid })
  const application = await startUpstream(t, (_request, response) => void response.end('here'))
  const start = (options: GatewayProcessOptions = {}) =>
    startGatewayProcess(t, {
      ...options,
      env: {
        ...environmentWith(provider, { withCredentials: true }),
        GATEHOUSE_PUBLIC_URL: ORIGIN,
        GATEHOUSE_UPSTREAM_URL: application.url,
        GATEHOUSE_STORE_URL: storeUrl,
        ...env,
        ...options.env
      }
    })
  return { provider, start }
}

async function signIn(
  provider: StandIn,
  { url }: GatewayProcess,
  uid = 'ada',
  secondsAgo = 0
): Promise<string> {
  const authTimeSeconds = Math.floor(Date.now() / 1000) - secondsAgo
  const { idToken, refreshToken } = await provider.signIn(uid, { authTimeSeconds })
  const answer = await postSession(url, idToken, refreshToken)
  if (answer.status !== 200) throw new Error(`sign-in: ${answer.status} ${await answer.text()}`)
  return cookieHeader(answer)
}

const statusOf = async ({ url }: GatewayProcess, cookie: string) =>
  (await send(`${url}/page`, { headers: { cookie } })).status

const signOut = ({ url }: GatewayProcess, cookie: string) =>
  send(`${url}/logout`, { method: 'POST', headers: { cookie, origin: ORIGIN } })

/** The check of the store in `/readyz?verbose`. */
async function storeCheck({
  managementUrl
}: GatewayProcess): Promise<{ status: string; reason: string | null }> {
  return JSON.parse(await (await send(`${managementUrl}/readyz?verbose`)).text()).checks.store
}

/** Polls until the condition holds. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let looks = 0; looks < MAX_LOOKS; looks++) {
    if (await isSo()) return
    await delay(LOOK_AGAIN_MS)
  }
  throw new Error('never so')
}

/** Two gateways with one store, and two sessions of one account. */
async function startTwo(t: Test) {
  const server = await startStore(t)
  const { provider, start } = await startPlace(t, server.url)
  const [here, there] = [await start(), await start()]
  const [gone, kept] = [await signIn(provider, here), await signIn(provider, here, 'ada', 5)]
  return { server, provider, here, there, gone, kept }
}

t.test('store: while it is down sessions stay valid, sign-outs wait', { skip }, async (t) => {
  const { server, provider, here, there, gone, kept } = await startTwo(t)
  await server.stop()
  await Promise.all([here, there].map(({ printed }) => printed(/"event":"store\.lost"/)))
  for (const gateway of [here, there]) {
    t.equal((await send(`${gateway.managementUrl}/readyz`)).status, 200, 'stays ready')
    t.match(await storeCheck(gateway), { status: 'warn', reason: /./ })
    t.equal(await statusOf(gateway, kept), 200)
  }
  t.equal(await statusOf(there, await signIn(provider, there, 'bob')), 200, 'sign-ins too')
  t.equal((await signOut(here, gone)).status, 204)
  t.equal(await statusOf(here, gone), 401)
  await server.start()
  await Promise.all([here, there].map(({ printed }) => printed(/"event":"store\.found"/)))
  await until(async () => (await statusOf(there, gone)) === 401)
  t.match(await storeCheck(there), { status: 'ok', reason: null })
  t.equal(await statusOf(there, kept), 200, 'control')
})

t.test('store: another one in a reload needs a restart, and the log says so', { skip }, async (t) => {
  const [first, second] = [await startStore(t), await startStore(t)]
  const folder = t.testdir({})
  const file = join(folder, 'gatehouse.yaml')
  const publish = (url: string) => {
    writeFileSync(`${file}.new`, JSON.stringify({ store: { url } }))
    renameSync(`${file}.new`, file)
  }
  publish(first.url)
  const { provider, start } = await startPlace(t, '')
  const gateway = await start({ args: ['--config', file], env: { GATEHOUSE_RELOAD_WATCH: 'false' } })
  publish(second.url)
  gateway.child.kill('SIGHUP')
  const [line] = await gateway.printed(/^.*"event":"config\.applied".*$/m)
  t.match(JSON.parse(line), { needRestart: ['store'] })
  const cookie = await signIn(provider, gateway)
  await signOut(gateway, cookie)
  const messagesOf = async ({ command }: typeof first) => Number(await command('XLEN', 'gatehouse:messages'))
  t.equal(await messagesOf(first), 1, 'the former store gets the message')
  t.equal(await messagesOf(second), 0)
  await gateway.end()
  const next = await start({ args: ['--config', file] })
  await signOut(next, await signIn(provider, next, 'ada', 5))
  t.equal(await messagesOf(second), 1, 'control: the new store after a restart')
})

t.test('store, workers: an operator lists and ends sessions of all workers', { skip }, async (t) => {
  const server = await startStore(t)
  const folder = t.testdir({ token: MANAGEMENT_TOKEN })
  const { provider, start } = await startPlace(t, server.url, {
    GATEHOUSE_WORKERS: '2',
    GATEHOUSE_MANAGEMENT_TOKEN_FILE: join(folder, 'token')
  })
  const gateway = await start()
  const [gone, kept] = [await signIn(provider, gateway), await signIn(provider, gateway, 'ada', 5)]
  const headers = { authorization: `Bearer ${MANAGEMENT_TOKEN}`, 'content-type': 'application/json' }
  const listed = async () => {
    const answer = await send(`${gateway.managementUrl}/sessions?account=ada`, { headers })
    return JSON.parse(await answer.text()).sessions.map((row: { sessionId: string }) => row.sessionId)
  }
  await until(async () => (await listed()).length === 2)
  const [line] = await gateway.printed(/^.*"event":"session\.started".*$/m)
  const { sessionId } = JSON.parse(line)
  const body = JSON.stringify({ account: 'ada', sessionId })
  const url = `${gateway.managementUrl}/sessions/revoke`
  t.equal((await send(url, { method: 'POST', body })).status, 401, 'without the token')
  const ended = await send(url, { method: 'POST', headers, body })
  t.same(JSON.parse(await ended.text()), {
    uid: 'ada',
    tenant: null,
    sessionId,
    everywhereWithinSeconds: 1
  })
  const ask = async (cookie: string) => {
    const visit = { headers: { cookie, connection: 'close' } }
    const all = await Promise.all(Array.from({ length: 8 }, () => send(`${gateway.url}/page`, visit)))
    return [...new Set(all.map(({ status }) => status))].join()
  }
  await until(async () => (await ask(gone)) === '401')
  t.equal(await ask(kept), '200', 'control')
  t.equal((await listed()).length, 1)
  const { stdout } = await gateway.end()
  t.equal(stdout.match(/"event":"session\.ended".*"by":"operator"/g)?.length, 1)
})
