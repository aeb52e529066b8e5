import type { Problem } from '../problem.ts'
import { listApplications } from './applications.ts'
import { checkAuditFile } from './checks/audit-checks.ts'
import { isSound, listProblems } from './checks/check.ts'
import { checkMeaning } from './checks/checks.ts'
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
import { hashConfig } from './hash.ts'
import {
  type ConfigPart,
  isSection,
  LOGIN_PAGE,
  type LoginPageConfig,
  type LoginSections,
  PROVIDER,
  type ProviderConfig,
  WHOLE,
  withLoginSections
} from './partial-config.ts'
import type { Config } from './schema/schema.ts'
import { readShape } from './schema/shape.ts'
import { nameVariables, overlayEnvironment } from './sources/environment.ts'
import { readConfigFile } from './sources/files.ts'
import {
  readApiKey,
  readManagementToken,
  readSignatureKeys,
  readStoreUrl,
  SECRET_KEYS
} from './sources/secrets.ts'
import { checkUnknownVariables } from './sources/unknown-variables.ts'
import { listCertificateWarnings, SERVER_CERTIFICATE } from './tls/certificate-warnings.ts'
import { listUpstreamTlsWarnings } from './tls/upstream-tls.ts'
import { listWorkerWarnings, readMachine } from './workers.ts'

/** Where a configuration comes from. */
export interface ConfigSources {
  /** YAML or JSON file; null: environment alone. */
  file: string | null
  env: Readonly<Record<string, string | undefined>>
  /** Flags that Node itself was started with; none when left out. */
  nodeFlags?: readonly string[]
}

/** A configuration that is ready to run. */
export interface LoadedConfig {
  kind: 'loaded'
  config: Config
  /** Null when there are none: sessions then begin by handover. */
  credentials: Credentials | null
  /** What callers of the management listener must show; null: nothing. Secret. */
  managementToken: string | null
  /** Things that work but deserve a line in the log at start. */
  warnings: string[]
  /** Things that an operator may expect otherwise, for `check-config` alone. */
  notices: string[]
}

/** Everything that is wrong with a configuration. */
export interface InvalidConfig {
  kind: 'invalid'
  problems: Problem[]
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
    ...(config.listen.tls === null
      ? []
      : listCertificateWarnings(config.listen.tls, nowSeconds, SERVER_CERTIFICATE)),
    ...listApplications(config).flatMap(({ upstream, key }) =>
      upstream === null
        ? []
        : listUpstreamTlsWarnings(upstream, nowSeconds, key === null ? 'upstream' : `${key}.upstream`)
    ),
    ...listCredentialWarnings(config, credentials)
  ]
  const notices = listNotices(config, written)
  return { kind: 'loaded', config, credentials, managementToken, warnings, notices }
}

/** The same, but what is good in a configuration is there whatever is wrong with the rest of it. */
export function inspectConfig(sources: ConfigSources): InspectedConfig {
  const loaded = loadConfig(sources)
  if (loaded.kind === 'loaded') return { ...loaded, problems: [], hash: hashConfig(loaded.config) }
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

/** A part of a configuration with secrets filled in, and what was found so far. */
interface Draft<C> {
  kind: 'draft'
  /** Only where `shapeProblems` names nothing, it is what its type says. */
  config: C
  problems: Problem[]
  /** Those of them that say that a value has another type. */
  shapeProblems: readonly Problem[]
  warnings: string[]
  /** What file and environment say, without defaults. */
  written: Readonly<Record<string, unknown>>
}

function readDraft<C extends Partial<Config>>(
  { file, env }: ConfigSources,
  part: ConfigPart<C>
): Draft<C> | InvalidConfig {
  const fromFile = file === null ? null : readConfigFile(file)
  if (fromFile?.kind === 'invalid') return fromFile
  const { merged: written, unknown } = overlayEnvironment(fromFile?.keys ?? {}, env)
  const variables = checkUnknownVariables(unknown, part.checksVariables)
  const shape = readShape(part.select(written))
  const config = part.pick(shape.config)
  const shapeProblems = shape.problems.filter(({ path }) => isOfPart(path, part))
  const problems = [...variables.problems, ...shapeProblems]
  if (areSound(SECRET_KEYS, shapeProblems)) problems.push(...readSecrets(config))
  problems.push(...checkMeaning(config, problems))
  return { kind: 'draft', config, problems, shapeProblems, warnings: variables.warnings, written }
}

/** A key that does not exist is of every part: it may be a misspelt section. */
function isOfPart(path: string, part: ConfigPart<Partial<Config>>): boolean {
  const [name = ''] = path.split(/[.[]/, 1)
  return part.reads(name) || !isSection(name)
}

function readSecrets({ identityPlatform, cookie, store }: Partial<Config>): Problem[] {
  return [
    ...(identityPlatform === undefined ? [] : readApiKey(identityPlatform)),
    ...(cookie === undefined ? [] : readSignatureKeys(cookie)),
    ...(store == null ? [] : readStoreUrl(store))
  ]
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

function areSound(paths: readonly string[], problems: readonly Problem[]): boolean {
  return paths.every((path) => isSound(path, problems))
}
