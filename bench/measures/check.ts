import { type Figure, figure, type Plan } from '../figures.ts'
import type { BenchProvider } from '../fixture/provider.ts'
import { openSessionCheck } from '../fixture/session-check.ts'

const BATCHES = 10
/** Sessions that only warm the compiler up. */
const WARM_UP_SESSIONS = 500
/** Remembered sessions that take turns. */
const REMEMBERED = 500

/** One session check in this process: of sessions seen for the first time, then of remembered ones. */
export async function measureCheck(
  provider: BenchProvider,
  { coldChecks, warmChecks }: Plan
): Promise<Figure[]> {
  const { check, expectSignedIn, close } = await openSessionCheck(provider)
  const visitors = await provider.signIn(WARM_UP_SESSIONS + coldChecks)
  const headers = visitors.map((tokens) => provider.buildCookieHeader(tokens))
  for (const header of headers.splice(0, WARM_UP_SESSIONS)) await expectSignedIn(header)

  const cold: number[] = []
  const size = Math.floor(coldChecks / BATCHES)
  for (let batch = 0; batch < BATCHES; batch++) {
    const unseen = headers.slice(batch * size, (batch + 1) * size)
    const startedAt = performance.now()
    for (const header of unseen) await expectSignedIn(header)
    cold.push(((performance.now() - startedAt) * 1000) / unseen.length)
  }

  const cached = headers.slice(-REMEMBERED)
  const turns = Math.ceil(warmChecks / BATCHES / cached.length)
  const warm: number[] = []
  for (let batch = 0; batch <= BATCHES; batch++) {
    const startedAt = performance.now()
    for (let turn = 0; turn < turns; turn++)
      for (const header of cached)
        if (check(header) instanceof Promise) throw new Error('a remembered session had to wait')
    warm.push(((performance.now() - startedAt) * 1000) / (turns * cached.length))
  }
  await close()
  return [
    // The first batch warmed up.
    figure('session check, remembered', 'µs', warm.slice(1), { under: 5 }),
    figure('session check, first sight', 'µs', cold, { under: 150 })
  ]
}
