import { type ReactNode, type Ref, type SubmitEvent, use, useEffect, useRef, useState } from 'react'
import { type Problem, problemOf } from '../auth/errors.ts'
import { ProblemDetails } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { type FieldName, FormProblemContext } from '../ui/field-problem.tsx'
import { focusWrongField } from '../ui/focus.ts'
import { StatusIcon } from '../ui/icons.tsx'
import { PageContext, type PageTools, usePage } from '../ui/page-context.tsx'
import { useAccount, useProblemNote } from './account-context.ts'
import { accountPathOf } from './account-paths.ts'
import type { CallAnswer } from './gateway-client.ts'

/** What came of a task. `field`: to which the problem belongs; left out: to all of the form. */
export type TaskResult = { kind: 'done' } | { kind: 'failed'; problem: Problem; field?: FieldName }

/** Something that the visitor asked for on the account page; others may be under way beside it. */
export interface Task {
  state: { kind: 'ready' } | { kind: 'busy' } | TaskResult
  /** Does `act`, unless it is being done. Null: the visitor is leaving the page, and the task stays busy. */
  run(act: () => Promise<TaskResult | null>): void
  /** What went wrong is out of date. */
  clear(): void
}

/** Gives a task. What `act` throws is a defect, and is shown as one. */
export function useTask(): Task {
  const [state, setState] = useState<Task['state']>({ kind: 'ready' })
  return {
    state,
    run(act) {
      if (state.kind === 'busy') return
      setState({ kind: 'busy' })
      act().then(
        (result) => result !== null && setState(result),
        (err: unknown) => {
          setState({ kind: 'failed', problem: problemOf('page/fault') })
          console.error(err)
        }
      )
    },
    clear: () => setState((shown) => (shown.kind === 'failed' ? { kind: 'ready' } : shown))
  }
}

/** Gives the function that makes the result of a call to the gateway: whoever is signed out leaves to sign in. */
export function useCall(): (answer: CallAnswer) => TaskResult | null {
  const { leave } = useAccount()
  return (answer) => {
    if (answer.kind === 'done') return answer
    if (answer.kind === 'refused')
      return { kind: 'failed', problem: problemOf(answer.code, answer.reference) }
    leave('sign-in')
    return null
  }
}

interface TaskScopeProps {
  task: Task
  /** What the page is doing meanwhile. */
  busyText: string
  /** What is shown when it is done; left out: nothing. */
  doneText?: string
  children: ReactNode
}

/** The place where a task is begun: fields and buttons inside know of this task alone, and its outcome is announced here. */
export function TaskScope({ task: { state, clear }, busyText, doneText, children }: TaskScopeProps) {
  const page = usePage()
  const [pressed, press] = useState('submit')
  const failure = state.kind === 'failed' ? state : null
  const inField = failure?.field
  const fields = new Map(failure !== null && inField !== undefined ? [[inField, failure.problem]] : [])
  const problem = inField === undefined ? (failure?.problem ?? null) : null
  const isBusy = state.kind === 'busy'
  const tools = { ...page, busyText: isBusy ? busyText : null, working: pressed, press }
  const { alert, status, isThere } = useOutcome(state, page.announce)
  useProblemNote(failure !== null)
  return (
    <PageContext value={tools}>
      <FormProblemContext value={{ problem, fields, edit: clear }}>
        <TaskAlert ref={alert} />
        {children}
        <div className="status" role="status" ref={status}>
          {isThere && state.kind === 'done' && doneText !== undefined && <p className="notice">{doneText}</p>}
          {isBusy && <p className="visually-hidden">{busyText}</p>}
        </div>
      </FormProblemContext>
    </PageContext>
  )
}

/**
 * Takes the focus to the field that is wrong, and brings what is said of the task into view. `isThere`: false at first, because
 * screen readers announce only what comes into a node that they know.
 */
function useOutcome(state: Task['state'], announce: PageTools['announce']) {
  const alert = useRef<HTMLDivElement>(null)
  const status = useRef<HTMLDivElement>(null)
  const [isThere, setThere] = useState(false)
  const seen = useRef(state.kind)
  useEffect(() => setThere(true), [])
  useEffect(() => {
    const before = seen.current
    seen.current = state.kind
    if (before === state.kind) return
    if (state.kind === 'failed' && state.field !== undefined) announce(focusWrongField(state.field))
    else if (state.kind !== 'ready' && state.kind !== 'busy') {
      const told = state.kind === 'done' ? status : alert
      told.current?.scrollIntoView({ block: 'nearest' })
    }
  }, [state, announce])
  return { alert, status, isThere }
}

function TaskAlert({ ref }: { ref: Ref<HTMLDivElement> }) {
  const { text } = usePage()
  const { problem } = use(FormProblemContext)
  return (
    <div className="alert" role="alert" ref={ref}>
      {problem !== null && (
        <>
          <StatusIcon kind="warning" />
          <div>
            <p>
              <strong>{text(problem.title, problem.slots)}</strong>
            </p>
            <ProblemDetails of={problem} />
          </div>
        </>
      )}
    </div>
  )
}

interface FieldsProps {
  onSubmit: (fields: FormData) => void
  /** Text of the submit button. */
  submit: string
  /** Is it one of several things to do on the page? Then its button is plain. */
  isMinor?: boolean
  children: ReactNode
}

interface TaskFormProps extends TaskScopeProps, FieldsProps {
  /** What else there is to do about the task, below the form. */
  below?: ReactNode
}

/**
 * A form for a task. Submitted before the script runs, it is a POST to the account page, which discards it: without a method, a
 * password would be in the address. Browsers that run no scripts do not show it.
 */
export function TaskForm({ onSubmit, submit, isMinor = false, below, children, ...scope }: TaskFormProps) {
  return (
    <TaskScope {...scope}>
      <Fields onSubmit={onSubmit} submit={submit} isMinor={isMinor}>
        {children}
      </Fields>
      {below}
    </TaskScope>
  )
}

function Fields({ onSubmit, submit, isMinor = false, children }: FieldsProps) {
  const { config, press } = usePage()
  const { facts } = useAccount()
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    press('submit')
    onSubmit(new FormData(event.currentTarget))
  }
  return (
    <form
      className="needs-script"
      method="post"
      action={accountPathOf(facts.page, config)}
      noValidate
      onSubmit={send}
    >
      {children}
      <Button name="submit" primary={!isMinor}>
        {submit}
      </Button>
    </form>
  )
}
