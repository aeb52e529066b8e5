import type { EditProblem } from './contract.ts'

/** A problem in whole sentences without backticks. `subject`: what has the problem; empty if it is already named. */
export function problemWords({ message, hint }: Pick<EditProblem, 'message' | 'hint'>, subject = ''): string {
  return `${`${subject} ${message}`.trim()}. ${hint}`.trim().replaceAll('`', '')
}
