import t, { type Test } from 'tap'
import { MAIN } from '../../gateway/test/fixtures/processes/child-process.ts'
import { withGateway } from '../fixture/gateway.ts'
import { startProvider } from '../fixture/provider.ts'
import { buildRequests, loadHttp, measureRequests, VARIABLES_OF_KINDS } from '../fixture/request-garbage.ts'
import { startTarget } from '../fixture/rounds.ts'

/** Bytes of a request that survive two scavenges; garbage of the request itself must not. */
const MAX_PROMOTED = 200
/** Young-generation bytes allocated by a request: about 7 % above measurements. Hot code allocates less. */
const MAX_ALLOCATED = {
  proxied: 30_000,
  upload: 33_000,
  public: 24_500,
  'refused (401)': 19_000,
  'refused (403)': 21_200,
  'forward auth (nginx)': 22_000
} as const
const KINDS = Object.keys(MAX_ALLOCATED) as (keyof typeof MAX_ALLOCATED)[]
/** Enough for a few scavenges, after the code has been compiled. */
const REQUESTS = 2000
const CONNECTIONS = 5
const youngGenerationOf = (mebibytes: number) => [
  `--min-semi-space-size=${mebibytes}`,
  `--max-semi-space-size=${mebibytes}`
]

t.test('garbage of a request: it dies young and stays below a limit of bytes', async (t) => {
  const provider = await startProvider()
  t.teardown(() => provider.close())
  await withGateway(
    provider,
    async ({ gateway, headers }) => {
      const requests = buildRequests(headers)
      for (const kind of KINDS) {
        const load = loadHttp(gateway, requests[kind], { connections: CONNECTIONS })
        const { promoted, allocated } = await measureRequests(gateway, load, REQUESTS)
        const figures = `${promoted.toFixed()} bytes promoted, ${allocated.toFixed()} allocated`
        t.comment(`${kind}: ${figures}`)
        t.ok(promoted < MAX_PROMOTED, `${kind}: ${figures}, promoted under ${MAX_PROMOTED}`)
        t.ok(allocated < MAX_ALLOCATED[kind], `${kind}: ${figures}, allocated under ${MAX_ALLOCATED[kind]}`)
      }
    },
    VARIABLES_OF_KINDS,
    { path: MAIN, flags: youngGenerationOf(8) }
  )
})

/** Garbage of a plain server that tracks its open requests. */
async function measureTracking(t: Test, by: 'set' | 'gateway') {
  const running = await startTarget('targets/open-requests.js', by, youngGenerationOf(1))
  t.teardown(() => running.stop())
  const load = loadHttp(running, { path: '/', headers: {} }, { connections: CONNECTIONS })
  return await measureRequests(running, load, REQUESTS)
}

t.test('garbage of a request: it is promoted if the request is in a Set while open', async (t) => {
  const { promoted } = await measureTracking(t, 'set')
  t.ok(promoted > MAX_PROMOTED, `${promoted.toFixed()} bytes promoted`)
})

t.test('garbage of a request: it is not promoted if the request is in the list of open ones', async (t) => {
  const { promoted } = await measureTracking(t, 'gateway')
  t.ok(promoted < MAX_PROMOTED, `${promoted.toFixed()} bytes promoted`)
})
