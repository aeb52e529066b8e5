import { problemOf } from './auth/errors.ts'
import { initialState, type State } from './machine.ts'
import type { PageConfig } from './page-config.ts'

/** Gives the state to begin with where the page begins with a problem: in a file of its own, with the table of problems. */
export function problemState(config: PageConfig): State {
  return initialState(config, problemOf)
}
