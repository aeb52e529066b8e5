import { equal, ok } from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { createChecks } from '../gateway/test/fixtures/commands/checks.ts'
import { createCookieJar } from '../gateway/test/fixtures/wire/cookie-jar.ts'
import { findFreePort } from '../gateway/test/fixtures/wire/ports.ts'
import { startUpstream } from './fixture/gateway.ts'
import { startProvider } from './fixture/provider.ts'
import { type Balancer, listBalancers } from './restart/balancers.ts'
import { createGateway, type Gateway, type GatewayProgram } from './restart/gateways.ts'
import { checkBoundSessions } from './upgrade/bound-sessions.ts'
import { ask, startVisitors } from './upgrade/visitors.ts'

const VISITORS = 20
/** So short that every session is refreshed in each step. */
const ID_TOKEN_SECONDS = 5
/** HAProxy sends requests to a gateway again after two good checks, a second apart. */
const SETTLE_MS = 2500
/** Longer than HAProxy takes to notice: what is looked at are sessions, and it repeats requests that reach a gateway too late. */
const DRAIN_SECONDS = 3
/** Rounds of requests within which sessions that cannot be read must show. */
const MAX_ROUNDS = 50
const CHECK_LIMIT_MS = 5 * 60_000

/** The release before, which is this program until there is one. */
const BEFORE: GatewayProgram = {}
const AFTER: GatewayProgram = {}
/** Cannot read the cookies of the others. */
const OTHER_KEY: GatewayProgram = {
  variables: { GATEHOUSE_COOKIE_SIGNATURE_KEYS: randomBytes(32).toString('hex') }
}

const { check, skip, finish } = createChecks()
await checkBoundSessions({ check })
const balancers = listBalancers()
// Side by side: they mostly wait for drains and for tokens to expire.
await Promise.all(
  ['nginx', 'HAProxy'].map(async (name) => {
    const balancer = balancers.find((one) => one.name.startsWith(name))
    if (balancer === undefined) skip(`${name}: upgrade`, `no ${name} on this machine`)
    else await upgradeBehind(balancer)
  })
)
process.exit(finish().failed === 0 ? 0 : 1)

async function upgradeBehind(balancer: Balancer): Promise<void> {
  const title = (what: string) => `${balancer.name}: ${what}`
  const provider = await startProvider({ idTokenTtlSeconds: ID_TOKEN_SECONDS })
  const upstream = await startUpstream()
  const options = { provider, upstreamUrl: upstream.url, drainSeconds: DRAIN_SECONDS }
  const [first, second] = [await createGateway(options), await createGateway(options)]
  await Promise.all([first.start(BEFORE), second.start(BEFORE)])
  const port = await findFreePort()
  const running = await balancer.start(port, [first, second])
  const visitors = startVisitors(`http://127.0.0.1:${port}`, provider, ID_TOKEN_SECONDS)

  async function replace(gateway: Gateway, program: GatewayProgram): Promise<void> {
    await gateway.end('SIGTERM')
    await gateway.start(program)
    await wait(SETTLE_MS)
    // Now both releases answer; some sign in meanwhile, and every session is refreshed.
    await visitors.signIn(2)
    await wait(ID_TOKEN_SECONDS * 1000)
    await visitors.visits(2)
  }

  async function replaceBoth(program: GatewayProgram): Promise<void> {
    for (const gateway of [first, second]) await replace(gateway, program)
  }

  function expectNoneLost(): void {
    const { responses, lost, broken } = visitors.takeCounts()
    console.log(`# ${balancer.name}: ${responses} answers, ${lost} without a session, ${broken} broken`)
    ok(responses > VISITORS * 10)
    equal(lost, 0, `${lost} of ${responses} answers: signed out`)
  }

  try {
    await visitors.signIn(VISITORS)
    await check(
      title('while both releases run, a sign-out holds at the gateway of this one'),
      async () => {
        await replace(first, AFTER)
        const [leaving, staying] = await visitors.signIn(2)
        if (leaving === undefined || staying === undefined) throw new Error('no visitor is signed in')
        await visitors.visits(2)
        await visitors.release(leaving)
        const url = `http://127.0.0.1:${first.port}`
        const copy = createCookieJar(leaving.header())
        equal((await ask(url, copy, 'GET', '/')).status, 200)
        equal((await ask(url, leaving, 'POST', '/logout')).status, 204)
        equal((await ask(url, copy, 'GET', '/')).status, 401)
        equal((await ask(url, staying, 'GET', '/')).status, 200, 'another session')
      },
      CHECK_LIMIT_MS
    )
    await check(
      title('a rolling upgrade loses no session'),
      async () => {
        await replace(second, AFTER)
        expectNoneLost()
      },
      CHECK_LIMIT_MS
    )
    await check(
      title('a rollback loses no session'),
      async () => {
        await replaceBoth(BEFORE)
        expectNoneLost()
      },
      CHECK_LIMIT_MS
    )
    await check(
      title('beside a gateway that cannot read their cookies, sessions are lost'),
      async () => {
        await first.end('SIGTERM')
        await first.start(OTHER_KEY)
        let lost = 0
        for (let round = 0; lost === 0 && round < MAX_ROUNDS; round++) {
          await visitors.visits(1)
          lost += visitors.takeCounts().lost
        }
        ok(lost > 0, 'the checks above would see it')
      },
      CHECK_LIMIT_MS
    )
  } finally {
    await visitors.stop()
    await Promise.all([first.end('SIGKILL'), second.end('SIGKILL')])
    await running.close()
    await Promise.all([upstream.stop(), provider.close()])
  }
}
