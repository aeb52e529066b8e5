import type { ReactNode, SubmitEvent } from 'react'
import { problemOf } from '../../auth/errors.ts'
import type { MessageKey } from '../../lib/i18n.ts'
import { providerName } from '../../lib/provider-name.ts'
import { usePage } from '../../ui/page-context.tsx'
import { withBreaks } from '../../ui/words.tsx'
import { type Departure, useAccount } from '../account-context.ts'
import { AccountLink } from '../account-link.tsx'
import { withTenant } from '../account-paths.ts'
import type { OwnAccount } from '../contract.ts'
import { ProfileSection } from '../overview/profile-section.tsx'
import { dayIn, Row, RowIcon, Section } from '../overview/section.tsx'
import { SignInSection } from '../overview/sign-in-section.tsx'
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
              <bdi dir={name === null ? 'ltr' : undefined}>{withBreaks(known)}</bdi>
            </strong>
          </p>
        )}
        {more !== undefined && (
          <p className="muted">
            <bdi dir="ltr">{withBreaks(more)}</bdi>
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

/** Ends this browser's session, or all sessions. */
function SignOutSection() {
  const { config, text } = usePage()
  const { account, facts } = useAccount()
  const { startedAt, provider } = account.session
  const date = dayIn(config.locale, startedAt)
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
