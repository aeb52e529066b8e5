import { checkAuditFile } from '../http/settings-checks.ts'
import { listTlsWarnings } from '../http/tls-files.ts'
import {
  type Credentials,
  listCredentialWarnings,
  readCredentials
} from '../identity-platform/credentials/credentials.ts'
import { checkProvider } from '../identity-platform/settings-checks.ts'
import { listProblems, type Problem } from '../problem.ts'
import { checkServiceCredentials, listServiceCredentialWarnings } from '../upstream/settings-checks.ts'
import { parseUrl } from './addresses/urls.ts'
import { checkConfig, checkLoginPageConfig } from './checks/checks.ts'
import {
  checkCertificateValidation,
  checkHttpParser,
  listCalledUrls,
  listNodeWarnings,
  listProviderUrls,
  type NodeSettings
} from './checks/node-checks.ts'
import { listWarnings } from './checks/warnings.ts'
import { isPlainObject, valueAt } from './json-members.ts'
import { publishedSchema } from './schema/published-schema.ts'
import type { Config, LoginPageConfig, ProviderConfig } from './schema/schema.ts'
import { isAtOrWithin } from './sources/environment.ts'
import { problemsOf } from './sources/files.ts'
import { listPlatformWarnings, listWorkerWarnings, readMachine, readPlatform } from './sources/platform.ts'
import { readApiKey, readManagementToken, readSecrets } from './sources/secrets.ts'

type Written = Readonly<Record<string, unknown>>

/** The part of a config that a command uses; the rest may be invalid or missing. */
export interface ConfigPart<C> {
  /** Whether this section is validated. */
  reads(section: string): boolean
  /** Whether a misspelt variable of this section is a problem rather than a warning. */
  checksVariables(section: string): boolean
  /** The input: config without defaults, and what the command sets itself. */
  select(written: Written): Record<string, unknown>
  /** Reduces a config to this part. */
  pick(config: Config): C
  /** The second pass: fills in secrets from files and checks values. */
  validate(config: C, node: NodeSettings): ValidatedConfig
}

/** Result of the second pass. */
export interface ValidatedConfig {
  problems: readonly Problem[]
  /** Null if there are none, or they are not needed. */
  credentials: Credentials | null
  /** Secret token of the management listener; null if none is required. */
  managementToken: string | null
  /** Only complete without problems. */
  warnings: string[]
}

const NOTHING = { credentials: null, managementToken: null, warnings: [] }

export const WHOLE: ConfigPart<Config> = {
  reads: () => true,
  checksVariables: () => true,
  select: (written) => ({ ...written }),
  pick: (config) => config,
  validate(config, node) {
    const secrets = readSecrets(config)
    const { token: managementToken, problems: tokenProblems } = readManagementToken(config.management)
    const read = readCredentials(config, node.env)
    const credentials = read.kind === 'found' ? read.credentials : null
    const problems = [
      ...secrets,
      ...withoutUnread(checkConfig(config), secrets).map((problem) => nameSecretFile(problem, config)),
      ...tokenProblems,
      ...listProblems(
        checkAuditFile(config),
        checkCertificateValidation(node, listCalledUrls(config)),
        checkHttpParser(node)
      ),
      ...problemsOf(read),
      ...(read.kind === 'found' ? checkServiceCredentials(config, credentials) : [])
    ]
    if (problems.length > 0) return { ...NOTHING, problems, credentials }
    const warnings = [
      ...listNodeWarnings(node),
      ...listWarnings(config),
      ...listPlatformWarnings(config, readPlatform(node.env)),
      ...listWorkerWarnings(config, readMachine(node.env)),
      ...listTlsWarnings(config, Date.now() / 1000),
      ...listServiceCredentialWarnings(config),
      ...listCredentialWarnings(config, credentials)
    ]
    return { problems, credentials, managementToken, warnings }
  }
}

/** `WHOLE` with placeholders for these sections, in order to check the others. */
export function withoutSections(names: ReadonlySet<string>): ConfigPart<Config> {
  return {
    ...WHOLE,
    select: (written) => ({
      publicUrl: 'https://gatehouse.invalid',
      identityPlatform: { projectId: 'unknown', apiKey: 'unused' },
      ...Object.fromEntries(Object.entries(written).filter(([name]) => !names.has(name)))
    })
  }
}

/** For account commands: `identityPlatform`, without API key and tenants, and `audit`. */
export const PROVIDER: ConfigPart<ProviderConfig> = {
  reads: isOfProvider,
  checksVariables: isOfProvider,
  select: ({ identityPlatform = {}, audit, publicUrl, ...others }) => ({
    // Unknown keys may be misspelt sections.
    ...Object.fromEntries(Object.entries(others).filter(([name]) => !isSection(name))),
    ...(audit === undefined ? {} : { audit }),
    publicUrl: typeof publicUrl === 'string' && parseUrl(publicUrl) !== null ? publicUrl : 'http://localhost',
    identityPlatform: withSettings(identityPlatform, { apiKey: 'unused', apiKeyFile: null, tenants: {} })
  }),
  pick: ({ identityPlatform, audit, publicUrl }) => ({ identityPlatform, audit, publicUrl }),
  validate(config, node) {
    readApiKey(config.identityPlatform)
    const called = listProviderUrls(config.identityPlatform)
    const read = readCredentials(config, node.env)
    const credentials = read.kind === 'found' ? read.credentials : null
    const problems = listProblems(
      ...checkProvider(config),
      checkCertificateValidation(node, called),
      ...problemsOf(read)
    )
    const warnings = [...listNodeWarnings(node), ...listCredentialWarnings(config, credentials)]
    return { ...NOTHING, problems, credentials, warnings }
  }
}

/** For previews of the login page, which make no calls: needs neither secrets nor project and site. */
export const LOGIN_PAGE: ConfigPart<LoginPageConfig> = {
  reads: (section) => !['upstream', 'cookie', 'store'].includes(section),
  checksVariables: (section) => section === 'login',
  select({ upstream: _upstream, cookie: _cookie, store: _store, identityPlatform = {}, ...written }) {
    const unused = { apiKey: 'unused', apiKeyFile: null, credentials: '', credentialsFile: null }
    const named = withSettings({ projectId: 'preview' }, identityPlatform)
    return { publicUrl: 'http://localhost', ...written, identityPlatform: withSettings(named, unused) }
  },
  pick: ({ upstream: _upstream, cookie: _cookie, store: _store, ...config }) => config,
  validate(config) {
    readApiKey(config.identityPlatform)
    return { ...NOTHING, problems: checkLoginPageConfig(config) }
  }
}

function isOfProvider(section: string): boolean {
  return section === 'identityPlatform' || section === 'audit'
}

/** True for a top-level key of the schema. */
export function isSection(name: string): boolean {
  return Object.hasOwn(publishedSchema.properties ?? {}, name)
}

/** Merges sections; non-objects are left for validation to report. */
function withSettings(section: unknown, settings: unknown): unknown {
  if (!isPlainObject(settings)) return settings
  return isPlainObject(section) ? { ...section, ...settings } : section
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
