import { createRequire } from 'node:module'

/**
 * Can anybody register a name below this host (`com`, `co.uk`, `github.io`)? By the Public Suffix List, its private part
 * included; a last label that the list does not know counts too, as it does for browsers. IP addresses are none.
 * Source: https://publicsuffix.org/list/, in the edition that the package `tldts` holds.
 */
export function isPublicSuffix(hostname: string): boolean {
  // Loaded for configurations that ask: the list takes a tenth of a second of the start.
  const { getPublicSuffix }: typeof import('tldts') = createRequire(import.meta.url)('tldts')
  return getPublicSuffix(hostname, { allowPrivateDomains: true }) === hostname
}
