import { untilAborted } from '../../gateway/src/async.ts'
import { connectionsAllowed, type IdleResult, measureIdle } from './measures/idle.ts'
import { type AddedLatency, measureLatency } from './measures/latency.ts'
import { type LoadRound, runLoad, warmUp } from './measures/load.ts'
import { measureStorm, REFRESH_AFTER_SECONDS, type StormResult } from './measures/storm.ts'
import type { Peer } from './peer.ts'
import type { PeersPlan } from './plan.ts'
import { readTree } from './process-tree.ts'
import { type Shared, type StartedPeer, startPeer } from './started-peer.ts'

/** All that was measured of one peer. */
export interface PeerResult {
  name: string
  about: string
  /** Null: a program of it was not found. */
  version: string | null
  checks: boolean
  noRefresh: string | null
  commands: readonly string[]
  startedMemoryBytes: number | null
  rounds: LoadRound[]
  latency: AddedLatency | null
  storm: StormResult | null
  idle: IdleResult | null
  /** What went wrong, by measure. */
  failures: string[]
}

/** One peer on its way through the comparison. */
interface Entrant {
  peer: Peer
  result: PeerResult
  /** Null: it does not run. */
  started: StartedPeer | null
}

/** What all measures need. */
export interface Comparison {
  shared: Shared
  plan: PeersPlan
  /** Nothing is begun any more when it aborts. */
  deadline: AbortSignal
  say(text: string): void
}

/** What goes wrong with a peer is noted in its result, and the others continue. */
export async function comparePeers(peers: readonly Peer[], comparison: Comparison): Promise<PeerResult[]> {
  const entrants = peers.map((peer): Entrant => ({ peer, result: describePeer(peer), started: null }))
  const found = entrants.filter(({ result }) => result.version !== null)
  // Alone, and first: the calls that they count do not depend on how busy the machine is, so the end of a slow run must not cut them off.
  for (const entrant of found) if (entrant.peer.noRefresh === null) await runStorm(entrant, comparison)
  try {
    for (const entrant of found) await startEntrant(entrant, comparison)
    const started = found.filter((entrant) => entrant.started !== null)
    for (const entrant of started) await warmUpEntrant(entrant, comparison)
    await runRounds(started, comparison)
    for (const entrant of started) await measureRest(entrant, comparison)
  } finally {
    await Promise.all(found.map(({ started }) => started?.close()))
  }
  return entrants.map(({ result }) => result)
}

function startEntrant(entrant: Entrant, comparison: Comparison): Promise<void> {
  const { peer, result } = entrant
  return attempt(entrant, 'start', comparison, async () => {
    const started = await startPeer(peer, comparison.shared)
    entrant.started = started
    result.commands = started.running.commands
    result.startedMemoryBytes = readTree(started.running.pids).memoryBytes
  })
}

function warmUpEntrant(entrant: Entrant, comparison: Comparison): Promise<void> {
  return attempt(entrant, 'warm-up', comparison, async () => {
    if (entrant.started !== null) await warmUp(entrant.started, comparison.plan.warmUpRequests)
  })
}

async function runRounds(entrants: readonly Entrant[], comparison: Comparison): Promise<void> {
  const order = [...entrants]
  const { rounds, loads } = comparison.plan
  for (let round = 0; round < rounds; round++) {
    // Another one is first each time: what the machine does meanwhile hits all alike.
    order.push(...order.splice(0, 1))
    for (const entrant of order)
      for (const step of loads)
        await attempt(
          entrant,
          `round ${round + 1}, ${step.connections} connections`,
          comparison,
          async () => {
            if (entrant.started !== null) entrant.result.rounds.push(await runLoad(entrant.started, step))
          }
        )
  }
}

async function measureRest(entrant: Entrant, comparison: Comparison): Promise<void> {
  const { result, started } = entrant
  const { shared, plan } = comparison
  if (started === null) return
  await attempt(entrant, 'latency', comparison, async () => {
    result.latency = await measureLatency(started, shared.upstreamUrl, plan.latency)
  })
  await attempt(entrant, 'idle connections', comparison, async () => {
    const count = connectionsAllowed(plan.idleConnections)
    result.idle = await measureIdle(started, shared.upstreamBody, count)
  })
}

function runStorm(entrant: Entrant, comparison: Comparison): Promise<void> {
  return attempt(entrant, 'refresh storm', comparison, async () => {
    entrant.result.storm = await stormOf(entrant.peer, comparison.shared, comparison.plan)
  })
}

function describePeer({ name, about, checks, noRefresh, find }: Peer): PeerResult {
  const nothing = { startedMemoryBytes: null, latency: null, storm: null, idle: null }
  return {
    name,
    about,
    version: find(),
    checks,
    noRefresh,
    commands: [],
    rounds: [],
    failures: [],
    ...nothing
  }
}

async function attempt(
  { peer, result }: Entrant,
  what: string,
  { plan, deadline, say }: Comparison,
  work: () => Promise<void>
): Promise<void> {
  say(`${peer.name}: ${what} …`)
  const limit = AbortSignal.any([deadline, AbortSignal.timeout(plan.stepLimitMs)])
  try {
    if (deadline.aborted) throw new Error('the run was out of time')
    await untilAborted(work(), limit)
  } catch (err) {
    result.failures.push(`${what}: ${err instanceof Error ? err.message : String(err)}`)
  }
}

/** In a peer of its own, whose sessions end soon. */
async function stormOf(peer: Peer, shared: Shared, { storm }: PeersPlan): Promise<StormResult> {
  const { refreshDelayMs } = storm
  const started = await startPeer(peer, {
    ...shared,
    refreshAfterSeconds: REFRESH_AFTER_SECONDS,
    refreshDelayMs
  })
  const { oidc } = shared
  const { tokenDelayMs } = oidc
  oidc.tokenDelayMs = refreshDelayMs
  try {
    return await measureStorm(started, oidc, storm)
  } finally {
    oidc.tokenDelayMs = tokenDelayMs
    await started.close()
  }
}
