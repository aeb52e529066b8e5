import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { sentences, type Text } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { moveFocus } from '../../ui/focus.ts'
import { usePage } from '../../ui/page-context.tsx'
import { Words } from '../../ui/words.tsx'
import { useKeptFocus } from '../screens/guarded.tsx'
import { TaskButton } from '../task.tsx'

/** The button at the end of a row. */
export interface RowAction {
  /** Unique in the list. */
  id: string
  words: string
  /** Cannot be pressed yet. */
  waits: boolean
  /** Asked in the row before `onPress`; default: nothing. `consequence`: of the removal. */
  question?: { asks: ReactNode; consequence: string } | undefined
  onPress: () => void
}

interface ListRowProps {
  /** 20 pixels, decorative. */
  icon: ReactNode
  name: string
  /** A mark beside the name. */
  badge?: string | undefined
  /** Lines below the name. */
  details?: readonly ReactNode[]
  /** Default: none. */
  action?: RowAction | undefined
  /** Below both. */
  remark?: ReactNode
}

/** A row of a `ways-list`: what there is, and what can be done with it. Needs the scope of a task around it. */
export function ListRow({ icon, name, badge, details = [], action, remark }: ListRowProps) {
  const { busyText, working } = usePage()
  const labelId = useId()
  const root = useKeptFocus<HTMLLIElement>()
  const [isAsked, setAsked] = useState(false)
  const question = action?.question
  // The question stays until its answer has been carried out.
  const isOpen = question !== undefined && (isAsked || (busyText !== null && working === action?.id))
  const opener = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(isOpen)
  useLayoutEffect(() => {
    const isClosed = wasOpen.current && !isOpen
    wasOpen.current = isOpen
    if (isClosed && document.activeElement === document.body)
      moveFocus(opener.current?.querySelector('button'))
  }, [isOpen])
  const confirm = () => {
    setAsked(false)
    action?.onPress()
  }
  return (
    <li className="row" aria-labelledby={labelId} ref={root}>
      {icon}
      <div>
        <p className="name" id={labelId}>
          <bdi>{name}</bdi>
          {badge !== undefined && ' '}
          {badge !== undefined && <span className="mark">{badge}</span>}
        </p>
        {details.map((detail, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no state
          <p key={place} className="muted">
            {detail}
          </p>
        ))}
      </div>
      {action !== undefined && (
        <div className="action needs-script" ref={opener}>
          <TaskButton
            name={action.id}
            aria-label={`${action.words}: ${name}`}
            waits={action.waits}
            onPress={question === undefined ? action.onPress : () => setAsked(true)}
          >
            {action.words}
          </TaskButton>
        </div>
      )}
      {isOpen && (
        <Question
          id={action?.id ?? ''}
          words={action?.words ?? ''}
          {...question}
          onConfirm={confirm}
          onKeep={() => setAsked(false)}
          takesFocus={isAsked}
        />
      )}
      {remark !== undefined && <p className="remark muted">{remark}</p>}
    </li>
  )
}

interface QuestionProps extends Pick<RowAction, 'id' | 'words'> {
  asks: ReactNode
  consequence: string
  onConfirm: () => void
  onKeep: () => void
  /** Whether the visitor has just opened it. */
  takesFocus: boolean
}

/** Asks before something is removed. The focus is on what changes nothing. */
function Question({ id, words, asks, consequence, onConfirm, onKeep, takesFocus }: QuestionProps) {
  const { text, busyText } = usePage()
  const labelId = useId()
  const root = useRef<HTMLDivElement>(null)
  const opensByVisitor = useRef(takesFocus)
  useLayoutEffect(() => {
    if (opensByVisitor.current) moveFocus(root.current?.querySelector<HTMLElement>('.plain'))
    root.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape' && busyText === null) onKeep()
  }
  return (
    <div className="question" role="alertdialog" aria-labelledby={labelId} onKeyDown={onKeyDown} ref={root}>
      <div id={labelId}>
        <p>
          <strong>{asks}</strong>
        </p>
        <p>{consequence}</p>
      </div>
      <div className="buttons">
        <Button name={id} primary onPress={onConfirm}>
          {words}
        </Button>
        <Button name="keep" onPress={onKeep}>
          {text('account-ways.keep')}
        </Button>
      </div>
    </div>
  )
}

/** Asks before a sign-in method is removed. `isInUse`: the session began with it. */
export function askWay(name: string, isInUse: boolean, text: Text): RowAction['question'] {
  return {
    asks: <Asks of={name} />,
    consequence: sentences(text('account-ways.then'), ...(isInUse ? [text('account-ways.in-use')] : []))
  }
}

/** "Remove …?" */
export function Asks({ of: name }: { of: string }) {
  return <Words of="account-ways.ask" slots={{ name: <bdi>{name}</bdi> }} />
}

/** Why the last sign-in method cannot be removed. */
export function lastWay(text: Text): string {
  return sentences(text('account-ways.last'), text('account-ways.last-hint'))
}
