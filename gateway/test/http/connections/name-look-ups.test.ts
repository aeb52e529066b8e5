import type { LookupAddress } from 'node:dns'
import { setImmediate as nextTurn } from 'node:timers/promises'
import t, { type Test } from 'tap'
import {
  createNameLookUps,
  isLookUpFailure,
  type LookUpAll
} from '../../../src/http/connections/outbound-pool.ts'
import { startGateway } from '../../fixtures/gateway.ts'
import { openManagement, scrape } from '../../fixtures/management.ts'
import { send } from '../../fixtures/wire/http-client.ts'
import { readSeries } from '../../fixtures/wire/scrape.ts'

const ADDRESSES: LookupAddress[] = [{ address: '127.0.0.1', family: 4 }]

/** Look-ups that respond when the test says so, and time limits that pass likewise. */
function openLookUps() {
  const asked: { hostname: string; respond: Parameters<LookUpAll>[1] }[] = []
  const limits: { seconds: number; run: () => void }[] = []
  const lookUp = createNameLookUps(
    (hostname, respond) => void asked.push({ hostname, respond }),
    (seconds, run) => {
      const limit = { seconds, run }
      limits.push(limit)
      return () => void limits.splice(limits.indexOf(limit), 1)
    }
  )
  const ask = (hostname: string, limitMs = 2500) =>
    new Promise<unknown>((resolve) =>
      lookUp(hostname, limitMs, (err, found) => resolve(err ?? found.map(({ address }) => address)))
    )
  return { asked, limits, lookUp, ask, names: () => asked.map(({ hostname }) => hostname) }
}

t.test('name look-ups: all who need a name join one look-up, which the next one does not', async (t) => {
  const { ask, asked, limits, names } = openLookUps()
  const joined = [ask('shop.test'), ask('shop.test'), ask('shop.test')]
  const other = ask('wiki.test')
  t.same(names(), ['shop.test', 'wiki.test'])
  for (const { respond } of asked) respond(null, ADDRESSES)
  t.same(await Promise.all([...joined, other]), Array(4).fill(['127.0.0.1']))
  t.same(limits, [])
  void ask('shop.test')
  t.same(names(), ['shop.test', 'wiki.test', 'shop.test'])
})

t.test('name look-ups: one that takes too long is named, and no second one is started', async (t) => {
  const { ask, asked, limits, names } = openLookUps()
  const late = ask('shop.test')
  const found = limits.map(({ seconds }) => seconds)
  t.same(found, [2.5])
  limits[0]?.run()
  t.match(await late, { code: 'ETIMEOUT', message: 'DNS: shop.test did not resolve within 2500 ms' })
  const joined = ask('shop.test')
  t.same(names(), ['shop.test'])
  asked[0]?.respond(null, ADDRESSES)
  t.same(await joined, ['127.0.0.1'], 'the resolver has responded after all')
})

t.test('name look-ups: without a limit none is timed, and a failure is that of the resolver', async (t) => {
  const { ask, asked, limits } = openLookUps()
  const failed = ask('shop.test', 0)
  t.same(limits, [])
  asked[0]?.respond(Object.assign(new Error('x'), { code: 'ENOTFOUND' }), [])
  t.match(await failed, { code: 'ENOTFOUND' })
  t.same(['ENOTFOUND', 'EAI_AGAIN', 'ETIMEOUT'].map(isLookUpFailure), [true, true, true])
  t.same(['ETIMEDOUT', 'ECONNREFUSED', ''].map(isLookUpFailure), [false, false, false])
})

/** A gateway whose application `shop` has a name that does not resolve in time. */
async function startBefore(t: Test) {
  const lookUps = openLookUps()
  const { asked, limits, lookUp, names } = lookUps
  const access = { default: 'public' }
  const port = (await startGateway(t)).upstream.url.split(':').at(-1)
  const gateway = await startGateway(t, {
    publicUrl: 'https://app.example.com',
    lookUp,
    config: {
      applications: [
        { name: 'home', upstream: { url: `http://home.test:${port}` }, access },
        { name: 'shop', host: 'shop.example.com', upstream: { url: `http://shop.test:${port}` }, access }
      ]
    }
  })
  return { gateway, asked, limits, names }
}

t.test('name look-ups: an application whose name hangs delays no other, and DNS is named', async (t) => {
  const { gateway, asked, limits, names } = await startBefore(t)
  const management = openManagement(t, gateway)
  const visit = (host: string) => send(`${gateway.url}/x`, { headers: { host } })
  const hanging = [1, 2, 3, 4, 5].map(() => visit('shop.example.com'))
  while (limits.length < 5) await nextTurn()
  const home = visit('app.example.com')
  while (asked.length < 2) await nextTurn()
  t.same(names(), ['shop.test', 'home.test'])
  asked[1]?.respond(null, ADDRESSES)
  t.equal((await home).status, 200)
  for (const { run } of [...limits]) run()
  for (const response of await Promise.all(hanging)) t.equal(response.status, 502)
  await gateway.settled()
  t.match(
    gateway.logLines().find(({ code }) => code === 'UPSTREAM_UNREACHABLE'),
    {
      application: 'shop',
      detail: /^DNS: the name in applications\[1\]\.upstream\.url does not resolve/,
      cause: /shop\.test did not resolve within 2500 ms/
    }
  )
  const series = readSeries(await scrape(management))
  t.equal(series.get('upstream_errors_total{upstream="shop",kind="dns"}'), 5)
  t.equal(series.get('upstream_errors_total{upstream="shop",kind="refused"}'), 0)
  t.equal(series.get('upstream_errors_total{upstream="home",kind="dns"}'), 0)
})
