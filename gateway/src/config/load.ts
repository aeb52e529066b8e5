import { parseDocument } from 'yaml'
import type { Problem } from '../problem.ts'
import { isLoopback } from './addresses/own-address.ts'
import { findContradictions } from './checks/checks.ts'
import { listLoginWarnings } from './checks/login-warnings.ts'
import { findNodeProblems, listNodeWarnings, warnAboutPlainUpstream } from './checks/node-checks.ts'
import { listNotices } from './checks/notices.ts'
import { listProtectionWarnings } from './checks/warnings.ts'
import { type Credentials, listCredentialWarnings, readCredentials } from './credentials/credentials.ts'
import { isPlainObject } from './json-object.ts'
import type { Config, LogLevel } from './schema/schema.ts'
import { isSound, validateShape } from './schema/shape.ts'
import { overlayEnvironment } from './sources/environment.ts'
import { readText } from './sources/files.ts'
import { keepIdentityPlatform, keepLogin } from './sources/partial.ts'
import { judgeUnknownVariables } from './sources/unknown-variables.ts'

/** Where a configuration comes from. */
export interface ConfigSources {
  /** YAML or JSON file; null: environment alone. */
  file: string | null
  env: Readonly<Record<string, string | undefined>>
  /** Flags that Node itself was started with; none when left out. */
  nodeFlags?: readonly string[]
  /** Only this section will be read: the others may be wrong or missing, and are not those of the sources. */
  only?: 'identityPlatform' | 'login'
}

/** A configuration that is ready to run. */
export interface LoadedConfig {
  config: Config
  /** Null when there are none: sessions then begin by handover. */
  credentials: Credentials | null
  /** Things that work but deserve a line in the log at start. */
  warnings: string[]
  /** Things that an operator may expect otherwise, for `check-config` alone. */
  notices: string[]
}

/** What `readSecrets` reads and writes. */
const SECRET_KEYS = [
  'identityPlatform.apiKey',
  'identityPlatform.apiKeyFile',
  'identityPlatform.emulatorHost',
  'cookie.signatureKeys',
  'cookie.signatureKeysFile'
]

/** What `findNodeProblems` reads. */
const ADDRESS_KEYS = ['upstream.url', 'identityPlatform', 'login', 'publicUrl']

/** At these no decision is written. */
const QUIET_LEVELS: ReadonlySet<LogLevel> = new Set<LogLevel>(['warn', 'error', 'fatal', 'silent'])

/**
 * Reads file, environment and secret files (in that order, later ones win) and checks everything.
 * Gives the configuration, or all problems at once; never throws, never shows a value that may be a secret.
 */
export function loadConfig(sources: ConfigSources): LoadedConfig | { problems: Problem[] } {
  const problems: Problem[] = []
  const fromFile = sources.file === null ? {} : readConfigFile(sources.file, problems)
  if (fromFile === null) return { problems }
  const { merged, unknown } = overlayEnvironment(fromFile, sources.env)
  const variables = judgeUnknownVariables(
    unknown,
    (section) => sources.only === undefined || sources.only === section
  )
  problems.push(...variables.problems)
  const { config, problems: shapeProblems } = validateShape(keepWanted(merged, sources.only))
  problems.push(...shapeProblems)
  if (SECRET_KEYS.every((path) => isSound(path, shapeProblems))) readSecrets(config, problems)
  problems.push(...findContradictions(config, problems))
  const node = { env: sources.env, flags: sources.nodeFlags ?? [] }
  // A look at the login page calls nobody.
  if (sources.only !== 'login' && ADDRESS_KEYS.every((path) => isSound(path, shapeProblems)))
    problems.push(...findNodeProblems(config, node, sources.only === undefined ? 'everything' : 'provider'))
  const credentials = sources.only === 'login' ? null : readCredentials(config, sources.env, problems)
  if (problems.length > 0) return { problems }
  const warnings = [
    ...variables.warnings,
    ...listNodeWarnings(node),
    ...listWarnings(config),
    ...listProtectionWarnings(config),
    ...listLoginWarnings(config),
    ...listCredentialWarnings(config, credentials)
  ]
  return { config, credentials, warnings, notices: listNotices(config, merged) }
}

