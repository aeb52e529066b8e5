import type { Config } from '../../../config/schema/schema.ts'
import type { UserRecord } from '../../../identity-platform/accounts/user-record.ts'
import type { ProviderFailure } from '../../../identity-platform/client/error-sorting.ts'
import type { IdentityPlatform } from '../../../identity-platform/identity-platform.ts'
import type { CreationOptions, Failed } from '../../../identity-platform/passkeys/passkey-ceremonies.ts'
import type { Tokens } from '../../../identity-platform/tokens/tokens.ts'
import type { TrialRequest } from '../check.ts'
import { fail, type Issue } from '../finding.ts'
import {
  chooseAlgorithm,
  describeOptions,
  describeOrigins,
  judgeIdToken,
  judgeListing,
  judgeOlderSession,
  judgeSecondFactor,
  judgeStranger,
  judgeUnverified,
  NOT_ASKED,
  type Observation
} from './observations.ts'
import {
  type AlgorithmName,
  type Changes,
  createAuthenticator,
  type SoftwareAuthenticator
} from './software-authenticator.ts'
import { LABEL, makeCredentialId, takePasskeyAway } from './trial-passkey.ts'

/** A page that nobody has (RFC 6761, 6.4). */
const STRANGER = 'https://gatehouse-doctor.invalid'
/** Of authenticator data: somebody is there, and not known to be the owner. */
const PRESENT_ALONE = 0x01

/** Whom a trial is about, and where. */
export interface TrialSubject extends TrialRequest {
  platform: IdentityPlatform
  login: Config['login']
  /** Of the page that the passkey is used at. */
  origin: string
  /** Why the settings of the project cannot be read, where they cannot. */
  describeUnread: (failure: ProviderFailure | null) => string
}

/** Why a trial did not come to its end. `failure`: null when nobody refused anything. */
export interface TrialStop {
  /** Such as `signing in`. */
  step: string
  failure: ProviderFailure | null
  /** What is wrong, where the failure does not say it. */
  issue: Issue | null
}

/** What a trial has shown. */
export interface TrialRecord {
  observations: readonly Observation[]
  /** Null: it came to its end. */
  stop: TrialStop | null
  /** `untouched`: none was added. `left`: it may still be there, for the reason in `reason`. */
  passkey: { kind: 'untouched' | 'gone' } | { kind: 'left'; reason: string }
}

interface Course {
  observations: readonly Observation[]
  stop: TrialStop | null
}

/** Everything that an enrolment needs. */
interface Begun {
  record: UserRecord
  /** Of the session from before the enrolment. */
  older: Tokens
  options: CreationOptions & { rpId: string; challenge: string }
  algorithm: AlgorithmName
}

/**
 * Signs the account in, adds a passkey, signs in with it in several ways, and takes it away again, whatever happened in
 * between. Every call is bounded by itself; a call that is under way is waited for, so that what it adds is known.
 */
export async function tryPasskey(subject: TrialSubject): Promise<TrialRecord> {
  const begun = await begin(subject)
  if ('step' in begun) return { observations: [], stop: begun, passkey: { kind: 'untouched' } }
  const { platform, uid, tenantId, origin, wait } = subject
  const { rpId } = begun.options
  const device = createAuthenticator({ origin, rpId, credentialId: makeCredentialId() }, begun.algorithm)
  const course = await run(subject, begun, device).catch(brokenOff)
  const reason = await takePasskeyAway({
    accounts: platform.accountsOf(tenantId),
    uid,
    credentialId: device.id,
    isUncertain: course.stop?.failure?.isOutage === true,
    wait
  })
  return { ...course, passkey: reason === null ? { kind: 'gone' } : { kind: 'left', reason } }
}

/** Up to the challenge of an enrolment: nothing is added. */
async function begin({ platform, uid, tenantId, interrupted }: TrialSubject): Promise<Begun | TrialStop> {
  const found = await platform.accountsOf(tenantId).lookUp({ uid })
  if (found.kind === 'failed') return stopAt('looking the account up', found)
  const { record } = found
  // The exchange of a custom token would say so too, in a word that is also that of other refusals.
  if (record.disabled) return stopFor('the account is disabled', 'name one that can sign in')
  const signed = await platform.signCustomToken({ uid, tenantId })
  if (signed.kind === 'failed') return stopAt('signing a custom token', signed)
  const exchanged = await platform.tokens.exchange(signed.token, tenantId)
  if (exchanged.kind === 'failed') return stopAt('signing the account in', exchanged)
  const older = exchanged.tokens
  if (interrupted.aborted) return INTERRUPTED
  const answer = await platform.passkeys.beginEnrolment(tenantId, older.idToken)
  if (answer.kind === 'failed') return stopAt('asking to add a passkey', answer)
  const { rpId, challenge } = answer.options
  const algorithm = chooseAlgorithm(answer.options)
  if (rpId === null || challenge === null)
    return stopFor('the answer names no RP ID or no challenge', 'look for a newer version of gatehouse')
  if (algorithm === null)
    return stopFor(
      'the provider offers no algorithm that the doctor knows',
      'look for a newer version of gatehouse'
    )
  return interrupted.aborted
    ? INTERRUPTED
    : { record, older, options: { ...answer.options, rpId, challenge }, algorithm }
}

