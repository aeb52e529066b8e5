import type { ReactNode } from 'react'
import { useAccount } from '../account-context.ts'
import type { OwnAccount } from '../contract.ts'
import { DataSection, DeleteSection } from '../overview/data-section.tsx'
import { ProfileSection } from '../overview/profile-section.tsx'
import { SignInSection } from '../overview/sign-in-section.tsx'
import { SignOutSection } from '../overview/sign-out-section.tsx'
import { RowIcon } from '../rows/row-icon.tsx'
import type { AccountScreen } from './screens.ts'

/** Everything known of the account, with links to change it. Readable without script. */
function Overview() {
  return (
    <>
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
              <bdi dir={name === null ? 'ltr' : undefined}>{known}</bdi>
            </strong>
          </p>
        )}
        {more !== undefined && (
          <p className="muted">
            <bdi dir="ltr">{more}</bdi>
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
  return ends.map((word = '') => [...word].slice(0, 1).join('').toUpperCase()).join('')
}

export const overviewScreen: AccountScreen = {
  Body: Overview,
  Head: Person,
  heading: (_, text) => text('account-page.heading')
}
