import { setTimeout as wait } from 'node:timers/promises'
import type { BenchProvider } from '../fixture/provider.ts'
import type { Store } from '../fixture/store.ts'
import type { Gateway } from '../restart/gateways.ts'
import type { SharedConfiguration } from './configuration.ts'

const REST_MS = 6000
const OUTAGE_MS = 8000
/** After an outage: the circuit asks again within this time. */
const RECOVERY_MS = 6000
/** After a restart: clients that were on their way notice it. */
const AFTERMATH_MS = 3000
const RELOAD_LIMIT_MS = 15_000
const LOOK_AGAIN_MS = 50

/** What happens to the gateways during a run, and what is happening now. */
export type Troubles = ReturnType<typeof createTroubles>

export interface TroublesOptions {
  provider: BenchProvider
  /** The gateway that is restarted. */
  restarted: Gateway
  /** Origins of all gateways. */
  origins: readonly string[]
  configuration: SharedConfiguration
  /** Null: there is none. */
  store: Store | null
  isOver: () => boolean
}

/** Reloads, refused reloads, restarts, and outages of the provider and the store. */
export function createTroubles(options: TroublesOptions) {
  const { provider, restarted, origins, configuration, store, isOver } = options
  const counts: Record<string, number> = {}
  const failures: string[] = []
  let providerAwayUntilMs = 0
  let restartsUntilMs = 0
  let storeAwayUntilMs = 0
  let reloads = 0

  async function reload(): Promise<void> {
    const path = `/public-${++reloads}`
    configuration.publish(path)
    const deadlineMs = performance.now() + RELOAD_LIMIT_MS
    for (const origin of origins) {
      while ((await statusOf(`${origin}${path}`)) !== 200) {
        if (performance.now() > deadlineMs) {
          failures.push(`reload ${reloads}: not in force at ${origin}`)
          return
        }
        await wait(LOOK_AGAIN_MS)
      }
    }
  }

  async function refusedReload(): Promise<void> {
    configuration.publish('no-slash')
    await wait(REST_MS)
    for (const origin of origins) {
      const status = await statusOf(`${origin}/public-${reloads}`)
      if (reloads > 0 && status !== 200) failures.push(`refused reload: ${status} at ${origin}`)
    }
    await reload()
  }

  async function restart(): Promise<void> {
    restartsUntilMs = Number.POSITIVE_INFINITY
    await restarted.end('SIGTERM')
    await restarted.start()
    restartsUntilMs = performance.now() + AFTERMATH_MS
  }

  async function providerOutage(): Promise<void> {
    providerAwayUntilMs = Number.POSITIVE_INFINITY
    const { faults } = provider
    const away = [{ kind: 'reset' } as const, { kind: 'error', status: 503, message: 'UNAVAILABLE' } as const]
    const fault = away[(counts['provider outages'] ?? 0) % away.length] ?? { kind: 'hang' }
    Object.assign(faults, { refresh: fault, identityToolkit: fault, certificates: fault, oauthToken: fault })
    await wait(OUTAGE_MS)
    faults.reset()
    providerAwayUntilMs = performance.now() + RECOVERY_MS
  }

  async function storeOutage(): Promise<void> {
    storeAwayUntilMs = Number.POSITIVE_INFINITY
    await store?.stop()
    await wait(OUTAGE_MS)
    await store?.start()
    storeAwayUntilMs = performance.now() + RECOVERY_MS
  }

  const all: Record<string, () => Promise<void>> = {
    reloads: reload,
    restarts: restart,
    'provider outages': providerOutage,
    'refused reloads': refusedReload,
    ...(store === null ? {} : { 'store outages': storeOutage })
  }

  return {
    /** How often each of them happened. */
    counts,
    /** What did not become of them what should have. */
    failures,
    providerIsAway: (): boolean => performance.now() < providerAwayUntilMs,
    restarts: (): boolean => performance.now() < restartsUntilMs,
    sharesState: (): boolean =>
      store !== null && performance.now() > Math.max(storeAwayUntilMs, restartsUntilMs),
    /** One after the other, again and again, until it is over. */
    async run(): Promise<void> {
      for (;;) {
        for (const [name, happen] of Object.entries(all)) {
          await wait(REST_MS)
          if (isOver()) return
          counts[name] = (counts[name] ?? 0) + 1
          await happen()
        }
      }
    }
  }
}

/** 0: no answer. */
async function statusOf(url: string): Promise<number> {
  const response = await fetch(url).catch(() => null)
  await response?.arrayBuffer().catch(() => {})
  return response?.status ?? 0
}
