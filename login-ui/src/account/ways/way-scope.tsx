import type { ReactNode } from 'react'
import { usePage } from '../../ui/page-context.tsx'
import type { AccountAction } from '../account-state.ts'
import { busyKey, type Changing, changeTask } from '../screens/guarded.tsx'
import { type Task, TaskScope } from '../task.tsx'

const nothing: Task = { state: { kind: 'ready' }, run: () => {}, clear: () => {} }

interface WayScopeProps {
  action: AccountAction
  changing: Changing | null
  /** Shown after the last change; null: nothing. */
  doneText: string | null
  children: ReactNode
}

/** Scope of the changes to a list: its buttons share one state, and results are announced here. */
export function WayScope({ action, changing, doneText, children }: WayScopeProps) {
  const { text } = usePage()
  const task = changing === null ? nothing : changeTask(changing, action, null)
  const isConfirmed = changing?.state.isConfirmed === true
  const said = isConfirmed ? text('proof.confirmed') : doneText
  return (
    <TaskScope
      task={isConfirmed ? { ...task, state: { kind: 'done' } } : task}
      busyText={text(changing === null ? 'busy.saving' : busyKey(changing, 'busy.saving'))}
      {...(said !== null && { doneText: said })}
    >
      {children}
    </TaskScope>
  )
}
