import { listProblems, type Problem } from '../problem.ts'
import { parseUrl } from './addresses/urls.ts'
import { listApplications } from './applications.ts'
import { checkConfig, checkLoginPageConfig, checkProviderConfig } from './checks/checks.ts'
import {
  checkCertificateValidation,
  checkHttpParser,
  listCalledUrls,
  listNodeWarnings,
  listProviderUrls,
  type NodeSettings
} from './checks/node-checks.ts'
import { checkAuditFile } from './checks/server-checks.ts'
import { listNotices, listWarnings } from './checks/warnings.ts'
import { type Credentials, listCredentialWarnings, readCredentials } from './credentials/credentials.ts'
import { isPlainObject } from './json-members.ts'
import { publishedSchema } from './schema/published-schema.ts'
import type { Config, LoginPageConfig, ProviderConfig } from './schema/schema.ts'
import { isAtOrWithin } from './sources/environment.ts'
import { readApiKey, readManagementToken, readSignatureKeys, readStoreUrl } from './sources/secrets.ts'
import { listCertificateWarnings, listServerCertificates } from './tls/certificate-warnings.ts'
import { listUpstreamTlsWarnings } from './tls/upstream-tls.ts'
import { listWorkerWarnings, readMachine } from './workers.ts'

/** The part of a configuration that a command uses; the rest may be wrong or missing. */
export interface ConfigPart<C> {
  /** Is this section read? What is wrong with the others does not matter. */
  reads(section: string): boolean
  /** Is a variable that is nearly a key of this section a problem, and not only worth a warning? */
  checksVariables(section: string): boolean
  /** The input for the part: what file and environment say, and what the command sets itself. */
  select(written: Readonly<Record<string, unknown>>): Record<string, unknown>
  /** The sections of the part. */
  pick(config: Config): C
  /** The second pass, over a part whose shape is right: fills in secrets from their files, and checks what values mean. */
  understand(config: C, node: NodeSettings): Meaning
}

/** What the second pass found. */
export interface Meaning {
  problems: readonly Problem[]
  /** Null: there are none, or they are not looked for. */
  credentials: Credentials | null
  /** What callers of the management listener must show; null: nothing. Secret. */
  managementToken: string | null
  /** Of a part without problems. */
  listWarnings(): string[]
  /** The same. `written`: what file and environment say, without defaults. */
  listNotices(written: Readonly<Record<string, unknown>>): string[]
}

/** All of it. */
export const WHOLE: ConfigPart<Config> = {
  reads: () => true,
  checksVariables: () => true,
  select: (written) => ({ ...written }),
  pick: (config) => config,
  understand(config, node) {
    const { identityPlatform, cookie, store, management } = config
    const secrets = [
      ...readApiKey(identityPlatform),
      ...readSignatureKeys(cookie),
      ...(store === null ? [] : readStoreUrl(store))
    ]
    const { token: managementToken, problems: tokenProblems } = readManagementToken(management)
    const read = readCredentials(config, node.env)
    const credentials = read.kind === 'found' ? read.credentials : null
    const problems = [
      ...secrets,
      ...withoutUnread(checkConfig(config), secrets),
      ...tokenProblems,
      ...listProblems(
        checkAuditFile(config),
        checkCertificateValidation(node, listCalledUrls(config)),
        checkHttpParser(node)
      ),
      ...(read.kind === 'invalid' ? read.problems : [])
    ]
    return {
      problems,
      credentials,
      managementToken,
      listWarnings: () => [
        ...listNodeWarnings(node),
        ...listWarnings(config),
        ...listWorkerWarnings(config, readMachine(node.env)),
        ...listTlsWarnings(config, Date.now() / 1000),
        ...listCredentialWarnings(config, credentials)
      ],
      listNotices: (written) => listNotices(config, written)
    }
  }
}

/** `WHOLE` with something of the right shape in place of these sections, for a look at the others. */
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

