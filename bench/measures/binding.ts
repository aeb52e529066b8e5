import { type Figure, figure, type Plan } from '../figures.ts'
import { BINDING, BOUND_ORIGIN, createBoundVisitors, NO_BINDING } from '../fixture/bound.ts'
import { withGateway } from '../fixture/gateway.ts'
import { startProvider } from '../fixture/provider.ts'
import { runOnce } from '../fixture/rounds.ts'
import { openSessionCheck } from '../fixture/session-check.ts'

const BATCHES = 20
/** Remembered sessions that take turns. */
const REMEMBERED = 500
/** Of one session, below what it may do in a minute. */
const RENEWALS = 20
const ROUNDS = 5

type BoundProvider = Awaited<ReturnType<typeof startProvider>>

/** What sessions that are bound to devices cost: their check, and a proof of the device. */
export async function measureBinding(_provider: unknown, plan: Plan): Promise<Figure[]> {
  const provider = await startProvider({ origin: BOUND_ORIGIN })
  try {
    return [...(await measureChecks(provider, plan)), await measureRenewals(provider, plan)]
  } finally {
    await provider.close()
  }
}

/** The check of remembered sessions in this process, of each sort in turn. */
async function measureChecks(provider: BoundProvider, { warmChecks, coldChecks }: Plan): Promise<Figure[]> {
  const visitors = await createBoundVisitors(provider)
  const bound = (count: number) => visitors.signIn(count).then((all) => all.map(({ cookie }) => cookie))
  const unbound = async (count: number) =>
    (await provider.signIn(count)).map((tokens) =>
      provider.buildCookieHeader(tokens, undefined, visitors.beginUnbound())
    )
  const plain = async (count: number) =>
    (await provider.signIn(count)).map((tokens) => provider.buildCookieHeader(tokens))
  const sorts = await Promise.all(
    [
      { what: 'mode off', variables: NO_BINDING, signIn: plain },
      { what: 'not bound', variables: BINDING, signIn: unbound },
      { what: 'bound', variables: BINDING, signIn: bound }
    ].map(async ({ what, variables, signIn }) => {
      const { check, expectSignedIn, close } = await openSessionCheck(provider, variables)
      const unseen = await signIn(coldChecks)
      const cached = await signIn(REMEMBERED)
      for (const header of cached) await expectSignedIn(header)
      return {
        what,
        check,
        expectSignedIn,
        close,
        cached,
        unseen,
        warm: [] as number[],
        cold: [] as number[]
      }
    })
  )
  const turns = Math.ceil(warmChecks / BATCHES / REMEMBERED)
  const size = Math.floor(coldChecks / BATCHES)
  for (let batch = 0; batch <= BATCHES; batch++) {
    for (const { check, cached, warm } of sorts) {
      const startedAt = process.cpuUsage()
      for (let turn = 0; turn < turns; turn++)
        for (const header of cached)
          if (check(header) instanceof Promise) throw new Error('a remembered session had to wait')
      warm.push(microsSince(startedAt) / (turns * cached.length))
    }
    for (const { expectSignedIn, unseen, cold } of sorts) {
      const startedAt = process.cpuUsage()
      for (const header of unseen.splice(0, size)) await expectSignedIn(header)
      cold.push(microsSince(startedAt) / size)
    }
  }
  await Promise.all(sorts.map(({ close }) => close()))
  const [off] = sorts
  return sorts.flatMap(({ what, warm, cold }) => {
    // The first batches warmed up.
    const more = warm.slice(2).map((micros, index) => micros - (off?.warm[index + 2] ?? 0))
    return [
      figure(`session check, remembered, ${what}`, 'µs', warm.slice(2), { under: 5 }),
      ...(what === 'mode off' ? [] : [figure(`… more than with the mode off`, 'µs', more, { under: 0.5 })]),
      figure(`session check, first sight, ${what}`, 'µs', cold.slice(2, -1), { under: 150 })
    ]
  })
}

/** Processor time of this process: other programs hardly change it. */
function microsSince(startedAt: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(startedAt)
  return user + system
}

/** Processor time of one renewal at the gateway, with all that HTTP takes. */
async function measureRenewals(provider: BoundProvider, { coldChecks }: Plan): Promise<Figure> {
  const visitors = await createBoundVisitors(provider)
  return await withGateway(
    provider,
    async ({ gateway, headers }) => {
      const renew = async (sessions: number) => {
        const requests = []
        for (const { session, cookie } of await visitors.signIn(sessions))
          for (let turn = 0; turn < RENEWALS; turn++)
            requests.push(await visitors.renewalOf(session, { ...headers, cookie }))
        return (await runOnce({ running: gateway, requests })).cpuMicroseconds
      }
      const sessions = Math.ceil(coldChecks / RENEWALS)
      await renew(sessions)
      const rounds: number[] = []
      while (rounds.length < ROUNDS) rounds.push(await renew(sessions))
      return figure('proof of a device renewed: processor time in all threads', 'µs', rounds, { under: 200 })
    },
    BINDING
  )
}
