import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { listProblems, type Problem, when } from '../../problem.ts'
import { isLoopback } from '../addresses/urls.ts'
import { setValueAt, valueAt } from '../json-members.ts'
import type { Config } from '../schema/schema.ts'
import type { Environment } from './environment.ts'

/** Where Cloud Run, or another platform with the contract of Knative, runs this process. */
export interface Platform {
  /** The port that gets the requests; NaN if it is not a number, null in a sidecar. */
  port: number | null
}

/** A container is killed that long after SIGTERM: https://cloud.google.com/run/docs/container-contract. */
const KILLED_AFTER_SECONDS = 10
/** Leaves time for cut requests, log and spans. */
const GRACE_SECONDS = 7
const SPARE_SECONDS = 1
/** Google's load balancers keep idle connections for 600 s: https://cloud.google.com/load-balancing/docs/https#timeouts_and_retries. */
const KEEP_ALIVE_MS = 620_000

/** Null elsewhere. `PORT` alone means nothing. https://cloud.google.com/run/docs/container-contract#env-vars */
export function readPlatform({ K_SERVICE: service, PORT: port }: Environment): Platform | null {
  if (!service) return null
  if (!port) return { port: null }
  return { port: /^\d+$/.test(port) ? Number(port) : Number.NaN }
}

/** Fills in what the platform determines, except for keys that are written. */
export function overlayPlatform(written: Record<string, unknown>, platform: Platform | null) {
  if (platform === null) return written
  const merged = structuredClone(written)
  const isWritten = (keyPath: string) => valueAt(written, keyPath) != null
  const isElsewhere = isWritten('listen.unix') || isWritten('listen.fd')
  const listen =
    platform.port === null || isElsewhere
      ? {}
      : { 'listen.host': '0.0.0.0', 'listen.port': platform.port, 'listen.keepAliveTimeoutMs': KEEP_ALIVE_MS }
  const defaults = { ...listen, 'log.format': 'google', 'shutdown.graceSeconds': GRACE_SECONDS }
  for (const [keyPath, value] of Object.entries(defaults))
    if (!isWritten(keyPath)) setValueAt(merged, keyPath, value)
  return merged
}

/** `PORT` must be a port. */
export function checkPlatform(platform: Platform | null): Problem[] {
  const port = platform?.port ?? null
  return listProblems(
    when(port !== null && !(port >= 1 && port <= 65535), {
      path: 'PORT',
      message: 'is not a port from 1 to 65535',
      hint: 'The platform sets it next to K_SERVICE: remove it from the variables of the service.'
    })
  )
}

/** Settings that do not fit the platform. */
export function listPlatformWarnings({ listen, shutdown }: Config, platform: Platform | null): string[] {
  if (platform === null) return []
  const seconds = shutdown.drainSeconds + shutdown.graceSeconds
  return [
    ...(platform.port === null ? [] : listListenWarnings(listen, platform.port)),
    seconds > KILLED_AFTER_SECONDS - SPARE_SECONDS &&
      `shutdown: \`drainSeconds\` and \`graceSeconds\` are ${seconds} s together, but Cloud Run (K_SERVICE) ends the process ${KILLED_AFTER_SECONDS} s after SIGTERM, and requests still open get no response; the default here is ${GRACE_SECONDS} s`
  ].filter((warning) => warning !== false)
}

function listListenWarnings({ host, port: configured, unix, fd, tls }: Config['listen'], port: number) {
  const place = unix === null ? fd : unix
  if (place !== null)
    return [
      `listen: the platform sends requests to port ${port} (PORT), but the gateway listens on ${place}; remove \`listen.${unix === null ? 'fd' : 'unix'}\``
    ]
  return [
    configured !== port &&
      `listen.port: ${configured} differs from the port to which the platform sends requests, ${port} (PORT); remove \`listen.port\`, or set the container port of the service to it`,
    isLoopback(host) &&
      `listen.host: the platform cannot reach ${host}; remove \`listen.host\`, or use 0.0.0.0`,
    tls !== null && 'listen.tls: the platform ends TLS itself and sends plain HTTP; remove `listen.tls`'
  ]
}

/** Created in every container by Docker and podman. */
const CONTAINER_FILES = ['/.dockerenv', '/run/.containerenv']

type Machine = ReturnType<typeof readMachine>

/** `env`: to detect Kubernetes. */
export function readMachine(env: Environment) {
  return {
    cores: availableParallelism(),
    isContainer: env.KUBERNETES_SERVICE_HOST !== undefined || CONTAINER_FILES.some((file) => existsSync(file))
  }
}

/** Number of serving processes; 1: this one only. */
export function countWorkers({ workers }: Pick<Config, 'workers'>, cores = availableParallelism()): number {
  return workers === 'auto' ? cores : workers
}

/** Warnings about the number of workers. */
export function listWorkerWarnings(config: Pick<Config, 'workers'>, { cores, isContainer }: Machine) {
  const count = countWorkers(config, cores)
  if (count === 1) return []
  const places = cores === 1 ? '1 core' : `${cores} cores`
  const crowded = `workers: ${count} on ${places} take memory without being faster; use \`auto\`, or fewer`
  const contained = `workers: ${count} in one container; replicas with \`workers: 1\` are the usual way, which the platform starts, watches and replaces`
  return [...(count > cores ? [crowded] : []), ...(isContainer ? [contained] : [])]
}

/** Whether the sessions of an account are listed: in the store, or by the only process. */
export function listsSessions(config: Pick<Config, 'store' | 'workers'>): boolean {
  return config.store !== null || countWorkers(config) === 1
}
