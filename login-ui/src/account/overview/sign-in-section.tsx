import type { Text } from '../../lib/i18n.ts'
import { providerName } from '../../lib/provider-name.ts'
import type { PageConfig } from '../../page-config.ts'
import { usePage } from '../../ui/page-context.tsx'
import { useAccount } from '../account-context.ts'
import type { OwnAccount, OwnFactor } from '../contract.ts'
import { dayIn, Row, Section } from './section.tsx'

/** Providers that have a row of their own, or stand for none. */
const ownRows: readonly string[] = ['password', 'phone']

/** The ways to sign in that the account has. */
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
        action={hasPassword ? 'account-page.change' : 'account-page.add'}
      >
        {passwordText(account, config, text)}
      </Row>
      {(connected.length > 0 || facts.pages.includes('providers')) && (
        <Row label={text('account-page.providers')} page="providers" action="account-page.manage">
          <List of={connected.map(({ id, email }) => named(providerName(config, id), email))} />
        </Row>
      )}
      {(factors.length > 0 || facts.pages.includes('second-step')) && (
        <Row label={text('account-page.second-step')} page="second-step" action="account-page.manage">
          <List of={factors.map((factor) => factorText(factor, text))} />
        </Row>
      )}
      {(passkeys.length > 0 || facts.pages.includes('passkeys')) && (
        <Row label={text('account-page.passkeys')} page="passkeys" action="account-page.manage">
          <List of={passkeys.map(({ name }) => name ?? text('passkey.device'))} />
        </Row>
      )}
    </Section>
  )
}

function passwordText(account: OwnAccount, { locale }: PageConfig, text: Text): string {
  const { passwordChangedAt: since, providers } = account
  if (!providers.some(({ id }) => id === 'password')) return text('account-page.none')
  return since === null
    ? text('account-page.password-set')
    : text('account-page.password-since', { date: dayIn(locale, since) })
}

function factorText({ kind, name, hint }: OwnFactor, text: Text): string {
  return named(text(`second-factor.kind-${kind}`), name ?? hint ?? undefined)
}

function named(what: string, detail: string | undefined): string {
  return detail === undefined ? what : `${what} (${detail})`
}

function List({ of }: { of: readonly string[] }) {
  const { text } = usePage()
  if (of.length === 0) return text('account-page.none')
  return (
    <ul>
      {of.map((one, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same name, and none has a state
        <li key={place}>
          <bdi>{one}</bdi>
        </li>
      ))}
    </ul>
  )
}
