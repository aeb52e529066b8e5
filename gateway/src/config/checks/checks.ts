/** All checks of values, in the order in which problems are reported. */

import {
  checkApplications,
  checkClearCookies,
  listApplicationWarnings
} from '../../access/applications/application-checks.ts'
import {
  checkAccessRules,
  checkAppCheck,
  checkCors,
  listDeadRuleWarnings
} from '../../access/settings-checks.ts'
import { checkForwardAuth, checkOrigins } from '../../forward-auth/settings-checks.ts'
import {
  checkHstsPreload,
  checkListeners,
  checkPaths,
  listPlaceWarnings
} from '../../http/settings-checks.ts'
import { listTlsWarnings } from '../../http/tls-files.ts'
import { checkAssertion, checkIdentityHeaders } from '../../identity/settings-checks.ts'
import {
  adviseOnPlugin,
  type CredentialsPlugin,
  listCredentialWarnings,
  readCredentials
} from '../../identity-platform/credentials/credentials.ts'
import {
  checkEmulatorIsLocal,
  checkProvider,
  checkTenantPlaces
} from '../../identity-platform/settings-checks.ts'
import {
  checkAccents,
  checkAppearance,
  checkBrandFiles
} from '../../login-page/appearance/settings-checks.ts'
import {
  checkDestinations,
  checkLoginHosts,
  checkPageEmulator,
  checkSignIn,
  listProtectionWarnings
} from '../../login-page/settings-checks.ts'
import { checkBearer } from '../../machines/settings-checks.ts'
import { checkAuditFile, checkDurationBuckets } from '../../operations/settings-checks.ts'
import { listProblems, type Problem, when } from '../../problem.ts'
import {
  checkCookie,
  checkSession,
  listHostingWarnings,
  listSessionWarnings,
  listSignInProviderWarnings
} from '../../session/settings-checks.ts'
import { checkStore, listStoreWarnings } from '../../shared-state/settings-checks.ts'
import {
  checkServiceCredentials,
  checkUpstream,
  checkUpstreamHeaders,
  listServiceCredentialWarnings
} from '../../upstream/settings-checks.ts'
import { checkNetworks } from '../addresses/networks.ts'
import { valueAt } from '../json-members.ts'
import type { ApplicationConfig, Config, SettingsPlugin } from '../schema/schema.ts'
import { type Environment, isAtOrWithin } from '../sources/environment.ts'
import {
  countWorkers,
  listPlatformWarnings,
  listWorkerWarnings,
  readMachine,
  readPlatform
} from '../sources/platform.ts'
import { readManagementToken, readSecrets } from '../sources/secrets.ts'
import {
  checkCertificateValidation,
  checkHttpParser,
  listCalledUrls,
  listNodeWarnings,
  type NodeSettings
} from './node-checks.ts'

/** Problems of a config of the right shape, whose secrets have been read. */
export function checkConfig(config: Config, plugins: readonly SettingsPlugin[]): Problem[] {
  return listProblems(
    ...checkProvider(config),
    ...checkHstsPreload(config),
    checkEmulatorIsLocal(config),
    ...checkPaths(config),
    ...checkListeners(config),
    checkDurationBuckets(config),
    ...checkAccessRules(config),
    ...checkCors(config),
    ...checkNetworks('trustedProxies', config.trustedProxies),
    ...checkApplicationSections(config),
    ...checkForwardAuth(config),
    ...checkIdentityHeaders(config),
    ...checkBearer(config),
    ...checkSession(config),
    ...checkTenantPlaces(config),
    ...checkAppCheck(config),
    ...checkSignIn(config),
    ...checkLoginHosts(config),
    ...checkAppearance(config),
    checkPageEmulator(config),
    ...checkDestinations(config),
    ...checkUpstream(config),
    ...checkCookie(config),
    ...checkAssertion(config),
    ...checkPlugins(config, plugins),
    ...plugins.flatMap(({ settings }) => settings?.check?.(config) ?? []),
    ...checkApplications(config),
    ...checkClearCookies(config),
    ...checkOrigins(config),
    ...checkUpstreamHeaders(config),
    ...checkStore(config)
  )
}

/** Settings of the core that a plugin carries out. */
const CARRIED_OUT: readonly [plugin: string, path: string, isOn: (config: Config) => boolean][] = [
  ['workers', 'workers', (config) => countWorkers(config) > 1],
  ['store', 'store', ({ store }) => store !== null],
  ['grpc', 'forwardAuth.grpc', ({ forwardAuth }) => forwardAuth.enabled && forwardAuth.grpc !== null],
  ['account-page', 'account.enabled', ({ account }) => account.enabled],
  ['client-sdk', 'clientSdk.enabled', ({ clientSdk }) => clientSdk.enabled]
]

/** Settings without the plugin that carries them out. */
export function checkPlugins(config: Config, plugins: readonly SettingsPlugin[]): Problem[] {
  const isMissing = (plugin: string) => plugins.every(({ name }) => name !== plugin)
  return CARRIED_OUT.filter(([plugin, , isOn]) => isMissing(plugin) && isOn(config)).map(
    ([plugin, path]) => ({
      path,
      message: `needs the plugin \`${plugin}\`, which is missing`,
      hint: 'Use a program that contains it, or remove the setting.'
    })
  )
}

/** Host name used to check an application's appearance. */
const AS_HOST = 'application'

