import { ProviderError } from '../server/errors.ts'
import type { Fields } from '../server/fields.ts'
import type { Provider } from '../state.ts'

/** What the SDK sends when Google's script gave it no token. */
const NO_TOKEN = 'NO_RECAPTCHA'
/** A token that is judged to be a robot's; all others are people's. */
const ROBOT_TOKEN = 'robot'

/**
 * Refuses a call without a good token of reCAPTCHA Enterprise where that is enforced. Calls of federated sign-in, of
 * authenticator apps, custom tokens and passkeys are never asked for one. `member`: where the call has its token.
 */
export function requireRecaptcha(
  fields: Fields | undefined,
  { settings: { recaptcha } }: Provider,
  { provider, member = 'captchaResponse' }: { provider: 'email' | 'phone'; member?: string }
): void {
  if (recaptcha[provider] !== 'ENFORCE') return
  const token = fields?.text(member)
  if (!token) throw new ProviderError(400, 'MISSING_RECAPTCHA_TOKEN')
  if (!fields?.text('clientType')) throw new ProviderError(400, 'MISSING_CLIENT_TYPE')
  const version = fields.text('recaptchaVersion')
  if (!version) throw new ProviderError(400, 'MISSING_RECAPTCHA_VERSION')
  if (version !== 'RECAPTCHA_ENTERPRISE') throw new ProviderError(400, 'INVALID_RECAPTCHA_VERSION')
  if (token === NO_TOKEN || token === ROBOT_TOKEN) throw new ProviderError(400, 'INVALID_RECAPTCHA_TOKEN')
}
