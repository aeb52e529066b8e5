import type { DoctorId } from '../../doctor-ids.ts'

/** `skip`: it was not looked at; `seen` says why. */
export type Status = 'ok' | 'warn' | 'fail' | 'skip'

/** What is probably the cause of something and what to do. An empty `fix`: the cause says it all. */
export interface Advice {
  cause: string
  fix: string
}

/** What a check found. Holds no secret, no token and no email address. */
export interface Finding {
  id: DoctorId
  status: Status
  /** What was seen, in one line. */
  seen: string
  /** For each thing that is not well. */
  advice: readonly Advice[]
}

/** A finding before it is known whose it is. */
export type Result = Omit<Finding, 'id'>

/** One thing that is wrong. */
export interface Issue extends Advice {
  status: 'warn' | 'fail'
}

const WORST_FIRST: readonly Status[] = ['fail', 'warn', 'ok', 'skip']

/** Nothing is wrong. */
export function ok(seen: string): Result {
  return { status: 'ok', seen, advice: [] }
}

/** It cannot be looked at, or there is nothing to look at. */
export function skip(reason: string): Result {
  return { status: 'skip', seen: reason, advice: [] }
}

/** The verdict on several things that may be wrong: the worst of them decides; none, and all is well. */
export function evaluate(seen: string, ...candidates: readonly (Issue | false | null)[]): Result {
  const issues = candidates.filter((candidate) => candidate !== false && candidate !== null)
  const isFailure = issues.some(({ status }) => status === 'fail')
  return {
    status: isFailure ? 'fail' : issues.length > 0 ? 'warn' : 'ok',
    seen,
    advice: issues.map(({ cause, fix }) => ({ cause, fix }))
  }
}

/**
 * The verdicts on several things of one kind: the worst of them decides, and each text names what it is about. One without a
 * name, the only one, stays as it is. Takes at least one.
 */
export function joinResults(results: readonly { name: string | null; result: Result }[]): Result {
  const named = results.map(({ name, result }) => (name === null ? result : nameResult(name, result)))
  const worst = WORST_FIRST.find((status) => named.some((one) => one.status === status)) ?? 'skip'
  return {
    status: worst,
    seen: named.map(({ seen }) => seen).join('; '),
    advice: named.flatMap(({ advice }) => advice)
  }
}

function nameResult(name: string, { status, seen, advice }: Result): Result {
  return {
    status,
    seen: `${name}: ${seen}`,
    advice: advice.map(({ cause, fix }) => ({ cause: `${name}: ${cause}`, fix }))
  }
}

/** Such as `2 files`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

/** Something works, but not as it should. */
export function warn(cause: string, fix: string): Issue {
  return { status: 'warn', cause, fix }
}

/** Something does not work. */
export function fail(cause: string, fix: string): Issue {
  return { status: 'fail', cause, fix }
}
