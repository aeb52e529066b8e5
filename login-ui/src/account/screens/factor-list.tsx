import type { Text } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { useAccount } from '../account-context.ts'
import { withdrawFactor } from '../changes/second-step.ts'
import type { OwnFactor } from '../contract.ts'
import { dayIn } from '../overview/section.tsx'
import { type Way, WayRow } from '../ways/way-row.tsx'
import { WayScope } from '../ways/way-scope.tsx'
import { type Begun, beginAuthenticator, beginPhone } from './new-factor.ts'

/** The last request. */
export type Asked = 'start' | 'add' | 'remove'

interface FactorListProps extends Way {
  asked: Asked | null
  onAsk: (asked: Asked) => void
  onBegun: (begun: Begun) => void
}

const doneTexts = { add: 'account-second-step.added', remove: 'account-ways.removed' } as const

/** The account's second factors with buttons to remove and add them. */
export function FactorList({ changing, asked, onAsk, onBegun }: FactorListProps) {
  const { config, text } = usePage()
  const { account } = useAccount()
  const { factors } = account
  const doneText = asked === null || asked === 'start' ? null : text(doneTexts[asked])
  const remove = (id: string) => {
    if (changing === null) return
    onAsk('remove')
    changing.changes.change('second-step', withdrawFactor({ calls: changing.changes.calls, id }))
  }
  return (
    <WayScope action="second-step" changing={changing} doneText={doneText}>
      {factors.length === 0 ? (
        <p>{text('account-second-step.lead')}</p>
      ) : (
        <ul className="ways-list">
          {factors.map((factor) => (
            <WayRow
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
                onPress: () => remove(factor.id)
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
      <AddFactor changing={changing} onAsk={onAsk} onBegun={onBegun} />
    </WayScope>
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
  if (!emailVerified) return <p>{text('account-second-step.verify')}</p>
  const start = (kind: Begun['kind']) => {
    if (changing === null) return
    const { loadSdk, isClockOff, change } = changing.changes
    const { issuer } = config.mfa
    onAsk('start')
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
