import type { Text } from '../../lib/i18n.ts'
import { usePage } from '../../ui/page-context.tsx'
import { Words } from '../../ui/words.tsx'
import type { RowAction } from './list-row.tsx'

/** Asks before a sign-in method is removed. `isInUse`: the session began with it. */
export function askWay(name: string, isInUse: boolean, text: Text): RowAction['question'] {
  const consequence = text('account-ways.then')
  return {
    asks: <Asks of={name} />,
    consequence: isInUse ? `${consequence} ${text('account-ways.in-use')}` : consequence
  }
}

/** "Remove …?" */
export function Asks({ of: name }: { of: string }) {
  return <Words of="account-ways.ask" slots={{ name: <bdi>{name}</bdi> }} />
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
