import type { Problem } from './errors.ts'

// Written out once more: the table in errors.ts is too large for the page's first script. A test keeps both the same.

const plain: Omit<Problem, 'kind' | 'title' | 'hint'> = { reference: null, details: [], slots: {} }

/** A file of the page, or a service behind it, cannot be reached. */
export const unreachable: Problem = {
  ...plain,
  kind: 'network',
  title: 'problem.network.title',
  hint: 'problem.network.hint'
}

/** A link from a mail that says nothing we know. */
export const unknownLink: Problem = {
  ...plain,
  kind: 'link',
  title: 'problem.link-unknown.title',
  hint: 'problem.link-unknown.hint'
}

/** Something that nobody has words for. */
export const unknownFault: Problem = {
  ...plain,
  kind: 'unknown',
  title: 'problem.unknown.title',
  hint: 'problem.unknown.hint'
}
