import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { cookieHeader, postSession } from '../../fixtures/gateway.ts'
import { environmentWith } from '../../fixtures/processes/environment.ts'
import { type GatewayProcess, startGatewayProcess } from '../../fixtures/processes/gateway-process.ts'
import { NEEDS_STORE, startStore } from '../../fixtures/processes/store-server.ts'
import { startTestStandIn } from '../../fixtures/provider/stand-in.ts'
import { createCookieJar } from '../../fixtures/wire/cookie-jar.ts'
import { send } from '../../fixtures/wire/http-client.ts'

const ORIGIN = 'http://localhost:8080'
const ACCOUNTS = 40
/** Long enough for a sign-in on a busy machine; then each session needs a refresh. */
const ID_TOKEN_SECONDS = 3
/** Of the requests of the other accounts. */
const MAX_TURNED_AWAY = 0.05
/** Calls for an account before its own circuit opens: five, and the retry of the first. */
const CALLS_FOR_ACCOUNT = 6
const ACCOUNTS_TO_OPEN = 10
/** Of each process whose circuit is open, in as long as it is watched: one for another account, a probe at 2 s, one more if it is busy. */
const PROBES = 3
const WATCHED_SECONDS = 3
/** A failing test ends instead of waiting. */
const MAX_PART_SECONDS = 30
/** A probe finds the provider back within five seconds; the rest is for a busy machine. */
const RECOVERY_SECONDS = 10

/** Forwards refreshes, but answers 503 to those of accounts that `fails` names. */
async function startRefreshes(t: Test, secureToken: string) {
  const uids = new Map<string, string>()
  const answered = new Map<string, number>()
  const state = { fails: new Set<string>(), refused: 0 }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const uid = uids.get(new URLSearchParams(body.toString()).get('refresh_token') ?? '') ?? ''
    if (state.fails.has(uid)) {
      state.refused += 1
      response.writeHead(503, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { code: 503, message: 'UNAVAILABLE', status: 'UNAVAILABLE' } }))
      return
    }
    const headers = Object.fromEntries(
      ['content-type', 'x-goog-api-key'].map((name) => [name, String(request.headers[name])])
    )
    const passed = await send(`${secureToken}${request.url}`, { method: 'POST', headers, body })
    answered.set(uid, (answered.get(uid) ?? 0) + 1)
    response.writeHead(passed.status, { 'content-type': 'application/json' })
    response.end(await passed.text())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { answered, state, uids, url: `http://127.0.0.1:${port}` }
}

/** Gateways with these variables each, and visitors of 40 accounts, who ask each of them in turn. */
async function startVisits(t: Test, each: readonly Record<string, string>[]) {
  const provider = await startTestStandIn(t, {
    projectId: 'demo-test',
    now: () => Date.now() / 1000,
    idTokenTtlSeconds: ID_TOKEN_SECONDS
  })
  const refreshes = await startRefreshes(t, provider.endpoints.secureToken)
  const gateways: GatewayProcess[] = []
  for (const env of each)
    gateways.push(
      await startGatewayProcess(t, {
        env: {
          ...environmentWith(provider),
          GATEHOUSE_IDENTITY_PLATFORM_ENDPOINTS_SECURE_TOKEN: refreshes.url,
          GATEHOUSE_PUBLIC_URL: ORIGIN,
          ...env
        }
      })
    )
  const visitors = Array.from({ length: ACCOUNTS }, (_, n) => ({ uid: `user-${n}`, jar: createCookieJar() }))
  const [first] = gateways
  for (const { uid, jar } of visitors) {
    provider.accounts.create({ uid })
    const { idToken, refreshToken } = await provider.signIn(uid)
    refreshes.uids.set(refreshToken, uid)
    const answer = await postSession(first?.url ?? '', idToken, refreshToken)
    if (answer.status !== 200) throw new Error(`sign-in: ${answer.status} ${await answer.text()}`)
    jar.store(cookieHeader(answer).split('; '))
  }

  /** A request of each visitor to each gateway: for each, its statuses, and whether it kept its cookies. */
  async function visitAll() {
    return await Promise.all(
      visitors.map(async ({ uid, jar }) => {
        const statuses: number[] = []
        for (const { url } of gateways) {
          const answer = await send(`${url}/page`, { headers: { cookie: jar.header() } })
          statuses.push(answer.status)
          jar.store(answer.headers.getSetCookie())
        }
        return { uid, statuses, isKept: jar.header() !== '' }
      })
    )
  }

  /** Visits until `isOver`, or for too long. */
  async function visitWhile(failing: readonly string[], isOver: () => boolean) {
    refreshes.state.fails = new Set(failing)
    refreshes.answered.clear()
    const endsAtMs = performance.now() + MAX_PART_SECONDS * 1000
    const counts = {
      answered: 0,
      turnedAway: 0,
      ofFailing: new Set<number>(),
      others: new Set<number>(),
      lost: 0
    }
    while (!isOver() && performance.now() < endsAtMs)
      for (const { uid, statuses, isKept } of await visitAll()) {
        if (!isKept) counts.lost += 1
        for (const status of statuses)
          if (failing.includes(uid)) counts.ofFailing.add(status)
          else if (status === 200) counts.answered += 1
          else {
            counts.turnedAway += 1
            counts.others.add(status)
          }
      }
    return counts
  }
  const uids = visitors.map(({ uid }) => uid)
  /** Collects from now on what the logs contain of these patterns. */
  const watchLogs = (patterns: Record<string, RegExp>) => {
    const found = new Set<string>()
    for (const [name, pattern] of Object.entries(patterns))
      for (const [index, { printed }] of gateways.entries())
        void printed(pattern).then(() => found.add(name).add(`${name} ${index}`))
    return found
  }
  return { uids, visitAll, visitWhile, refreshes, watchLogs, gateways }
}

