import { type ReactNode, useState } from 'react'
import type { MessageKey } from '../../lib/i18n.ts'
import { usePage } from '../../ui/page-context.tsx'
import type { AccountAction } from '../account-state.ts'
import type { Change } from '../changes/change.ts'
import { type Changing, changeTask, Guarded } from '../screens/guarded.tsx'
import { type Task, TaskScope } from '../task.tsx'

const nothing: Task = { state: { kind: 'ready' }, run: () => {}, clear: () => {} }

/** The last request from a list. Kept outside of it, because the list is unmounted while a proof is awaited. */
export interface Asked {
  /** Of the row's action. */
  id: string
  /** What it is about. */
  name: string
  /** Result text; null: none, because another step follows. */
  done: MessageKey | null
}

/** A list with changes. */
export interface Listing {
  /** Null: the changes are not loaded yet. */
  changing: Changing | null
  asked: Asked | null
  onAsk: (asked: Asked) => void
}

interface GuardedListProps {
  action: AccountAction
  children: (listing: Listing) => ReactNode
}

/** A list that is shown at once, and whose changes need a proof. */
export function GuardedList({ action, children }: GuardedListProps) {
  const [asked, onAsk] = useState<Asked | null>(null)
  const list = (changing: Changing | null) => children({ changing, asked, onAsk })
  return (
    <Guarded action={action} atOnce={false} meanwhile={list(null)}>
      {list}
    </Guarded>
  )
}

/** Makes a change to a list, once changes are loaded. */
export const changeIn = ({ changing, onAsk }: Omit<Listing, 'asked'>, action: AccountAction) =>
  function change(asked: Asked, wanted: Change): void {
    if (changing === null) return
    onAsk(asked)
    changing.changes.change(action, wanted)
  }

interface ListScopeProps extends Omit<Listing, 'onAsk'> {
  action: AccountAction
  /** What the page is doing during a change; default: saving. */
  busy?: MessageKey
  children: ReactNode
}

/** Scope of the changes to a list: its buttons share one state, and results are announced here. */
export function ListScope({ action, busy = 'busy.saving', changing, asked, children }: ListScopeProps) {
  const { text } = usePage()
  const task = changing === null ? nothing : changeTask(changing, action, null)
  const isConfirmed = changing?.state.isConfirmed === true
  const done = isConfirmed ? 'proof.confirmed' : (asked?.done ?? null)
  return (
    <TaskScope
      task={isConfirmed ? { ...task, state: { kind: 'done' } } : task}
      busyText={text(busy)}
      {...(done !== null && { doneText: text(done, { name: asked?.name ?? '' }) })}
      {...(asked !== null && { working: asked.id })}
    >
      {children}
    </TaskScope>
  )
}
