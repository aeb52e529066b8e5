import type { Refusal } from '../../auth/sdk-contract.ts'
import type { PageConfig } from '../../page-config.ts'
import type { ProviderCalls } from './provider-calls.ts'

/** What an account can sign in with. */
export interface SignInMeans {
  email: string | null
  /** By the provider's ids: `password` for an address with a password or a link, `phone`, `google.com`. */
  providers: readonly { id: string }[]
  passkeys: readonly { id: string }[]
}

type Offered = Pick<PageConfig, 'methods' | 'providers'>

/** The name of a passkey among the ways in. */
export const passkeyWay = (id: string): string => `passkey ${id}`

/** The ways in that the account has and the login page offers, by the provider's ids and by `passkeyWay`. */
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

/** Would nobody get in any more without this way? The provider takes the last one away without a word. */
export function isLastWayIn(way: string, means: SignInMeans, offered: Offered): boolean {
  return waysIn(means, offered).every((one) => one === way)
}

/** What the account can sign in with at this moment: another tab may have taken something away. */
export async function readMeans(
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
