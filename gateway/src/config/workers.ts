import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { Config } from './schema/schema.ts'
import type { Environment } from './sources/environment.ts'

/** Created in every container by Docker and podman. */
const CONTAINER_FILES = ['/.dockerenv', '/run/.containerenv']

export interface Machine {
  /** Cores available to this process. */
  cores: number
  isContainer: boolean
}

/** `env`: to detect Kubernetes. */
export function readMachine(env: Environment): Machine {
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
export function listWorkerWarnings(
  config: Pick<Config, 'workers'>,
  { cores, isContainer }: Machine
): string[] {
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
