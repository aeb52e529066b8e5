import type { Problem } from '../problem.ts'
import { listApplications } from './applications.ts'
import { checkAuditFile } from './checks/audit-checks.ts'
import { isSound, listProblems } from './checks/check.ts'
import {
  checkCertificateValidation,
  checkHttpParser,
  listCalledUrls,
  listNodeWarnings,
  listProviderUrls,
  type NodeSettings
} from './checks/node-checks.ts'
import { listNotices } from './checks/notices.ts'
import { listWarnings } from './checks/warnings.ts'
import {
  type CredentialConfig,
  type Credentials,
  type CredentialsResult,
  listCredentialWarnings,
  readCredentials
} from './credentials/credentials.ts'
import { areSound, type ConfigSources, type Draft, type InvalidConfig, readDraft } from './draft.ts'
import { hashConfig } from './hash.ts'
import {
  type ConfigPart,
  LOGIN_PAGE,
  type LoginPageConfig,
  type LoginSections,
  PROVIDER,
  type ProviderConfig,
  WHOLE,
  withLoginSections
} from './partial-config.ts'
import type { Config } from './schema/schema.ts'
import { nameVariables } from './sources/environment.ts'
import { readManagementToken } from './sources/secrets.ts'
import { listCertificateWarnings, listServerCertificates } from './tls/certificate-warnings.ts'
import { listUpstreamTlsWarnings } from './tls/upstream-tls.ts'
import { listWorkerWarnings, readMachine } from './workers.ts'

export type { ConfigSources, InvalidConfig }

/** A configuration that is ready to run. */
export interface LoadedConfig {
  kind: 'loaded'
  config: Config
  /** As `hashConfig` gives it. */
  hash: string
  /** Null when there are none: sessions then begin by handover. */
  credentials: Credentials | null
  /** What callers of the management listener must show; null: nothing. Secret. */
  managementToken: string | null
  /** Things that work but deserve a line in the log at start. */
  warnings: string[]
  /** Things that an operator may expect otherwise, for `check-config --verbose` alone. */
  notices: string[]
}

/** A configuration as far as it can be used, for whoever looks for what is wrong. */
export interface InspectedConfig {
  /** The sections in which nothing is wrong. */
  config: Partial<Config>
  credentials: Credentials | null
  problems: readonly Problem[]
  /** As `hashConfig` gives it; null: there are problems. */
  hash: string | null
  /** Of a configuration with problems: those of its surroundings alone. */
  warnings: readonly string[]
}

/** What account commands need; see `LoadedConfig`. */
type LoadedProviderConfig = Pick<LoadedConfig, 'kind' | 'credentials' | 'warnings'> & {
  config: ProviderConfig
}

/** What a look at the login page needs. */
interface LoadedLoginPageConfig {
  kind: 'loaded'
  config: LoginPageConfig
}

/** Key paths of what `listCalledUrls` looks at. */
const CALLED_URL_KEYS = [
  'upstream.url',
  'upstream.unixSocket',
  'applications',
  'identityPlatform',
  'login',
  'publicUrl'
]

const NO_TOKEN = { token: null, problems: [] }

/** Key paths of what `readCredentials` looks at. */
const CREDENTIAL_KEYS = [
  'identityPlatform.credentials',
  'identityPlatform.credentialsFile',
  'identityPlatform.serviceAccountEmail',
  'identityPlatform.projectId',
  'identityPlatform.emulatorHost',
  'session.acquire'
]

/**
 * Reads file, environment and secret files (in that order, later ones win) and checks everything.
 * Gives the configuration, or all problems at once; never throws, never shows a value that may be a secret.
 */
export function loadConfig(sources: ConfigSources): LoadedConfig | InvalidConfig {
  return withVariables(loadWhole(sources), sources)
}

function loadWhole(sources: ConfigSources): LoadedConfig | InvalidConfig {
  const node = nodeOf(sources)
  const draft = readDraft(sources, WHOLE)
  if (draft.kind === 'invalid') return draft
  const { config, written } = draft
  const { token: managementToken, problems: tokenProblems } = areSound(
    ['management.tokenFile'],
    draft.shapeProblems
  )
    ? readManagementToken(config.management)
    : NO_TOKEN
  const auditProblem = areSound(['audit.to'], draft.shapeProblems) ? checkAuditFile(config) : null
  const whole = { ...draft, problems: [...draft.problems, ...tokenProblems, ...listProblems(auditProblem)] }
  const checked = checkSurroundings(whole, node, () =>
    listProblems(checkCertificateValidation(node, listCalledUrls(config)), checkHttpParser(node))
  )
  if (checked.kind === 'invalid') return checked
  const { credentials } = checked
  const nowSeconds = Date.now() / 1000
  const warnings = [
    ...draft.warnings,
    ...listNodeWarnings(node),
    ...listWarnings(config),
    ...listWorkerWarnings(config, readMachine(sources.env)),
    ...listServerCertificates(config).flatMap(({ files, usage }) =>
      listCertificateWarnings(files, nowSeconds, usage)
    ),
    ...listApplications(config).flatMap(({ upstream, key }) =>
      upstream === null
        ? []
        : listUpstreamTlsWarnings(upstream, nowSeconds, key === null ? 'upstream' : `${key}.upstream`)
    ),
    ...listCredentialWarnings(config, credentials)
  ]
  const notices = listNotices(config, written)
  return {
    kind: 'loaded',
    config,
    hash: hashConfig(config),
    credentials,
    managementToken,
    warnings,
    notices
  }
}

