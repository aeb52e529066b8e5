import type { NewAccount } from '../../../identity-platform/accounts/account-fields.ts'
import type { Arguments } from '../../command-line/arguments.ts'
import type { Io } from '../../io.ts'
import { readPassword } from './password.ts'

/** What the profile options say; members that were not given are left out. Reads the password, last of all. */
export async function readProfile(
  io: Io,
  args: Arguments
): Promise<Omit<NewAccount, 'uid' | 'secondFactors'>> {
  const profile: NewAccount = {}
  const email = args.text('email')
  const emailVerified = args.flag('email-verified')
  const displayName = args.text('display-name')
  const photoURL = args.text('photo-url')
  const phoneNumber = args.text('phone')
  const disabled = args.flag('disabled')
  if (email !== undefined) profile.email = email
  if (emailVerified !== undefined) profile.emailVerified = emailVerified
  if (displayName !== undefined) profile.displayName = displayName
  if (photoURL !== undefined) profile.photoURL = photoURL
  if (phoneNumber !== undefined) profile.phoneNumber = phoneNumber
  if (disabled !== undefined) profile.disabled = disabled
  const password = await readPassword(io, args)
  if (password !== null) profile.password = password
  return profile
}
