import { parseUrl } from './addresses/urls.ts'
import { isPlainObject } from './json-object.ts'
import { publishedSchema } from './schema/published-schema.ts'
import type { Config } from './schema/schema.ts'

/** What account commands use of a configuration; `publicUrl` names the source of events. */
export type ProviderConfig = Pick<Config, 'identityPlatform' | 'audit' | 'publicUrl'>

const PROVIDER_SECTIONS = new Set(['identityPlatform', 'audit'])

/** What the login page is made from, without the application and the keys that a gateway which serves needs. */
export type LoginPageConfig = Omit<Config, 'upstream' | 'cookie' | 'store'>

const OTHERS_OF_LOGIN_PAGE = new Set(['upstream', 'cookie', 'store'])

/** The part of a configuration that a command uses; the rest may be wrong or missing. */
export interface ConfigPart<C extends Partial<Config>> {
  /** Is this section read? What is wrong with the others does not matter. */
  reads(section: string): boolean
  /** Is a variable that is nearly a key of this section a problem, and not only worth a warning? */
  checksVariables(section: string): boolean
  /** The input for the part: what file and environment say, and what the command sets itself. */
  select(written: Readonly<Record<string, unknown>>): Record<string, unknown>
  /** The sections of the part. */
  pick(config: Config): C
}

/** All of it. */
export const WHOLE: ConfigPart<Config> = {
  reads: () => true,
  checksVariables: () => true,
  select: (written) => ({ ...written }),
  pick: (config) => config
}

/** `identityPlatform`, without the web API key and the tenants of places, which account calls do not need, and `audit`. */
export const PROVIDER: ConfigPart<ProviderConfig> = {
  reads: (section) => PROVIDER_SECTIONS.has(section),
  checksVariables: (section) => PROVIDER_SECTIONS.has(section),
  select: ({ identityPlatform = {}, audit, publicUrl, ...others }) => ({
    ...keepUnknown(others),
    ...(audit === undefined ? {} : { audit }),
    publicUrl: typeof publicUrl === 'string' && parseUrl(publicUrl) !== null ? publicUrl : 'http://localhost',
    identityPlatform: withSettings(identityPlatform, { apiKey: 'unused', apiKeyFile: null, tenants: {} })
  }),
  pick: ({ identityPlatform, audit, publicUrl }) => ({ identityPlatform, audit, publicUrl })
}

/** What a look at the login page needs: no secrets, and no name of the project or of the site either. */
export const LOGIN_PAGE: ConfigPart<LoginPageConfig> = {
  reads: (section) => !OTHERS_OF_LOGIN_PAGE.has(section),
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
  pick: ({ upstream: _upstream, cookie: _cookie, store: _store, ...config }) => config
}

/** Section of `login` -> its keys, not checked. */
export type LoginSections = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** `LOGIN_PAGE` with these sections in place of what is written. */
export function withLoginSections(sections: LoginSections): ConfigPart<LoginPageConfig> {
  return {
    ...LOGIN_PAGE,
    select: ({ login = {}, ...written }) =>
      LOGIN_PAGE.select({ ...written, login: withSettings(login, sections) })
  }
}

/** Keys that do not exist: one may be a misspelt section. */
function keepUnknown(keys: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(keys).filter(([name]) => !isSection(name)))
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
