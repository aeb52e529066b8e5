import { isIP } from 'node:net'
import { normalize } from 'node:path'
import { isOwnAddress, type OwnAddresses } from '../config/addresses/own-address.ts'
import { parseUrl } from '../config/addresses/urls.ts'
import {
  isSocketUrl,
  listUpstreams,
  readUpstreamAddress,
  type UpstreamAddress
} from '../config/applications.ts'
import { DEFAULT_IDENTITY_HEADERS, isMessageHeader, mergeIdentityHeaders } from '../config/defaults.ts'
import type { Config, UpstreamConfig } from '../config/schema/schema.ts'
import { problemsOf } from '../config/sources/files.ts'
import { checkSocketPath } from '../http/settings-checks.ts'
import { readUpstreamTls } from '../http/tls-files.ts'
import { type Credentials, canSign } from '../identity-platform/credentials/credentials.ts'
import { listProblems, type Problem, when } from '../problem.ts'

/** The upstream must be another server with a valid address and TLS settings; it need not be running. */
export function checkUpstream(config: Pick<Config, 'upstream'> & OwnAddresses): Problem[] {
  const { upstream } = config
  if (upstream === null) return []
  const address = readUpstreamAddress(upstream)
  const isLoop = address !== null && isOwn(address, config)
  return listProblems(
    checkAddress(upstream, address),
    when(isLoop, {
      path: 'upstream.url',
      message: 'is the gateway itself',
      hint: 'Requests would loop: use the address of the application itself.'
    }),
    ...checkTls(upstream)
  )
}

function checkAddress({ url, unixSocket }: UpstreamConfig, address: UpstreamAddress | null): Problem | null {
  if (address === null)
    return { path: 'upstream.url', message: 'is not a URL', hint: 'For example `http://127.0.0.1:3000`.' }
  if (unixSocket !== null && isSocketUrl(url))
    return {
      path: 'upstream.unixSocket',
      message: 'cannot be combined with a socket in upstream.url',
      hint: 'Set the socket once: with `unixSocket`, the URL is `http://` or `https://` and a name.'
    }
  const path = unixSocket === null ? 'upstream.url' : 'upstream.unixSocket'
  return address.socketPath === null ? null : checkSocketPath(path, address.socketPath)
}

function isOwn({ origin, socketPath }: UpstreamAddress, config: OwnAddresses): boolean {
  return socketPath === null
    ? isOwnAddress(new URL(origin), config)
    : config.listen.unix !== null && normalize(socketPath) === normalize(config.listen.unix)
}

/** What a header field can carry without a difference of reading. */
const FIELD_VALUE = /^[!-~](?:[\t -~]*[!-~])?$/

/** Passed client headers and fixed ones must not carry framing or identity. */
export function checkUpstreamHeaders(config: Pick<Config, 'upstream' | 'identityHeaders'>): Problem[] {
  const { upstream, identityHeaders } = config
  const identity = mergeIdentityHeaders(identityHeaders)
  const fixed = Object.entries(upstream?.headers ?? {})
  const named = [
    ...(upstream?.passHeaders ?? []).map((name, index) => ({ name, path: `upstream.passHeaders[${index}]` })),
    ...fixed.map(([name]) => ({ name, path: `upstream.headers.${name}` }))
  ]
  // A file that cannot be read is a problem of its own.
  const wrong = fixed.map(([name, { value, valueFile }]) =>
    when(value === null ? valueFile === null : !FIELD_VALUE.test(value), {
      path: `upstream.headers.${name}`,
      message: 'has no value that a header can carry',
      hint: 'Set `value`, or `valueFile`, to one line of visible ASCII characters.'
    })
  )
  const reserved = named.flatMap(({ name, path }) => {
    const isIdentity = Object.hasOwn(DEFAULT_IDENTITY_HEADERS, name) || (identity[name] ?? null) !== null
    return listProblems(
      when(isMessageHeader(name), { path, message: 'is a reserved header', hint: 'Remove it.' }),
      when(isIdentity || name.startsWith('x-gatehouse-'), {
        path,
        message: 'carries the identity asserted by the gateway',
        hint: 'Any client could sign in as anyone: remove it.'
      })
    )
  })
  return listProblems(...reserved, ...wrong)
}

