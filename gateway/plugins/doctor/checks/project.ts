import { asksForSecondFactor } from '../../../src/access/settings-checks.ts'
import { isInDomain } from '../../../src/config/addresses/urls.ts'
import type { Config } from '../../../src/config/schema/schema.ts'
import type { ProviderFailure } from '../../../src/identity-platform/client/error-sorting.ts'
import { canSign } from '../../../src/identity-platform/credentials/credentials.ts'
import { listLoginHosts } from '../../../src/login-page/settings-checks.ts'
import { ask, type Reply } from '../ask.ts'
import {
  checkFailure,
  checkPublicFailure,
  defineProviderCheck,
  evaluate,
  fail,
  type Issue,
  ok,
  skip,
  toIssue,
  warn,
  warning
} from '../check.ts'
import type { ProviderProbes } from '../context.ts'
import type { BlockingFunction, Read } from '../project-settings.ts'

export const PROJECT_CHECKS = {
  /** The configured project and tenants exist. */
  PROJECT: defineProviderCheck([], async ({ readPublic, findTenant, tenants, settings }) => {
    const { projectId, emulatorHost } = settings
    const response = await readPublic()
    if (response.kind === 'failed') return checkPublicFailure('PROJECT', response.failure)
    if (emulatorHost !== null) return ok(`${projectId}: the emulator accepts any project and tenant`)
    return evaluate(
      `${projectId}${tenants.length === 0 ? '' : `, tenants: ${tenants.join(', ')}`}`,
      checkOwner(projectId, response.value.authorizedDomains),
      ...(await Promise.all(
        tenants.map(async (id) => {
          const found = await findTenant(id)
          if (found.kind === 'found') return null
          const issue = toIssue(found.failure)
          return { ...issue, cause: `tenant ${id}: ${issue.cause}` }
        })
      ))
    )
  }),

  /** Federated sign-ins and mail links may return to the gateway's hosts. */
  DOMAIN: defineProviderCheck(['publicUrl', 'login', 'applications'], async (provider, config) => {
    if (provider.settings.emulatorHost !== null) return skip('the emulator needs no authorised domains')
    const response = await provider.readPublic()
    if (response.kind === 'failed') return checkPublicFailure('DOMAIN', response.failure)
    const hosts = listLoginHosts(config)
    const { authorizedDomains } = response.value
    // Like the browser SDK: a domain covers its subdomains.
    const missing = hosts.filter((host) => !authorizedDomains.some((domain) => isInDomain(host, domain)))
    if (missing.length === 0) return ok(`${hosts.join(', ')}: authorised`)
    return warning(
      `${missing.join(', ')}: not authorised`,
      'federated sign-in and mail links fail on hosts that are not authorised domains of the project',
      'add it in the console: Authentication, Settings, Authorised domains'
    )
  }),

  /** The project has enabled what the login page offers. */
  PROVIDERS: defineProviderCheck(['login'], async (provider, config) => {
    const { providers } = config.login
    if (config.identityPlatform.emulatorHost !== null) return skip('the emulator offers everything')
    const federated = await Promise.all(
      provider.pools.flatMap((pool) => providers.map(({ id }) => findProvider(provider, id, pool)))
    )
    const failed = federated.find((one) => one?.kind === 'failed')
    if (failed !== undefined) return checkFailure(failed.failure)
    const methods = await findMethods(config, provider)
    const looked = [...providers.map(({ id }) => id), ...methods.names].join(', ')
    if (looked === '') return skip(methods.unknown ?? 'the login page offers nothing')
    return evaluate(
      methods.unknown === null ? looked : `${looked}; ${methods.unknown}`,
      ...federated.map((one) => (one?.kind === 'off' ? one.issue : null)),
      ...methods.issues
    )
  }),

  /** The project has the second factors that the login page requests. */
  MFA: defineProviderCheck(['login', 'access', 'applications'], async (provider, config) => {
    const { totp, sms } = config.login.mfa
    const isAskedFor = asksForSecondFactor(config)
    if (totp === 'off' && !sms && !isAskedFor) return skip('neither login.mfa nor a rule requires one')
    if (provider.settings.emulatorHost !== null) return skip('the emulator offers every second factor')
    const pools = await readPools(provider, provider.readSignIn)
    if (pools.kind === 'failed') return skip(explainUnread(pools.failure))
    const hasTotp = pools.value.every((pool) => pool.totp)
    const hasSms = pools.value.every((pool) => pool.sms)
    const cannotBegin = totp === 'required' && !hasTotp && !(sms && hasSms)
    const cannotPass = isAskedFor && totp !== 'required' && !hasTotp && !hasSms
    const inProject = (has: boolean) => `${has ? 'on' : 'off'} in the project`
    return evaluate(
      `authenticator app: ${totp}, ${inProject(hasTotp)}; text message: ${sms ? 'on' : 'off'}, ${inProject(hasSms)}`,
      cannotBegin &&
        fail(
          'a second factor is required but none can be set up: no session can begin',
          'enable TOTP in the project (mfa.providerConfigs; the console does not show it), in every tenant'
        ),
      cannotPass &&
        warn(
          'a rule requires a second factor (`require.secondFactor`), but none is enabled in the project: no visitor can pass it',
          'enable multi-factor authentication in the project, in every tenant'
        ),
      sms &&
        !hasSms &&
        warn(
          'login.mfa.sms is on, but the project does not send text messages as second factors',
          'enable SMS multi-factor authentication in the console, or set login.mfa.sms: false'
        )
    )
  }),

  /** The login page may load what the project requires of browsers: reCAPTCHA Enterprise. */
  RECAPTCHA: defineProviderCheck(['login'], async (provider, { login }) => {
    if (provider.settings.emulatorHost !== null) return skip('the emulator has no reCAPTCHA')
    const pools = await readPools(provider, provider.readRecaptcha)
    if (pools.kind === 'failed') return checkPublicFailure('RECAPTCHA', pools.failure)
    const { methods, mfa, security } = login
    const enforces = pools.value.some(({ enforcesEmail }) => enforcesEmail)
    const isOn = security.recaptcha
    const mayLoad = isOn || mfa.sms || methods.phone
    const isBlocked = enforces && !mayLoad && (methods.password || methods.emailLink)
    return evaluate(
      `for email: ${enforces ? 'enforced' : 'not enforced'} by the project; login.security.recaptcha: ${isOn ? 'on' : 'off'}`,
      isBlocked &&
        fail(
          'the project enforces reCAPTCHA Enterprise, which the page may not load: password and link sign-ins fail',
          'set login.security.recaptcha: true'
        ),
      enforces &&
        mayLoad &&
        !isOn &&
        warn(
          'the project enforces reCAPTCHA Enterprise, which the page only loads after a sign-in was rejected for it',
          'set login.security.recaptcha: true'
        ),
      isOn &&
        !pools.value.some(({ hasKey }) => hasKey) &&
        warn(
          'login.security.recaptcha loosens the Content-Security-Policy, but the project does not use reCAPTCHA Enterprise',
          'set up reCAPTCHA Enterprise in the console (Authentication, Settings), or turn login.security.recaptcha off'
        )
    )
  }),

  /** The blocking functions of the project answer at their addresses. Runs none of them. */
  BLOCKING: defineProviderCheck(
    ['session'],
    async (provider, { session: { acquire, keepClaims } }, { inspected: { credentials } }, signal) => {
      if (provider.settings.emulatorHost !== null) return skip('the emulator has those that were set there')
      const response = await provider.readBlockingFunctions()
      if (response.kind === 'failed') return skip(explainUnread(response.failure))
      const functions = response.value
      if (functions.length === 0) return ok('none is registered')
      const found = await Promise.all(functions.map((one) => probeFunction(one, signal)))
      const exchanges =
        acquire === 'exchange' || (acquire === 'auto' && credentials !== null && canSign(credentials))
      // Which session claims a function sets is not known.
      const isLost =
        exchanges && keepClaims.length === 0 && functions.some(({ event }) => event === 'beforeSignIn')
      const loss = isLost
        ? '; sessions do not get its session claims, as `session.keepClaims` lists none'
        : ''
      return evaluate(
        `${found.map(({ seen }) => seen).join(', ')}${loss}`,
        ...found.map(({ issue }) => issue)
      )
    }
  )
}