/** `workers`: of each gateway. */
async function checkJourneys(
  t: Test,
  each: readonly Record<string, string>[],
  workers: number
): Promise<void> {
  const { uids, visitAll, visitWhile, refreshes, watchLogs, gateways } = await startVisits(t, each)
  const untilWell = async () => {
    const startedAtMs = performance.now()
    refreshes.state.fails.clear()
    const seconds = () => (performance.now() - startedAtMs) / 1000
    while ((await visitAll()).some(({ statuses }) => statuses.some((status) => status !== 200)))
      if (seconds() > MAX_PART_SECONDS) break
    return seconds()
  }
  const parts: [name: string, failing: string[]][] = [
    ['one account', uids.slice(0, 1)],
    ['ten accounts', uids.slice(0, 10)],
    ['half of the accounts', uids.filter((_, n) => n % 2 === 0)]
  ]
  const named = watchLogs(
    Object.fromEntries(uids.map((uid) => [uid, new RegExp(`"account\\.failing".*"subject":"${uid}"`)]))
  )
  for (const [name, failing] of parts) {
    const working = uids.filter((uid) => !failing.includes(uid))
    const { answered, turnedAway, others, ofFailing, lost } = await visitWhile(
      failing,
      () => working.every((uid) => refreshes.answered.has(uid)) && failing.every((uid) => named.has(uid))
    )
    t.comment(`${name} failing: of the others ${answered} answered, ${turnedAway} turned away`)
    t.ok(turnedAway <= answered * MAX_TURNED_AWAY, `${name} failing: the others are answered`)
    const found = [...others].filter((status) => status !== 503)
    t.same(found, [], name)
    t.ok(ofFailing.has(503), name)
    t.same(
      [...ofFailing].filter((status) => status !== 503 && status !== 200),
      [],
      name
    )
    t.equal(lost, 0, 'cookies are kept')
    t.same(
      failing.filter((uid) => !named.has(uid)),
      [],
      `${name} failing: named in the log`
    )
    t.ok((await untilWell()) < RECOVERY_SECONDS, name)
  }
  const opened = watchLogs({ opened: new RegExp(Array(workers).fill('circuit opened').join('[^]*')) })
  const processes = gateways.length * workers
  refreshes.state.refused = 0
  const before = await visitWhile(uids, () => gateways.every((_, index) => opened.has(`opened ${index}`)))
  t.equal(opened.size, 1 + gateways.length, 'all failing: each circuit opens')
  t.comment(
    `all failing: ${refreshes.state.refused} calls until the circuits of ${processes} processes were open`
  )
  // Accounts that open it, and those in flight, each with its retry.
  const most = processes * (ACCOUNTS_TO_OPEN * CALLS_FOR_ACCOUNT + 2 * ACCOUNTS)
  t.ok(refreshes.state.refused <= most, 'all failing: a bounded number of calls')
  let lost = before.lost
  // On a busy machine, circuits may have opened before and close once more.
  for (let round = 0; round < 4; round++) {
    refreshes.state.refused = 0
    const endsAtMs = performance.now() + WATCHED_SECONDS * 1000
    lost += (await visitWhile(uids, () => performance.now() > endsAtMs)).lost
    t.comment(`all failing: ${refreshes.state.refused} calls in ${WATCHED_SECONDS} s with open circuits`)
    if (refreshes.state.refused <= processes * PROBES) break
  }
  t.ok(refreshes.state.refused <= processes * PROBES, 'all failing: then probes only')
  t.equal(lost, 0, 'all failing: cookies are kept')
  t.ok((await untilWell()) < RECOVERY_SECONDS, 'after all had failed')
}

t.test(
  'failing accounts: one, ten, half, all at two gateways with a store, the others are answered',
  { skip: NEEDS_STORE },
  async (t) => {
    const store = await startStore(t)
    const env = { GATEHOUSE_STORE_URL: store.url }
    await checkJourneys(t, [env, env], 1)
  }
)

t.test('failing accounts: one, ten, half, all at two workers, the others are answered', async (t) => {
  await checkJourneys(t, [{ GATEHOUSE_WORKERS: '2' }], 2)
})