/** The same, but what is good in a configuration is there whatever is wrong with the rest of it. */
export function inspectConfig(sources: ConfigSources): InspectedConfig {
  const loaded = loadConfig(sources)
  if (loaded.kind === 'loaded') return { ...loaded, problems: [] }
  const { problems } = loaded
  const draft = readDraft(sources, WHOLE)
  if (draft.kind === 'invalid') return { config: {}, credentials: null, problems, hash: null, warnings: [] }
  const config: Partial<Config> = { ...draft.config }
  for (const name of Object.keys(config)) if (!isSound(name, problems)) Reflect.deleteProperty(config, name)
  const read = loadCredentials(draft.config, sources.env, problems)
  const credentials = read.kind === 'found' ? read.credentials : null
  return { config, credentials, problems, hash: null, warnings: draft.warnings }
}

/** The same for commands that manage accounts: of all sections `identityPlatform` and `audit` are read. */
export function loadProviderConfig(sources: ConfigSources): LoadedProviderConfig | InvalidConfig {
  return withVariables(loadProvider(sources), sources)
}

function loadProvider(sources: ConfigSources): LoadedProviderConfig | InvalidConfig {
  const node = nodeOf(sources)
  const draft = readDraft(sources, PROVIDER)
  if (draft.kind === 'invalid') return draft
  const { config } = draft
  const checked = checkSurroundings(draft, node, () =>
    listProblems(checkCertificateValidation(node, listProviderUrls(config.identityPlatform)))
  )
  if (checked.kind === 'invalid') return checked
  const { credentials } = checked
  const warnings = [
    ...draft.warnings,
    ...listNodeWarnings(node),
    ...listCredentialWarnings(config, credentials)
  ]
  return { kind: 'loaded', config, credentials, warnings }
}

/** The same for a look at the login page, which calls nobody and needs no secret: application and cookie are not read. */
export function loadLoginPageConfig(sources: ConfigSources): LoadedLoginPageConfig | InvalidConfig {
  return withVariables(loadLoginPage(sources), sources)
}

/**
 * The same with other settings in sections of `login`, in place of all that file and environment say there. `edited`: section ->
 * its keys, checked here.
 */
export function loadEditedLoginPage(
  sources: ConfigSources,
  edited: LoginSections
): LoadedLoginPageConfig | InvalidConfig {
  return loadLoginPage(sources, withLoginSections(edited))
}

function loadLoginPage(
  sources: ConfigSources,
  part: ConfigPart<LoginPageConfig> = LOGIN_PAGE
): LoadedLoginPageConfig | InvalidConfig {
  const draft = readDraft(sources, part)
  if (draft.kind === 'invalid') return draft
  const { config, problems } = draft
  return problems.length > 0 ? { kind: 'invalid', problems } : { kind: 'loaded', config }
}

/** Problems of values that variables hold name the variable. */
function withVariables<L extends { kind: 'loaded' }>(
  loaded: L | InvalidConfig,
  { env }: ConfigSources
): L | InvalidConfig {
  return loaded.kind === 'invalid' ? { ...loaded, problems: nameVariables(loaded.problems, env) } : loaded
}

function nodeOf({ env, nodeFlags = [] }: ConfigSources): NodeSettings {
  return { env, flags: nodeFlags }
}

/**
 * What a configuration meets on its machine: the settings of Node, by `checkNode`, and Google credentials. All problems,
 * those of the draft first.
 */
function checkSurroundings(
  { config, problems, shapeProblems }: Draft<CredentialConfig>,
  { env }: NodeSettings,
  checkNode: () => Problem[]
): { kind: 'checked'; credentials: Credentials | null } | InvalidConfig {
  const found = [...problems, ...(areSound(CALLED_URL_KEYS, shapeProblems) ? checkNode() : [])]
  const read = loadCredentials(config, env, found)
  if (read.kind === 'invalid') return { kind: 'invalid', problems: [...found, ...read.problems] }
  return found.length > 0
    ? { kind: 'invalid', problems: found }
    : { kind: 'checked', credentials: read.credentials }
}

/** None are looked for while a key that says where they are is broken by itself. */
function loadCredentials(
  config: CredentialConfig,
  env: ConfigSources['env'],
  problems: readonly Problem[]
): CredentialsResult {
  const nothing: CredentialsResult = { kind: 'found', credentials: null }
  return areSound(CREDENTIAL_KEYS, problems) ? readCredentials(config, env) : nothing
}
