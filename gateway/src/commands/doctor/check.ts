import type { InspectedConfig } from '../../config/load.ts'
import type { Config } from '../../config/schema/schema.ts'
import type { DoctorId } from '../../doctor-ids.ts'
import { type Result, skip } from './finding.ts'
import type { ProviderProbes } from './provider-probes.ts'

/** What the checks work with. */
export interface DoctorContext {
  inspected: InspectedConfig
  /** Null: variables alone. */
  file: string | null
  /** Look at passkeys although the configuration does not offer them? */
  asksForPasskeys: boolean
  env: Readonly<Record<string, string | undefined>>
  machine: Machine
  /** Null: the settings of the provider are wrong. */
  provider: ProviderProbes | null
  /** The IP addresses of a host name; none: it does not resolve. */
  lookUp: (host: string) => Promise<readonly string[]>
  /** Epoch seconds. */
  now: () => number
}

/** What a check wants to know of the machine and of the process. */
export interface Machine {
  /** Such as `20.20.2`. */
  nodeVersion: string
  /** Of the container, else of the machine. */
  memoryBytes: number
  /** Null: enough, or not known. */
  openFilesWarning: string | null
}

/** One thing that `gatehouse doctor` looks at. */
export interface Check {
  id: DoctorId
  /** Does it call anybody? Then it is left out with `--offline`. */
  isRemote: boolean
  /** Is it waited for beyond its deadline: it sees to its end itself, because it has something to put back or to say? */
  endsItself?: boolean
  /** Throws nothing for what it looks at. `signal`: ends what it waits for. */
  run(context: DoctorContext, signal: AbortSignal): Promise<Result>
}

interface CheckOptions<S extends keyof Config> {
  /** Sections of the configuration that it needs: while one is wrong, it is skipped. */
  reads: readonly S[]
  isRemote?: boolean
  endsItself?: boolean
}

/** Looks at what a check is about: `config` has the sections that it reads. */
type Look<S extends keyof Config> = (
  config: Pick<Config, S>,
  context: DoctorContext,
  signal: AbortSignal
) => Result | Promise<Result>

/** A check that needs these sections of the configuration. */
export function defineCheck<const S extends keyof Config>(
  id: DoctorId,
  { reads, isRemote = false, endsItself = false }: CheckOptions<S>,
  look: Look<S>
): Check {
  return {
    id,
    isRemote,
    endsItself,
    async run(context, signal) {
      const { config } = context.inspected
      if (hasSections(config, reads)) return await look(config, context, signal)
      const wrong = reads.filter((name) => !(name in config))
      return skip(`not looked at: ${wrong.join(', ')} ${wrong.length === 1 ? 'is' : 'are'} wrong, see CONFIG`)
    }
  }
}

function hasSections<S extends keyof Config>(
  config: Partial<Config>,
  names: readonly S[]
): config is Partial<Config> & Pick<Config, S> {
  return names.every((name) => name in config)
}
