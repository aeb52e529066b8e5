import type { PageConfig } from '../page-config.ts'
import { openSession, type SessionAnswer } from './session.ts'

/** What the visitor typed. The password is never changed, not even trimmed. */
export interface Credentials {
  email: string
  password: string
}

/** The account's tokens, kept in memory only, or the SDK's code (`auth/…`) why there are none. */
export type SdkAnswer =
  | { kind: 'signed-in'; idToken: string; refreshToken: string }
  | { kind: 'refused'; code: string }

/** What the page needs of the SDK. Throws only what is not the SDK's own error. */
export interface Sdk {
  signInWithPassword(credentials: Credentials): Promise<SdkAnswer>
}

/** Gives the SDK, loaded at the first call and kept; rejects when its file cannot be loaded. */
export type LoadSdk = () => Promise<Sdk>

/** Gives a loader which calls `load` once, and once more after each failure. */
export function loadOnce(load: LoadSdk): LoadSdk {
  let loading: Promise<Sdk> | null = null
  return () => {
    loading ??= load().catch((err: unknown) => {
      loading = null
      throw err
    })
    return loading
  }
}

/** Gives the code of the first thing that is missing or malformed, null when both fields can be sent. */
export function gapIn({ email, password }: Credentials): string | null {
  if (email === '') return 'page/email-missing'
  if (!/^[^@]+@[^@]+$/.test(email)) return 'page/email-malformed'
  if (password === '') return 'page/password-missing'
  return null
}

/**
 * Signs in at the identity provider, then opens the gateway's session with the tokens.
 * `onSignedIn` is called between the two. The credentials are not checked for gaps.
 */
export async function signIn(
  loadSdk: LoadSdk,
  config: Pick<PageConfig, 'handover' | 'paths'>,
  credentials: Credentials,
  onSignedIn: () => void
): Promise<SessionAnswer> {
  const sdk = await loadSdk().catch(() => null)
  if (sdk === null) return { kind: 'refused', code: 'page/unreachable', reference: null }

  const answer = await sdk.signInWithPassword(credentials)
  if (answer.kind === 'refused') return { ...answer, reference: null }

  onSignedIn()
  const { idToken, refreshToken } = answer
  return openSession(config.paths.session, { idToken, refreshToken: config.handover ? refreshToken : null })
}
