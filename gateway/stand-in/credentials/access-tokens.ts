import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { buildErrorInfo, ProviderError } from '../server/errors.ts'

/** How long an access token lives unless its caller says otherwise, in seconds. */
export const ACCESS_TOKEN_TTL_SECONDS = 3599

/** Whose access token it is. */
export type Principal = 'serviceAccount' | 'user' | 'workload'

/** What an access token permits. */
export interface AccessGrant {
  principal: Principal
  /** Full addresses. */
  scopes: readonly string[]
  /** Epoch seconds. */
  expiresAtSeconds: number
}

const PREFIXES: Record<Principal, string> = {
  serviceAccount: 'ya29.c.',
  user: 'ya29.a0',
  workload: 'ya29.d.'
}

const EXPECTED =
  'Expected OAuth 2 access token, login cookie or other valid authentication credential. ' +
  'See https://developers.google.com/identity/sign-in/web/devconsole-project.'

/** The full address of a scope of Google's. */
export function scopeOf(name: string): string {
  return `https://www.googleapis.com/auth/${name}`
}

/** The access token of `Authorization: Bearer`. */
export function readBearer(request: FastifyRequest): string | undefined {
  return /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

/** The access tokens that any of the services has issued. */
export class AccessTokens {
  readonly #now: () => number
  readonly #grants = new Map<string, AccessGrant>()

  /** `acceptOwner`: as the official emulator, whose access token never expires. Default false. */
  constructor(now: () => number, acceptOwner = false) {
    this.#now = now
    if (acceptOwner) {
      const scopes = [scopeOf('cloud-platform')]
      this.#grants.set('owner', { principal: 'serviceAccount', scopes, expiresAtSeconds: Infinity })
    }
  }

  mint(principal: Principal, scopes: readonly string[], ttlSeconds = ACCESS_TOKEN_TTL_SECONDS): string {
    const accessToken = `${PREFIXES[principal]}${randomBytes(48).toString('base64url')}`
    this.#grants.set(accessToken, { principal, scopes, expiresAtSeconds: this.#now() + ttlSeconds })
    return accessToken
  }

  /** What a token permits; undefined when it is unknown or has expired. */
  find(accessToken: string): AccessGrant | undefined {
    const grant = this.#grants.get(accessToken)
    return grant && grant.expiresAtSeconds > this.#now() ? grant : undefined
  }

  /** The grant of a request; throws 401 without a valid token, 403 without one of these scopes. */
  require(accessToken: string | undefined, scopes: readonly string[], service: string): AccessGrant {
    if (accessToken === undefined)
      throw new ProviderError(401, `Request is missing required authentication credential. ${EXPECTED}`)
    const grant = this.find(accessToken)
    if (!grant) throw new ProviderError(401, `Request had invalid authentication credentials. ${EXPECTED}`)
    if (!grant.scopes.some((scope) => scopes.includes(scope)))
      throw new ProviderError(403, 'Request had insufficient authentication scopes.', {
        details: [buildErrorInfo('ACCESS_TOKEN_SCOPE_INSUFFICIENT', { service })]
      })
    return grant
  }

  expireAll(): void {
    this.#grants.clear()
  }
}
