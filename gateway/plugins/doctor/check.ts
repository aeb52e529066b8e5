import type { Config } from '../../src/config/schema/schema.ts'
import type { DoctorId } from '../../src/errors.ts'
import type { ProviderFailure } from '../../src/identity-platform/client/error-sorting.ts'
import type { DoctorContext, ProviderProbes } from './context.ts'

/** `skip`: not checked; `seen` says why. */
export type Status = 'ok' | 'warn' | 'fail' | 'skip'

/** Contains no secret, token or email address. */
export interface Finding {
  id: DoctorId
  status: Status
  /** The observation, in one line. */
  seen: string
  /** Probable cause and fix of each problem. An empty `fix`: the cause says it all. */
  advice: readonly { cause: string; fix: string }[]
}

export type Result = Omit<Finding, 'id'>

/** One problem. `warn`: works, but not as it should. `fail`: does not work. */
export interface Issue {
  status: 'warn' | 'fail'
  cause: string
  fix: string
}

const WORST_FIRST: readonly Status[] = ['fail', 'warn', 'ok', 'skip']

export const warn = (cause: string, fix: string): Issue => ({ status: 'warn', cause, fix })
export const fail = (cause: string, fix: string): Issue => ({ status: 'fail', cause, fix })

/** Combines problems: the worst one decides; ok without any. */
export function evaluate(seen: string, ...candidates: readonly (Issue | false | null)[]): Result {
  const issues = candidates.filter((candidate) => candidate !== false && candidate !== null)
  const worst = WORST_FIRST.find((status) => issues.some((issue) => issue.status === status))
  return { status: worst ?? 'ok', seen, advice: issues.map(({ cause, fix }) => ({ cause, fix })) }
}

export const ok = (seen: string) => evaluate(seen)
/** Not possible, or nothing to check. */
export const skip = (seen: string): Result => ({ status: 'skip', seen, advice: [] })
/** A result with one problem. */
export const failing = (seen: string, cause: string, fix: string) => evaluate(seen, fail(cause, fix))
export const warning = (seen: string, cause: string, fix: string) => evaluate(seen, warn(cause, fix))

/** Combines results: the worst decides and comes first, and texts name their subjects, if they have names. `none`: without any. */
export function joinResults(
  results: readonly { name: string | null; result: Result }[],
  none: string
): Result {
  const rank = ({ result }: { result: Result }) => WORST_FIRST.indexOf(result.status)
  const ordered = results.toSorted((one, other) => rank(one) - rank(other))
  /** What was seen -> of whom. */
  const subjectsOf = new Map<string, (string | null)[]>()
  for (const { name, result } of ordered)
    subjectsOf.set(result.seen, [...(subjectsOf.get(result.seen) ?? []), name])
  const prefixOf = (names: readonly (string | null)[]) => (names[0] === null ? '' : `${names.join(', ')}: `)
  return {
    status: ordered[0]?.result.status ?? 'skip',
    seen: [...subjectsOf].map(([seen, names]) => `${prefixOf(names)}${seen}`).join('; ') || none,
    advice: ordered.flatMap(({ name, result }) =>
      result.advice.map(({ cause, fix }) => ({ cause: `${prefixOf([name])}${cause}`, fix }))
    )
  }
}

/** Compares version numbers by their numeric parts. */
export function isOlder(version: string, other: string): boolean {
  return version.localeCompare(other, 'en', { numeric: true }) < 0
}

/** Such as `2 files`. */
export const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

/** A check of `gatehouse doctor`. */
export type Check = ReturnType<typeof defineCheck>

/** A check of configuration and machine. `look` gets the sections that it `reads`; it is skipped while one of them is invalid. */
export function defineCheck<const S extends keyof Config>(
  reads: readonly S[],
  look: (config: Pick<Config, S>, context: DoctorContext, signal: AbortSignal) => Result | Promise<Result>
) {
  return {
    /** Whether it makes calls; skipped with `--offline`. */
    isRemote: false,
    /** Does not throw for what it examines. `signal`: its deadline. */
    async run(context: DoctorContext, signal: AbortSignal): Promise<Result> {
      const { config } = context.inspected
      const wrong = reads.filter((name) => !(name in config))
      if (wrong.length === 0) return await look(config as Pick<Config, S>, context, signal)
      return skip(`not checked: ${wrong.join(', ')} ${wrong.length === 1 ? 'is' : 'are'} invalid, see CONFIG`)
    }
  }
}

/** A check that makes calls. */
export const defineRemoteCheck: typeof defineCheck = (reads, look) => ({
  ...defineCheck(reads, look),
  isRemote: true
})

/** A check that asks the provider, and needs these sections beside `identityPlatform`. */
export function defineProviderCheck<const S extends keyof Config>(
  sections: readonly S[],
  look: (
    provider: ProviderProbes,
    config: Pick<Config, S | 'identityPlatform'>,
    context: DoctorContext,
    signal: AbortSignal
  ) => Promise<Result>
): Check {
  return defineRemoteCheck(['identityPlatform', ...sections], async (config, context, signal) =>
    context.provider === null
      ? skip('not checked: identityPlatform is invalid, see CONFIG')
      : await look(context.provider, config, context, signal)
  )
}

/** The result for a failed call. `subject`: what was called, ending in `: `. */
export function checkFailure(failure: ProviderFailure, subject = ''): Result {
  const { detail, isOutage } = failure
  const what = isBroken(failure) ? 'answered' : isOutage === true ? 'no answer' : 'refused'
  return evaluate(`${subject}${what}: ${detail}`, toIssue(failure))
}

/** The same for a call with the API key, reported once: by the check that its hint names, otherwise by API_KEY. */
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
