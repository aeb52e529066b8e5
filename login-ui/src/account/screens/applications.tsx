import { useState } from 'react'
import { usePage } from '../../ui/page-context.tsx'
import { Words } from '../../ui/words.tsx'
import { useAccount } from '../account-context.ts'
import type { ConnectedApplication, ConnectedApplications } from '../contract.ts'
import { dayIn, RowIcon } from '../overview/section.tsx'
import { ListRow } from '../rows/list-row.tsx'
import { TaskScope, useCall, useTask } from '../task.tsx'
import { FetchedList, useFetched } from './fetched-list.tsx'
import type { AccountScreen } from './screens.ts'

/** Which applications may use the account, and ending that. */
function Applications() {
  const { found, load } = useFetched('applications')
  return (
    <FetchedList lead="account-applications.lead" found={found} onRetry={load}>
      {found?.kind === 'listed' && <ApplicationList of={found} onEnded={load} />}
    </FetchedList>
  )
}

interface ApplicationListProps {
  of: ConnectedApplications
  onEnded: () => void
}

function ApplicationList({ of: { applications, endWithinSeconds }, onEnded }: ApplicationListProps) {
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
  const all = new Intl.ListFormat(config.locale, { type: 'unit' })
    .formatToParts(scopes)
    .map(({ type, value }) => (type === 'element' ? <bdi key={value}>{value}</bdi> : value))
  const details = [
    ...(scopes.length === 0
      ? []
      : [<Words key="may" of="account-applications.may" slots={{ scopes: all }} />]),
    ...(publisher === null
      ? []
      : [
          <Words
            key="from"
            of="account-applications.publisher"
            slots={{ host: <bdi dir="ltr">{publisher}</bdi> }}
          />
        ]),
    text('account-applications.since', { date: dayIn(config.locale, since) }),
    text('account-sessions.used', { date: dayIn(config.locale, usedAt) })
  ]
  return (
    <ListRow
      icon={<RowIcon kind="application" />}
      name={name}
      details={details}
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

export const applicationsScreen: AccountScreen = {
  Body: Applications,
  heading: (_, text) => text('account-page.applications')
}
