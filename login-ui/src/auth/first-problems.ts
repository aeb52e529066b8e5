import type { MessageKey } from '../lib/i18n.ts'
import type { Problem } from './errors.ts'

/** A problem with these words and nothing else. */
export function plainProblem(kind: Problem['kind'], title: MessageKey, hint: MessageKey | null): Problem {
  return { kind, title, hint, reference: null, details: [], slots: {} }
}

// Copies of entries in errors.ts, which is too large for the first script. A test compares them.

/** A file of the page or a service is unreachable. */
export const unreachable = plainProblem('network', 'problem.network.title', 'problem.network.hint')
/** An unknown mail link. */
export const unknownLink = plainProblem('link', 'problem.link-unknown.title', 'problem.link-unknown.hint')
export const unknownFault = plainProblem('unknown', 'problem.unknown.title', 'problem.unknown.hint')
