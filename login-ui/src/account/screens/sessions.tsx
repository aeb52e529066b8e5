import { useEffect, useState } from 'react'
import type { Text } from '../../lib/i18n.ts'
import { usePage } from '../../ui/page-context.tsx'
import { Words } from '../../ui/words.tsx'
import { useAccount } from '../account-context.ts'
import { endOtherSessions } from '../changes/sessions.ts'
import type { OwnSession, OwnSessions } from '../contract.ts'
import { ListRow } from '../rows/list-row.tsx'
import { type Asked, type Listing, ListScope } from '../rows/list-scope.tsx'
import { RowIcon } from '../rows/row-icon.tsx'
import { TaskButton } from '../task-button.tsx'
import { EndingList, FetchedList, useFetched } from './fetched-list.tsx'
import { type Changing, Guarded } from './guarded.tsx'
import type { AccountScreen } from './screens.ts'

const OTHERS = 'others'

/** Where the account is signed in. In the browser only: its times are local. */
function Sessions() {
  const [asked, setAsked] = useState<Asked | null>(null)
  const { found, load } = useFetched('sessions')
  const others = (changing: Listing['changing']) => (
    <Others changing={changing} asked={asked} onAsk={setAsked} onDone={load} />
  )
  const isOffered = found?.kind === 'listed' && (found.sessions.length > 1 || found.known === 'gateway')
  return (
    <>
      <FetchedList lead="account-sessions.lead" found={found} onRetry={load}>
        {found?.kind === 'listed' && <SessionList of={found} onEnded={load} />}
      </FetchedList>
      {isOffered && (
        <Guarded action="sessions" atOnce={false} meanwhile={others(null)}>
          {others}
        </Guarded>
      )}
    </>
  )
}

function SessionList({ of: { known, sessions }, onEnded }: { of: OwnSessions; onEnded: () => void }) {
  const { text } = usePage()
  return (
    <EndingList
      name="sessions"
      busyText="account-page.signing-out"
      doneText="account-sessions.ended"
      onEnded={onEnded}
    >
      {(end) => (
        <>
          <ul className="ways-list">
            {sessions.map((session) => (
              <SessionRow key={session.id} of={session} isAlone={sessions.length === 1} onEnd={end} />
            ))}
          </ul>
          {known === 'gateway' && <p className="muted">{text('account-sessions.gateway-only')}</p>}
        </>
      )}
    </EndingList>
  )
}

interface SessionRowProps {
  of: OwnSession
  isAlone: boolean
  onEnd: (id: string, query: string, name: string) => void
}

function SessionRow({ of: session, isAlone, onEnd }: SessionRowProps) {
  const { config, text } = usePage()
  const { id, current, kind, address, application, newDevice } = session
  const name = nameOf(session, text)
  const begun = timeIn(config.locale, session.startedAt)
  const mark = current ? 'account-sessions.this' : 'account-sessions.new'
  const details = [
    application === null
      ? text('account-sessions.begun', { time: begun })
      : text('account-sessions.begun-for', { time: begun, application }),
    current
      ? text('account-sessions.now')
      : text('account-sessions.used', { date: dayAt(config.locale, session.usedAt) }),
    ...(address === null
      ? []
      : [<Words key="from" of="account-sessions.from" slots={{ address: <bdi>{address}</bdi> }} />])
  ]
  return (
    <ListRow
      icon={<RowIcon kind={kind ?? 'computer'} />}
      name={name}
      // On the only device, "new" would say nothing.
      badge={current || (newDevice && !isAlone) ? text(mark) : undefined}
      details={details}
      action={
        current
          ? undefined
          : {
              id,
              words: text('account-page.sign-out'),
              waits: false,
              question: {
                asks: <Words of="account-sessions.ask" slots={{ name: <bdi>{name}</bdi> }} />,
                consequence: text('account-sessions.then')
              },
              onPress: () => onEnd(id, `id=${encodeURIComponent(id)}`, name)
            }
      }
    />
  )
}

function nameOf({ browser, system }: OwnSession, text: Text): string {
  if (browser !== null && system !== null) return text('account-sessions.device', { browser, system })
  return browser ?? system ?? text('account-sessions.unknown')
}

function timeIn(locale: string, seconds: number): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  return format.format(new Date(seconds * 1000))
}

/** The use of a session is known to the hour only. */
function dayAt(locale: string, seconds: number): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(seconds * 1000))
}

interface OthersProps extends Listing {
  onDone: () => void
}

function Others({ changing, asked, onAsk, onDone }: OthersProps) {
  const { text } = usePage()
  const { gateway } = useAccount()
  const isDone = changing?.state.done === 'sessions'
  useEffect(() => {
    if (isDone) onDone()
  }, [isDone, onDone])
  const endOthers = ({ changes }: Changing) => {
    onAsk({ id: OTHERS, name: '', done: 'account-sessions.others-ended' })
    changes.change('sessions', endOtherSessions({ renew: changes.renew, gateway }))
  }
  return (
    <ListScope action="sessions" changing={changing} asked={asked}>
      <p className="muted">{text('account-sessions.others-text')}</p>
      <div className="buttons needs-script">
        <TaskButton
          name={OTHERS}
          waits={changing === null}
          onPress={() => changing !== null && endOthers(changing)}
        >
          {text('account-sessions.others')}
        </TaskButton>
      </div>
    </ListScope>
  )
}

export const sessionsScreen: AccountScreen = {
  Body: Sessions,
  heading: (_, text) => text('account-page.sessions')
}
