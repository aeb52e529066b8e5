import { randomUUID } from 'node:crypto'
import { ProviderError } from '../server/errors.ts'
import type { ProviderSettings } from '../settings.ts'
import type { SigningKeys } from '../tokens/signing-keys.ts'
import { projectNumberOf } from '../tokens/token-issuer.ts'

/** How long a token lives, in seconds: the default of App Check. */
const TTL_SECONDS = 3600

interface AppCheckOptions {
  projectId: string
  /** Epoch seconds. */
  now: () => number
  keys: SigningKeys
  settings: Pick<ProviderSettings, 'appCheck'>
}

/** Changes to a token before it is signed, to make tokens that App Check would never issue. */
export interface AppCheckOverrides {
  header?: Record<string, unknown>
  claims?: Record<string, unknown>
}

/** App Check of the project. It signs with the keys of id tokens, so that only header and claims tell the two apart. */
export class AppCheck {
  readonly #options: AppCheckOptions

  constructor(options: AppCheckOptions) {
    this.#options = options
  }

  /** A token for an app, which need not be registered. */
  issue(appId: string, { header = {}, claims = {} }: AppCheckOverrides = {}): string {
    const { projectId, now, keys } = this.#options
    const issuedAt = Math.floor(now())
    const number = projectNumberOf(projectId)
    const payload = {
      sub: appId,
      aud: [`projects/${number}`, `projects/${projectId}`],
      provider: 'custom',
      iss: `https://firebaseappcheck.googleapis.com/${number}`,
      exp: issuedAt + TTL_SECONDS,
      iat: issuedAt,
      jti: randomUUID(),
      ...claims
    }
    return keys.sign(payload, header)
  }

  /** The response to an exchange for an app; throws 403 unless it is registered. */
  exchange(appId: string): { token: string; ttl: string } {
    const { apps } = this.#options.settings.appCheck
    if (!apps.includes(appId)) throw new ProviderError(403, 'App attestation failed.')
    return { token: this.issue(appId), ttl: `${TTL_SECONDS}s` }
  }

  /** Throws 401 without a valid token, where App Check is enforced. */
  async require(token: string | string[] | undefined): Promise<void> {
    const { apps, isEnforced } = this.#options.settings.appCheck
    if (!isEnforced) return
    const appId = typeof token === 'string' ? await this.#open(token) : null
    if (appId === null || !apps.includes(appId))
      throw new ProviderError(401, 'Firebase App Check token is invalid.')
  }

  /** The app of a token; null: it is not valid. */
  async #open(token: string): Promise<string | null> {
    const { keys, now, projectId } = this.#options
    const claims = await keys.verify(token)
    if (claims === null) return null
    const isOurs = claims.iss === `https://firebaseappcheck.googleapis.com/${projectNumberOf(projectId)}`
    return isOurs && Number(claims.exp) > now() ? String(claims.sub) : null
  }
}
