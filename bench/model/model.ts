/** Gateways that serve the same sessions. */
export interface Deployment {
  replicas: number
  /** Sessions with at least one request in the hour. */
  sessions: number
  /** Of each session, at random times. */
  requestsPerSessionPerHour: number
  /** Requests of a page that come at the same moment, each to any replica. */
  burst: number
  /** Each session comes to one replica alone. */
  isSticky: boolean
  /** Replicas share a store. */
  hasStore: boolean
  /** `session.revocationCheckSeconds`; 0: accounts are looked up at a refresh alone. */
  revocationCheckSeconds: number
  /** `session.cacheBytes`. */
  sessionCacheBytes: number
  /** How long an id token lives. */
  tokenSeconds: number
}

/** What was measured of one gateway. */
export interface Measured {
  /** Processor time of a request whose session is remembered. */
  requestMicroseconds: number
  /** Processor time more for a session that is seen for the first time. */
  firstSightMicroseconds: number
  /** Memory of a session that is remembered. */
  sessionBytes: number
  /** Memory of a gateway that has served some requests. */
  baseBytes: number
}

/** What the identity provider allows a project. */
export interface Quotas {
  refreshesPerSecond: number
  lookUpsPerSecond: number
  lookUpsPerDay: number
}

/** Google's: 18,000 refreshes a minute; 1,000 account calls a second and 10 million a day. */
export const GOOGLE: Quotas = { refreshesPerSecond: 300, lookUpsPerSecond: 1000, lookUpsPerDay: 10_000_000 }

const DAY_SECONDS = 86_400
/** Commands of the replica that refreshes, and of each one that waits for it. */
const STORE_COMMANDS = { first: 2, other: 3 }
/** One processor and 70 % of it: a replica is one process. */
const USABLE_PROCESSOR = 0.7

/** What a deployment asks of the provider, the store and its machines. */
export interface Prediction {
  refreshesPerSecond: number
  lookUpsPerSecond: number
  storeCommandsPerSecond: number
  /** Share of requests whose session the replica does not remember. */
  forgottenShare: number
  /** Of each replica. */
  processors: number
  memoryBytes: number
}

/** What `requests` requests that go anywhere reach of so many replicas. */
export function replicasReached(replicas: number, requests: number): number {
  return replicas * (1 - (1 - 1 / replicas) ** requests)
}

/** What the deployment comes to in the mean over an hour. */
export function predict(deployment: Deployment, measured: Measured): Prediction {
  const { replicas, sessions, requestsPerSessionPerHour, burst, hasStore, tokenSeconds } = deployment
  const reached = deployment.isSticky ? 1 : replicasReached(replicas, burst)
  const refreshing = sessions / tokenSeconds
  const requestsPerSecond = (sessions * requestsPerSessionPerHour) / 3600
  const forgottenShare = forgottenShareOf(deployment, measured)
  const requestSeconds =
    (measured.requestMicroseconds + forgottenShare * measured.firstSightMicroseconds) / 1e6
  return {
    refreshesPerSecond: refreshing * (hasStore ? 1 : reached),
    lookUpsPerSecond: sessions * lookUpsOf(deployment),
    storeCommandsPerSecond: hasStore
      ? refreshing * (STORE_COMMANDS.first + STORE_COMMANDS.other * (reached - 1))
      : 0,
    forgottenShare,
    processors: (requestsPerSecond / replicas) * requestSeconds,
    memoryBytes: measured.baseBytes + Math.min(seenBytes(deployment, measured), deployment.sessionCacheBytes)
  }
}

/**
 * Look-ups a second of one session. A replica asks again with the first request after the interval, which comes after the interval and a
 * wait; no look-up while the id token is younger than the interval.
 */
function lookUpsOf({
  replicas,
  isSticky,
  revocationCheckSeconds,
  requestsPerSessionPerHour,
  tokenSeconds
}: Deployment): number {
  if (revocationCheckSeconds === 0) return 0
  const asking = isSticky ? 1 : replicas
  const waitSeconds = (3600 / requestsPerSessionPerHour) * asking
  const dueShare = Math.max(0, 1 - revocationCheckSeconds / tokenSeconds)
  return (dueShare * asking) / (revocationCheckSeconds + waitSeconds)
}

/** Of the sessions of an hour. */
function seenBytes(
  { replicas, sessions, requestsPerSessionPerHour, isSticky }: Deployment,
  { sessionBytes }: Measured
): number {
  const seenShare = isSticky ? 1 / replicas : replicasReached(replicas, requestsPerSessionPerHour) / replicas
  return sessions * seenShare * sessionBytes
}

/** As many as do not fit, when all sessions are asked for alike, and at least once after each refresh. */
function forgottenShareOf(deployment: Deployment, measured: Measured): number {
  const overflow = 1 - deployment.sessionCacheBytes / seenBytes(deployment, measured)
  const { replicas, requestsPerSessionPerHour, isSticky, tokenSeconds } = deployment
  const requestsAtReplica = requestsPerSessionPerHour / (isSticky ? 1 : replicas)
  const firsts = Math.min(1, 3600 / tokenSeconds / requestsAtReplica)
  return Math.max(overflow, firsts)
}

/** Something that a deployment can run out of. */
export type LimitName = 'look-ups a day' | 'look-ups a second' | 'refreshes' | 'session cache' | 'processor'

/** The sessions at which something runs out, and what moves that. */
export interface Limit {
  name: LimitName
  sessions: number
  remedy: string
}

const REMEDIES: Readonly<Record<LimitName, string>> = {
  'look-ups a day':
    '`session.revocationCheckSeconds` up (3600: at refreshes alone), sticky sessions, or a larger quota',
  'look-ups a second': '`session.revocationCheckSeconds` up, sticky sessions, or a larger quota',
  refreshes: '`store.url` or sticky sessions, then a larger quota',
  'session cache': '`session.cacheBytes` up, or sticky sessions',
  processor: 'more replicas or `workers`'
}

/** All limits, the one that is met with the fewest sessions first, each as if it were the only one. Limits that are never met are omitted. */
export function findLimits(deployment: Deployment, measured: Measured, quotas: Quotas = GOOGLE): Limit[] {
  const one = predict({ ...deployment, sessions: 1 }, measured)
  const reach: Readonly<Record<LimitName, number>> = {
    'look-ups a day': quotas.lookUpsPerDay / (one.lookUpsPerSecond * DAY_SECONDS),
    'look-ups a second': quotas.lookUpsPerSecond / one.lookUpsPerSecond,
    refreshes: quotas.refreshesPerSecond / one.refreshesPerSecond,
    'session cache': deployment.sessionCacheBytes / seenBytes({ ...deployment, sessions: 1 }, measured),
    processor: USABLE_PROCESSOR / one.processors
  }
  return (Object.keys(reach) as LimitName[])
    .map((name) => ({ name, sessions: reach[name], remedy: REMEDIES[name] }))
    .filter(({ sessions }) => Number.isFinite(sessions))
    .sort((a, b) => a.sessions - b.sessions)
}