/** Applications may only offer providers of the login page; their sections follow the top-level rules. */
function checkApplicationSections(config: Config): Problem[] {
  const offered = config.login.providers.map(({ id }) => id)
  const ofProviders = config.applications.flatMap(({ login }, index) =>
    (login?.providers ?? []).map((id, at) =>
      when(!offered.includes(id), {
        path: `applications[${index}].login.providers[${at}]`,
        message: 'is not one of login.providers',
        hint: `Configured: ${offered.join(', ') || 'none'}.`
      })
    )
  )
  const ofSections = config.applications.flatMap((one, index) =>
    listOwnProblems(one, config).map((problem) => ({
      ...problem,
      path: `applications[${index}].${problem.path.replace(`login.hosts.${AS_HOST}`, 'login')}`
    }))
  )
  return listProblems(...ofProviders, ...ofSections)
}

function listOwnProblems(
  { upstream = null, access, identityHeaders, cors, login }: ApplicationConfig,
  config: Config
): Problem[] {
  const own = {
    ...config,
    upstream,
    access: access ?? config.access,
    identityHeaders: identityHeaders ?? config.identityHeaders,
    cors: cors ?? config.cors
  }
  const looks = { login: { ...config.login, hosts: login === undefined ? {} : { [AS_HOST]: login } } }
  const ofLooks = [checkAccents(looks), checkBrandFiles(looks), checkDestinations(looks)].flat()
  return [
    ...checkUpstream(own),
    ...checkUpstreamHeaders(own),
    ...(access === undefined ? [] : checkAccessRules(own)),
    ...(cors === undefined ? [] : checkCors(own)),
    ...(identityHeaders === undefined ? [] : checkIdentityHeaders(own)),
    ...ofLooks.filter(({ path }) => path.startsWith(`login.hosts.${AS_HOST}.`))
  ]
}

/** What plugins do with the configuration. */
export interface ConfigPlugin extends SettingsPlugin, CredentialsPlugin {}

interface ValueOptions {
  node: NodeSettings
  plugins: readonly ConfigPlugin[]
  /** Whether a value is used, by its key path; null: all are. Otherwise warnings are about credentials and Node only. */
  isUsed: ((path: string) => boolean) | null
}

/** The second pass: fills in secrets from files and checks all values. `listWarnings`: only without problems. */
export function checkValues(config: Config, { node, plugins, isUsed }: ValueOptions) {
  const secrets = readSecrets(config, plugins)
  const { token: managementToken, problems: tokenProblems } = readManagementToken(config.management)
  const read = readCredentials(config, node.env, plugins)
  const credentials = read?.kind === 'invalid' ? null : read
  const called = listCalledUrls(config).filter(({ path }) => isUsed?.(path) ?? true)
  const problems = [
    ...secrets,
    ...withoutUnread(checkConfig(config, plugins), secrets).map((problem) => nameSecretFile(problem, config)),
    ...tokenProblems,
    ...listProblems(checkAuditFile(config), checkCertificateValidation(node, called), checkHttpParser(node)),
    ...adviseOnPlugin(
      read?.kind === 'invalid' ? read.problems : checkServiceCredentials(config, read),
      plugins
    )
  ]
  const listAll = () => [
    ...listNodeWarnings(node),
    ...(isUsed === null ? listWarnings(config, { env: node.env, plugins }) : []),
    ...listCredentialWarnings(config, credentials)
  ]
  return { problems, credentials, managementToken, listWarnings: listAll }
}

/** Warnings about the settings of a valid config, one line each. */
export function listWarnings(
  config: Config,
  { env = {}, plugins = [] }: { env?: Environment; plugins?: readonly SettingsPlugin[] } = {}
): string[] {
  return [
    ...listPlaceWarnings(config),
    ...listSessionWarnings(config),
    ...listHostingWarnings(config),
    ...listProtectionWarnings(config),
    ...listSignInProviderWarnings(config),
    ...listStoreWarnings(config),
    ...listApplicationWarnings(config),
    ...plugins.flatMap(({ settings }) => settings?.listWarnings?.(config) ?? []),
    ...listDeadRuleWarnings(config),
    ...listPlatformWarnings(config, readPlatform(env)),
    ...listWorkerWarnings(config, readMachine(env)),
    ...listTlsWarnings(config, Date.now() / 1000),
    ...listServiceCredentialWarnings(config)
  ]
}

/** Secrets whose content is checked, and that may be in a file of their own. */
const SECRETS = ['identityPlatform.apiKey', 'cookie.signatureKeys', 'assertion.privateKeys', 'store.url']

/** A problem of a secret that was read from a file names the file, which is what there is to change. */
function nameSecretFile(problem: Problem, config: Config): Problem {
  const key = SECRETS.find((name) => isAtOrWithin(problem.path, name))
  const file = key === undefined ? undefined : valueAt(config, `${key}File`)
  if (typeof file !== 'string') return problem
  const index = /\[(\d+)\]$/.exec(problem.path)?.[1]
  const message = index === undefined ? problem.message : `key ${Number(index) + 1} ${problem.message}`
  return { ...problem, path: `${key}File`, message, hint: `File: ${file}. ${problem.hint}` }
}

/** Drops follow-up problems of secrets whose file is unreadable. */
function withoutUnread(problems: readonly Problem[], secrets: readonly Problem[]): Problem[] {
  const keys = secrets.map(({ path }) => path.replace(/File$/, ''))
  return problems.filter(({ path }) => !keys.some((key) => isAtOrWithin(path, key)))
}
