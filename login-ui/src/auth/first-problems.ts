import type { Problem } from './errors.ts'

// These repeat entries of errors.ts, which is too large for the page's first script. A test compares both.

const plain: Omit<Problem, 'kind' | 'title' | 'hint'> = { reference: null, details: [], slots: {} }

/** A file of the page, or a service behind it, cannot be reached. */
export const unreachable: Problem = {
  ...plain,
  kind: 'network',
  title: 'problem.network.title',
  hint: 'problem.network.hint'
}

/** A link from a mail that the page does not know. */
export const unknownLink: Problem = {
  ...plain,
  kind: 'link',
  title: 'problem.link-unknown.title',
  hint: 'problem.link-unknown.hint'
}

/** Any other problem. */
export const unknownFault: Problem = {
  ...plain,
  kind: 'unknown',
  title: 'problem.unknown.title',
  hint: 'problem.unknown.hint'
}
