import type { ReactNode } from 'react'
import type { Text } from '../../lib/i18n.ts'
import { providerName } from '../../lib/provider-name.ts'
import type { PageConfig } from '../../page-config.ts'
import { usePage } from '../../ui/page-context.tsx'
import { ProviderIcon } from '../../ui/provider-button.tsx'
import { useAccount } from '../account-context.ts'
import type { Factor, OwnAccount } from '../contract.ts'
import { dayIn, Row, Section } from './section.tsx'

/** Providers with a row of their own, or without one. */
const ownRows: readonly string[] = ['password', 'phone']

/** The account's sign-in methods. */
export function SignInSection() {
  const { config, text } = usePage()
  const { account } = useAccount()
  const { providers, factors, passkeys } = account
  const connected = providers.filter(({ id }) => !ownRows.includes(id))
  const hasPassword = providers.some(({ id }) => id === 'password')
  const ofKind = (kind: Factor['kind']) => factors.filter((one) => one.kind === kind).length
  return (
    <Section title="account-page.sign-in">
      <Row
        label={text('field.password')}
        page="password"
        action={hasPassword ? 'account-page.change' : 'account-page.set-up'}
      >
        {hasPassword ? passwordText(account, config, text) : text('account-page.not-set-up')}
      </Row>
      <SeveralRow page="providers" of={connected}>
        <ul className="things">
          {connected.map(({ id, email }) => (
            <li key={id}>
              <ProviderIcon
                id={id}
                iconSrc={config.providers.find((one) => one.id === id)?.iconSrc ?? null}
              />
              {/* Isolates names, whose direction would otherwise flip the brackets. */}
              <span>
                <bdi>{providerName(config, id)}</bdi> {email && <bdi>{`(${email})`}</bdi>}
              </span>
            </li>
          ))}
        </ul>
      </SeveralRow>
      <SeveralRow page="second-step" of={factors}>
        {countsIn({ totp: ofKind('totp'), sms: ofKind('sms') }, config.locale, text)}
      </SeveralRow>
      <SeveralRow page="passkeys" of={passkeys}>
        {countsIn({ passkeys: passkeys.length }, config.locale, text)}
      </SeveralRow>
    </Section>
  )
}

function passwordText(account: OwnAccount, { locale }: PageConfig, text: Text): string {
  const { passwordChangedAt: since } = account
  return since === null
    ? text('account-page.password-set')
    : text('account-page.password-since', { date: dayIn(locale, since) })
}

interface SeveralRowProps {
  page: 'providers' | 'second-step' | 'passkeys'
  of: readonly unknown[]
  /** What there is. */
  children: ReactNode
}

/** A row about what an account can have several of. */
function SeveralRow({ page, of, children }: SeveralRowProps) {
  const { text } = usePage()
  const { facts } = useAccount()
  const isThere = of.length > 0
  if (!isThere && !facts.pages.includes(page)) return null
  return (
    <Row
      label={text(`account-page.${page}`)}
      page={page}
      action={isThere ? 'account-page.manage' : 'account-page.set-up'}
    >
      {isThere ? children : text('account-page.not-set-up')}
    </Row>
  )
}

const categories = ['zero', 'one', 'two', 'few', 'many', 'other']

/** "1 app, 2 phone numbers", without those of which there are none. */
export function countsIn(
  numbers: Readonly<Partial<Record<'totp' | 'sms' | 'passkeys', number>>>,
  locale: string,
  text: Text
): string {
  const rules = new Intl.PluralRules(locale)
  const { pluralCategories } = rules.resolvedOptions()
  const known = categories.filter((category) => pluralCategories.some((one) => one === category))
  const shown = Object.entries(numbers).flatMap(([what, number]) => {
    if (number === 0) return []
    const count = new Intl.NumberFormat(locale).format(number)
    // One form for each category of the language; the last one also for those that follow.
    const forms = text(`account-page.count-${what as keyof typeof numbers}`, { count }).split('|')
    return forms[known.indexOf(rules.select(number))] ?? forms.at(-1) ?? count
  })
  return new Intl.ListFormat(locale, { type: 'unit' }).format(shown)
}
