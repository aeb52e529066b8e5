import type { Problem } from '../auth/errors.ts'

const mostChars = 128
/** Same as the gateway's check: control characters, line ends, and bidirectional controls. */
const unfit = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

const unfitName: Problem = {
  kind: 'account',
  title: 'account-page.name-unfit',
  hint: null,
  reference: null,
  details: [],
  slots: {}
}

/** What is wrong with a trimmed name; null: nothing, or no name. */
export function nameProblem(name: string | null): Problem | null {
  if (name === null) return null
  const isFit = [...name].length <= mostChars && !unfit.test(name) && /[\p{L}\p{N}\p{P}\p{S}]/u.test(name)
  return isFit ? null : unfitName
}
