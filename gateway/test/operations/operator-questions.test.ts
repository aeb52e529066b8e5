import { EventEmitter, once } from 'node:events'
import { join } from 'node:path'
import t from 'tap'
import { environmentOf } from '../fixtures/processes/environment.ts'
import { logOfStart } from '../fixtures/processes/served-log.ts'
import { holdRefreshes } from '../fixtures/provider/stand-in.ts'
import { signedIn } from '../fixtures/signed-in.ts'
import { startUpstream } from '../fixtures/wire/upstream.ts'

const TTL_SECONDS = 3600

t.test('questions: which request was slow, on which side, and which provider call failed', async (t) => {
  const application = new EventEmitter()
  const { url: upstreamUrl } = await startUpstream(t, (req, res) => {
    if (req.url === '/held') application.emit('held', () => res.end('ok'))
    else res.end('ok')
  })
  const { provider, advance, get, settled, logLines } = await signedIn(t, {}, { upstreamUrl })
  /** Lets something arrive, and go on; returns how long that took at least, in milliseconds. */
  const hold = async (path: string, arrived: () => Promise<unknown>, release: (held: unknown) => void) => {
    const waiting = get(path)
    const held = await arrived()
    const sinceMs = performance.now()
    release(held)
    const heldMs = performance.now() - sinceMs
    await waiting
    return heldMs
  }
  const applicationMs = await hold(
    '/held',
    async () => (await once(application, 'held'))[0],
    (answer) => (answer as () => void)()
  )
  advance(TTL_SECONDS)
  const refreshes = holdRefreshes(provider)
  const providerMs = await hold('/refreshed', refreshes.arrived, refreshes.release)
  advance(TTL_SECONDS)
  provider.faults.refresh = { kind: 'reset' }
  await get('/failed')
  await settled()

  const timesOf = (path: string) => {
    const { ms, decisionMs, upstreamHeadMs } = logLines({ path })[0] ?? {}
    return [ms, decisionMs, upstreamHeadMs].map(Number) as [number, number, number]
  }
  const [heldMs, decisionMs, headMs] = timesOf('/held')
  t.ok(headMs >= applicationMs && decisionMs <= heldMs - applicationMs, 'the application')
  const [refreshedMs, refreshMs, quickHeadMs] = timesOf('/refreshed')
  t.ok(refreshMs >= providerMs && quickHeadMs <= refreshedMs - refreshMs, 'the provider')
  t.match(logLines({ path: '/failed' }), [
    { msg: 'request', call: 'refresh', status: 503, detail: /^temporary: connection reset \(/ }
  ])
})

t.test('questions: which configuration is in use, at the start and at each reload', async (t) => {
  const env = environmentOf('forwardAuthRequests')
  const file = {
    path: join(t.testdir(), 'gatehouse.yaml'),
    first: 'log: { slowMs: 1000 }',
    reloads: ['log: { slowMs: 2000 }', 'log: { slowMs: fast }', 'log: { slowMs: 1000 }']
  }
  const found = (await logOfStart(env, file)).filter(({ hash }) => hash !== undefined)
  const names = found.map(({ msg, event }) => event ?? msg)
  t.same(names, ['starting', 'ready', 'config.applied', 'config.applied'], 'a refused one is not used')
  const [starting, ready, second, third] = found.map(({ hash }) => String(hash))
  t.match(starting, /^[0-9a-f]{12}$/)
  t.equal(ready, starting)
  t.not(second, starting)
  t.equal(third, starting, 'the first one again')
})
