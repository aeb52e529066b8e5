import { createContext, use } from 'react'
import type { Problem } from '../auth/errors.ts'
import type { Screen, State } from '../machine.ts'

/** The fields of all screens. */
export type FieldName = 'email' | 'password' | 'new-password' | 'name' | 'code' | 'phone' | 'label'

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
    case 'phone':
      return screen.codes > 0 ? ['code'] : ['phone']
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
function fieldWith(problem: Problem, screen: Screen): FieldName | null {
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

const NONE: FormProblem = { problem: null, fields: new Map() }

/** Gives what is wrong in the form. `edited`: fields that were changed since, whose problems are out of date. */
export function formProblemOf(state: State, edited: readonly FieldName[] = []): FormProblem {
  const { screen, status } = state
  if (status.name !== 'error' || quietProblem(state) !== null) return NONE
  const { problem, also } = status
  const field = fieldWith(problem, screen)
  if (field === null) return edited.length > 0 && isAboutTyped(problem) ? NONE : { ...NONE, problem }
  const fields = new Map([[field, problem]])
  const other = also && fieldWith(also, screen)
  if (also && other) fields.set(other, also)
  for (const name of edited) fields.delete(name)
  return { problem: null, fields }
}

/** Is the problem what was typed, so that it says nothing of something else that is typed? */
function isAboutTyped({ kind }: Problem): boolean {
  return kind === 'credentials' || kind === 'taken'
}

/** What is wrong in the form on the screen. */
export interface FormProblem {
  /** Of the whole form; null: none. */
  problem: Problem | null
  /** Problems of single fields, in their order on the screen. */
  fields: ReadonlyMap<FieldName, Problem>
}

/** Is anything wrong, in a field or in the whole form? */
export function isWrong({ problem, fields }: FormProblem): boolean {
  return problem !== null || fields.size > 0
}

interface FormProblemTools extends FormProblem {
  /** Notes that the visitor has changed a field: what was wrong with it is no longer shown. */
  edit(field: FieldName): void
}

/** Holds the problems of the form; only `App` provides it. */
export const FormProblemContext = createContext<FormProblemTools>({ ...NONE, edit: () => {} })

/**
 * Gives the problem of the field alone, and whether the field may be the wrong one: nobody says which of email address and
 * password is wrong. `edit`: to be called when its value changes.
 */
export function useFieldProblem(name: FieldName): {
  problem: Problem | null
  suspect: boolean
  edit: () => void
} {
  const { problem, fields, edit } = use(FormProblemContext)
  const suspect = problem?.kind === 'credentials' && (name === 'email' || name === 'password')
  return { problem: fields.get(name) ?? null, suspect, edit: () => edit(name) }
}
