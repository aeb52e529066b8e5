import {
  checkPasskeys,
  coversLoginHost,
  listLoginHosts
} from '../../../config/checks/login-sign-in-checks.ts'
import type { Config } from '../../../config/schema/schema.ts'
import type { ProviderFailure } from '../../../identity-platform/client/error-sorting.ts'
import type { IdentityPlatform } from '../../../identity-platform/identity-platform.ts'
import { defineCheck } from '../check.ts'
import { fail, type Issue, joinVerdicts, judge, skip, type Verdict, warn } from '../finding.ts'
import { judgePublicFailure } from '../provider-probes.ts'
import { toFailure } from './configuration.ts'
import { MOST_POOLS, NO_CREDENTIALS, READER } from './project.ts'
import { withProvider } from './provider.ts'

/** No id token, so no account is asked about. */
const NO_ID_TOKEN = 'gatehouse-doctor'

/** What is asked of one pool of accounts, and how grave it is where passkeys cannot be used. */
interface Question {
  config: LoginConfig
  platform: IdentityPlatform
  /** Null: the project itself. */
  pool: string | null
  isProbe: boolean
  issue: (cause: string, fix: string) => Issue
}

/**
 * Can passkeys be used at the login page: is the project admitted to the preview, and do its settings fit our hosts? Begins
 * sign-ins that nobody goes on with; writes nothing.
 */
export const passkeysCheck = defineCheck(
  'PASSKEYS',
  { reads: ['identityPlatform', 'publicUrl', 'login', 'applications'], isRemote: true },
  async (config, context) =>
    withProvider(context, async ({ platform, tenantIds }) => {
      const isOffered = config.login.methods.passkey !== 'off'
      const isProbe = context.asksForPasskeys
      if (!isOffered && !isProbe) return skip('login.methods.passkey is off; --passkeys looks all the same')
      if (config.identityPlatform.emulatorHost !== null)
        return skip('the emulator takes every passkey, at `localhost` alone')
      const wrong = checkPasskeys(asOffered(config))
      if (wrong.length > 0)
        return judge('the hosts of the login page cannot have them', ...wrong.map(toFailure))
      const pools = tenantIds.slice(0, MOST_POOLS)
      const question = { config, platform, isProbe, issue: isOffered ? fail : warn }
      const verdicts = await Promise.all(
        pools.map(async (pool) => ({
          name: pools.length === 1 ? null : (pool ?? 'project'),
          verdict: await examinePool({ ...question, pool })
        }))
      )
      return joinVerdicts(verdicts)
    })
)

async function examinePool(question: Question): Promise<Verdict> {
  const { config, platform, pool, isProbe, issue } = question
  const begun = await platform.passkeys.beginSignIn(pool)
  if (begun.kind === 'failed') return judgeRefusal(begun.failure, issue)
  const { rpId } = begun
  if (rpId === null)
    return judge(
      'begun, but the answer names no RP ID',
      issue('the provider has changed the shape of its answers', 'look for a newer version of gatehouse')
    )
  const [origins, enrolment] = await Promise.all([
    compareOrigins(question),
    isProbe ? describeEnrolment(await platform.passkeys.beginEnrolment(pool, NO_ID_TOKEN)) : ''
  ])
  return judge(
    `RP ID ${rpId}; ${origins.seen}${enrolment}`,
    ...compareRelyingParty(config, rpId, issue),
    origins.issue
  )
}

function judgeRefusal(failure: ProviderFailure, issue: Question['issue']): Verdict {
  const isOff = failure.detail.includes('PASSKEY_NOT_ENABLED')
  if (!isOff && failure.status !== 404) return judgePublicFailure('PASSKEYS', failure)
  return judge(
    `refused: ${failure.detail}`,
    issue(
      isOff
        ? 'passkeys are not set up in the project, or it is not admitted to them, a preview of the provider'
        : 'the provider does not have passkeys for this project',
      'set rpId and expectedOrigins in its passkeyConfig, after reading login-ui/README.md#passkeys; where Google refuses that, keep login.methods.passkey: off'
    )
  )
}

function compareRelyingParty(
  config: LoginConfig,
  rpId: string,
  issue: Question['issue']
): readonly (Issue | false)[] {
  const { relyingPartyId } = config.login.passkeys
  const strange = listLoginHosts(config).filter((host) => !coversLoginHost(rpId, host))
  return [
    strange.length > 0 &&
      issue(
        `passkeys belong to ${rpId}, and ${strange.join(', ')} is neither it nor below it: most browsers refuse them there`,
        'give the login page a host at or below the RP ID, which can never be changed; a stop-gap is /.well-known/webauthn at the RP ID'
      ),
    relyingPartyId !== null &&
      relyingPartyId !== rpId &&
      issue(
        `login.passkeys.relyingPartyId is ${relyingPartyId}, so that passkeys are not offered`,
        `write ${rpId}, or null`
      )
  ]
}

async function compareOrigins({ config, platform, pool, issue }: Question): Promise<{
  seen: string
  issue: Issue | null
}> {
  const unseen = (why: string) => ({ seen: `origins ${why}`, issue: null })
  if (platform.readPasskeySettings === null) return unseen(NO_CREDENTIALS)
  const answer = await platform.readPasskeySettings(pool)
  if (answer.kind === 'failed') {
    const { status, detail } = answer.failure
    return unseen(`not known: ${detail}${status === 403 ? `; ${READER}` : ''}`)
  }
  const { expectedOrigins } = answer.config
  const missing = listLoginOrigins(config).filter((origin) => !isExpected(origin, expectedOrigins))
  return {
    seen: `origins ${expectedOrigins.join(', ') || 'none'}`,
    issue:
      missing.length === 0
        ? null
        : issue(
            `expectedOrigins of the project lacks ${missing.join(', ')}: passkeys are refused from there`,
            'add it to passkeyConfig'
          )
  }
}

/** The provider does not document whether origins have their scheme. */
function isExpected(origin: string, expected: readonly string[]): boolean {
  const { host } = new URL(origin)
  const written = expected.map((one) => one.toLowerCase().replace(/\/+$/, ''))
  return written.includes(origin) || written.includes(host)
}

/** The provider refuses the token alone when it would enrol with a good one. */
function describeEnrolment(
  answer: Awaited<ReturnType<IdentityPlatform['passkeys']['beginEnrolment']>>
): string {
  return answer.kind === 'begun' || answer.failure.kind === 'permanent'
    ? '; enrolment asks for an id token, as it should'
    : `; enrolment: ${answer.failure.detail}`
}

/** What says where the login page is, and what it offers. */
type LoginConfig = Pick<Config, 'identityPlatform' | 'publicUrl' | 'login' | 'applications'>

/** The origins that have the login page; that of `publicUrl` is the first. */
function listLoginOrigins(config: LoginConfig): string[] {
  return listLoginHosts(config).map((host) => {
    const url = new URL(config.publicUrl)
    url.hostname = host
    return url.origin
  })
}

/** The same configuration as if it offered passkeys. */
function asOffered(config: LoginConfig): LoginConfig {
  const { login } = config
  return { ...config, login: { ...login, methods: { ...login.methods, passkey: 'button' } } }
}