/** Adds the passkey and looks what comes of it, until something fails in a way that tells nothing, or Ctrl-C. */
async function run(subject: TrialSubject, begun: Begun, device: SoftwareAuthenticator): Promise<Course> {
  const { platform, uid, tenantId, origin, interrupted } = subject
  const { options, older } = begun
  const observations = describeOptions(options, uid, new URL(origin).hostname)
  const added = await platform.passkeys.finishEnrolment(tenantId, {
    idToken: older.idToken,
    name: LABEL,
    response: device.register(options.challenge)
  })
  if (added.kind === 'failed') return { observations, stop: stopAt('adding the passkey', added) }
  for (const step of listSteps(subject, begun, device, added.tokens)) {
    if (interrupted.aborted) return { observations, stop: INTERRUPTED }
    const result = await step()
    if ('step' in result) return { observations, stop: result }
    observations.push(...result)
  }
  return { observations: [...observations, { note: NOT_ASKED, issue: null }], stop: null }
}

type Step = () => Promise<readonly Observation[] | TrialStop>

function listSteps(
  subject: TrialSubject,
  { record, older, options }: Begun,
  device: SoftwareAuthenticator,
  enrolled: Tokens
): readonly Step[] {
  const { platform, uid, tenantId, login } = subject
  const handle = Buffer.from(options.userId ?? '', 'base64')
  const signIn = async (changes: Changes = {}) => {
    const asked = await platform.passkeys.beginSignIn(tenantId)
    if (asked.kind === 'failed') return asked
    const response = device.sign(asked.options.challenge ?? '', handle, changes)
    return await platform.passkeys.finishSignIn(tenantId, response)
  }
  const attempt = async (step: string, changes: Changes, judge: (isTaken: boolean) => Observation) => {
    const result = await signIn(changes)
    if (result.kind !== 'failed') return [judge(true)]
    // Only a refusal of the response itself is an answer to what was tried.
    return isOfResponse(result.failure) ? [judge(false)] : stopAt(step, result)
  }
  return [
    async () => {
      const refreshed = await platform.tokens.refresh(older.refreshToken)
      if (refreshed.kind === 'tokens') return [judgeOlderSession(null)]
      const { kind, code } = refreshed.failure
      return kind === 'permanent'
        ? [judgeOlderSession(code)]
        : stopAt('refreshing the session from before', refreshed)
    },
    async () => {
      const found = await platform.accountsOf(tenantId).lookUp({ uid })
      return found.kind === 'found' ? [judgeListing(found.record)] : stopAt('looking the passkey up', found)
    },
    async () => {
      const result = await signIn()
      if (result.kind === 'failed') return stopAt('signing in with the passkey', result)
      const { idToken } = result.kind === 'tokens' ? result.tokens : enrolled
      return [
        judgeIdToken(await platform.verifyIdToken(idToken), uid),
        judgeSecondFactor(record, result.kind === 'second-factor', login),
        { note: 'robots: neither reCAPTCHA nor App Check is asked for', issue: null }
      ]
    },
    async () => [await readOrigins(subject)],
    () =>
      attempt('signing in without user verification', { flags: PRESENT_ALONE }, (isTaken) =>
        judgeUnverified(isTaken, login)
      ),
    () => attempt('signing in from another site', { origin: STRANGER }, judgeStranger)
  ]
}

async function readOrigins({
  platform,
  tenantId,
  origin,
  describeUnread
}: TrialSubject): Promise<Observation> {
  const answer = await platform.readPasskeySettings?.(tenantId)
  return answer?.kind === 'found'
    ? describeOrigins(origin, answer.config.expectedOrigins, '')
    : describeOrigins(origin, null, describeUnread(answer?.failure ?? null))
}

/** Did the provider refuse what an authenticator made, and nothing else? */
export function isOfResponse({ detail }: ProviderFailure): boolean {
  return detail.includes('INVALID_AUTHENTICATOR_RESPONSE')
}

const INTERRUPTED: TrialStop = { step: 'interrupted', failure: null, issue: null }

function stopAt(step: string, { failure }: Failed): TrialStop {
  return { step, failure, issue: null }
}

function stopFor(cause: string, fix: string): TrialStop {
  return { step: cause, failure: null, issue: fail(cause, fix) }
}

function brokenOff(err: unknown): Course {
  // A message may quote what was read.
  const name = err instanceof Error ? err.name : 'unknown'
  return {
    observations: [],
    stop: stopFor(`the check broke off (${name})`, 'this is a defect of gatehouse: report it')
  }
}
