import { type ReactNode, useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { useKeptFocus } from '../kept-focus.ts'
import type { Changing } from '../screens/guarded.tsx'

/** Null: the changes are not loaded yet. */
export type Way = { changing: Changing | null }

interface WayRowProps {
  name: string
  /** Below the name. */
  detail?: ReactNode
  /** The button at the end; default: none. */
  action?: { id: string; words: string; waits: boolean; onPress: () => void } | undefined
  /** Below both. */
  remark?: ReactNode
}

/** A sign-in method with its action. */
export function WayRow({ name, detail, action, remark }: WayRowProps) {
  const labelId = useId()
  const root = useKeptFocus<HTMLLIElement>()
  return (
    <li className="row" aria-labelledby={labelId} ref={root}>
      <div>
        <p className="name" id={labelId}>
          <bdi>{name}</bdi>
        </p>
        {detail !== undefined && <div className="value">{detail}</div>}
      </div>
      {action !== undefined && (
        <div className="action needs-script">
          <Button
            name={action.id}
            label={`${action.words}: ${name}`}
            waits={action.waits}
            onPress={action.onPress}
          >
            {action.words}
          </Button>
        </div>
      )}
      {remark !== undefined && <p className="muted">{remark}</p>}
    </li>
  )
}

/** Why the last sign-in method cannot be removed. */
export function LastWay() {
  const { text } = usePage()
  return (
    <>
      {text('account-ways.last')} {text('account-ways.last-hint')}
    </>
  )
}
