import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { Config } from './schema/schema.ts'

/** Docker and podman each leave a file of their own in every container. */
const CONTAINER_FILES = ['/.dockerenv', '/run/.containerenv']

/** The machine, as far as the number of workers depends on it. */
export interface Machine {
  /** Cores that this process may use. */
  cores: number
  isContainer: boolean
}

/** The machine that this process runs on. `env`: Kubernetes names itself there. */
export function readMachine(env: Readonly<Record<string, string | undefined>>): Machine {
  return {
    cores: availableParallelism(),
    isContainer: env.KUBERNETES_SERVICE_HOST !== undefined || CONTAINER_FILES.some((file) => existsSync(file))
  }
}

/** How many processes shall answer requests; 1: this one alone. */
export function countWorkers({ workers }: Pick<Config, 'workers'>, cores = availableParallelism()): number {
  return workers === 'auto' ? cores : workers
}

/** What is doubtful about the number of workers on such a machine. */
export function listWorkerWarnings(
  config: Pick<Config, 'workers'>,
  { cores, isContainer }: Machine
): string[] {
  const count = countWorkers(config, cores)
  if (count === 1) return []
  const isMany = count > cores
  return [
    ...(isMany
      ? [
          `workers: ${count} on ${cores === 1 ? '1 core' : `${cores} cores`} take memory and answer no faster; use \`auto\`, or fewer`
        ]
      : []),
    ...(isContainer
      ? [
          `workers: ${count} in one container; replicas with \`workers: 1\` are the usual way, which the platform starts, watches and replaces`
        ]
      : [])
  ]
}
