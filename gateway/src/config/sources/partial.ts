import { isPlainObject } from '../json-object.ts'
import { publishedSchema } from '../schema/published-schema.ts'
import { generateSignatureKey } from '../signature-keys.ts'

/** Sound values for what commands that serve nobody never read. */
const PLACEHOLDERS = {
  publicUrl: 'http://localhost',
  upstream: { url: 'http://127.0.0.1:9' },
  // Nothing is signed with it.
  cookie: { signatureKeys: [generateSignatureKey()] }
}

/**
 * A configuration of which `identityPlatform` alone can be wrong: the rest is left at placeholders and defaults. The web
 * API key and the tenants of places go too, account calls need neither. Keys that do not exist stay, to be complained
 * about: one may be a misspelt `identityPlatform`.
 */
export function keepIdentityPlatform(merged: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const known = publishedSchema.properties ?? {}
  const unknown = Object.entries(merged).filter(([name]) => !Object.hasOwn(known, name))
  const { identityPlatform = {} } = merged
  return {
    ...Object.fromEntries(unknown),
    ...structuredClone(PLACEHOLDERS),
    identityPlatform: isPlainObject(identityPlatform)
      ? { ...identityPlatform, apiKey: 'unused', apiKeyFile: null, tenants: {} }
      : identityPlatform
  }
}

/**
 * A configuration for looking at the login page: what that does not need (application, keys, credentials) is left at
 * placeholders, and missing names too.
 */
export function keepLogin(merged: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { identityPlatform = {} } = merged
  return {
    ...structuredClone(PLACEHOLDERS),
    ...merged,
    upstream: PLACEHOLDERS.upstream,
    cookie: structuredClone(PLACEHOLDERS.cookie),
    identityPlatform: isPlainObject(identityPlatform)
      ? {
          projectId: 'preview',
          ...identityPlatform,
          apiKey: 'unused',
          apiKeyFile: null,
          credentials: '',
          credentialsFile: null
        }
      : identityPlatform
  }
}
