import { Given } from '../../ui/words.tsx'
import { useAccount } from '../account-context.ts'
import type { OwnAccount } from '../contract.ts'
import { DataSection } from '../overview/data-section.tsx'
import { ProfileSection } from '../overview/profile-section.tsx'
import { SignInSection } from '../overview/sign-in-section.tsx'
import { SignOutSection } from '../overview/sign-out-section.tsx'
import type { AccountScreen } from './screens.ts'

/** All that is known of the account, and ways to what can be changed. Without script it can be read. */
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

/** Of the name the first characters of its first and its last word; else the first one of the address. */
function initialsOf({ name, email }: OwnAccount): string {
  const words = (name ?? email ?? '').trim().split(/\s+/)
  const ends = name !== null && words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return ends.map((word = '') => [...word].slice(0, 1).join('').toUpperCase()).join('')
}

export const overviewScreen: AccountScreen = {
  Body: Overview,
  heading: (_, text) => text('account-page.heading')
}
