import { Given } from '../../ui/words.tsx'
import { useAccount } from '../account-context.ts'
import type { OwnAccount } from '../contract.ts'
import { DataSection } from '../overview/data-section.tsx'
import { ProfileSection } from '../overview/profile-section.tsx'
import { SignInSection } from '../overview/sign-in-section.tsx'
import { SignOutSection } from '../overview/sign-out-section.tsx'
import type { AccountScreen } from './screens.ts'

/** Everything known of the account, with links to change it. Readable without script. */
function Overview() {
  const { account } = useAccount()
  const { name, email } = account
  return (
    <>
      <div className="person">
        <span className="monogram" aria-hidden="true">
          {initialsOf(account)}
        </span>
        <p>
          {name !== null && <Given>{name}</Given>}
          {email !== null && <bdi className={name === null ? undefined : 'muted'}>{email}</bdi>}
        </p>
      </div>
      <ProfileSection />
      <SignInSection />
      <SignOutSection />
      <DataSection />
    </>
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
  heading: (_, text) => text('account-page.heading')
}
