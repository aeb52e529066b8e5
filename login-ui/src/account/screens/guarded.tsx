import {
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore
} from 'react'
import { problemOf } from '../../auth/errors.ts'
import { Alert } from '../../ui/alert.tsx'
import type { FieldName } from '../../ui/field-problem.tsx'
import { moveFocus } from '../../ui/focus.ts'
import { StatusIcon } from '../../ui/icons.tsx'
import { PageContext, usePage } from '../../ui/page-context.tsx'
import type { AccountChanges } from '../account-changes.ts'
import { type ChangesFile, type Toast, useAccount, useProblemNote } from '../account-context.ts'
import { type AccountAction, type AccountState, isAccountBusy } from '../account-state.ts'
import type { Task } from '../task.tsx'

export interface Changing {
  changes: AccountChanges
  state: AccountState
}

interface GuardedProps {
  action: AccountAction
  /** Ask for a proof before showing anything; otherwise at the first change. */
  atOnce: boolean
  /** Shown while the changes load, and rendered by the server. */
  meanwhile?: ReactNode
  /** Typed text is kept outside, because this is unmounted while a proof is awaited. */
  children: (changing: Changing) => ReactNode
}

/** An account page whose changes need a proof; while one is awaited, only that is shown. */
export function Guarded({ action, atOnce, meanwhile = null, children }: GuardedProps) {
  const { loadChanges } = useAccount()
  const [file, setFile] = useState<ChangesFile | 'lost' | null>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    let isOver = false
    let present: AccountChanges | null = null
    const show = (loaded: ChangesFile | 'lost') => {
      if (isOver) return
      if (loaded !== 'lost') {
        present = loaded.changes
        present.edit()
        if (atOnce) present.prove(action)
      }
      setFile(() => loaded)
    }
    loadChanges().then(show, () => show('lost'))
    return () => {
      isOver = true
      // A pending change must not run on the next page.
      present?.cancel()
    }
  }, [loadChanges, action, atOnce, attempt])
  if (file === null) return meanwhile ?? nothing
  if (file === 'lost') return <Lost onRetry={() => setAttempt(attempt + 1)} />
  return (
    <Shown file={file} action={action} atOnce={atOnce}>
      {children}
    </Shown>
  )
}

/** The live regions, until there is something to announce. */
const nothing = (
  <>
    <div className="alert" role="alert" />
    <div className="status" role="status" />
  </>
)

function Lost({ onRetry }: { onRetry: () => void }) {
  const { text } = usePage()
  const retry = useKeptFocus<HTMLButtonElement>()
  useProblemNote(true)
  return (
    <Alert problem={problemOf('page/unreachable')}>
      <button type="button" className="button plain" onClick={onRetry} ref={retry}>
        {text('page.retry')}
      </button>
    </Alert>
  )
}

interface ShownProps extends Omit<GuardedProps, 'meanwhile'> {
  file: ChangesFile
}

function Shown({ file: { changes, ProofCard }, action, atOnce, children }: ShownProps) {
  const { store, prover, cancel } = changes
  const state = useSyncExternalStore(store.subscribe, store.state, store.state)
  const proving = useSyncExternalStore(prover.store.subscribe, prover.store.state, prover.store.state)
  const page = usePage()
  const { finish } = useAccount()
  const isProving = state.phase.name === 'proving'
  useFocusAt(isProving ? 'proof' : 'form', isProving ? '#proof' : 'main form input:not([hidden])')
  if (!isProving) {
    const { passwordRules } = proving
    return (
      <PageContext value={{ ...page, act: prover.act, passwordRules }}>
        {children({ changes, state })}
        {state.provedUntilMs !== null && <Confirmed untilMs={state.provedUntilMs} />}
      </PageContext>
    )
  }
  const stop = () => {
    cancel()
    if (atOnce) finish({ page: action })
  }
  return <ProofCard prover={prover} onCancel={stop} />
}

/** How long further changes need no proof. */
function Confirmed({ untilMs }: { untilMs: number }) {
  const { config, text } = usePage()
  const format = new Intl.DateTimeFormat(config.locale, { timeStyle: 'short' })
  return (
    <p className="confirmed muted">
      <StatusIcon kind="success" />
      {text('proof.until', { time: format.format(untilMs) })}
    </p>
  )
}

/** Returns to the overview, which says what is done. */
export function Finished(toast: Toast) {
  const { finish } = useAccount()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => finish(toast), [])
  return null
}

/**
 * With each new `step` the focused node is gone: focuses the first match of `selector`, or the heading. Not
 * when the page opens.
 */
export function useFocusAt(step: string, selector: string): void {
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    moveFocus(document.querySelector<HTMLElement>(selector) ?? document.querySelector<HTMLElement>('main h1'))
  }, [step, selector])
}

/** A page's change as a task of its form. `field`: where problems of its kind are shown. */
export function changeTask(
  { changes, state }: Changing,
  action: AccountAction,
  field: FieldName | null
): Task {
  const { problem, done } = state
  const belongs = problem !== null && field?.endsWith(problem.kind) === true
  return {
    state: isAccountBusy(state)
      ? { kind: 'busy' }
      : problem !== null
        ? { kind: 'failed', problem, ...(belongs && { field }) }
        : { kind: done === action ? 'done' : 'ready' },
    run: () => {},
    clear: changes.edit
  }
}

/** For a node that an action inside it may remove: focus then moves to the page's heading. */
export function useKeptFocus<E extends HTMLElement>(): RefObject<E | null> {
  const root = useRef<E>(null)
  useLayoutEffect(() => {
    const { current } = root
    // React runs this cleanup before it removes the node.
    return () => {
      if (current?.contains(document.activeElement)) document.querySelector<HTMLElement>('main h1')?.focus()
    }
  }, [])
  return root
}