function keepWanted(merged: Record<string, unknown>, only: ConfigSources['only']): Record<string, unknown> {
  if (only === undefined) return merged
  return only === 'login' ? keepLogin(merged) : keepIdentityPlatform(merged)
}

function readConfigFile(file: string, problems: Problem[]): Record<string, unknown> | null {
  const text = readText(file, file, problems)
  if (text === null) return null
  // The parser's pretty messages quote the line, which may hold a secret.
  const document = parseDocument(text, { prettyErrors: false })
  for (const error of document.errors) {
    const line = text.slice(0, error.pos[0]).split('\n').length
    problems.push({
      path: file,
      message: `is not YAML: ${error.code} in line ${line}`,
      hint: 'See config/README.md.'
    })
  }
  if (problems.length > 0) return null
  const content = readContent(document)
  if (!isPlainObject(content)) {
    problems.push({
      path: file,
      message: 'is not a mapping of keys to values',
      hint: 'See config/README.md.'
    })
    return null
  }
  return { ...content }
}

/** Null for content that cannot be built, such as aliases that multiply without end. */
function readContent(document: ReturnType<typeof parseDocument>): unknown {
  try {
    return document.toJS() ?? {}
  } catch {
    return null
  }
}

function readSecrets(config: Config, problems: Problem[]): void {
  const { identityPlatform, cookie } = config
  if (identityPlatform.apiKeyFile !== null) {
    if (identityPlatform.apiKey !== '') {
      problems.push({
        path: 'identityPlatform.apiKeyFile',
        message: 'stands beside `apiKey`',
        hint: 'Keep one of the two.'
      })
    }
    const text = readText(identityPlatform.apiKeyFile, 'identityPlatform.apiKeyFile', problems)
    if (text !== null) identityPlatform.apiKey = text.trim()
  }
  // The emulator wants some key, and takes any.
  if (identityPlatform.emulatorHost !== null) {
    identityPlatform.emulatorHost = identityPlatform.emulatorHost.replace(/^http:\/\//, '')
    identityPlatform.apiKey ||= 'emulator'
  }
  if (cookie.signatureKeysFile !== null) {
    if (cookie.signatureKeys.length > 0) {
      problems.push({
        path: 'cookie.signatureKeysFile',
        message: 'stands beside `signatureKeys`',
        hint: 'Keep one of the two.'
      })
    }
    const text = readText(cookie.signatureKeysFile, 'cookie.signatureKeysFile', problems)
    const lines = (text ?? '').split('\n').map((line) => line.trim())
    if (text !== null) cookie.signatureKeys = lines.filter((line) => line !== '')
  }
}

function listWarnings(config: Config): string[] {
  const warnings: string[] = []
  const { protocol, hostname } = new URL(config.publicUrl)
  if (protocol === 'http:' && !isLoopback(hostname)) {
    warnings.push('publicUrl: http sends session cookies in clear; use https')
  }
  const plainUpstream = warnAboutPlainUpstream(config)
  if (plainUpstream !== null) warnings.push(plainUpstream)
  if (QUIET_LEVELS.has(config.log.level)) {
    warnings.push(
      `log.level: \`${config.log.level}\` leaves out who was let in and why requests were refused or failed; security events alone are written whatever the level`
    )
  }
  if (config.trustedProxies.some((network) => network.endsWith('/0'))) {
    warnings.push(
      'trustedProxies: a network of everybody lets every client choose its own address in logs and limits'
    )
  }
  if (config.identityPlatform.emulatorHost !== null) {
    warnings.push(
      'identityPlatform.emulatorHost: UNSIGNED tokens are accepted; anybody can sign in as anybody'
    )
  }
  return warnings
}