/** Keys that require TLS, and their defaults. */
const TLS_KEYS = {
  caFile: null,
  certFile: null,
  keyFile: null,
  serverName: null,
  minTlsVersion: '1.2',
  insecure: false
} as const satisfies Partial<UpstreamConfig>

function checkTls(upstream: UpstreamConfig): Problem[] {
  const useless = listUselessKeys(upstream)
  if (useless.length > 0) return useless
  const { caFile, certFile, keyFile, serverName, insecure } = upstream
  return listProblems(
    when((certFile === null) !== (keyFile === null), {
      path: `upstream.${certFile === null ? 'certFile' : 'keyFile'}`,
      message: `is missing next to ${certFile === null ? 'keyFile' : 'certFile'}`,
      hint: 'A client certificate needs both files: set both, or none.'
    }),
    when(serverName !== null && isIP(serverName) !== 0, {
      path: 'upstream.serverName',
      message: 'is an IP address',
      hint: 'TLS only supports names here (RFC 6066, 3). Remove it: an address in `url` is verified as it is.'
    }),
    when(insecure && caFile !== null, {
      path: 'upstream.insecure',
      message: 'cannot be combined with caFile, which would be ignored',
      hint: 'Remove `insecure`: `caFile` suffices to verify the application.'
    }),
    ...problemsOf(readUpstreamTls(upstream, 'upstream'))
  )
}

function listUselessKeys(upstream: UpstreamConfig): Problem[] {
  if (upstream.url.startsWith('https:')) return []
  const written: Record<string, unknown> = upstream
  return Object.entries(TLS_KEYS)
    .filter(([key, value]) => written[key] !== value)
    .map(([key]) => ({
      path: `upstream.${key}`,
      message: 'is about TLS, which upstream.url does not use',
      hint: 'Use `https://` in the URL, also with `unixSocket`, or remove this key.'
    }))
}

/** Id tokens need an audience, and credentials of a service account. */
export function checkServiceCredentials(config: Config, credentials: Credentials | null): Problem[] {
  const isEmulated = config.identityPlatform.emulatorHost !== null
  const missing = isEmulated
    ? {
        message:
          'cannot be combined with `identityPlatform.emulatorHost`, which makes no id tokens for applications',
        hint: 'Remove one of the two.'
      }
    : {
        message: 'needs credentials of a service account',
        hint: 'Run the gateway on Google Cloud, set `identityPlatform.credentialsFile`, or, with credentials of another type, `identityPlatform.serviceAccountEmail`.'
      }
  return listUpstreams(config)
    .filter(({ upstream }) => upstream.googleIdToken !== false)
    .flatMap(({ path, upstream: { googleIdToken, url } }) =>
      listProblems(
        when(googleIdToken === true && isSocketUrl(url), {
          path: `${path}.googleIdToken`,
          message: 'has no audience, because the URL is a Unix socket',
          hint: 'Write the audience that the application expects, instead of true.'
        }),
        (isEmulated || !canSign(credentials)) && { path: `${path}.googleIdToken`, ...missing }
      )
    )
}

/** Settings with which Cloud Run does not find the service. */
export function listServiceCredentialWarnings(config: Config): string[] {
  return listUpstreams(config)
    .filter(
      ({ upstream: { googleIdToken, hostHeader, url } }) =>
        googleIdToken !== false &&
        hostHeader === 'public' &&
        parseUrl(url)?.hostname.endsWith('.run.app') === true
    )
    .map(
      ({ path }) =>
        `${path}.hostHeader: Cloud Run finds a service by \`Host\` and does not know that of \`publicUrl\`; set \`upstream\``
    )
}
