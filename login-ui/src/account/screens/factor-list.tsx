import type { Text } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { useAccount } from '../account-context.ts'
import { withdrawFactor } from '../changes/second-step.ts'
import type { OwnFactor } from '../contract.ts'
import { dayIn } from '../overview/section.tsx'
import { Verification } from '../overview/verification.tsx'
import { Asks } from '../rows/last-way.tsx'
import { ListRow } from '../rows/list-row.tsx'
import { type Listing, ListScope } from '../rows/list-scope.tsx'
import { type Begun, beginAuthenticator, beginPhone } from './new-factor.ts'

interface FactorListProps extends Listing {
  onBegun: (begun: Begun) => void
}

/** The account's second factors with buttons to remove and add them. */
export function FactorList({ changing, asked, onAsk, onBegun }: FactorListProps) {
  const { config, text } = usePage()
  const { account } = useAccount()
  const { factors } = account
  // Every proof needs the only one.
  const isOnly = factors.length === 1
  const last = `account-second-step.${config.mfa.totp === 'required' ? 'last-required' : 'last'}` as const
  const consequence = isOnly
    ? `${text(last)} ${text('account-second-step.again')}`
    : text('account-second-step.again-if')
  const remove = (id: string) => {
    if (changing === null) return
    onAsk({ id, done: 'account-ways.removed' })
    changing.changes.change('second-step', withdrawFactor({ calls: changing.changes.calls, id }))
  }
  return (
    <ListScope action="second-step" changing={changing} asked={asked}>
      {factors.length === 0 ? (
        <p>{text('account-second-step.lead')}</p>
      ) : (
        <ul className="ways-list">
          {factors.map((factor) => (
            <ListRow
              key={factor.id}
              name={nameOf(factor, text)}
              detail={
                factor.enrolledAt === null
                  ? undefined
                  : text('account-second-step.since', { date: dayIn(config.locale, factor.enrolledAt) })
              }
              action={{
                id: factor.id,
                words: text('account-ways.remove'),
                waits: changing === null,
                question: { asks: <Asks of={nameOf(factor, text)} />, consequence },
                onPress: () => remove(factor.id)
              }}
            />
          ))}
        </ul>
      )}
      <AddFactor changing={changing} onAsk={onAsk} onBegun={onBegun} />
    </ListScope>
  )
}

/** A phone number is shown by its last four digits, to tell two apart. */
function nameOf({ kind, name, hint }: OwnFactor, text: Text): string {
  const what = name ?? text(`second-factor.kind-${kind}`)
  return hint === null ? what : `${what} · ${hint.slice(-4)}`
}

/** The provider requires a verified address to enrol a second factor. */
function AddFactor({ changing, onAsk, onBegun }: Omit<FactorListProps, 'asked'>) {
  const { config, text } = usePage()
  const { account } = useAccount()
  const { may, email, emailVerified } = account
  if (email === null || !(may.totp || may.sms)) return null
  if (!emailVerified)
    return (
      <>
        <p>{text('account-second-step.verify')}</p>
        <Verification email={email} />
      </>
    )
  const start = (kind: Begun['kind']) => {
    if (changing === null) return
    const { loadSdk, isClockOff, change } = changing.changes
    const { issuer } = config.mfa
    onAsk({ id: kind === 'totp' ? 'start' : 'start-phone', done: null })
    change(
      'second-step',
      kind === 'totp' ? beginAuthenticator({ loadSdk, isClockOff, issuer, onBegun }) : beginPhone(onBegun)
    )
  }
  return (
    <div className="needs-script">
      {may.totp && (
        <Button name="start" waits={changing === null} onPress={() => start('totp')}>
          {text('account-second-step.add')}
        </Button>
      )}
      {may.sms && (
        <Button name="start-phone" waits={changing === null} onPress={() => start('sms')}>
          {text('account-second-step.add-phone')}
        </Button>
      )}
    </div>
  )
}
