import { Fragment, type ReactNode, useCallback, useEffect, useId, useState } from 'react'
import { problemOf } from '../../auth/errors.ts'
import type { MessageKey, Text } from '../../lib/i18n.ts'
import { Alert } from '../../ui/alert.tsx'
import { Monogram } from '../../ui/brand.tsx'
import { Button } from '../../ui/button.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { Words } from '../../ui/words.tsx'
import { useAccount, useProblemNote } from '../account-context.ts'
import { endOtherSessions, endSession } from '../changes/sessions.ts'
import type { ConnectedApplication, ConnectedApplications, OwnSession, OwnSessions } from '../contract.ts'
import type { CallAnswer, ListName, Lists } from '../gateway-client.ts'
import { RowIcon } from '../overview/section.tsx'
import { ListRow } from '../rows/list-row.tsx'
import { changeIn, GuardedList, type Listing, ListScope } from '../rows/list-scope.tsx'
import { Time } from '../rows/time.tsx'
import { TaskButton, TaskScope, useCall, useTask } from '../task.tsx'
import type { AccountScreen } from './screens.ts'

type Refused = Extract<CallAnswer, { kind: 'refused' }>
type Found<Name extends ListName> = ({ kind: 'listed' } & Lists[Name]) | Refused

/** A list that is fetched in the browser only: it is not part of the page. Null: not loaded yet. */
function useFetched<Name extends ListName>(name: Name) {
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
  found: Found<ListName> | null
  onRetry: () => void
  /** Once it is there. */
  children: ReactNode
}