/** For account commands: `identityPlatform`, without the web API key and the tenants of places, which they do not need, and `audit`. */
export const PROVIDER: ConfigPart<ProviderConfig> = {
  reads: (section) => isOfProvider(section),
  checksVariables: (section) => isOfProvider(section),
  select: ({ identityPlatform = {}, audit, publicUrl, ...others }) => ({
    // A key that does not exist may be a misspelt section.
    ...Object.fromEntries(Object.entries(others).filter(([name]) => !isSection(name))),
    ...(audit === undefined ? {} : { audit }),
    publicUrl: typeof publicUrl === 'string' && parseUrl(publicUrl) !== null ? publicUrl : 'http://localhost',
    identityPlatform: withSettings(identityPlatform, { apiKey: 'unused', apiKeyFile: null, tenants: {} })
  }),
  pick: ({ identityPlatform, audit, publicUrl }) => ({ identityPlatform, audit, publicUrl }),
  understand(config, node) {
    readApiKey(config.identityPlatform)
    const called = listProviderUrls(config.identityPlatform)
    const read = readCredentials(config, node.env)
    const credentials = read.kind === 'found' ? read.credentials : null
    return {
      problems: [
        ...checkProviderConfig(config),
        ...listProblems(checkCertificateValidation(node, called)),
        ...(read.kind === 'invalid' ? read.problems : [])
      ],
      credentials,
      managementToken: null,
      listWarnings: () => [...listNodeWarnings(node), ...listCredentialWarnings(config, credentials)],
      listNotices: () => []
    }
  }
}

/** For a look at the login page, which calls nobody: no secrets, and no name of the project or of the site either. */
export const LOGIN_PAGE: ConfigPart<LoginPageConfig> = {
  reads: (section) => !['upstream', 'cookie', 'store'].includes(section),
  checksVariables: (section) => section === 'login',
  select({ upstream: _upstream, cookie: _cookie, store: _store, identityPlatform = {}, ...written }) {
    const named = withSettings({ projectId: 'preview' }, identityPlatform)
    return {
      publicUrl: 'http://localhost',
      ...written,
      identityPlatform: withSettings(named, {
        apiKey: 'unused',
        apiKeyFile: null,
        credentials: '',
        credentialsFile: null
      })
    }
  },
  pick: ({ upstream: _upstream, cookie: _cookie, store: _store, ...config }) => config,
  understand(config) {
    readApiKey(config.identityPlatform)
    return {
      problems: checkLoginPageConfig(config),
      credentials: null,
      managementToken: null,
      listWarnings: () => [],
      listNotices: () => []
    }
  }
}

/** `LOGIN_PAGE` with other sections of `login` in place of what is written. `sections`: name -> keys, not checked. */
export function withLoginSections(
  sections: Readonly<Record<string, Readonly<Record<string, unknown>>>>
): ConfigPart<LoginPageConfig> {
  return {
    ...LOGIN_PAGE,
    select: ({ login = {}, ...written }) =>
      LOGIN_PAGE.select({ ...written, login: withSettings(login, sections) })
  }
}

function isOfProvider(section: string): boolean {
  return section === 'identityPlatform' || section === 'audit'
}

/** Is this the name of a section, or of another key at the top level? */
export function isSection(name: string): boolean {
  return Object.hasOwn(publishedSchema.properties ?? {}, name)
}

/** One section over another; what is no section is left for validation to name. */
function withSettings(section: unknown, settings: unknown): unknown {
  if (!isPlainObject(settings)) return settings
  return isPlainObject(section) ? { ...section, ...settings } : section
}

/** A secret whose file cannot be used is not missing as well. */
function withoutUnread(problems: readonly Problem[], secrets: readonly Problem[]): Problem[] {
  const keys = secrets.map(({ path }) => path.replace(/File$/, ''))
  return problems.filter(({ path }) => !keys.some((key) => isAtOrWithin(path, key)))
}

/** `nowSeconds`: epoch seconds. */
function listTlsWarnings(config: Config, nowSeconds: number): string[] {
  return [
    ...listServerCertificates(config).flatMap(({ files, usage }) =>
      listCertificateWarnings(files, nowSeconds, usage)
    ),
    ...listApplications(config).flatMap(({ upstream, key }) =>
      upstream === null
        ? []
        : listUpstreamTlsWarnings(upstream, nowSeconds, key === null ? 'upstream' : `${key}.upstream`)
    )
  ]
}
