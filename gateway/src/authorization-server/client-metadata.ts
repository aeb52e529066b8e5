import { isIP } from 'node:net'
import { coversHost } from '../config/access-rules.ts'
import { normalizeHost, parseUrl } from '../config/addresses/urls.ts'
import type { Config } from '../config/schema/schema.ts'
import { createOutgoing, createPublicTest, type OutgoingOptions } from '../http/connections/outgoing.ts'

/** Bytes of a document, and for how long it is cached, in seconds, whatever its headers say. */
export const DOCUMENT = { maxBytes: 5 * 1024, cache: { min: 60, max: 3600 } }
/** Bytes of a key set. */
export const MAX_KEYS_BYTES = 64 * 1024

export interface ClientMetadataOptions extends Omit<OutgoingOptions, 'isReachable'> {
  settings: Config['authorizationServer']['clientMetadata']
  /** Addresses of the key sets of configured clients. */
  jwksUris?: readonly string[]
}

/**
 * Fetches documents that clients name as their id (Client ID Metadata Document), so the address is of a stranger's choice: https,
 * a host of `clientMetadata.allow`, public addresses, no redirect. Key sets of configured clients likewise, whatever their host.
 */
export function createClientMetadata({ settings, jwksUris = [], ...options }: ClientMetadataOptions) {
  const isReachable = createPublicTest(settings.privateNetworks)
  const outgoing = createOutgoing({ ...options, isReachable })

  function isPublic(url: URL | null): url is URL {
    const address = url?.hostname.replace(/^\[|\]$/g, '') ?? ''
    return url?.protocol === 'https:' && (isIP(address) === 0 || isReachable(address))
  }

  /** Whether a client with this id may be asked about: its host is listed, and not a private address. */
  function isAllowed(clientId: string): boolean {
    const url = parseUrl(clientId)
    if (!isPublic(url)) return false
    return settings.allow.some((one) => one === '*' || coversHost(one, normalizeHost(url.hostname)))
  }

  return {
    isAllowed,
    /** Like the global function, for a GET. Rejects for everything but a response of an allowed host. */
    async fetch(input: string | URL | Request): Promise<Response> {
      const url = input instanceof Request ? input.url : String(input)
      const isOfKeys = jwksUris.includes(url) && isPublic(parseUrl(url))
      if (!isOfKeys && !isAllowed(url)) throw new Error('not an address that may be fetched')
      return await outgoing.fetch(url)
    },
    close: outgoing.close
  }
}
