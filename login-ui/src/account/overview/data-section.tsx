import { usePage } from '../../ui/page-context.tsx'
import { useAccount } from '../account-context.ts'
import { AccountLink } from '../account-link.tsx'
import { withTenant } from '../account-paths.ts'
import { Section } from './section.tsx'

/** Data export and account deletion. */
export function DataSection() {
  const { text } = usePage()
  const { account, facts } = useAccount()
  const mayDelete = facts.pages.includes('delete')
  if (!account.may.export && !mayDelete) return null
  // The response marks it as a file. With `download`, browsers would hide an error or the login page.
  return (
    <Section title="account-page.data">
      {account.may.export && <p className="muted">{text('account-page.export-text')}</p>}
      <p className="buttons">
        {account.may.export && (
          <a className="link" href={withTenant(`${facts.endpoint}/export`, account.tenant)}>
            {text('account-page.export')}
          </a>
        )}
        {mayDelete && (
          <AccountLink to="delete" className="link danger">
            {text('account-page.delete')}
          </AccountLink>
        )}
      </p>
    </Section>
  )
}