/** What is read of each pool, or the first failure. */
async function readPools<Value>(
  { pools }: ProviderProbes,
  read: (pool: string | null) => Promise<Read<Value>>
): Promise<Read<Value[]>> {
  const responses = await Promise.all(pools.map(read))
  const value = responses.flatMap((response) => (response.kind === 'found' ? [response.value] : []))
  return responses.find((response) => response.kind === 'failed') ?? { kind: 'found', value }
}

/** Every project has such a domain from the start, so it reveals the project of the API key. */
function checkOwner(projectId: string, domains: readonly string[]): Issue | null {
  const ofProjects = domains.filter((domain) => domain.endsWith('.firebaseapp.com'))
  if (ofProjects.length === 0 || ofProjects.includes(`${projectId}.firebaseapp.com`)) return null
  return warn(
    `the API key seems to belong to another project: it lists ${ofProjects.join(', ')}`,
    'copy the web API key of identityPlatform.projectId'
  )
}

async function findProvider({ offers }: ProviderProbes, id: string, pool: string | null) {
  const response = await offers(id, pool)
  // Reported by PROJECT.
  if (response.kind === 'failed')
    return response.failure.detail.includes('TENANT_NOT_FOUND') ? null : response
  if (response.value) return null
  const where = pool === null ? 'in the project' : `in the tenant ${pool}`
  const issue = fail(
    `the login page offers ${id}, which is not enabled ${where}`,
    'enable it in the console (Authentication, Sign-in method), or remove it from login.providers'
  )
  return { kind: 'off' as const, issue }
}

