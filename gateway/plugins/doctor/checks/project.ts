import { asksForSecondFactor } from '../../../src/access/settings-checks.ts'
import { isInDomain } from '../../../src/config/addresses/urls.ts'
import type { Config } from '../../../src/config/schema/schema.ts'
import type { ProviderFailure } from '../../../src/identity-platform/client/error-sorting.ts'
import { listLoginHosts } from '../../../src/login-page/settings-checks.ts'
import { checkFailure, checkPublicFailure, defineProviderCheck, toIssue } from '../check.ts'
import { evaluate, fail, type Issue, ok, skip, warn } from '../finding.ts'
import type { ProviderProbes } from '../probes.ts'
import type { SignInSettings } from '../project-settings.ts'

/** Tenants that are checked, with one call each. */
const MAX_POOLS = 10
export const NO_CREDENTIALS = 'unknown: reading the project settings needs credentials'
const READER = 'give the service account firebaseauth.configs.get (Firebase Authentication Viewer)'

/** The configured project and tenants exist. */
export const projectCheck = defineProviderCheck(
  'PROJECT',
  [],
  async ({ readPublic, project, tenantIds, settings: { projectId, emulatorHost } }) => {
    const response = await readPublic()
    if (response.kind === 'failed') return checkPublicFailure('PROJECT', response.failure)
    if (emulatorHost !== null) return ok(`${projectId}: the emulator accepts any project and tenant`)
    const tenants = tenantIds.flatMap((id) => id ?? []).slice(0, MAX_POOLS)
    return evaluate(
      `${projectId}${tenants.length === 0 ? '' : `, tenants: ${tenants.join(', ')}`}`,
      checkOwner(projectId, response.settings.authorizedDomains),
      ...(await Promise.all(tenants.map((id) => findTenant(project, id))))
    )
  }
)

/** Federated sign-ins and mail links may return to the gateway's hosts. */
export const domainCheck = defineProviderCheck(
  'DOMAIN',
  ['publicUrl', 'login', 'applications'],
  async ({ readPublic, settings }, config) => {
    if (settings.emulatorHost !== null) return skip('the emulator needs no authorised domains')
    const response = await readPublic()
    if (response.kind === 'failed') return checkPublicFailure('DOMAIN', response.failure)
    const hosts = listLoginHosts(config)
    const { authorizedDomains } = response.settings
    // Like the browser SDK: a domain covers its subdomains.
    const missing = hosts.filter((host) => !authorizedDomains.some((domain) => isInDomain(host, domain)))
    if (missing.length === 0) return ok(`${hosts.join(', ')}: authorised`)
    return evaluate(
      `${missing.join(', ')}: not authorised`,
      warn(
        'federated sign-in and mail links fail on hosts that are not authorised domains of the project',
        'add it in the console: Authentication, Settings, Authorised domains'
      )
    )
  }
)

/** The project has enabled what the login page offers. */
export const providersCheck = defineProviderCheck('PROVIDERS', ['login'], async (provider, config) => {
  const { providers } = config.login
  if (config.identityPlatform.emulatorHost !== null) return skip('the emulator offers everything')
  const pools = poolsOf(provider)
  const found = await Promise.all(
    pools.flatMap((pool) => providers.map(({ id }) => findProvider(provider, id, pool)))
  )
  const failed = found.find((one) => one?.kind === 'failed')
  if (failed !== undefined) return checkFailure(failed.failure)
  const methods = await findMethods(config, provider)
  const looked = [...providers.map(({ id }) => id), ...methods.names].join(', ')
  if (looked === '') return skip(methods.unknown ?? 'the login page offers nothing')
  return evaluate(
    methods.unknown === null ? looked : `${looked}; ${methods.unknown}`,
    ...found.map((one) => (one?.kind === 'issue' ? one.issue : null)),
    ...methods.issues
  )
})

/** The project has the second factors that the login page requests. */
export const mfaCheck = defineProviderCheck(
  'MFA',
  ['login', 'access', 'applications'],
  async (provider, { login: { mfa }, access, applications }) => {
    const { readSignIn } = provider.project
    const isAskedFor = asksForSecondFactor({ access, applications })
    if (mfa.totp === 'off' && !mfa.sms && !isAskedFor)
      return skip('neither login.mfa nor a rule requires one')
    if (provider.settings.emulatorHost !== null) return skip('the emulator offers every second factor')
    if (readSignIn === null) return skip(NO_CREDENTIALS)
    const pools = await readPools(provider, readSignIn)
    if (pools.kind === 'failed') return skip(explainUnread(pools.failure))
    const hasTotp = pools.settings.every(({ totp }) => totp)
    const hasSms = pools.settings.every(({ sms }) => sms)
    return evaluate(
      `authenticator app: ${mfa.totp}, ${hasTotp ? 'on' : 'off'} in the project; text message: ${mfa.sms ? 'on' : 'off'}, ${hasSms ? 'on' : 'off'} in the project`,
      mfa.totp === 'required' &&
        !hasTotp &&
        !(mfa.sms && hasSms) &&
        fail(
          'a second factor is required but none can be set up: no session can begin',
          'enable TOTP in the project (mfa.providerConfigs; the console does not show it), in every tenant'
        ),
      isAskedFor &&
        mfa.totp !== 'required' &&
        !hasTotp &&
        !hasSms &&
        warn(
          'a rule requires a second factor (`require.secondFactor`), but none is enabled in the project: no visitor can pass it',
          'enable multi-factor authentication in the project, in every tenant'
        ),
      mfa.sms &&
        !hasSms &&
        warn(
          'login.mfa.sms is on, but the project does not send text messages as second factors',
          'enable SMS multi-factor authentication in the console, or set login.mfa.sms: false'
        )
    )
  }
)