/** What it is about, and the list, or why it is not there. */
function FetchedList({ lead, found, onRetry, children }: FetchedListProps) {
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

const OTHERS = 'others'

/** Where the account is signed in. In the browser only: its times are local. */
function Sessions() {
  const { found, load } = useFetched('sessions')
  return (
    <GuardedList action="sessions">
      {(listing) => (
        <FetchedList lead="account-sessions.lead" found={found} onRetry={load}>
          {found?.kind === 'listed' && <SessionList of={found} onEnded={load} {...listing} />}
        </FetchedList>
      )}
    </GuardedList>
  )
}

function SessionList({ of, onEnded, ...listing }: Listing & { of: OwnSessions; onEnded: () => void }) {
  const { known, sessions } = of
  const { changing, asked } = listing
  const { text } = usePage()
  const noteId = useId()
  const isDone = changing?.state.done === 'sessions'
  useEffect(() => {
    if (isDone) onEnded()
  }, [isDone, onEnded])
  const end = changeIn(listing, 'sessions')
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
          <p className="muted" id={noteId}>
            {text('account-sessions.others-text')}
          </p>
          <div className="buttons needs-script">
            <TaskButton name={OTHERS} aria-describedby={noteId} waits={waits} onPress={endOthers}>
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
  const { text } = usePage()
  const { id, current, kind, address, application, newDevice, deviceBound } = session
  const name = nameOf(session, text)
  const mark = current ? 'account-sessions.this' : 'account-sessions.new'
  const used = (
    <Words
      of={current ? 'account-sessions.now' : 'account-sessions.used'}
      slots={{ date: <Time at={session.usedAt} isAgo /> }}
    />
  )
  const from = address && (
    <Words of="account-sessions.from" slots={{ address: <bdi dir="ltr">{address}</bdi> }} />
  )
  const begun = (
    <Words
      of={application === null ? 'account-sessions.begun' : 'account-sessions.begun-for'}
      slots={{ time: <Time at={session.startedAt} isAgo />, application: <bdi>{application}</bdi> }}
    />
  )
  return (
    <ListRow
      icon={<RowIcon kind={kind ?? 'computer'} />}
      name={name}
      // On the only device, "new" would say nothing.
      badge={current || (newDevice && !isAlone) ? text(mark) : undefined}
      details={[dotted([used, from]), dotted([begun, deviceBound && text('account-sessions.bound')])]}
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

/** Those that are there, in one line, or each in its own. */
function dotted(parts: readonly ReactNode[]): ReactNode {
  return parts.filter(Boolean).map((part, place, { length }) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no state
    <span key={place}>
      {part}
      {place + 1 < length && '\u00a0·\u00a0'}
    </span>
  ))
}

function nameOf({ browser, system }: OwnSession, text: Text): string {
  if (browser !== null && system !== null) return text('account-sessions.device', { browser, system })
  return browser ?? system ?? text('account-sessions.unknown')
}

/** Which applications may use the account, and ending that. */
function Applications() {
  const { found, load } = useFetched('applications')
  return (
    <FetchedList lead="account-applications.lead" found={found} onRetry={load}>
      {found?.kind === 'listed' && <ApplicationList of={found} onEnded={load} />}
    </FetchedList>
  )
}

function ApplicationList({ of, onEnded }: { of: ConnectedApplications; onEnded: () => void }) {
  const { applications, endWithinSeconds } = of
  const { text } = usePage()
  const { gateway } = useAccount()
  const task = useTask()
  const resultOf = useCall()
  const [ended, setEnded] = useState({ id: '', name: '' })
  const end = ({ id, name }: ConnectedApplication) => {
    setEnded({ id, name })
    task.run(async () => {
      const result = resultOf(await gateway.end('applications', `client=${encodeURIComponent(id)}`))
      if (result?.kind === 'done') onEnded()
      return result
    })
  }
  return (
    <TaskScope
      task={task}
      busyText={text('busy.saving')}
      doneText={text('account-applications.ended', { name: ended.name })}
      working={ended.id}
    >
      {applications.length === 0 ? (
        <p className="muted">{text('account-applications.none')}</p>
      ) : (
        <ul className="ways-list">
          {applications.map((one) => (
            <ApplicationRow
              key={one.id}
              of={one}
              endWithinSeconds={endWithinSeconds}
              onEnd={() => end(one)}
            />
          ))}
        </ul>
      )}
    </TaskScope>
  )
}

interface ApplicationRowProps {
  of: ConnectedApplication
  endWithinSeconds: number
  onEnd: () => void
}

function ApplicationRow({ of: application, endWithinSeconds, onEnd }: ApplicationRowProps) {
  const { config, text } = usePage()
  const { id, name, publisher, scopes, since, usedAt } = application
  const minutes = new Intl.NumberFormat(config.locale, { style: 'unit', unit: 'minute', unitDisplay: 'long' })
  // The operator's words may be in another language.
  const chips = scopes.map((scope) => (
    <Fragment key={scope}>
      <bdi className="mark">{scope}</bdi>{' '}
    </Fragment>
  ))
  const slots = {
    scopes: chips,
    host: <bdi dir="ltr">{publisher}</bdi>,
    date: <Time at={since} />,
    used: <Time at={usedAt} isAgo />
  }
  const details = [
    ...(chips.length === 0 ? [] : (['account-applications.may'] as const)),
    ...(publisher === null ? [] : (['account-applications.publisher'] as const)),
    'account-applications.since' as const
  ]
  return (
    <ListRow
      icon={<Monogram of={name} />}
      name={name}
      details={details.map((one) => <Words key={one} of={one} slots={slots} />)}
      action={{
        id,
        words: text('account-applications.end'),
        waits: false,
        question: {
          asks: <Words of="account-applications.ask" slots={{ name: <bdi>{name}</bdi> }} />,
          consequence: text('account-applications.then', {
            duration: minutes.format(Math.ceil(endWithinSeconds / 60))
          })
        },
        onPress: onEnd
      }}
    />
  )
}

/** One file for what the gateway lists. */
export const listScreens = {
  sessions: { Body: Sessions, heading: (_, text) => text('account-page.sessions') },
  applications: { Body: Applications, heading: (_, text) => text('account-page.applications') }
} satisfies Record<string, AccountScreen>
