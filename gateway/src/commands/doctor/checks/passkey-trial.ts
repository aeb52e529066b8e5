import { checkPasskeys } from '../../../config/checks/passkey-checks.ts'
import type { Config } from '../../../config/schema/schema.ts'
import type { ProviderFailure } from '../../../identity-platform/client/error-sorting.ts'
import { defineCheck, type TrialRequest } from '../check.ts'
import { fail, type Issue, judge, skip, type Verdict } from '../finding.ts'
import { isOfResponse, type TrialRecord, tryPasskey } from '../passkey-trial/trial.ts'
import { MARK } from '../passkey-trial/trial-passkey.ts'
import { type ProviderProbes, toIssue } from '../provider-probes.ts'
import { toFailure } from './configuration.ts'
import { asOffered, type LoginConfig, listLoginOrigins } from './login-hosts.ts'
import { NO_CREDENTIALS, READER } from './project.ts'
import { withProvider } from './provider.ts'

/**
 * What does a passkey do that is added for real, to an account that is there for tests? Adds one, signs in with it, and takes
 * it away again.
 */
export const passkeyTrialCheck = defineCheck(
  'PASSKEY_TRIAL',
  { reads: ['identityPlatform', 'publicUrl', 'login', 'applications'], isRemote: true, endsItself: true },
  async (config, context) =>
    withProvider(context, async (provider) => {
      const { trial } = context
      if (trial === null) return skip('not asked for: --passkeys --account UID tries one')
      if (config.identityPlatform.emulatorHost !== null)
        return skip('the emulator takes every passkey, at `localhost` alone')
      const refusal = refuse(config, provider, trial)
      if (refusal !== null) return refusal
      const origin = findOrigin(config, trial.tenantId)
      const record = await tryPasskey({
        ...trial,
        platform: provider.platform,
        login: config.login,
        origin,
        describeUnread
      })
      return judgeTrial(record, { ...trial, origin, configuredTenant: config.identityPlatform.tenantId })
    })
)

function refuse(
  config: LoginConfig,
  { platform, tenantIds }: ProviderProbes,
  { tenantId }: TrialRequest
): Verdict | null {
  const wrong = checkPasskeys(asOffered(config))
  if (wrong.length > 0) return judge('the hosts of the login page cannot have them', ...wrong.map(toFailure))
  if (!platform.accountsOf(tenantId).hasCredentials || !platform.canSign)
    return judge(
      'not tried: no credentials that can sign',
      fail(
        'the account is signed in by a custom token, and the passkey is taken away in the name of the project',
        'set identityPlatform.credentialsFile'
      )
    )
  if (!tenantIds.includes(tenantId))
    return judge(
      `not tried: ${tenantId === null ? "the project's own accounts are" : `tenant ${tenantId} is`} not used here`,
      fail(
        'the configuration names other pools of accounts, and the gateway would refuse the tokens',
        `take one of: ${tenantIds.map((id) => (id === null ? '--no-tenant' : `--tenant ${id}`)).join(', ')}`
      )
    )
  return null
}

/** Where the accounts of this pool sign in. */
function findOrigin(config: LoginConfig, tenantId: string | null): string {
  const origins = listLoginOrigins(config)
  const { tenants, tenantId: usual } = config.identityPlatform
  const own = origins.find((origin) => (tenants[new URL(origin).hostname] ?? usual) === tenantId)
  return own ?? new URL(config.publicUrl).origin
}

function describeUnread(failure: ProviderFailure | null): string {
  if (failure === null) return NO_CREDENTIALS
  return `not known: ${failure.detail}${failure.status === 403 ? `; ${READER}` : ''}`
}

interface Tried extends TrialRequest {
  origin: string
  configuredTenant: Config['identityPlatform']['tenantId']
}

function judgeTrial({ observations, stop, passkey }: TrialRecord, tried: Tried): Verdict {
  const removal = {
    untouched: 'no passkey was added',
    gone: 'the passkey is taken away again',
    left: 'THE PASSKEY MAY STILL BE THERE'
  }
  const detail = stop?.failure == null ? '' : `: ${stop.failure.detail}`
  const course = stop === null ? 'a passkey was added and signed in with' : `${stop.step}${detail}`
  const verdict = judge(
    `account ${tried.uid}: ${course}; ${removal[passkey.kind]}`,
    passkey.kind === 'left' &&
      fail(
        `the passkey ${MARK}… could not be taken away: ${passkey.reason}`,
        `run \`${removalCommand(tried)}\``
      ),
    stop !== null && judgeStop(stop, tried),
    ...observations.map(({ issue }) => issue)
  )
  return observations.length === 0 ? verdict : { ...verdict, notes: observations.map(({ note }) => note) }
}

function judgeStop({ step, failure, issue }: NonNullable<TrialRecord['stop']>, tried: Tried): Issue {
  if (issue !== null) return issue
  if (failure === null) return fail(step, 'run the doctor again')
  const known = KNOWN.find(({ says }) => says.test(failure.detail))
  if (failure.code === 'USER_NOT_FOUND')
    return fail(
      'there is no account of this uid in this pool',
      'make one for tests with `gatehouse users create`, or name its pool by --tenant or --no-tenant'
    )
  if (isOfResponse(failure))
    return fail(
      `the provider does not take what a page at ${tried.origin} sends`,
      'add the origin to expectedOrigins of the project, with its scheme and without a final slash'
    )
  return known === undefined ? toIssue(failure) : fail(known.cause, known.fix)
}

/** Refusals that only passkeys have. */
const KNOWN: readonly { says: RegExp; cause: string; fix: string }[] = [
  {
    says: /PASSKEY_NOT_ENABLED|^404 /,
    cause: 'passkeys are not set up in the project, or it is not admitted to them, a preview of the provider',
    fix: 'see PASSKEYS'
  },
  {
    says: /PASSKEY_LIMIT_EXCEEDED/,
    cause: 'the account has as many passkeys as the provider allows',
    fix: 'take one away with `gatehouse users passkeys remove`, or name another account'
  },
  {
    says: /CAPTCHA/i,
    cause: 'the provider asks for reCAPTCHA with passkeys, which the page does not send',
    fix: 'take passkeys out of what reCAPTCHA protects, or keep login.methods.passkey: off'
  }
]

function removalCommand({ uid, tenantId, configuredTenant }: Tried): string {
  const word = /^\w[\w.:@-]*$/.test(uid) ? uid : `'${uid.replaceAll("'", "'\\''")}'`
  const pool =
    tenantId === configuredTenant ? '' : tenantId === null ? ' --no-tenant' : ` --tenant ${tenantId}`
  return `gatehouse users passkeys remove ${word} ${MARK} --by uid${pool}`
}
