import { deepEqual, equal, match, notEqual } from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { generateSignatureKey } from '../src/session/cookie/signature-keys.ts'
import { startStandIn } from '../stand-in/stand-in.ts'
import type { Checks } from '../test/fixtures/commands/checks.ts'
import { send } from '../test/fixtures/wire/http-client.ts'
import { findFreePorts } from '../test/fixtures/wire/ports.ts'
import { startApplication } from './application.ts'
import { type OperatedGateway, startOperatedGateway, type Written } from './gateway.ts'
import { startLoad } from './load.ts'

const RELOADS = 20
const BETWEEN_RELOADS_MS = 700
const LOAD_TIMEOUT_MS = 120_000

/** Changes of the configuration and of the signature keys, under load. */
export async function checkReload({ check }: Checks, folder: string): Promise<void> {
  const provider = await startStandIn({ projectId: 'demo-operate' })
  for (const uid of ['ada', 'bob'])
    provider.accounts.create({ uid, email: `${uid}@example.com`, emailVerified: true })
  const application = await startApplication()

  /** Every change is based on this one. */
  let written: Written = { publicPaths: ['/open'], keys: `${generateSignatureKey()}\n` }
  const gateway = await startOperatedGateway(folder, {
    provider,
    upstreamUrl: application.url,
    first: written
  })
  const { url, publish, count, latest } = gateway
  const statusOf = async (path: string, cookie = '') =>
    (await send(`${url}${path}`, { headers: { cookie } })).status

  /** Resolves with the event when the change has taken effect. */
  function change(changes: Partial<Written>): Promise<Record<string, unknown>> {
    written = { ...written, ...changes }
    const next = latest('config.applied', count('config.applied') + 1)
    publish(written)
    return next
  }

  await check(
    `reload: ${RELOADS} under load lose no request, upload, event stream or WebSocket`,
    async () => {
      const load = startLoad(url, { cookies: [await gateway.signIn('ada')] })
      const tookMs: number[] = []
      for (let number = 1; number <= RELOADS; number++) {
        const startedAtMs = performance.now()
        await change({ publicPaths: ['/open', `/r${number}`] })
        tookMs.push(Math.round(performance.now() - startedAtMs))
        equal(await statusOf(`/r${number}`), 200, 'the new rule applies to the next request')
        equal(await statusOf(`/r${number - 1}`), 401, 'the former rule no longer applies')
        await delay(BETWEEN_RELOADS_MS)
      }
      const { errors, ...done } = await load.stop()
      deepEqual(errors, [])
      const [fastest, slowest] = [Math.min(...tookMs), Math.max(...tookMs)]
      console.log(`# ${JSON.stringify(done)}; from the change to the event ${fastest} to ${slowest} ms`)
    },
    LOAD_TIMEOUT_MS
  )

  await check('reload: an invalid file is refused with its problems, old rules still apply', async () => {
    const refused = latest('config.refused', 1)
    publish({ ...written, publicPaths: ['no-slash'] })
    match(JSON.stringify((await refused).problems), /access\.rules/)
    equal(await statusOf('/open'), 200)
    equal((await send(`${gateway.managementUrl}/readyz`)).status, 200)
    await change({ publicPaths: ['/open', '/mended'] })
    equal(await statusOf('/mended'), 200)
  })

  await check('reload: a partly written file is waited for', async () => {
    const refusals = count('config.refused')
    written = { ...written, publicPaths: ['/open', '/whole'] }
    const file = join(folder, '..data', 'gatehouse.yaml')
    const text = gateway.textOf(written)
    const applied = latest('config.applied', count('config.applied') + 1)
    writeFileSync(file, text.slice(0, text.length / 2))
    await delay(200)
    writeFileSync(file, text)
    await applied
    equal(count('config.refused'), refusals)
    equal(await statusOf('/whole'), 200)
  })

  await check(
    'keys: new one added, put first, old one removed: only sessions of the old key end',
    async () => {
      const [oldKey, newKey] = [written.keys, `${generateSignatureKey()}\n`]
      const step = async (keys: string) => {
        const { changed } = await change({ keys })
        deepEqual(changed, ['cookie.signatureKeys'])
      }
      const old = await gateway.signIn('ada')
      const ofOld = await openSocket(gateway, old)
      await step(oldKey + newKey)
      equal(await statusOf('/page', old), 200)
      await step(newKey + oldKey)
      equal(await statusOf('/page', old), 200)
      const recent = await gateway.signIn('bob')
      const ofRecent = await openSocket(gateway, recent)
      const closed = once(ofOld, 'close')
      await step(newKey)
      equal(await statusOf('/page', old), 401)
      equal(await statusOf('/page', recent), 200)
      equal((await closed)[0], 1008)
      equal(ofRecent.readyState, ofRecent.OPEN)
      ofRecent.terminate()
    }
  )

  await check('reload: another port is reported to need a restart, the old one is still served', async () => {
    const [port = 0] = await findFreePorts(1)
    const { needRestart } = await change({ port, publicPaths: ['/open', '/moved'] })
    deepEqual(needRestart, ['listen'])
    equal(await statusOf('/moved'), 200)
  })

  await check('signals: SIGHUP without a change is reported, and shutdown is clean', async () => {
    const unchanged = latest('config.unchanged', 1)
    gateway.hangUp()
    notEqual(await unchanged, {})
    const { code, stdout } = await gateway.end()
    equal(code, 0)
    equal(/"level":"(error|fatal)"(?!.*config\.refused)/.test(stdout), false, 'only the refusal is an error')
  })

  application.close()
  await provider.close()
}

async function openSocket({ url }: OperatedGateway, cookie: string): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/live`, { headers: { cookie, origin: url } })
  await once(socket, 'open')
  return socket
}
