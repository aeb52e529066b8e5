import { isInDomain } from '../../../src/config/addresses/urls.ts'
import type { Config } from '../../../src/config/schema/schema.ts'
import type { ProviderFailure } from '../../../src/identity-platform/client/error-sorting.ts'
import { checkPasskeys, listLoginHosts } from '../../../src/login-page/settings-checks.ts'
import {
  checkPublicFailure,
  defineProviderCheck,
  evaluate,
  fail,
  joinResults,
  type Result,
  skip,
  warn
} from '../check.ts'
import { MADE_UP, type ProviderProbes } from '../context.ts'
import { toFailure } from './configuration.ts'
import { explainUnread } from './project.ts'

/** What to check for one tenant, and how severe it is if passkeys are unusable. */
interface PoolProbe {
  config: Pick<Config, 'identityPlatform' | 'publicUrl' | 'login' | 'applications'>
  provider: ProviderProbes
  /** Null: the project itself. */
  pool: string | null
  isProbe: boolean
  issue: typeof fail
}

/** The project offers passkeys, with settings that match our hosts. Begins sign-ins but completes none; writes nothing. */
export const PASSKEYS = defineProviderCheck(
  ['publicUrl', 'login', 'applications'],
  async (provider, config, { asksForPasskeys: isProbe }) => {
    const { login } = config
    const isOffered = login.methods.passkey !== 'off'
    if (!isOffered && !isProbe) return skip('login.methods.passkey is off; use --passkeys to check anyway')
    if (config.identityPlatform.emulatorHost !== null)
      return skip('the emulator accepts any passkey, but only at `localhost`')
    const offered = { ...login, methods: { ...login.methods, passkey: 'button' as const } }
    const wrong = checkPasskeys({ ...config, login: offered })
    if (wrong.length > 0)
      return evaluate('the hosts of the login page cannot use passkeys', ...wrong.map(toFailure))
    const { pools } = provider
    const issue = isOffered ? fail : warn
    const results = pools.map(async (pool) => ({
      name: pools.length === 1 ? null : (pool ?? 'project'),
      result: await examinePool({ config, provider, pool, isProbe, issue })
    }))
    return joinResults(await Promise.all(results), 'no tenant')
  }
)

async function examinePool(probe: PoolProbe): Promise<Result> {
  const { config, provider, pool, isProbe, issue } = probe
  const begun = await provider.beginPasskeySignIn(pool)
  if (begun.kind === 'failed') return checkRefusal(begun.failure, issue)
  const rpId = begun.value
  if (rpId === null)
    return evaluate(
      'started, but the response has no RP ID',
      issue('the provider has changed its response format', 'check for a newer version of gatehouse')
    )
  const { relyingPartyId } = config.login.passkeys
  const strange = listLoginHosts(config).filter((host) => !isInDomain(host, rpId))
  const [origins, enrolment] = await Promise.all([
    compareOrigins(probe),
    isProbe ? describeEnrolment(provider, pool) : ''
  ])
  return evaluate(
    `RP ID ${rpId}; origins ${origins.seen}${enrolment}`,
    strange.length > 0 &&
      issue(
        `passkeys belong to ${rpId}, and ${strange.join(', ')} is neither it nor a subdomain: most browsers reject them there`,
        'move the login page to the RP ID or a subdomain, since the RP ID can never change; a stopgap is /.well-known/webauthn at the RP ID'
      ),
    relyingPartyId !== null &&
      relyingPartyId !== rpId &&
      issue(
        `login.passkeys.relyingPartyId is ${relyingPartyId}, so passkeys are not offered`,
        `write ${rpId}, or null`
      ),
    origins.missing.length > 0 &&
      issue(
        `expectedOrigins of the project lacks ${origins.missing.join(', ')}: passkeys are rejected there`,
        'add it to passkeyConfig'
      )
  )
}

function checkRefusal(failure: ProviderFailure, issue: PoolProbe['issue']): Result {
  const isOff = failure.detail.includes('PASSKEY_NOT_ENABLED')
  if (!isOff && failure.status !== 404) return checkPublicFailure('PASSKEYS', failure)
  return evaluate(
    `refused: ${failure.detail}`,
    issue(
      isOff
        ? 'passkeys are not set up in the project, or it is not in the provider’s preview'
        : 'the provider does not have passkeys for this project',
      'set rpId and expectedOrigins in its passkeyConfig, after reading login-ui/README.md#passkeys; if Google rejects that, keep login.methods.passkey: off'
    )
  )
}

/** The origins that the project expects, and those of ours that it lacks. */
async function compareOrigins({ config, provider, pool }: PoolProbe) {
  const response = await provider.readPasskeys(pool)
  if (response.kind === 'failed') return { seen: explainUnread(response.failure), missing: [] }
  const { expectedOrigins } = response.value
  const expected = expectedOrigins.map((one) => one.toLowerCase().replace(/\/+$/, ''))
  const origins = listLoginHosts(config).map((hostname) => {
    const { origin, host } = Object.assign(new URL(config.publicUrl), { hostname })
    return { origin, host }
  })
  // The provider does not document whether origins include the scheme.
  const missing = origins.filter(({ origin, host }) => !expected.includes(origin) && !expected.includes(host))
  return { seen: expectedOrigins.join(', ') || 'none', missing: missing.map(({ origin }) => origin) }
}

/** If only the token is rejected, enrolment would work with a valid one. */
async function describeEnrolment(provider: ProviderProbes, pool: string | null): Promise<string> {
  const response = await provider.beginPasskeyEnrolment(pool, MADE_UP)
  return response.kind === 'found' || response.failure.kind === 'permanent'
    ? '; enrolment requires an id token, as expected'
    : `; enrolment: ${response.failure.detail}`
}
