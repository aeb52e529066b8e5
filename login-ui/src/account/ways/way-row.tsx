import { type ReactNode, useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { useKeptFocus } from '../kept-focus.ts'
import type { Changing } from '../screens/guarded.tsx'

/** What a list of ways can ask for; null: what makes the changes is not loaded yet. */
export type Way = { changing: Changing | null }

interface WayRowProps {
  name: string
  /** Below the name. */
  detail?: ReactNode
  /** The button at the end; left out: there is none. */
  action?: { id: string; words: string; waits: boolean; onPress: () => void } | undefined
  /** Below both. */
  remark?: ReactNode
}

/** One of several ways, and what can be done with it. */
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

/** Why the last way in stays. */
export function LastWay() {
  const { text } = usePage()
  return (
    <>
      {text('account-ways.last')} {text('account-ways.last-hint')}
    </>
  )
}