/** The project itself, null, and tenants: as many as are checked. */
export function poolsOf({ tenantIds }: ProviderProbes): readonly (string | null)[] {
  return tenantIds.slice(0, MAX_POOLS)
}

type Failed = { kind: 'failed'; failure: ProviderFailure }

/** The settings of each pool, or the first failure. */
async function readPools<S>(
  provider: ProviderProbes,
  read: (pool: string | null) => Promise<{ kind: 'found'; settings: S } | Failed>
): Promise<{ kind: 'found'; settings: S[] } | Failed> {
  const responses = await Promise.all(poolsOf(provider).map(read))
  const settings = responses.flatMap((response) => (response.kind === 'found' ? [response.settings] : []))
  return responses.find((response) => response.kind === 'failed') ?? { kind: 'found', settings }
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

async function findTenant(project: ProviderProbes['project'], id: string): Promise<Issue | null> {
  const response = await project.findTenant(id)
  if (response.kind === 'found') return null
  const issue = toIssue(response.failure)
  return { ...issue, cause: `tenant ${id}: ${issue.cause}` }
}

async function findProvider({ project }: ProviderProbes, id: string, pool: string | null) {
  const response = await project.offers(id, pool)
  if (response.kind === 'offered') return null
  // Reported by PROJECT.
  if (response.kind === 'failed')
    return response.failure.detail.includes('TENANT_NOT_FOUND') ? null : response
  const where = pool === null ? 'in the project' : `in the tenant ${pool}`
  const issue = fail(
    `the login page offers ${id}, which is not enabled ${where}`,
    'enable it in the console (Authentication, Sign-in method), or remove it from login.providers'
  )
  return { kind: 'issue' as const, issue }
}

/** Methods without a federated provider: `names`: those read with credentials; `unknown`: why not, null: all were. */
async function findMethods(
  { login, identityPlatform }: Pick<Config, 'login' | 'identityPlatform'>,
  provider: ProviderProbes
): Promise<{ names: string[]; unknown: string | null; issues: Issue[] }> {
  const wanted: readonly [keyof SignInSettings, string, boolean][] = [
    ['password', 'login.methods.password', login.methods.password],
    ['emailLink', 'login.methods.emailLink', login.methods.emailLink],
    ['phone', 'login.methods.phone', login.methods.phone],
    ['anonymous', 'identityPlatform.allowAnonymous', identityPlatform.allowAnonymous]
  ]
  const asked = wanted.filter(([, , isOn]) => isOn)
  const names = asked.map(([name]) => name)
  const { readSignIn } = provider.project
  if (asked.length === 0) return { names, unknown: null, issues: [] }
  const pools = readSignIn === null ? null : await readPools(provider, readSignIn)
  if (pools?.kind !== 'found') {
    const why = pools === null ? NO_CREDENTIALS : explainUnread(pools.failure)
    return { names: [], unknown: `${names.join(', ')}: ${why}`, issues: [] }
  }
  const off = asked.filter(([name]) => pools.settings.some((pool) => pool[name] === false))
  const issues = off.map(([name, key]) =>
    fail(
      `${key} is on, but ${name} is not enabled in the project or one of its tenants`,
      `enable it in the console (Authentication, Sign-in method), or turn ${key} off`
    )
  )
  return { names, unknown: null, issues }
}

/** Why settings of the project could not be read. */
export function explainUnread({ status, detail }: ProviderFailure): string {
  return status === 403 ? `unknown: ${detail}; ${READER}` : `unknown: ${detail}`
}

/** The login page may load what the project requires of browsers: reCAPTCHA Enterprise. */
export const recaptchaCheck = defineProviderCheck('RECAPTCHA', ['login'], async (provider, { login }) => {
  if (provider.settings.emulatorHost !== null) return skip('the emulator has no reCAPTCHA')
  const pools = await readPools(provider, provider.project.readRecaptcha)
  if (pools.kind === 'failed') return checkPublicFailure('RECAPTCHA', pools.failure)
  const { security, methods, mfa } = login
  const enforces = pools.settings.some(({ enforcesEmail }) => enforcesEmail)
  const isAskedFor = pools.settings.some(({ hasKey }) => hasKey)
  const mayLoad = security.recaptcha || mfa.sms || methods.phone
  return evaluate(
    `for email: ${enforces ? 'enforced' : 'not enforced'} by the project; login.security.recaptcha: ${security.recaptcha ? 'on' : 'off'}`,
    enforces &&
      (methods.password || methods.emailLink) &&
      !mayLoad &&
      fail(
        'the project enforces reCAPTCHA Enterprise, which the page may not load: password and link sign-ins fail',
        'set login.security.recaptcha: true'
      ),
    enforces &&
      mayLoad &&
      !security.recaptcha &&
      warn(
        'the project enforces reCAPTCHA Enterprise, which the page only loads after a sign-in was rejected for it',
        'set login.security.recaptcha: true'
      ),
    security.recaptcha &&
      !isAskedFor &&
      warn(
        'login.security.recaptcha loosens the Content-Security-Policy, but the project does not use reCAPTCHA Enterprise',
        'set up reCAPTCHA Enterprise in the console (Authentication, Settings), or turn login.security.recaptcha off'
      )
  )
})
