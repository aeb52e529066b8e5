import type { Refusal } from '../../auth/sdk-contract.ts'
import type { PageConfig } from '../../page-config.ts'
import { lastWayIn } from '../account-problems.ts'
import { type Change, refusedChange } from './change.ts'
import { type ProviderCalls, tokensOf } from './provider-calls.ts'

/** Sign-in methods of an account. */
export interface SignInMeans {
  email: string | null
  /** By provider id: `password` for an address with a password or a link, `phone`, `google.com`. */
  providers: readonly { id: string }[]
  passkeys: readonly { id: string }[]
}

type Offered = Pick<PageConfig, 'methods' | 'providers'>

/** The name of a passkey in `waysIn`. */
export const passkeyWay = (id: string): string => `passkey ${id}`

/** The account's sign-in methods that the login page offers, by provider id or `passkeyWay`. */
export function waysIn({ email, providers, passkeys }: SignInMeans, offered: Offered): string[] {
  const { methods } = offered
  const has = (id: string) => providers.some((one) => one.id === id)
  const isOffered = (id: string) => offered.providers.some((one) => one.id === id)
  const byEmail = email !== null && (methods.emailLink || (methods.password && has('password')))
  return [
    ...(byEmail ? ['password'] : []),
    ...(methods.phone && has('phone') ? ['phone'] : []),
    ...providers.flatMap(({ id }) => (isOffered(id) ? [id] : [])),
    ...(methods.passkey === 'off' ? [] : passkeys.map(({ id }) => passkeyWay(id)))
  ]
}

/** Whether this is the last sign-in method, which the provider would remove without complaint. */
export function isLastWayIn(way: string, means: SignInMeans, offered: Offered): boolean {
  return waysIn(means, offered).every((one) => one === way)
}

/** The current sign-in methods; another tab may have removed one. */
async function readMeans(
  { call }: Pick<ProviderCalls, 'call'>,
  idToken: string
): Promise<{ kind: 'read'; means: SignInMeans } | Refusal> {
  const answer = await call('v1/accounts:lookup', { idToken })
  if (answer.kind === 'refused') return answer
  const [user] = listOf(answer.body.users)
  if (user === undefined) return { kind: 'refused', code: 'PROVIDER_UNAVAILABLE', message: '' }
  return {
    kind: 'read',
    means: {
      email: typeof user.email === 'string' ? user.email : null,
      providers: listOf(user.providerUserInfo).map(({ providerId }) => ({ id: String(providerId) })),
      passkeys: listOf(user.passkeyInfo).map(({ credentialId }) => ({ id: String(credentialId) }))
    }
  }
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map((one: unknown) => Object.assign({}, one)) : []
}

interface Removal {
  calls: Pick<ProviderCalls, 'call'>
  /** The login page's configuration. */
  config: Pick<PageConfig, 'methods' | 'providers'>
  /** Its name in `waysIn`. */
  way: string
  isThere: (means: SignInMeans) => boolean
  /** What `accounts:update` is to remove. */
  wanted: { deleteProvider: string[] } | { deletePasskey: string[] }
}

/**
 * Removes a sign-in method, unless it is the last one. Reads the current methods first, since the provider
 * removes any. Two tabs doing this at the same moment can still remove two.
 * https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/update
 */
export function removeWayIn({ calls, config, way, isThere, wanted }: Removal): Change {
  return async ({ idToken }) => {
    const present = await readMeans(calls, idToken)
    if (present.kind === 'refused') return refusedChange(present)
    // Another tab was faster; the page reloads the account.
    if (!isThere(present.means)) return { kind: 'done' }
    if (isLastWayIn(way, present.means, config)) return { kind: 'refused', problem: lastWayIn }
    const answer = await calls.call('v1/accounts:update', { idToken, ...wanted, returnSecureToken: true })
    if (answer.kind === 'refused') return refusedChange(answer)
    return { kind: 'changed', tokens: tokensOf(answer.body), endsSession: false }
  }
}
