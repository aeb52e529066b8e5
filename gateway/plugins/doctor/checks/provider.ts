import type { BearerIssuer } from '../../../src/config/schema/schema.ts'
import {
  createProviderHttp,
  describeSilence,
  resultOfCall
} from '../../../src/identity-platform/client/http.ts'
import { type Credentials, canSign } from '../../../src/identity-platform/credentials/credentials.ts'
import { CLOCK_SKEW_SECONDS } from '../../../src/identity-platform/tokens/id-token.ts'
import { createIssuerKeys, projectIssuer } from '../../../src/machines/issuers.ts'
import { describeOffset, EMULATOR_SIGNS_NOTHING } from '../../../src/operations/condition.ts'
import { createRuntime } from '../../../src/operations/runtime.ts'
import {
  checkFailure,
  checkPublicFailure,
  count,
  defineProviderCheck,
  defineRemoteCheck,
  evaluate,
  fail,
  failing,
  ok,
  skip,
  toIssue,
  warn,
  warning
} from '../check.ts'
import { MADE_UP, type ProviderProbes } from '../context.ts'

/** Worth a warning. */
const NOTABLE_OFFSET_SECONDS = 30
/** The header has whole seconds, and responses take time. */
const EXACTNESS_SECONDS = 2

export const PROVIDER_CHECKS = {
  /** The clock agrees with the provider's. */
  CLOCK: defineProviderCheck([], async ({ settings: { emulatorHost, endpoints }, state }) => {
    const url = emulatorHost === null ? endpoints.certificates : `http://${emulatorHost}/`
    const response = await state.http.send({ method: 'GET', url })
    const { offsetSeconds } = state.clock.condition()
    if (offsetSeconds === null)
      return skip(
        `unknown: ${response.kind === 'unreachable' ? describeSilence(response.cause) : 'the provider’s response has no Date'}`
      )
    const size = Math.abs(offsetSeconds)
    const problem = size > CLOCK_SKEW_SECONDS ? fail : warn
    return evaluate(
      size < EXACTNESS_SECONDS ? 'within 2 s of the provider’s' : describeOffset(offsetSeconds),
      size > NOTABLE_OFFSET_SECONDS &&
        problem(
          'id tokens and access tokens seem too new or too old',
          'synchronise the clock (NTP, such as `chronyc tracking` or `timedatectl`)'
        )
    )
  }),

  /** Id token certificates can be fetched. */
  CERTIFICATES: defineProviderCheck(
    [],
    async ({ settings, platform: { certificates }, certificateIssue }) => {
      if (settings.emulatorHost !== null) return ok(EMULATOR_SIGNS_NOTHING)
      await certificates.warm()
      const issue = certificateIssue()
      if (issue === null) return ok(count(certificates.condition().keys, 'key'))
      return issue.kind === 'certificates.ignored'
        ? warning(
            `${issue.keyIds.length} of them cannot verify`,
            'some entries are not RSA certificates',
            'check identityPlatform.endpoints.certificates'
          )
        : failing(
            `cannot be fetched: ${issue.failure.detail}`,
            'no session can begin, and sessions that are not cached do not pass',
            'let this machine reach www.googleapis.com on port 443, or correct identityPlatform.endpoints.certificates'
          )
    }
  ),

  /** The keys of each bearer token issuer can be fetched. The project's have their own check. */
  ISSUERS: defineRemoteCheck(
    ['bearer', 'identityPlatform'],
    async ({ bearer, identityPlatform }, { now }) => {
      const foreign = bearer.filter(({ issuer }) => issuer !== projectIssuer(identityPlatform))
      if (foreign.length === 0) return skip('only bearer tokens of the project are accepted')
      const found = await Promise.all(foreign.map((entry) => countKeys(entry, now)))
      const silent = found.filter(({ keys }) => keys === 0)
      if (silent.length === 0)
        return ok(found.map(({ issuer, keys }) => `${issuer}: ${count(keys, 'key')}`).join(', '))
      return failing(
        silent.map(({ issuer, reason }) => `${issuer}: ${reason}`).join('; '),
        'callers with tokens of these issuers get 503',
        'make `issuer` match exactly, set `jwksUri` if there is no discovery document, and let this machine reach both'
      )
    }
  ),

  /** The provider accepts the API key at both of its services. */
  API_KEY: defineProviderCheck([], async ({ readPublic, tryRefresh }) => {
    const [settings, refresh] = await Promise.all([readPublic(), tryRefresh()])
    if (settings.kind === 'failed') return checkPublicFailure('API_KEY', settings.failure)
    if (refresh === null) return ok('accepted by Identity Toolkit API and Token Service API')
    return refresh.hint?.doctor === 'APP_CHECK'
      ? checkPublicFailure('API_KEY', refresh)
      : checkFailure(refresh, 'Token Service API: ')
  }),

  /** App Check tokens can be made, or are not needed for any call of sessions. */
  APP_CHECK: defineProviderCheck([], async ({ settings, platform, readPublic, tryRefresh, tryIdToken }) => {
    if (settings.emulatorHost !== null) return skip('the emulator has no App Check')
    const { appId } = settings.appCheck
    if (appId !== null && platform.appCheckTokens === null)
      return failing(
        'no token can be made',
        'identityPlatform.appCheck.appId needs credentials that can sign, so calls carry no token',
        'set identityPlatform.credentialsFile to a service account of the project'
      )
    const made = await platform.appCheckTokens?.()
    if (made?.kind === 'failed') return checkFailure(made.failure)
    const [response, refresh, lookUp] = await Promise.all([readPublic(), tryRefresh(), tryIdToken()])
    const failures = [response.kind === 'failed' ? response.failure : null, refresh, lookUp]
    const refused = failures.find((failure) => failure?.hint?.doctor === 'APP_CHECK')
    if (refused) return checkFailure(refused)
    const other = failures.find((failure) => failure !== null)
    if (other) return skip(`unknown: ${other.detail}, see API_KEY`)
    const state = appId === null ? 'not enforced' : `tokens of ${appId} can be made`
    return ok(`${state}: lookup and refresh work`)
  }),

  /** The credentials may look up accounts, and sign custom tokens if sessions need them. */
  CREDENTIALS: defineProviderCheck(
    ['session', 'clientSdk'],
    async (provider, { identityPlatform, session, clientSdk }, { inspected: { credentials } }) => {
      if (identityPlatform.emulatorHost !== null) return skip('the emulator needs none')
      if (credentials === null || provider.lookUp === null)
        // Sessions then begin with the login page's tokens, and accounts are looked up with id tokens.
        return session.acquire === 'exchange'
          ? failing(
              'none',
              'session.acquire: exchange needs credentials',
              'set identityPlatform.credentialsFile'
            )
          : ok('none: sessions begin by handover, and `gatehouse users` cannot be used')
      const kind = describeKind(credentials)
      const account = await provider.lookUp()
      if (account.kind === 'failed' && account.failure.code !== 'USER_NOT_FOUND')
        return checkFailure(account.failure, `${kind}: `)
      const inVain = [
        ...(session.acquire === 'handover' ? [] : ['no session can begin']),
        ...(clientSdk.enabled ? ['Firebase code of applications gets no custom tokens'] : [])
      ]
      if (inVain.length === 0 || !canSign(credentials)) return ok(`${kind}: may look up accounts`)
      const refusal = await trySigning(provider, inVain.join(', and '))
      return evaluate(`${kind}: may look up accounts${refusal === null ? ', may sign' : ''}`, refusal)
    }
  ),

  /** The project is within its quota, judging by other checks' responses. */
  QUOTA: defineProviderCheck([], async ({ readPublic, tryRefresh, lookUp }) => {
    const [settings, refresh, account] = await Promise.all([readPublic(), tryRefresh(), lookUp?.()])
    const ofCalls = [settings, account].map((call) => (call?.kind === 'failed' ? call.failure : null))
    const failures = [...ofCalls, refresh].filter((failure) => failure !== null)
    const over = failures.find((failure) => resultOfCall(failure) === 'quota')
    if (over !== undefined)
      return failing(
        `refused: ${over.detail}`,
        'the project has used up its quota, which all its clients share',
        'find the callers (console, APIs and services, quotas), then request more'
      )
    return failures.some(({ isOutage }) => isOutage === true)
      ? skip('unknown: unexpected response of the provider, see API_KEY')
      : ok('no call of this run was rejected for it')
  })
}

/** `consequence`: of not being able to sign. */
async function trySigning({ platform }: ProviderProbes, consequence: string) {
  // For no account, and sent nowhere.
  const signed = await platform.signCustomToken({ uid: MADE_UP, tenantId: null })
  if (signed.kind === 'signed') return null
  const issue = toIssue(signed.failure)
  const what = `${consequence}, because custom tokens cannot be signed (${signed.failure.detail})`
  return { ...issue, cause: `${what}: ${issue.cause}` }
}

function describeKind(credentials: Credentials): string {
  if (credentials.kind === 'key') return 'service account key'
  return credentials.kind === 'metadata' ? 'account of this machine' : `file of type ${credentials.type}`
}

async function countKeys({ issuer, jwksUri }: BearerIssuer, now: () => number) {
  const http = createProviderHttp()
  let reason = 'no answer'
  const runtime = createRuntime({
    now,
    report(event) {
      if (event.kind === 'issuer.unavailable') reason = event.failure.detail
    }
  })
  try {
    const keys = createIssuerKeys(runtime, { http, issuer, jwksUri })
    await keys.warm()
    return { issuer, keys: keys.condition().keys, reason }
  } finally {
    await http.close()
  }
}
