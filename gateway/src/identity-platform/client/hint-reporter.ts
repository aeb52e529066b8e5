import type { EventSink } from '../../operations/events.ts'
import type { ProviderFailure } from './error-sorting.ts'
import type { CallFamily } from './http.ts'

/** Max distinct failures per family tracked as reported. */
const MAX_REPORTED = 100

/** Reports misconfigurations, each once until a call of its family succeeds. */
export function createHintReporter(report: EventSink) {
  const reported = new Map<CallFamily, Set<string>>()
  return {
    /** Reports a failure if it is the operator's to fix. */
    failed(family: CallFamily, { kind, code, detail, hint }: ProviderFailure): void {
      const isOperators = kind === 'configuration' || hint !== undefined
      if (!isOperators || kind === 'caller') return
      const known = reported.get(family) ?? new Set()
      reported.set(family, known)
      if (known.has(detail) || known.size >= MAX_REPORTED) return
      known.add(detail)
      report({ kind: 'provider.misconfigured', family, failure: { kind, code, detail }, hint })
    },
    /** Allows failures of this family to be reported again. */
    worked(family: CallFamily): void {
      reported.delete(family)
    }
  }
}
