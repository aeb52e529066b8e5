import { createContext, use } from 'react'
import type { Problem } from '../auth/errors.ts'
import type { Screen, State } from '../machine.ts'

/** The fields of all screens. */
export type FieldName = 'email' | 'password' | 'new-password' | 'name' | 'code' | 'phone' | 'country'

/** The fields of a screen that can have a problem of their own. */
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

/** The field a problem belongs to; null: the whole form. */
function fieldWith(problem: Problem, screen: Screen): FieldName | null {
  const kind: string = problem.kind
  const fields = fieldsOn(screen)
  if (kind === 'password' && fields.includes('new-password')) return 'new-password'
  return fields.find((field) => field === kind) ?? null
}

/** A problem caused by cancelling, shown as a notice rather than an alert. Null: none. */
export function quietProblem({ status }: State): Problem | null {
  if (status.name !== 'error' || status.otherMode !== null) return null
  return status.problem.kind === 'cancelled' ? status.problem : null
}

const NONE: FormProblem = { problem: null, fields: new Map() }

/** Problems in the form. `edited`: fields changed since, whose problems are outdated. */
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

/** Whether the problem is about the typed value, so editing clears it. */
function isAboutTyped({ kind }: Problem): boolean {
  return kind === 'credentials' || kind === 'taken'
}

/** Problems in the current form. */
export interface FormProblem {
  /** Of the whole form; null: none. */
  problem: Problem | null
  /** Problems of single fields, in screen order. */
  fields: ReadonlyMap<FieldName, Problem>
}

export function isWrong({ problem, fields }: FormProblem): boolean {
  return problem !== null || fields.size > 0
}

interface FormProblemTools extends FormProblem {
  /** Marks a field as changed: its problem is no longer shown. */
  edit(field: FieldName): void
}

/** Only `App` provides it. */
export const FormProblemContext = createContext<FormProblemTools>({ ...NONE, edit: () => {} })

/**
 * The problem of this field, and whether the field may be wrong: it is not revealed which of email address
 * and password is. `edit`: call when its value changes.
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
