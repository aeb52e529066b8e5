import { useState } from 'react'
import { factorDetail } from '../../lib/factor-detail.ts'
import { sentences } from '../../lib/i18n.ts'
import { usePage } from '../../ui/page-context.tsx'
import { useAccount } from '../account-context.ts'
import { isAccountBusy } from '../account-state.ts'
import { type Change, refusedChange } from '../changes/change.ts'
import {
  finishFactor,
  type NewAuthenticator,
  type NewFactor,
  startAuthenticator,
  startPhone,
  withdrawFactor
} from '../changes/second-step.ts'
import { longDate, RowIcon } from '../overview/section.tsx'
import { Verification } from '../overview/verification.tsx'
import { Asks, ListRow } from '../rows/list-row.tsx'
import { type Asked, changeIn, GuardedList, type Listing, ListScope } from '../rows/list-scope.tsx'
import { TaskScope } from '../task.tsx'
import { type Changing, changeTask, Finished, useFocusAt } from './guarded.tsx'

/** The login page's code components, in a file of their own. */
type Parts = typeof import('../../screens/second-step-screens.tsx')

/** An authenticator whose secret is shown. */
interface AuthenticatorBegun {
  kind: 'totp'
  parts: Parts
  authenticator: NewAuthenticator
}

/** A phone number being entered, or awaiting its code. */
interface PhoneBegun {
  kind: 'sms'
  parts: Parts
  /** As typed; in E.164 once a code was sent. */
  number: string
  /** Completed by the last code; null: the number is being entered. */
  sent: NewFactor | null
  /** Number of codes sent. */
  codes: number
}

/** A setup in progress. */
type Begun = AuthenticatorBegun | PhoneBegun

/** Starts a new factor, once its components are loaded. The proof comes first, so a phone number is used at once. */
const begin = {
  totp: (onBegun: (begun: Begun) => void): Change =>
    withParts((parts) =>
      startAuthenticator((authenticator) => onBegun({ kind: 'totp', parts, authenticator }))
    ),
  sms: (onBegun: (begun: Begun) => void): Change =>
    withParts((parts) => async () => {
      onBegun({ kind: 'sms', parts, number: '', sent: null, codes: 0 })
      return { kind: 'done' }
    })
}

function withParts(changeBy: (parts: Parts) => Change): Change {
  return async (proof, tools) => {
    const parts = await import('../../screens/second-step-file.ts').catch(() => null)
    if (parts === null) return refusedChange({ code: 'page/unreachable' })
    return changeBy(parts)(proof, tools)
  }
}

/** What was asked for last, if it completes a new one. */
const ADDED = 'added'

/** The account's second factors, and a new one. */
export function SecondStep() {
  const [begun, setBegun] = useState<Begun | null>(null)
  // Steps replace each other in place.
  useFocusAt(stepOf(begun), '#phone, #code[data-first]')
  return (
    <GuardedList action="second-step">
      {({ changing, asked, onAsk }) => (
        <>
          {begun === null || changing === null ? (
            <FactorList changing={changing} asked={asked} onAsk={onAsk} onBegun={setBegun} />
          ) : (
            <Setup changing={changing} begun={begun} onAsk={onAsk} onChange={setBegun} />
          )}
          {asked?.id === ADDED && changing?.state.done === 'second-step' && (
            <Finished page="second-step" words="account-second-step.added" />
          )}
        </>
      )}
    </GuardedList>
  )
}

interface FactorListProps extends Listing {
  onBegun: (begun: Begun) => void
}

