import { generateKeyPairSync, randomBytes, sign, verify } from 'node:crypto'
import { type Figure, figure, type Plan } from '../figures.ts'
import { BINDING, BOUND_ORIGIN, createBoundVisitors, NO_BINDING } from '../fixture/bound.ts'
import { withGateway } from '../fixture/gateway.ts'
import { applyLoad, type LoadedRequest } from '../fixture/load.ts'
import { startProvider } from '../fixture/provider.ts'
import { buildRequests, loadHttp, measureRequests, VARIABLES_OF_KINDS } from '../fixture/request-garbage.ts'
import { openSessionCheck } from '../fixture/session-check.ts'
import { OF_REQUEST, YOUNG_GENERATION } from './garbage.ts'

const BATCHES = 20
const WARM_BATCHES = 400
/** Remembered sessions that take turns. */
const REMEMBERED = 100
/** Of one session, below what it may do in a minute. */
const RENEWALS = 20
/** That renew at once: their challenges are good for a minute. */
const SESSIONS = 50
const ROUNDS = 10
/** Signatures verified in a row. */
const VERIFIED = 500
/** `device-bound-sessions.md` allows 200 µs, on a machine that verifies a signature in 60 µs. */
const VERIFICATIONS = 3.3
/** Before those that count: what runs once in minutes is compiled late. */
const WARM_ROUNDS = 5

type BoundProvider = Awaited<ReturnType<typeof startProvider>>

/** What sessions that are bound to devices cost: their check, and a proof of the device. */
export async function measureBinding(_provider: unknown, plan: Plan): Promise<Figure[]> {
  const provider = await startProvider({ origin: BOUND_ORIGIN })
  try {
    return [
      ...(await measureChecks(provider, plan)),
      ...(await measureRenewals(provider)),
      ...(await measureBytes(provider, plan))
    ]
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
  // Short and many: what the machine does meanwhile hits few of them.
  const turns = Math.ceil(warmChecks / WARM_BATCHES / REMEMBERED)
  for (let batch = 0; batch < 2 * WARM_BATCHES; batch++)
    for (const { check, cached, warm } of sorts) {
      const startedAt = performance.now()
      for (let turn = 0; turn < turns; turn++)
        for (const header of cached)
          if (check(header) instanceof Promise) throw new Error('a remembered session had to wait')
      warm.push(((performance.now() - startedAt) * 1000) / (turns * cached.length))
    }
  const size = Math.floor(coldChecks / BATCHES)
  for (let batch = 0; batch < BATCHES; batch++)
    for (const { expectSignedIn, unseen, cold } of sorts) {
      const startedAt = performance.now()
      for (const header of unseen.splice(0, size)) await expectSignedIn(header)
      cold.push(((performance.now() - startedAt) * 1000) / size)
    }
  await Promise.all(sorts.map(({ close }) => close()))
  const [off] = sorts
  return sorts.flatMap(({ what, warm, cold }) => {
    // The first half warmed up.
    const more = warm
      .slice(WARM_BATCHES)
      .map((micros, index) => micros - (off?.warm[index + WARM_BATCHES] ?? 0))
    return [
      figure(`session check, remembered, ${what}`, 'µs', warm.slice(WARM_BATCHES), { under: 5 }),
      ...(what === 'mode off' ? [] : [figure(`… more than with the mode off`, 'µs', more, { under: 0.5 })]),
      figure(`session check, first sight, ${what}`, 'µs', cold.slice(2), { under: 150 })
    ]
  })
}

/** Processor time of one renewal at the gateway, beside that of another response of its own: the rest is what a proof costs. */
async function measureRenewals(provider: BoundProvider): Promise<Figure[]> {
  const visitors = await createBoundVisitors(provider)
  return await withGateway(
    provider,
    async ({ gateway, headers }) => {
      const load = (requests: readonly LoadedRequest[]) =>
        applyLoad({ url: gateway.url, requests, connections: 1, amount: { amount: requests.length } })
      const measure = async (requests: readonly LoadedRequest[][]): Promise<number> => {
        const before = await gateway.usage()
        await Promise.all(requests.map(load))
        const { cpuMicroseconds } = await gateway.usage()
        return (cpuMicroseconds - before.cpuMicroseconds) / requests.flat().length
      }
      const renewed: number[] = []
      const more: number[] = []
      const verified: number[] = []
      const verifySome = createVerification()
      for (let round = 0; round < WARM_ROUNDS + ROUNDS; round++) {
        const sessions = (await visitors.signIn(SESSIONS)).map(({ session, cookie }) => ({
          session,
          headers: { ...headers, cookie }
        }))
        await Promise.all(sessions.map((one) => load([{ path: '/', headers: one.headers }])))
        const renewals = await Promise.all(
          sessions.map((one) =>
            Promise.all(Array.from({ length: RENEWALS }, () => visitors.renewalOf(one.session, one.headers)))
          )
        )
        const others = sessions.map((one) =>
          Array.from({ length: RENEWALS }, () => ({ path: '/_auth/me', headers: one.headers }))
        )
        const renewedMicros = await measure(renewals)
        renewed.push(renewedMicros)
        more.push(renewedMicros - (await measure(others)))
        verified.push(verifySome())
      }
      const inVerifications = more.map((micros, round) => micros / (verified[round] ?? 0))
      return [
        figure('proof of a device renewed: processor time of a request', 'µs', renewed.slice(WARM_ROUNDS)),
        figure('… more than GET /_auth/me', 'µs', more.slice(WARM_ROUNDS)),
        figure('… an ES256 signature verified, in a row', 'µs', verified.slice(WARM_ROUNDS)),
        figure('… more than GET /_auth/me, in such verifications', 'x', inVerifications.slice(WARM_ROUNDS), {
          under: VERIFICATIONS
        })
      ]
    },
    BINDING
  )
}

/** Returns a function that gives the processor time of one verification, in µs. */
function createVerification(): () => number {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const signed = randomBytes(300)
  const signature = sign('sha256', signed, privateKey)
  return () => {
    const before = process.cpuUsage()
    for (let i = 0; i < VERIFIED; i++) verify('sha256', signed, publicKey, signature)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / VERIFIED
  }
}

/** Garbage of a proxied request of each sort: as much as without. */
async function measureBytes(provider: BoundProvider, { garbageRequests }: Plan): Promise<Figure[]> {
  const visitors = await createBoundVisitors(provider)
  const [bound] = await visitors.signIn(1)
  const figures: Figure[] = []
  for (const [what, variables, cookies] of [
    ['mode off', NO_BINDING, {}],
    ['not bound', BINDING, {}],
    ['bound', BINDING, { cookie: bound?.cookie ?? '' }]
  ] as const) {
    const { promoted, allocated } = await withGateway(
      provider,
      ({ gateway, headers }) => {
        const { proxied } = buildRequests({ ...headers, ...cookies })
        return measureRequests(gateway, loadHttp(gateway, proxied), garbageRequests)
      },
      { ...VARIABLES_OF_KINDS, ...variables },
      YOUNG_GENERATION
    )
    figures.push(
      figure(`proxied, ${what}: promoted for each`, 'B', [promoted], OF_REQUEST.promoted),
      figure(`proxied, ${what}: allocated for each`, 'B', [allocated])
    )
  }
  return figures
}
