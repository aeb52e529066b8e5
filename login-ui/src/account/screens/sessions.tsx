import { useCallback, useEffect, useState } from 'react'
import { problemOf } from '../../auth/errors.ts'
import type { Text } from '../../lib/i18n.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { Words } from '../../ui/words.tsx'
import { useAccount, useProblemNote } from '../account-context.ts'
import { endOtherSessions } from '../changes/sessions.ts'
import type { OwnSession, OwnSessions } from '../contract.ts'
import type { CallAnswer } from '../gateway-client.ts'
import { ListRow } from '../rows/list-row.tsx'
import { type Asked, type Listing, ListScope } from '../rows/list-scope.tsx'
import { RowIcon } from '../rows/row-icon.tsx'
import { TaskScope, useCall, useTask } from '../task.tsx'
import { TaskButton } from '../task-button.tsx'
import { type Changing, Guarded } from './guarded.tsx'
import type { AccountScreen } from './screens.ts'

const OTHERS = 'others'

/** Where the account is signed in. In the browser only: the list is not part of the page, and its times are local. */
function Sessions() {
  const [asked, setAsked] = useState<Asked | null>(null)
  const { found, load } = useSessions()
  const others = (changing: Listing['changing']) => (
    <Others changing={changing} asked={asked} onAsk={setAsked} onDone={load} />
  )
  const isOffered = found?.kind === 'listed' && (found.sessions.length > 1 || found.known === 'gateway')
  return (
    <>
      <Found found={found} onRetry={load} />
      {isOffered && (
        <Guarded action="sessions" atOnce={false} meanwhile={others(null)}>
          {others}
        </Guarded>
      )}
    </>
  )
}

type Found = ({ kind: 'listed' } & OwnSessions) | Exclude<CallAnswer, { kind: 'done' }>

/** Null: not loaded yet. */
function useSessions() {
  const { gateway, leave } = useAccount()
  const [found, setFound] = useState<Found | null>(null)
  const load = useCallback(() => {
    const show = (answer: Found) => (answer.kind === 'signed-out' ? leave('sign-in') : setFound(answer))
    // It never rejects.
    void gateway.sessions().then(show)
  }, [gateway, leave])
  useEffect(load, [load])
  return { found, load }
}

function Found({ found, onRetry }: { found: Found | null; onRetry: () => void }) {
  const { text } = usePage()
  const isLost = found?.kind === 'refused'
  useProblemNote(isLost)
  return (
    <>
      <p>{text('account-sessions.lead')}</p>
      <Alert problem={isLost ? problemOf(found.code, found.reference) : null}>
        <Button name="retry" onPress={onRetry}>
          {text('page.retry')}
        </Button>
      </Alert>
      <div className="status" role="status">
        {found === null && <p className="muted needs-script">{text('busy.checking')}</p>}
      </div>
      {found?.kind === 'listed' && <SessionList of={found} onEnded={onRetry} />}
    </>
  )
}

function SessionList({ of: { known, sessions }, onEnded }: { of: OwnSessions; onEnded: () => void }) {
  const { text } = usePage()
  const { gateway } = useAccount()
  const task = useTask()
  const resultOf = useCall()
  const [ended, setEnded] = useState({ id: '', name: '' })
  const end = (id: string, name: string) => {
    setEnded({ id, name })
    task.run(async () => {
      const result = resultOf(await gateway.endSession(id))
      if (result?.kind === 'done') onEnded()
      return result
    })
  }
  return (
    <TaskScope
      task={task}
      busyText={text('account-page.signing-out')}
      doneText={text('account-sessions.ended', { name: ended.name })}
      working={ended.id}
    >
      <ul className="ways-list">
        {sessions.map((session) => (
          <SessionRow key={session.id} of={session} isAlone={sessions.length === 1} onEnd={end} />
        ))}
      </ul>
      {known === 'gateway' && <p className="muted">{text('account-sessions.gateway-only')}</p>}
    </TaskScope>
  )
}

interface SessionRowProps {
  of: OwnSession
  isAlone: boolean
  onEnd: (id: string, name: string) => void
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
