import type { EditProblem } from './contract.ts'

/** What is wrong, in whole sentences without backticks. `subject`: what has the problem; empty: it stands before or is named. */
export function problemWords({ message, hint }: Pick<EditProblem, 'message' | 'hint'>, subject = ''): string {
  return `${`${subject} ${message}`.trim()}. ${hint}`.trim().replaceAll('`', '')
}
