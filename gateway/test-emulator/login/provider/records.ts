import { askAsOwner, poolPath } from '../../doubles/provider-call.ts'
import { askEmulator, IDENTITY_TOOLKIT } from '../../emulator-accounts.ts'
import type { LoginEnvironment } from '../login-environment.ts'

/** The provider record of an account, as far as the checks use it. */
export interface AccountFacts {
  email: string
  emailVerified: boolean
  /** Number of second factors. */
  factors: number
  /** Ids of the sign-in methods, sorted. */
  providers: string[]
}

/** The provider record of an account. */
export async function recordOf({ emulatorHost }: LoginEnvironment, uid: string): Promise<AccountFacts> {
  const path = `/identitytoolkit.googleapis.com/v1/${poolPath(undefined)}/accounts:lookup`
  const { users } = await askAsOwner(emulatorHost, path, { localId: [uid] })
  const { email, emailVerified, mfaInfo, providerUserInfo } = Object(Array.isArray(users) ? users[0] : null)
  const providers: unknown[] = Array.isArray(providerUserInfo) ? providerUserInfo : []
  return {
    email: String(email),
    emailVerified: emailVerified === true,
    factors: Array.isArray(mfaInfo) ? mfaInfo.length : 0,
    providers: providers.map((provider) => String(Object(provider).providerId)).sort()
  }
}

/** Changes an account by its id token, as a signed-in page does. */
export async function updateByToken(
  { emulatorHost }: LoginEnvironment,
  idToken: string,
  changes: Record<string, unknown>
): Promise<void> {
  await askEmulator(emulatorHost, `${IDENTITY_TOOLKIT}/v1/accounts:update`, { idToken, ...changes })
}
