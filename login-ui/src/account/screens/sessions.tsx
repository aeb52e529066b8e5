import { useEffect, useState } from 'react'
import type { Text } from '../../lib/i18n.ts'
import { usePage } from '../../ui/page-context.tsx'
import { Words } from '../../ui/words.tsx'
import type { Change } from '../changes/change.ts'
import { endOtherSessions, endSession } from '../changes/sessions.ts'
import type { OwnSession, OwnSessions } from '../contract.ts'
import { RowIcon } from '../overview/section.tsx'
import { ListRow } from '../rows/list-row.tsx'
import { type Asked, type Listing, ListScope } from '../rows/list-scope.tsx'
import { TaskButton } from '../task.tsx'
import { FetchedList, useFetched } from './fetched-list.tsx'
import { Guarded } from './guarded.tsx'
import type { AccountScreen } from './screens.ts'

const OTHERS = 'others'

/** Where the account is signed in. In the browser only: its times are local. */
function Sessions() {
  const [asked, setAsked] = useState<Asked | null>(null)
  const { found, load } = useFetched('sessions')
  const list = (changing: Listing['changing']) => (
    <FetchedList lead="account-sessions.lead" found={found} onRetry={load}>
      {found?.kind === 'listed' && (
        <SessionList of={found} changing={changing} asked={asked} onAsk={setAsked} onEnded={load} />
      )}
    </FetchedList>
  )
  return (
    <Guarded action="sessions" atOnce={false} meanwhile={list(null)}>
      {list}
    </Guarded>
  )
}

interface SessionListProps extends Listing {
  of: OwnSessions
  onEnded: () => void
}

function SessionList({ of: { known, sessions }, changing, asked, onAsk, onEnded }: SessionListProps) {
  const { text } = usePage()
  const isDone = changing?.state.done === 'sessions'
  useEffect(() => {
    if (isDone) onEnded()
  }, [isDone, onEnded])
  const end = (what: Asked, change: Change) => {
    if (changing === null) return
    onAsk(what)
    changing.changes.change('sessions', change)
  }
  const endOne = (id: string, name: string) =>
    end({ id, name, done: 'account-sessions.ended' }, endSession(id))
  const endOthers = () =>
    end({ id: OTHERS, name: '', done: 'account-sessions.others-ended' }, endOtherSessions)
  const isAlone = sessions.length === 1
  const waits = changing === null
  return (
    <ListScope action="sessions" busy="account-page.signing-out" changing={changing} asked={asked}>
      <ul className="ways-list">
        {sessions.map((session) => (
          <SessionRow key={session.id} of={session} isAlone={isAlone} waits={waits} onEnd={endOne} />
        ))}
      </ul>
      {known === 'gateway' && <p className="muted">{text('account-sessions.gateway-only')}</p>}
      {(!isAlone || known === 'gateway') && (
        <>
          <p className="muted">{text('account-sessions.others-text')}</p>
          <div className="buttons needs-script">
            <TaskButton name={OTHERS} waits={waits} onPress={endOthers}>
              {text('account-sessions.others')}
            </TaskButton>
          </div>
        </>
      )}
    </ListScope>
  )
}

interface SessionRowProps {
  of: OwnSession
  isAlone: boolean
  /** The changes are not loaded yet. */
  waits: boolean
  onEnd: (id: string, name: string) => void
}

function SessionRow({ of: session, isAlone, waits, onEnd }: SessionRowProps) {
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
              waits,
              question: {
                asks: <Words of="account-sessions.ask" slots={{ name: <bdi>{name}</bdi> }} />,
                consequence: text('account-sessions.then')
              },
              onPress: () => onEnd(id, name)
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

export const sessionsScreen: AccountScreen = {
  Body: Sessions,
  heading: (_, text) => text('account-page.sessions')
}
