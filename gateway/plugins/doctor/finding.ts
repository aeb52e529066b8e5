import type { DoctorId } from '../../src/errors.ts'

/** `skip`: not checked; `seen` says why. */
export type Status = 'ok' | 'warn' | 'fail' | 'skip'

/** Probable cause and fix. An empty `fix`: the cause says it all. */
export interface Advice {
  cause: string
  fix: string
}

/** Contains no secret, token or email address. */
export interface Finding {
  id: DoctorId
  status: Status
  /** The observation, in one line. */
  seen: string
  /** One for each problem. */
  advice: readonly Advice[]
}

export type Result = Omit<Finding, 'id'>

/** One problem. */
export interface Issue extends Advice {
  status: 'warn' | 'fail'
}

const WORST_FIRST: readonly Status[] = ['fail', 'warn', 'ok', 'skip']

export function ok(seen: string): Result {
  return { status: 'ok', seen, advice: [] }
}

/** Not possible, or nothing to check. */
export function skip(reason: string): Result {
  return { status: 'skip', seen: reason, advice: [] }
}

/** Combines problems: the worst one decides; ok without any. */
export function evaluate(seen: string, ...candidates: readonly (Issue | false | null)[]): Result {
  const issues = candidates.filter((candidate) => candidate !== false && candidate !== null)
  const isFailure = issues.some(({ status }) => status === 'fail')
  return {
    status: isFailure ? 'fail' : issues.length > 0 ? 'warn' : 'ok',
    seen,
    advice: issues.map(({ cause, fix }) => ({ cause, fix }))
  }
}

/** Combines results, at least one: the worst decides and comes first, and texts name their subjects, if they have names. */
export function joinResults(results: readonly { name: string | null; result: Result }[]): Result {
  const rank = ({ result }: { result: Result }) => WORST_FIRST.indexOf(result.status)
  const ordered = results.toSorted((one, other) => rank(one) - rank(other))
  /** What was seen -> of whom. */
  const subjectsOf = new Map<string, (string | null)[]>()
  for (const { name, result } of ordered)
    subjectsOf.set(result.seen, [...(subjectsOf.get(result.seen) ?? []), name])
  const prefixOf = (names: readonly (string | null)[]) => (names[0] === null ? '' : `${names.join(', ')}: `)
  return {
    status: ordered[0]?.result.status ?? 'skip',
    seen: [...subjectsOf].map(([seen, names]) => `${prefixOf(names)}${seen}`).join('; '),
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
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

/** Works, but not as it should. */
export function warn(cause: string, fix: string): Issue {
  return { status: 'warn', cause, fix }
}

/** Does not work. */
export function fail(cause: string, fix: string): Issue {
  return { status: 'fail', cause, fix }
}
