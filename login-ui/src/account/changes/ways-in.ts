import { problemOf } from '../../auth/errors.ts'
import type { Refusal } from '../../auth/sdk-contract.ts'
import { plainProblem } from '../../first-state.ts'
import type { PageConfig, Provider } from '../../page-config.ts'
import { type Change, freshAccount, refusedChange } from './change.ts'
import { type ProviderCalls, tokensOf } from './provider-calls.ts'

/** Without it the account could not sign in. */
const lastWayIn = plainProblem('account', 'account-ways.last', 'account-ways.last-hint')

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
  { call }: ProviderCalls,
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
export function removeWayIn({ way, isThere, wanted }: Removal): Change {
  return async ({ idToken }, { calls, config }) => {
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

/** Disconnects a federated provider, unless it is the last way to sign in. */
export function unlinkProvider(id: string): Change {
  return removeWayIn({
    way: id,
    isThere: ({ providers }) => providers.some((one) => one.id === id),
    wanted: { deleteProvider: [id] }
  })
}

/**
 * Connects a federated provider through a popup: its sign-in then opens this account. Never by redirect, for
 * which the SDK would keep the account's tokens in browser storage.
 */
export function linkProvider(provider: Provider): Change {
  return async (proof, tools) => {
    const fresh = await freshAccount(tools, proof)
    if (fresh.kind === 'refused') return refusedChange(fresh)
    const answer = await fresh.account.link(provider)
    if (answer.kind === 'refused') {
      // Another tab was faster; the page reloads the account.
      if (answer.code === 'auth/provider-already-linked') return { kind: 'done' }
      const slots = { provider: provider.name }
      const connected = problemOf('auth/credential-already-in-use', null, slots)
      return refusedChange(answer, {
        'auth/credential-already-in-use': connected,
        'auth/email-already-in-use': connected,
        'auth/popup-blocked': problemOf('page/window-blocked'),
        // The SDK's code if the browser blocks a provider script.
        'auth/internal-error': problemOf('page/provider-blocked', null, slots)
      })
    }
    const tokens = await fresh.account.tokens()
    return { kind: 'changed', tokens: tokens.kind === 'tokens' ? tokens : null, endsSession: false }
  }
}
