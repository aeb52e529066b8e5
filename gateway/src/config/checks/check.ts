import type { Problem } from '../../problem.ts'
import type { Config } from '../schema/schema.ts'

type Section = keyof Config
type KeyPath = Section | `${Section}.${string}`
type SectionOf<P extends KeyPath> = P extends `${infer S extends Section}.${string}` ? S : Extract<P, Section>

/** Looks for what is wrong with values whose shapes are right. */
export interface Check {
  /** Key paths that it looks at: it is left out while the shape of one of them is wrong. */
  reads: readonly KeyPath[]
  /** All problems; none where the configuration lacks a section that is read. */
  run(config: Partial<Config>): Problem[]
}

/** A check of a configuration, or of a partial one that has the sections of `reads`: `find` is given no others. */
export function check<const P extends KeyPath>(
  reads: readonly P[],
  find: (config: Pick<Config, SectionOf<P>>) => Problem | null | Problem[]
): Check {
  return { reads, run: (config) => (hasSections(config, reads) ? [find(config) ?? []].flat() : []) }
}

function hasSections<P extends KeyPath>(
  config: Partial<Config>,
  reads: readonly P[]
): config is Partial<Config> & Pick<Config, SectionOf<P>> {
  return reads.every((path) => (path.split('.', 1)[0] ?? '') in config)
}

/** Of several things that may be wrong those that are. */
export function listProblems(...candidates: readonly (Problem | false | null)[]): Problem[] {
  return candidates.filter((candidate) => candidate !== false && candidate !== null)
}

/** Can the value at a key path such as `cookie.signatureKeys` be used, for all these problems? */
export function isSound(path: string, problems: readonly Problem[]): boolean {
  return !problems.some((problem) => isAtOrWithin(path, problem.path) || isAtOrWithin(problem.path, path))
}

/** Is the key path `inner` the same as `outer`, or one of a value that is part of it? */
export function isAtOrWithin(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`)
}
