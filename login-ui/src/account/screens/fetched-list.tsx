import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { problemOf } from '../../auth/errors.ts'
import type { MessageKey } from '../../lib/i18n.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { useAccount, useProblemNote } from '../account-context.ts'
import type { CallAnswer, ListName, Lists } from '../gateway-client.ts'

type Found<Name extends ListName> =
  | ({ kind: 'listed' } & Lists[Name])
  | Extract<CallAnswer, { kind: 'refused' }>

/** A list that is fetched in the browser only: it is not part of the page. Null: not loaded yet. */
export function useFetched<Name extends ListName>(name: Name) {
  const { gateway, leave } = useAccount()
  const { locale } = usePage().config
  const [found, setFound] = useState<Found<Name> | null>(null)
  const load = useCallback(async () => {
    // It never rejects.
    const answer = await gateway.list(name, locale)
    if (answer.kind === 'signed-out') leave('sign-in')
    else setFound(answer)
  }, [gateway, leave, name, locale])
  useEffect(() => void load(), [load])
  return { found, load }
}

interface FetchedListProps {
  lead: MessageKey
  found: { kind: 'listed' } | Extract<CallAnswer, { kind: 'refused' }> | null
  onRetry: () => void
  /** Once it is there. */
  children: ReactNode
}

/** What it is about, and the list, or why it is not there. */
export function FetchedList({ lead, found, onRetry, children }: FetchedListProps) {
  const { text } = usePage()
  const isLost = found?.kind === 'refused'
  useProblemNote(isLost)
  return (
    <>
      <p>{text(lead)}</p>
      <Alert problem={isLost ? problemOf(found.code, found.reference) : null}>
        <Button name="retry" onPress={onRetry}>
          {text('page.retry')}
        </Button>
      </Alert>
      <div className="status" role="status">
        {found === null && <p className="muted needs-script">{text('busy.checking')}</p>}
      </div>
      {children}
    </>
  )
}
