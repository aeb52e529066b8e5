import { SignJWT } from 'jose/jwt/sign'
import { generateKeyPair } from 'jose/key/generate/keypair'
import { projectIssuer } from '../../config/bearer-issuers.ts'
import type { Config } from '../../config/schema/schema.ts'
import { readCompactToken } from '../../identity-platform/tokens/claims.ts'
import type { VerifyIdToken } from '../../identity-platform/tokens/id-token.ts'
import { createWrongTokens, type MachineState } from '../../machines/machine-state.ts'
import { createMachines } from '../../machines/machines.ts'
import { createSessionCache } from '../../session/session-cache.ts'
import type { VisitorCheck } from './visitor.ts'

const ALGORITHM = 'ES256'
const TOKEN_TTL_SECONDS = 300
const SOME_BYTES = 100_000

/**
 * Verifies bearer tokens with the gateway's own functions, but a key generated here in place of the issuers':
 * makes no calls, and accepts no tokens from elsewhere. `now`: epoch seconds.
 */
export async function createBearerCallers(
  config: Config,
  checkAccount: VisitorCheck['checkAccount'],
  now: () => number
) {
  const { privateKey, publicKey } = await generateKeyPair(ALGORITHM)
  const state: MachineState = {
    keysOf: () => ({
      find: async (keyId) => (keyId === ALGORITHM ? { kind: 'key', key: publicKey } : { kind: 'unknown' }),
      warm: async () => {},
      condition: () => ({ keys: 1, fetchedAtSeconds: now(), isFailing: false, sinceSeconds: now() })
    }),
    cachedBy: () => createSessionCache(SOME_BYTES),
    wrongTokens: createWrongTokens(now),
    close: async () => {}
  }
  const verifyIdToken: VerifyIdToken = async (token) => {
    const parts = readCompactToken(token)
    if (parts?.header.kid !== ALGORITHM) {
      const detail = 'tokens from elsewhere cannot be verified here'
      return { kind: 'refused', code: 'NO_MATCHING_KEY', detail }
    }
    const read = checkAccount(parts.payload)
    return read.kind === 'claims' ? { kind: 'valid', claims: read.claims } : read
  }
  const revocation = { isDue: () => false, check: async () => ({ kind: 'stands' }) as const }
  return {
    machines: createMachines({ config, platform: { verifyIdToken }, sessions: { revocation }, state, now }),
    /** A valid token with these claims; missing ones are filled in as by the first configured issuer. */
    tokenOf: (claims: Readonly<Record<string, unknown>>): Promise<string> =>
      new SignJWT(fillClaims(claims, config, now()))
        .setProtectedHeader({ alg: ALGORITHM, kid: ALGORITHM })
        .sign(privateKey)
  }
}

function fillClaims(
  claims: Readonly<Record<string, unknown>>,
  { bearer, identityPlatform }: Config,
  nowSeconds: number
): Record<string, unknown> {
  const [first] = bearer
  const issuer = claims.iss ?? first?.issuer
  const entry = bearer.find((one) => one.issuer === issuer)
  return {
    iss: issuer ?? projectIssuer(identityPlatform),
    aud: entry?.audiences[0],
    sub: 'somebody',
    azp: 'somebody',
    iat: nowSeconds,
    exp: nowSeconds + TOKEN_TTL_SECONDS,
    ...(claims.email === undefined ? {} : { email_verified: true }),
    ...claims
  }
}
