/** In lower case, without the final dot of a fully qualified name: both are ways to write the same host. */
export function normalizeHost(hostname: string): string {
  return hostname.toLowerCase().replace(/\.$/, '')
}
