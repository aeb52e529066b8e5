import type { ProviderFailure } from './error-sorting.ts'
import type { CallFamily } from './http.ts'

/** Most different troubles of a family that are remembered as told. */
const MOST_TOLD = 100

/** Told of trouble that only the operator can end. */
export type OnAdvice = (family: CallFamily, failure: ProviderFailure) => void

/** Tells the operator of each trouble once; see `createAdvisor`. */
export interface Advisor {
  failed(family: CallFamily, failure: ProviderFailure): void
  /** What was told of this family is over: it would be told again. */
  worked(family: CallFamily): void
}

/** Passes on failures that are a matter of configuration, each once until a call of its family works again. */
export function createAdvisor(onAdvice: OnAdvice | undefined): Advisor {
  const told = new Map<CallFamily, Set<string>>()
  return {
    failed(family, failure) {
      const isOperators = failure.kind === 'configuration' || failure.advice !== undefined
      if (onAdvice === undefined || !isOperators || failure.kind === 'caller') return
      const known = told.get(family) ?? new Set()
      told.set(family, known)
      if (known.has(failure.detail) || known.size >= MOST_TOLD) return
      known.add(failure.detail)
      onAdvice(family, failure)
    },
    worked(family) {
      told.delete(family)
    }
  }
}
