import { createContext, use } from 'react'
import type { Problem } from '../auth/errors.ts'
import type { Screen, State } from '../machine.ts'

/** The fields of all screens. */
export type FieldName = 'email' | 'password' | 'new-password' | 'name' | 'code'

/** Gives the fields of a screen that can have a problem of their own. */
function fieldsOn(screen: Screen): readonly FieldName[] {
  switch (screen.name) {
    case 'sign-in':
    case 'other-method':
      return ['email', 'password']
    case 'sign-up':
      return ['name', 'email', 'new-password']
    case 'forgot':
    case 'link':
      return ['email']
    case 'second-factor':
    case 'enrol':
      return ['code']
    case 'action':
      return fieldsOnAction(screen)
    default:
      return []
  }
}

function fieldsOnAction({ mode, step }: Screen & { name: 'action' }): readonly FieldName[] {
  if (step.name === 'ask-email') return ['email']
  return step.name === 'ready' && mode === 'resetPassword' ? ['new-password'] : []
}

/** Gives the field a problem belongs to; null: it belongs to the whole form. */
function fieldWith(problem: Problem | null, screen: Screen): FieldName | null {
  if (problem === null) return null
  const kind: string = problem.kind
  const fields = fieldsOn(screen)
  if (kind === 'password' && fields.includes('new-password')) return 'new-password'
  return fields.find((field) => field === kind) ?? null
}

/** Gives a problem that the visitor caused by cancelling: it is a notice, not an alert. Null: there is none. */
export function quietProblem({ status }: State): Problem | null {
  if (status.name !== 'error' || status.otherMode !== null) return null
  return status.problem.kind === 'cancelled' ? status.problem : null
}

/** Gives what is wrong in the form, and the field it belongs to. */
export function formProblemOf(state: State): FormProblem {
  const { screen, status } = state
  const problem = status.name === 'error' && quietProblem(state) === null ? status.problem : null
  return { problem, field: fieldWith(problem, screen) }
}

/** What is wrong in the form on the screen. */
export interface FormProblem {
  problem: Problem | null
  field: FieldName | null
}

/** Holds the problem of the form; only `App` provides it. */
export const FormProblemContext = createContext<FormProblem>({ problem: null, field: null })

/**
 * Gives the problem of the field alone, and whether the field may be the wrong one: nobody says which of e-mail address and
 * password is wrong.
 */
export function useFieldProblem(name: FieldName): { problem: Problem | null; suspect: boolean } {
  const { problem, field } = use(FormProblemContext)
  const suspect = problem?.kind === 'credentials' && (name === 'email' || name === 'password')
  return { problem: field === name ? problem : null, suspect }
}
