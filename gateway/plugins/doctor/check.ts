import { type ConfigSources, loadConfig, sectionOf } from '../../src/config/load.ts'
import type { Config } from '../../src/config/schema/schema.ts'
import type { DoctorId } from '../../src/errors.ts'
import type { LookUpName } from '../../src/http/connections/outbound-pool.ts'
import type { ProviderFailure } from '../../src/identity-platform/client/error-sorting.ts'
import { evaluate, fail, type Issue, type Result, skip, warn } from './finding.ts'
import type { ProviderProbes } from './probes.ts'

/** Inputs of the checks. */
export interface DoctorContext {
  inspected: ReturnType<typeof inspectConfig>
  /** Null: variables only. */
  file: string | null
  /** Check passkeys even if the configuration does not offer them. */
  asksForPasskeys: boolean
  env: Readonly<Record<string, string | undefined>>
  machine: {
    /** Such as `20.20.2`. */
    nodeVersion: string
    /** Limit of the container, otherwise of the machine. */
    memoryBytes: number
    /** Null: enough, or unknown. */
    openFilesWarning: string | null
  }
  /** Null: the provider settings are invalid. */
  provider: ProviderProbes | null
  /** IP addresses of a host name; empty: it does not resolve. */
  lookUp: (host: string) => Promise<readonly string[]>
  /** Resolves the names of applications, shared by all probes. */
  lookUpName: LookUpName
  /** Epoch seconds. */
  now: () => number
}

/** Loads the configuration, or its sections without problems. `hash`: null: there are problems, and warnings are about variables only. */
export function inspectConfig(sources: ConfigSources) {
  const wrong = new Set<string>()
  const isRight = (path: string) => !wrong.has(sectionOf(path))
  const whole = loadConfig(sources)
  if (whole.kind === 'loaded') return { ...whole, config: whole.config as Partial<Config>, problems: [] }
  const { problems, warnings = [] } = whole
  for (let rest = loadConfig(sources); ; rest = loadConfig(sources, { shape: isRight, value: isRight })) {
    const found = rest.kind === 'loaded' ? [] : rest.problems.filter(({ path }) => isRight(path))
    for (const { path } of found) wrong.add(sectionOf(path))
    if (found.length > 0) continue
    const usable = Object.entries(rest.kind === 'loaded' ? rest.config : {}).filter(([name]) => isRight(name))
    const config: Partial<Config> = Object.fromEntries(usable)
    const credentials = rest.kind === 'loaded' ? rest.credentials : null
    return { config, credentials, problems, hash: null, warnings }
  }
}

/** A check of `gatehouse doctor`. */
export type Check = ReturnType<typeof defineCheck>

/** Defines a check. `look` gets the sections that it `reads`; it is skipped while one of them is invalid. */
export function defineCheck<const S extends keyof Config>(
  id: DoctorId,
  options: { reads: readonly S[]; isRemote?: boolean; endsItself?: boolean },
  look: (config: Pick<Config, S>, context: DoctorContext, signal: AbortSignal) => Result | Promise<Result>
) {
  const { reads, isRemote = false, endsItself = false } = options
  return {
    id,
    /** Whether it makes calls; skipped with `--offline`. */
    isRemote,
    /** Whether it is awaited beyond its deadline, because it has to clean up or report. */
    endsItself,
    /** Does not throw for what it examines. `signal`: its deadline. */
    async run(context: DoctorContext, signal: AbortSignal): Promise<Result> {
      const { config } = context.inspected
      if (hasSections(config, reads)) return await look(config, context, signal)
      const wrong = reads.filter((name) => !(name in config))
      return skip(`not checked: ${wrong.join(', ')} ${wrong.length === 1 ? 'is' : 'are'} invalid, see CONFIG`)
    }
  }
}

/** Defines a check that asks the provider, and needs these sections beside `identityPlatform`. */
export function defineProviderCheck<const S extends keyof Config>(
  id: DoctorId,
  sections: readonly S[],
  look: (
    provider: ProviderProbes,
    config: Pick<Config, S | 'identityPlatform'>,
    context: DoctorContext,
    signal: AbortSignal
  ) => Promise<Result>
): Check {
  const reads = ['identityPlatform', ...sections] as const
  return defineCheck(id, { reads, isRemote: true }, async (config, context, signal) =>
    context.provider === null
      ? skip('not checked: identityPlatform is invalid, see CONFIG')
      : await look(context.provider, config, context, signal)
  )
}

function hasSections<S extends keyof Config>(
  config: Partial<Config>,
  names: readonly S[]
): config is Partial<Config> & Pick<Config, S> {
  return names.every((name) => name in config)
}

/** The result for a failed call. `subject`: what was called, ending in `: `. */
export function checkFailure(failure: ProviderFailure, subject = ''): Result {
  const { detail, isOutage } = failure
  const what = isBroken(failure) ? 'answered' : isOutage === true ? 'no answer' : 'refused'
  return evaluate(`${subject}${what}: ${detail}`, toIssue(failure))
}

/** The same for `readPublic`, reported once: by the check that its hint names, otherwise by API_KEY. */
export function checkPublicFailure(id: DoctorId, failure: ProviderFailure): Result {
  const hinted = failure.hint?.doctor
  const owner: DoctorId = hinted === 'PROJECT' || hinted === 'APP_CHECK' ? hinted : 'API_KEY'
  return owner === id ? checkFailure(failure) : skip(`unknown: ${failure.detail}, see ${owner}`)
}

export function toIssue(failure: ProviderFailure): Issue {
  const { hint, kind, isOutage } = failure
  if (hint !== undefined) return fail(hint.cause, hint.fix)
  if (isBroken(failure))
    return fail(
      'the provider was reached but fails, or an intermediary responds with an error',
      'see the Google Cloud status page and wait'
    )
  if (isOutage === true)
    return fail(
      'the provider cannot be reached from here, or an intermediary responds in its place',
      'check DNS; let this machine reach identitytoolkit, securetoken, oauth2 and www.googleapis.com on port 443'
    )
  return kind === 'temporary'
    ? warn('the provider rejects calls for now', 'run the doctor again in a few minutes')
    : fail('the provider rejects the call', 'look up the error code in the Identity Platform documentation')
}

/** Whether the service itself failed, so nothing on the way needs fixing. */
function isBroken({ isOutage, status = 0 }: ProviderFailure): boolean {
  return isOutage === true && status >= 500
}
