import { createContext, use } from 'react'
import type { Problem } from '../auth/errors.ts'
import type { Screen, State } from '../machine.ts'
import { usePage } from './page-context.tsx'

/** The fields of all screens. */
export type FieldName = 'email' | 'password' | 'new-password' | 'name' | 'code' | 'phone' | 'country'

const fields: Partial<Record<Screen['name'], readonly FieldName[]>> = {
  'sign-in': ['email', 'password'],
  'other-method': ['email', 'password'],
  'sign-up': ['name', 'email', 'new-password'],
  forgot: ['email'],
  link: ['email'],
  'second-factor': ['code'],
  enrol: ['code']
}

/** The fields of a screen that can have a problem of their own. */
function fieldsOn(screen: Screen): readonly FieldName[] {
  if (screen.name === 'phone') return screen.codes > 0 ? ['code'] : ['phone']
  if (screen.name !== 'action') return fields[screen.name] ?? []
  if (screen.step.name === 'ask-email') return ['email']
  return screen.step.name === 'ready' && screen.mode === 'resetPassword' ? ['new-password'] : []
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
  if (field === null) {
    // What was typed is in doubt, so editing clears it.
    const isDoubtful = problem.kind === 'credentials' || problem.kind === 'taken'
    const isTyped = isDoubtful && fieldsOn(screen).some((name) => name.endsWith('password'))
    return isTyped && edited.length > 0 ? NONE : { ...NONE, problem, isTyped }
  }
  const fields = new Map([[field, problem]])
  const other = also && fieldWith(also, screen)
  if (also && other) fields.set(other, also)
  for (const name of edited) fields.delete(name)
  return { problem: null, fields }
}

/** Problems in the current form. */
export interface FormProblem {
  /** Of the whole form; null: none. */
  problem: Problem | null
  /** Problems of single fields, in screen order. */
  fields: ReadonlyMap<FieldName, Problem>
  /** Whether that of the form is about what was typed there. */
  isTyped?: boolean
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

/** The problem of the whole form, to be shown in it, near what was typed or pressed, or else above everything. Null: not there. */
export function useFormProblem(at: 'form' | 'top'): Problem | null {
  const { config, working } = usePage()
  const { problem, isTyped } = use(FormProblemContext)
  const isInForm = working === 'submit' || (isTyped && config.methods.password)
  return isInForm === (at === 'form') ? problem : null
}

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