/** Methods without a federated provider: `names`: those read with credentials; `unknown`: why not, null: all were. */
async function findMethods(
  { login, identityPlatform }: Pick<Config, 'login' | 'identityPlatform'>,
  provider: ProviderProbes
) {
  const methods = [
    ['password', 'login.methods.password', login.methods.password],
    ['emailLink', 'login.methods.emailLink', login.methods.emailLink],
    ['phone', 'login.methods.phone', login.methods.phone],
    ['anonymous', 'identityPlatform.allowAnonymous', identityPlatform.allowAnonymous]
  ] as const
  const offered = methods.filter(([, , isOn]) => isOn)
  const names = offered.map(([name]) => name)
  if (names.length === 0) return { names, unknown: null, issues: [] }
  const pools = await readPools(provider, provider.readSignIn)
  if (pools.kind === 'failed')
    return { names: [], unknown: `${names.join(', ')}: ${explainUnread(pools.failure)}`, issues: [] }
  const off = offered.filter(([name]) => pools.value.some((pool) => pool[name] === false))
  const issues = off.map(([name, key]) =>
    fail(
      `${key} is on, but ${name} is not enabled in the project or one of its tenants`,
      `enable it in the console (Authentication, Sign-in method), or turn ${key} off`
    )
  )
  return { names, unknown: null, issues }
}

const READER = 'give the service account firebaseauth.configs.get (Firebase Authentication Viewer)'

/** Why settings of the project could not be read. */
export function explainUnread({ status, detail }: ProviderFailure): string {
  return status === 403 ? `unknown: ${detail}; ${READER}` : `unknown: ${detail}`
}

/** Functions take POST only: HEAD runs no code of theirs. */
async function probeFunction({ event, url }: BlockingFunction, signal: AbortSignal) {
  if (url === null || !['https:', 'http:'].includes(url.protocol)) {
    const issue = fail(`${event} has no address: every such call is refused`, 'register the function again')
    return { seen: `${event}: no address`, issue }
  }
  const reply = await ask(url.origin, { path: url.pathname, method: 'HEAD', signal })
  const seen = `${event} at ${url.host}: ${reply.kind === 'response' ? reply.status : reply.reason}`
  return { seen, issue: adviseOnFunction(event, reply) }
}

function adviseOnFunction(event: string, reply: Reply): Issue | null {
  if (reply.kind === 'silent')
    return warn(
      `${event} cannot be reached from here; if the provider cannot either, visitors wait 7 seconds and are asked to try again`,
      'let this machine reach the function, or look at its metrics'
    )
  const { status } = reply
  if (status === 404)
    return fail(
      `${event} does not exist: sign-ins, or what else triggers it, fail`,
      'deploy the function, or remove its registration (Identity Platform, Settings, Triggers)'
    )
  if (status === 401 || status === 403)
    return fail(
      `${event} takes no unauthenticated calls, which the provider's are: sign-ins, or what else triggers it, fail`,
      'allow unauthenticated invocations of the function; it verifies the token in each call itself'
    )
  return status >= 500 ? warn(`${event} fails: visitors are asked to try again`, 'read its log') : null
}
