import type { Problem } from './errors.ts'

// Copies of entries in errors.ts, which is too large for the first script. A test compares them.

const plain: Omit<Problem, 'kind' | 'title' | 'hint'> = { reference: null, details: [], slots: {} }

/** A file of the page or a service is unreachable. */
export const unreachable: Problem = {
  ...plain,
  kind: 'network',
  title: 'problem.network.title',
  hint: 'problem.network.hint'
}

/** An unknown mail link. */
export const unknownLink: Problem = {
  ...plain,
  kind: 'link',
  title: 'problem.link-unknown.title',
  hint: 'problem.link-unknown.hint'
}

export const unknownFault: Problem = {
  ...plain,
  kind: 'unknown',
  title: 'problem.unknown.title',
  hint: 'problem.unknown.hint'
}
