import type { ReactNode } from 'react'
import { factorDetail } from '../../lib/factor-detail.ts'
import type { MessageKey, Text } from '../../lib/i18n.ts'
import { providerName } from '../../lib/provider-name.ts'
import type { PageConfig } from '../../page-config.ts'
import { usePage } from '../../ui/page-context.tsx'
import { useAccount } from '../account-context.ts'
import type { OwnAccount } from '../contract.ts'
import { AccountIcon, dayIn, Row, RowIcon, Section } from './section.tsx'

/** Providers with a row of their own, or without one. */
const ownRows: readonly string[] = ['password', 'phone']

/** The account's sign-in methods. */
export function SignInSection() {
  const { config, text } = usePage()
  const { account, facts } = useAccount()
  const { providers, factors, passkeys } = account
  const connected = providers.filter(({ id }) => !ownRows.includes(id))
  const hasPassword = providers.some(({ id }) => id === 'password')
  return (
    <Section title="account-page.sign-in">
      <Row
        label={text('field.password')}
        page="password"
        action={hasPassword ? 'account-page.change' : 'account-page.set-up'}
      >
        {hasPassword ? passwordText(account, config, text) : text('account-page.not-set-up')}
      </Row>
      {(connected.length > 0 || facts.pages.includes('providers')) && (
        <Row label={text('account-page.providers')} page="providers" action={manage(connected)}>
          <List
            of={connected.map(({ id, email }) => (
              <Named key={id} icon={<AccountIcon id={id} />} what={providerName(config, id)} detail={email} />
            ))}
          />
        </Row>
      )}
      {(factors.length > 0 || facts.pages.includes('second-step')) && (
        <Row label={text('account-page.second-step')} page="second-step" action={manage(factors)}>
          <List
            of={factors.map((factor) => (
              <Named
                key={factor.id}
                icon={<RowIcon kind={factor.kind} />}
                what={text(`second-factor.kind-${factor.kind}`)}
                detail={factorDetail(factor, factors, text, config.locale)}
              />
            ))}
          />
        </Row>
      )}
      {(passkeys.length > 0 || facts.pages.includes('passkeys')) && (
        <Row label={text('account-page.passkeys')} page="passkeys" action={manage(passkeys)}>
          <List
            of={passkeys.map(({ id, name }) => (
              <Named key={id} icon={<RowIcon kind="passkey" />} what={name ?? text('passkey.device')} />
            ))}
          />
        </Row>
      )}
    </Section>
  )
}

function passwordText(account: OwnAccount, { locale }: PageConfig, text: Text): string {
  const { passwordChangedAt: since } = account
  return since === null
    ? text('account-page.password-set')
    : text('account-page.password-since', { date: dayIn(locale, since) })
}

const manage = (present: readonly unknown[]): MessageKey =>
  present.length === 0 ? 'account-page.set-up' : 'account-page.manage'

/** Isolates numbers and names, whose direction would otherwise flip the brackets. */
function Named({ icon, what, detail }: { icon: ReactNode; what: string; detail?: ReactNode }) {
  return (
    <li>
      {icon}
      <span>
        <bdi>{what}</bdi>
        {detail && (
          <>
            {' '}
            (<bdi>{detail}</bdi>)
          </>
        )}
      </span>
    </li>
  )
}

function List({ of }: { of: readonly ReactNode[] }) {
  const { text } = usePage()
  if (of.length === 0) return text('account-page.not-set-up')
  return <ul className="things">{of}</ul>
}
