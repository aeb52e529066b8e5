import { isInDomain } from '../../../src/config/addresses/urls.ts'
import type { Config } from '../../../src/config/schema/schema.ts'
import type { ProviderFailure } from '../../../src/identity-platform/client/error-sorting.ts'
import { checkPasskeys, listLoginHosts } from '../../../src/login-page/settings-checks.ts'
import { checkPublicFailure, defineProviderCheck } from '../check.ts'
import { evaluate, fail, type Issue, joinResults, type Result, skip, warn } from '../finding.ts'
import type { ProviderProbes } from '../probes.ts'
import { toFailure } from './configuration.ts'
import { explainUnread, NO_CREDENTIALS, poolsOf } from './project.ts'

/** Not an id token, so no account is involved. */
const NO_ID_TOKEN = 'gatehouse-doctor'

/** What to check for one tenant, and how severe it is if passkeys are unusable. */
interface PoolProbe {
  config: LoginConfig
  project: ProviderProbes['project']
  /** Null: the project itself. */
  pool: string | null
  isProbe: boolean
  issue: (cause: string, fix: string) => Issue
}

/** The project offers passkeys, with settings that match our hosts. Begins sign-ins but completes none; writes nothing. */
export const passkeysCheck = defineProviderCheck(
  'PASSKEYS',
  ['publicUrl', 'login', 'applications'],
  async (provider, config, { asksForPasskeys: isProbe }) => {
    const isOffered = config.login.methods.passkey !== 'off'
    if (!isOffered && !isProbe) return skip('login.methods.passkey is off; use --passkeys to check anyway')
    if (config.identityPlatform.emulatorHost !== null)
      return skip('the emulator accepts any passkey, but only at `localhost`')
    const { login } = config
    const offered = { ...login, methods: { ...login.methods, passkey: 'button' as const } }
    const wrong = checkPasskeys({ ...config, login: offered })
    if (wrong.length > 0)
      return evaluate('the hosts of the login page cannot use passkeys', ...wrong.map(toFailure))
    const pools = poolsOf(provider)
    const probe = { config, project: provider.project, isProbe, issue: isOffered ? fail : warn }
    const results = await Promise.all(
      pools.map(async (pool) => ({
        name: pools.length === 1 ? null : (pool ?? 'project'),
        result: await examinePool({ ...probe, pool })
      }))
    )
    return joinResults(results)
  }
)

async function examinePool(probe: PoolProbe): Promise<Result> {
  const { config, project, pool, isProbe, issue } = probe
  const begun = await project.beginPasskeySignIn(pool)
  if (begun.kind === 'failed') return checkRefusal(begun.failure, issue)
  const { rpId } = begun
  if (rpId === null)
    return evaluate(
      'started, but the response has no RP ID',
      issue('the provider has changed its response format', 'check for a newer version of gatehouse')
    )
  const { relyingPartyId } = config.login.passkeys
  const strange = listLoginHosts(config).filter((host) => !isInDomain(host, rpId))
  const [origins, enrolment] = await Promise.all([
    compareOrigins(probe),
    isProbe ? describeEnrolment(project, pool) : ''
  ])
  return evaluate(
    `RP ID ${rpId}; ${origins.seen}${enrolment}`,
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
    origins.issue
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

async function compareOrigins({ config, project, pool, issue }: PoolProbe) {
  const unseen = (why: string) => ({ seen: `origins ${why}`, issue: null })
  if (project.readPasskeys === null) return unseen(NO_CREDENTIALS)
  const response = await project.readPasskeys(pool)
  if (response.kind === 'failed') return unseen(explainUnread(response.failure))
  const { expectedOrigins } = response.settings
  const origins = listLoginHosts(config).map((host) => {
    const url = new URL(config.publicUrl)
    url.hostname = host
    return url.origin
  })
  const missing = origins.filter((origin) => !isExpected(origin, expectedOrigins))
  return {
    seen: `origins ${expectedOrigins.join(', ') || 'none'}`,
    issue:
      missing.length === 0
        ? null
        : issue(
            `expectedOrigins of the project lacks ${missing.join(', ')}: passkeys are rejected there`,
            'add it to passkeyConfig'
          )
  }
}

/** The provider does not document whether origins include the scheme. */
function isExpected(origin: string, expected: readonly string[]): boolean {
  const { host } = new URL(origin)
  const written = expected.map((one) => one.toLowerCase().replace(/\/+$/, ''))
  return written.includes(origin) || written.includes(host)
}

/** If only the token is rejected, enrolment would work with a valid one. */
async function describeEnrolment(project: ProviderProbes['project'], pool: string | null): Promise<string> {
  const response = await project.beginPasskeyEnrolment(pool, NO_ID_TOKEN)
  return response.kind === 'begun' || response.failure.kind === 'permanent'
    ? '; enrolment requires an id token, as expected'
    : `; enrolment: ${response.failure.detail}`
}

type LoginConfig = Pick<Config, 'identityPlatform' | 'publicUrl' | 'login' | 'applications'>
