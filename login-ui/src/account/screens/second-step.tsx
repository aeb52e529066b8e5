import { useState } from 'react'
import type { LoadSdk } from '../../auth/sdk-contract.ts'
import { Button } from '../../ui/button.tsx'
import { fieldOf } from '../../ui/form.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { useAccount } from '../account-context.ts'
import { type Change, refusedChange } from '../changes/change.ts'
import {
  finishAuthenticator,
  type NewAuthenticator,
  startAuthenticator,
  withdrawFactor
} from '../changes/second-step.ts'
import { dayIn } from '../overview/section.tsx'
import { TaskForm } from '../task.tsx'
import { type Way, WayRow } from '../ways/way-row.tsx'
import { WayScope } from '../ways/way-scope.tsx'
import { type Changing, changeTask, Guarded } from './guarded.tsx'
import type { AccountScreen } from './screens.ts'

/** The login page's parts for an authenticator, in a file of their own. */
type Parts = typeof import('../../screens/second-step-screens.tsx')

/** A setup that has begun. */
interface Begun extends Parts {
  authenticator: NewAuthenticator
}

/** What was asked for last. */
type Asked = 'start' | 'add' | 'remove'

/** Second steps: those that the account has, and a new authenticator. */
function SecondStep() {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [begun, setBegun] = useState<Begun | null>(null)
  const list = (changing: Way['changing']) => (
    <FactorList changing={changing} asked={asked} onAsk={setAsked} onBegun={setBegun} />
  )
  return (
    <Guarded action="second-step" atOnce={false} meanwhile={list(null)}>
      {(changing) =>
        begun === null || (asked === 'add' && changing.state.done === 'second-step') ? (
          list(changing)
        ) : (
          <Setup
            changing={changing}
            begun={begun}
            onSubmit={() => setAsked('add')}
            onCancel={() => setBegun(null)}
          />
        )
      }
    </Guarded>
  )
}

interface FactorListProps extends Way {
  asked: Asked | null
  onAsk: (asked: Asked) => void
  onBegun: (begun: Begun) => void
}

const doneTexts = { add: 'account-second-step.added', remove: 'account-ways.removed' } as const

function FactorList({ changing, asked, onAsk, onBegun }: FactorListProps) {
  const { config, text } = usePage()
  const { account } = useAccount()
  const { factors, may } = account
  const doneText = asked === null || asked === 'start' ? null : text(doneTexts[asked])
  const remove = (id: string) => {
    if (changing === null) return
    onAsk('remove')
    changing.changes.change('second-step', withdrawFactor({ calls: changing.changes.calls, id }))
  }
  return (
    <WayScope action="second-step" changing={changing} doneText={doneText}>
      {factors.length === 0 ? (
        <p>{text('enrol.lead-optional')}</p>
      ) : (
        <ul className="ways-list">
          {factors.map(({ id, kind, name, hint, enrolledAt }) => (
            <WayRow
              key={id}
              name={name ?? text(`second-factor.kind-${kind}`)}
              detail={
                hint ??
                (enrolledAt === null
                  ? undefined
                  : text('account-second-step.since', { date: dayIn(config.locale, enrolledAt) }))
              }
              action={{
                id,
                words: text('account-ways.remove'),
                waits: changing === null,
                onPress: () => remove(id)
              }}
            />
          ))}
        </ul>
      )}
      {factors.length === 1 && (
        <p className="muted">
          {text(
            config.mfa.totp === 'required' ? 'account-second-step.last-required' : 'account-second-step.last'
          )}
        </p>
      )}
      {may.totp && <AddAuthenticator changing={changing} onAsk={onAsk} onBegun={onBegun} />}
    </WayScope>
  )
}

/** The provider lets nobody set up a second factor before the address is verified. */
function AddAuthenticator({ changing, onAsk, onBegun }: Omit<FactorListProps, 'asked'>) {
  const { config, text } = usePage()
  const { account } = useAccount()
  if (account.email === null) return null
  if (!account.emailVerified) return <p>{text('account-second-step.verify')}</p>
  const start = () => {
    if (changing === null) return
    const { changes } = changing
    onAsk('start')
    changes.change('second-step', begin(changes.loadSdk, config.mfa.issuer, onBegun))
  }
  return (
    <div className="needs-script">
      <Button name="start" waits={changing === null} onPress={start}>
        {text('account-second-step.add')}
      </Button>
    </div>
  )
}

/** Starts a new authenticator, once there is something to show it with. */
function begin(loadSdk: LoadSdk, issuer: string, onBegun: (begun: Begun) => void): Change {
  return async (proof) => {
    const parts = await import('../../screens/second-step-screens.tsx').catch(() => null)
    if (parts === null) return refusedChange({ kind: 'refused', code: 'page/unreachable', message: '' })
    const onStarted = (authenticator: NewAuthenticator) => onBegun({ ...parts, authenticator })
    return startAuthenticator({ loadSdk, issuer, onStarted })(proof)
  }
}

interface SetupProps {
  changing: Changing
  begun: Begun
  onSubmit: () => void
  onCancel: () => void
}

/** The secret, and the first code that the app shows. */
function Setup({ changing, begun, onSubmit, onCancel }: SetupProps) {
  const { text } = usePage()
  const { authenticator, CodeField, digitsOf, Secret } = begun
  const submit = (fields: FormData) => {
    onSubmit()
    const code = digitsOf(fieldOf(fields, 'code'))
    changing.changes.change('second-step', finishAuthenticator(authenticator, code))
  }
  const task = changeTask(changing, 'second-step', 'code')
  return (
    <>
      <ol className="steps">
        <Secret {...authenticator} />
        <li>
          <TaskForm
            // What the start of the setup has come to is over.
            task={task.state.kind === 'done' ? { ...task, state: { kind: 'ready' } } : task}
            busyText={text(changing.state.phase.name === 'renewing' ? 'busy.exchanging' : 'busy.checking')}
            onSubmit={submit}
            submit={text('enrol.submit')}
          >
            <p id="code-source">{text('enrol.code')}</p>
            <CodeField describedBy="code-source" />
          </TaskForm>
        </li>
      </ol>
      <button type="button" className="button plain" onClick={onCancel}>
        {text('page.cancel')}
      </button>
    </>
  )
}

export const secondStepScreen: AccountScreen = {
  Body: SecondStep,
  heading: (_, text) => text('account-page.second-step')
}
