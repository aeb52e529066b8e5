import {
  type ComponentProps,
  type ReactNode,
  type Ref,
  type SubmitEvent,
  use,
  useEffect,
  useRef,
  useState
} from 'react'
import { type Problem, problemOf } from '../auth/errors.ts'
import { ProblemDetails } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { type FieldName, FormProblemContext } from '../ui/field-problem.tsx'
import { focusWrongField } from '../ui/focus.ts'
import { StatusIcon } from '../ui/icons.tsx'
import { PageContext, type PageTools, usePage } from '../ui/page-context.tsx'
import { useAccount, useProblemNote } from './account-context.ts'
import { accountPathOf } from './account-link.tsx'
import type { CallAnswer } from './gateway-client.ts'

/** `field`: where the problem is shown; default: the whole form. */
export type TaskResult = { kind: 'done' } | { kind: 'failed'; problem: Problem; field?: FieldName }

/** An action on the account page; others may run concurrently. */
export interface Task {
  state: { kind: 'ready' } | { kind: 'busy' } | TaskResult
  /** Runs `act` unless it is running. Null: the visitor is leaving, and the task stays busy. */
  run(act: () => Promise<TaskResult | null>): void
  /** Clears an outdated problem. */
  clear(): void
}

/** Errors thrown by `act` are shown as defects. */
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

/** Converts gateway results; a visitor without a session leaves to sign in. */
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
  /** Shown while busy. */
  busyText: string
  /** Shown when done; default: nothing. */
  doneText?: string
  /** Name of the button that shows the activity; default: the one pressed last. */
  working?: string
  children: ReactNode
}

/** The scope of a task: fields and buttons inside only see this task, and its result is announced here. */
export function TaskScope({ task: { state, clear }, busyText, doneText, working, children }: TaskScopeProps) {
  const page = usePage()
  const [pressed, press] = useState('submit')
  const failure = state.kind === 'failed' ? state : null
  const inField = failure?.field
  const fields = new Map(failure !== null && inField !== undefined ? [[inField, failure.problem]] : [])
  const problem = inField === undefined ? (failure?.problem ?? null) : null
  const isBusy = state.kind === 'busy'
  const tools = { ...page, busyText: isBusy ? busyText : null, working: working ?? pressed, press }
  const { alert, status, isThere } = useOutcome(state, page.announce)
  useProblemNote(failure !== null)
  return (
    <PageContext value={tools}>
      <FormProblemContext value={{ problem, fields, edit: clear }}>
        <TaskAlert ref={alert} />
        <div className="status" role="status" ref={status}>
          {isThere && state.kind === 'done' && doneText !== undefined && <Success>{doneText}</Success>}
          {isBusy && <p className="visually-hidden">{busyText}</p>}
        </div>
        {children}
      </FormProblemContext>
    </PageContext>
  )
}

/**
 * Focuses the wrong field and scrolls the result into view. `isThere` starts as false, because screen readers
 * only announce changes in nodes they know.
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
      const shown = state.kind === 'done' ? status : alert
      shown.current?.scrollIntoView({ block: 'nearest' })
    }
  }, [state, announce])
  return { alert, status, isThere }
}

/** The good end of a task. */
export function Success({ children }: { children: string }) {
  return (
    <p className="notice">
      <StatusIcon kind="success" />
      {children}
    </p>
  )
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
  /** One of several actions on the page, with a plain button. */
  isMinor?: boolean
  /** Whether there is nothing to submit yet. */
  waits?: boolean
  children: ReactNode
}

/**
 * A form for a task. Without script it POSTs to the account page, which discards it: a GET would put the
 * password into the address. Hidden in browsers without script.
 */
export function TaskForm({
  task,
  busyText,
  ...fields
}: Pick<TaskScopeProps, 'task' | 'busyText'> & FieldsProps) {
  return (
    <TaskScope task={task} busyText={busyText}>
      <Fields {...fields} />
    </TaskScope>
  )
}

function Fields({ onSubmit, submit, isMinor = false, waits = false, children }: FieldsProps) {
  const { config, press } = usePage()
  const { facts } = useAccount()
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (waits) return
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
      <TaskButton name="submit" primary={!isMinor} waits={waits}>
        {submit}
      </TaskButton>
    </form>
  )
}

/** A button that says what it does while it does it. */
export function TaskButton(props: ComponentProps<typeof Button>) {
  const { busyText, working } = usePage()
  const isWorking = busyText !== null && working === props.name
  if (!isWorking) return <Button {...props} />
  return (
    <Button {...props} aria-label={undefined}>
      {busyText}
    </Button>
  )
}
