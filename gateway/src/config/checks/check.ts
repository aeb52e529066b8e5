import type { Config } from '../schema/schema.ts'

/** Notes one problem; see `Problem` for what each part says. */
export type Report = (path: string, message: string, hint: string) => void

/** A look at values that are sound one by one. */
export interface Check {
  /** Key paths that `check` looks at: it is left out while one of them is broken by itself. */
  reads: readonly string[]
  check: (config: Config, report: Report) => void
}
