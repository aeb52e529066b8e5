import { usePage } from '../../ui/page-context.tsx'
import { useAccount } from '../account-context.ts'
import { AccountLink } from '../account-link.tsx'
import { withTenant } from '../account-paths.ts'
import { Row, Section } from './section.tsx'

/** Who may use the account, and what the provider keeps, as a file. */
export function DataSection() {
  const { text } = usePage()
  const { account, facts } = useAccount()
  const hasApplications = facts.pages.includes('applications')
  if (!account.may.export && !hasApplications) return null
  // The response marks it as a file. With `download`, browsers would hide an error or the login page.
  return (
    <Section title="account-page.data">
      {hasApplications && (
        <Row label={text('account-page.applications')} page="applications" action="account-page.manage">
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
export function DeleteSection() {
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
