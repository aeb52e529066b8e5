import type { ReactNode, SubmitEvent } from 'react'
import { problemOf } from '../../auth/errors.ts'
import type { MessageKey, Text } from '../../lib/i18n.ts'
import { providerName } from '../../lib/provider-name.ts'
import type { PageConfig } from '../../page-config.ts'
import { withBreaks } from '../../ui/given.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { ProviderIcon } from '../../ui/way-icons.tsx'
import { type Departure, useAccount } from '../account-context.ts'
import { AccountLink, withTenant } from '../account-link.tsx'
import type { Factor, OwnAccount } from '../contract.ts'
import { ProfileSection } from '../overview/profile-section.tsx'
import { addressParts, longDate, Row, RowIcon, Section } from '../overview/section.tsx'
import { Verification } from '../overview/verification.tsx'
import { TaskButton, TaskScope, useTask } from '../task.tsx'
import type { AccountScreen } from './screens.ts'

/** Everything known of the account, with links to change it. Readable without script. */
function Overview() {
  return (
    <>
      <Verification />
      <ProfileSection />
      <SignInSection />
      <SignOutSection />
      <DataSection />
      <DeleteSection />
    </>
  )
}

/** Whose account it is. */
function Person({ heading }: { heading: ReactNode }) {
  const { account } = useAccount()
  const { name, email, phone } = account
  const [known, more] = [name, email, phone].filter((one) => one !== null)
  return (
    <header className="person">
      <span className="monogram" aria-hidden="true">
        {initialsOf(account) || <RowIcon kind="person" />}
      </span>
      <div>
        {heading}
        {known !== undefined && (
          <p>
            <strong>
              <bdi dir={name === null ? 'ltr' : undefined}>{withBreaks(known, addressParts)}</bdi>
            </strong>
          </p>
        )}
        {more !== undefined && (
          <p className="muted">
            <bdi dir="ltr">{withBreaks(more, addressParts)}</bdi>
          </p>
        )}
      </div>
    </header>
  )
}

/** The initials of the first and last word of the name, or the first character of the address. */
function initialsOf({ name, email }: OwnAccount): string {
  const words = (name ?? email ?? '').trim().split(/\s+/)
  const ends = name !== null && words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return ends.map((word = '') => [...word][0]?.toUpperCase()).join('')
}

export const overviewScreen: AccountScreen = {
  Body: Overview,
  Head: Person,
  heading: (_, text) => text('account-page.heading')
}

/** Who may use the account, and what the provider keeps, as a file. */
function DataSection() {
  const { text } = usePage()
  const { account, facts } = useAccount()
  const hasApplications = facts.pages.includes('applications')
  if (!account.may.export && !hasApplications) return null
  // The response marks it as a file. With `download`, browsers would hide an error or the login page.
  return (
    <Section title="account-page.data">
      {hasApplications && (
        <Row label={text('account-page.applications')} page="applications" action="account-page.view">
          {text('account-page.applications-text')}
        </Row>
      )}
      {account.may.export && (
        <div className="row">
          <p className="muted">{text('account-page.export-text')}</p>
          <a className="link" href={withTenant(`${facts.endpoint}/export`, account.tenant)}>
            {text('account-page.export')}
          </a>
        </div>
      )}
    </Section>
  )
}

/** Leads to the deletion of the account. */
function DeleteSection() {
  const { text } = usePage()
  const { facts } = useAccount()
  if (!facts.pages.includes('delete')) return null
  return (
    <Section title="account-page.delete">
      <div className="row">
        <p className="muted">{text('account-page.delete-text')}</p>
        <AccountLink to="delete" className="button danger">
          {text('account-delete.submit')}
        </AccountLink>
      </div>
    </Section>
  )
}

/** Providers with a row of their own, or without one. */
const ownRows: readonly string[] = ['password', 'phone']

/** The account's sign-in methods. */
function SignInSection() {
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
                <bdi>{providerName(config, id)}</bdi>{' '}
                {email && <bdi>{withBreaks(`(${email})`, addressParts)}</bdi>}
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
    : text('account-page.password-since', { date: longDate(locale, since) })
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
  return new Intl.ListFormat(locale, { style: 'narrow' }).format(shown)
}

/** Ends this browser's session, or all sessions. */
function SignOutSection() {
  const { config, text } = usePage()
  const { account, facts } = useAccount()
  const { startedAt, provider } = account.session
  const date = longDate(config.locale, startedAt)
  const isFederated = config.providers.some(({ id }) => id === provider)
  const since =
    isFederated && provider !== null
      ? text('account-page.since-with', { date, provider: providerName(config, provider) })
      : text('account-page.since', { date })
  return (
    <Section title="account-page.sessions">
      <Row label={text('account-page.session')} page="sessions" action="account-page.manage">
        {since}
      </Row>
      <div className="buttons">
        <SignOut as="signed-out" words="account-page.sign-out" />
        {facts.everywhere && <SignOut as="revoked" words="account-page.sign-out-everywhere" />}
      </div>
    </Section>
  )
}

/** Without script a form that leads to the login page; with it, problems are shown here. */
export function SignOut({ as, words }: { as: Departure; words: MessageKey }) {
  const everywhere = as === 'revoked'
  const { config, text } = usePage()
  const { gateway, leave } = useAccount()
  const task = useTask()
  const { logout } = config.paths
  const signOut = (event: SubmitEvent) => {
    event.preventDefault()
    task.run(async () => {
      const answer = await gateway.signOut(everywhere)
      if (answer.kind === 'refused')
        return { kind: 'failed', problem: problemOf(answer.code, answer.reference) }
      leave(as)
      return null
    })
  }
  return (
    <TaskScope task={task} busyText={text('account-page.signing-out')}>
      <form
        className="works-without-script"
        method="post"
        action={everywhere ? `${logout}?everywhere=1` : logout}
        onSubmit={signOut}
      >
        <TaskButton name="submit">{text(words)}</TaskButton>
      </form>
    </TaskScope>
  )
}
