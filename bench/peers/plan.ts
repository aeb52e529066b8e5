import type { LoadStep } from './measures/load.ts'
import type { StormPlan } from './measures/storm.ts'

/** How much is measured of each peer. */
export interface PeersPlan {
  rounds: number
  /** Before the first round: programs that compile what runs often have done so then. */
  warmUpRequests: number
  /** The first is the one that the table and the charts begin with. */
  loads: readonly LoadStep[]
  latency: { perSecond: number; seconds: number }
  storm: StormPlan & { refreshDelayMs: number }
  idleConnections: number
  /** The whole run ends after so long, whatever hangs. */
  limitMs: number
  /** One measure of one peer ends after so long. */
  stepLimitMs: number
}

/** Some twelve minutes for fifteen peers on a machine that does nothing else. */
export const FULL: PeersPlan = {
  rounds: 3,
  warmUpRequests: 20_000,
  loads: [
    { connections: 50, warmUpSeconds: 1, seconds: 3 },
    { connections: 1, warmUpSeconds: 0.5, seconds: 1.5 },
    { connections: 500, warmUpSeconds: 0.5, seconds: 4 }
  ],
  latency: { perSecond: 150, seconds: 4 },
  storm: { sessions: 100, requestsEach: 4, refreshDelayMs: 120 },
  idleConnections: 10_000,
  limitMs: 15 * 60_000,
  stepLimitMs: 90_000
}

/** Does everything still work? */
export const QUICK: PeersPlan = {
  rounds: 1,
  warmUpRequests: 2000,
  loads: [
    { connections: 50, warmUpSeconds: 0.5, seconds: 1 },
    { connections: 1, warmUpSeconds: 0.2, seconds: 0.5 },
    { connections: 500, warmUpSeconds: 0.5, seconds: 1 }
  ],
  latency: { perSecond: 100, seconds: 1 },
  storm: { sessions: 20, requestsEach: 4, refreshDelayMs: 120 },
  idleConnections: 1000,
  limitMs: 3 * 60_000,
  stepLimitMs: 30_000
}
