import type { Application } from './applications.ts'

/** Below the origin of `publicUrl`. */
export const ISSUER_PATH = '/_auth/oauth'
/** Below the issuer: where a device's code is entered. */
export const DEVICE_PATH = '/device'
/** Well-known path of protected resource metadata (RFC 9728, 3). */
export const METADATA_PREFIX = '/.well-known/oauth-protected-resource'

export function issuerOf(publicUrl: string): string {
  return `${new URL(publicUrl).origin}${ISSUER_PATH}`
}

/** Identifier of an application as a resource (RFC 8707, 2). `origin`: that of the application. */
export function resourceOf({ folder }: Pick<Application, 'folder'>, origin: string): string {
  return `${origin}${folder.slice(0, -1)}`
}

/** Where the metadata of a resource is, as in `WWW-Authenticate` (RFC 9728, 5.1). */
export function metadataAddress({ folder }: Pick<Application, 'folder'>, origin: string): string {
  return `${origin}${METADATA_PREFIX}${folder.slice(0, -1)}`
}

/** The origin of an application's host. `origin`: that of `publicUrl`, whose scheme and port all hosts share. */
export function originOfHost(host: string | null, origin: string): string {
  if (host === null) return origin
  const url = new URL(origin)
  url.hostname = host
  return url.origin
}