/** The account's second factors, and those that can be added, in one list. */
function FactorList({ onBegun, ...listing }: FactorListProps) {
  const { changing, asked } = listing
  const change = changeIn(listing, 'second-step')
  const { config, text } = usePage()
  const { account } = useAccount()
  const { factors, email, emailVerified, may } = account
  // Every proof needs the only one.
  const isOnly = factors.length === 1
  const last = `account-second-step.${config.mfa.totp === 'required' ? 'last-required' : 'last'}` as const
  const consequence = isOnly
    ? sentences(text(last), text('account-second-step.again'))
    : text('account-second-step.again-if')
  const offered = (['totp', 'sms'] as const).filter((kind) => email !== null && may[kind])
  return (
    <ListScope action="second-step" changing={changing} asked={asked}>
      {factors.length === 0 && <p>{text('account-second-step.lead')}</p>}
      <ul className="ways-list" hidden={factors.length === 0 && !emailVerified}>
        {factors.map((factor) => {
          const { id, kind, enrolledAt } = factor
          const detail = factorDetail(factor, factors, text, config.locale)
          const hasKind = kind === 'sms' || factor.name === null
          const name = [hasKind && text(`second-factor.kind-${kind}`), detail]
            .filter(Boolean)
            .join('\u00a0· ')
          return (
            <ListRow
              key={id}
              icon={<RowIcon kind={kind} />}
              name={name}
              details={
                enrolledAt === null
                  ? []
                  : [text('account-second-step.since', { date: longDate(config.locale, enrolledAt) })]
              }
              action={{
                id,
                words: text('account-ways.remove'),
                waits: changing === null,
                question: { asks: <Asks of={name} />, consequence },
                onPress: () => change({ id, name, done: 'account-ways.removed' }, withdrawFactor(id))
              }}
            />
          )
        })}
        {/* The provider adds none before the address is verified. */}
        {emailVerified &&
          offered.map((kind) => {
            const name = text(`second-factor.kind-${kind}`)
            return (
              <ListRow
                key={kind}
                icon={<RowIcon kind={kind} />}
                name={name}
                action={{
                  id: kind,
                  words: text('account-second-step.add'),
                  waits: changing === null,
                  onPress: () => change({ id: kind, name, done: null }, begin[kind](onBegun))
                }}
              />
            )
          })}
      </ul>
      {offered.length > 0 && <Verification />}
    </ListScope>
  )
}

function stepOf(begun: Begun | null): string {
  if (begun === null) return 'list'
  return begun.kind === 'sms' && begun.sent !== null ? `sms-${begun.codes}` : begun.kind
}

interface SetupProps {
  changing: Changing
  begun: Begun
  onAsk: (asked: Asked) => void
  onChange: (change: (now: Begun | null) => Begun | null) => void
}

/** An authenticator, or a phone number and then the code from its text message. */
function Setup({ changing, begun, onAsk, onChange }: SetupProps) {
  const { text } = usePage()
  const { changes, state } = changing
  const { parts } = begun
  const asksForNumber = begun.kind === 'sms' && begun.sent === null
  // The result of the step before is not this one's.
  const task = changeTask(changing, 'second-step', asksForNumber ? 'phone' : 'code')
  // A code sent after the visitor cancelled has no effect.
  const patch = (changed: Partial<PhoneBegun>) =>
    onChange((now) => (now?.kind === 'sms' ? { ...now, ...changed } : now))
  const perform = (id: string, change: Change) => {
    if (isAccountBusy(state)) return
    onAsk({ id, name: '', done: null })
    changes.change('second-step', change)
  }
  const finish = (factor: NewFactor) => (code: string) => perform(ADDED, finishFactor(factor, code))
  const send = ({ codes }: PhoneBegun) => {
    const onSent = (sent: NewFactor, number: string) => patch({ sent, number, codes: codes + 1 })
    return (typed: string) => {
      // Kept in case another proof is needed.
      if (!isAccountBusy(state)) patch({ number: typed })
      perform('submit', startPhone(typed, onSent))
    }
  }
  const changeNumber = () => {
    if (isAccountBusy(state)) return
    changes.edit()
    patch({ sent: null })
  }
  const cancel = () => {
    changes.edit()
    onChange(() => null)
  }
  return (
    <div className="needs-script">
      <TaskScope
        key={stepOf(begun)}
        task={task.state.kind === 'done' ? { ...task, state: { kind: 'ready' } } : task}
        busyText={text(asksForNumber ? 'busy.sending' : 'busy.checking')}
      >
        {begun.kind === 'totp' ? (
          <parts.Steps {...begun.authenticator} onCode={finish(begun.authenticator)} />
        ) : begun.sent === null ? (
          <parts.NumberForm number={begun.number} onSend={send(begun)} />
        ) : (
          <parts.CodeForm
            number={begun.number}
            submit={text('enrol.submit')}
            onCode={finish(begun.sent)}
            onSend={() => send(begun)(begun.number)}
            onChangeNumber={changeNumber}
          />
        )}
      </TaskScope>
      <p className="ways">
        <button type="button" className="link" onClick={cancel}>
          {text('page.cancel')}
        </button>
      </p>
    </div>
  )
}
