import { factorDetail } from '../../lib/factor-detail.ts'
import { usePage } from '../../ui/page-context.tsx'
import { useAccount } from '../account-context.ts'
import { withdrawFactor } from '../changes/second-step.ts'
import { dayIn, RowIcon } from '../overview/section.tsx'
import { Verification } from '../overview/verification.tsx'
import { Asks } from '../rows/last-way.tsx'
import { ListRow } from '../rows/list-row.tsx'
import { changeIn, type Listing, ListScope } from '../rows/list-scope.tsx'
import { type Begun, begin } from './new-factor.ts'

interface FactorListProps extends Listing {
  onBegun: (begun: Begun) => void
}

/** The account's second factors, and those that can be added, in one list. */
export function FactorList({ onBegun, ...listing }: FactorListProps) {
  const { changing, asked } = listing
  const change = changeIn(listing, 'second-step')
  const { config, text } = usePage()
  const { account } = useAccount()
  const { factors, email, emailVerified, may } = account
  // Every proof needs the only one.
  const isOnly = factors.length === 1
  const last = `account-second-step.${config.mfa.totp === 'required' ? 'last-required' : 'last'}` as const
  const consequence = isOnly
    ? `${text(last)} ${text('account-second-step.again')}`
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
                  : [text('account-second-step.since', { date: dayIn(config.locale, enrolledAt) })]
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
