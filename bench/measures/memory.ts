import { type Figure, figure, MEBIBYTE, type Plan } from '../figures.ts'
import { withGateway } from '../fixture/gateway.ts'
import { applyLoad } from '../fixture/load.ts'
import type { BenchProvider } from '../fixture/provider.ts'
import { openSessionCheck } from '../fixture/session-check.ts'

/** What a heap may differ by without growing: compiled code, inline caches, pools of the HTTP stack. */
const HEAP_NOISE_MIB = 2
const WARM_UP_REQUESTS = 50_000
/** Users among whom the sessions are shared out. */
const USERS = 500
/** Other cookies beside the session: an application's own can be long, and must not stay in memory with it. */
const OTHER_COOKIES_BYTES = 8000

/** Does the gateway grow with requests, does the session check keep its bound? */
export async function measureMemory(provider: BenchProvider, plan: Plan): Promise<Figure[]> {
  return [await measureRequests(provider, plan), await measureSessions(provider, plan)]
}

function measureRequests(provider: BenchProvider, { connections, memoryRequests }: Plan): Promise<Figure> {
  return withGateway(provider, async ({ gateway, headers }) => {
    const requests = [{ path: '/api/items?page=1', headers }]
    const load = (amount: number) =>
      applyLoad({ url: gateway.url, requests, connections, amount: { amount } })
    await load(Math.min(memoryRequests, WARM_UP_REQUESTS))
    const before = await gateway.usageCollected()
    await load(memoryRequests)
    const after = await gateway.usageCollected()
    const what = `heap growth over ${memoryRequests.toLocaleString('en')} requests`
    return figure(what, 'MiB', [(after.heapBytes - before.heapBytes) / MEBIBYTE], { under: HEAP_NOISE_MIB })
  })
}

async function measureSessions(provider: BenchProvider, { memorySessions }: Plan): Promise<Figure> {
  const { expectSignedIn, cacheBytes, close } = await openSessionCheck(provider)
  const users = await provider.signIn(USERS)
  const before = measureHeap()
  for (let round = 0; round < memorySessions / USERS; round++)
    for (const user of users) await expectSignedIn(provider.buildCookieHeader(user, OTHER_COOKIES_BYTES))
  const growth = (measureHeap() - before) / MEBIBYTE
  // Used once more, so that it is still there when the heap is read.
  for (const user of users.slice(0, 1)) await expectSignedIn(provider.buildCookieHeader(user))
  await close()
  const what = `heap of ${memorySessions.toLocaleString('en')} distinct sessions`
  return figure(what, 'MiB', [growth], { under: cacheBytes / MEBIBYTE })
}

function measureHeap(): number {
  if (globalThis.gc === undefined) throw new Error('run with --expose-gc')
  for (let round = 0; round < 3; round++) globalThis.gc()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
