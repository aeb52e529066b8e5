import { hasDotSegment, isPlain, NEVER_MATCHES, PATH_HINT, readPath } from '../config/addresses/paths.ts'
import { isLoopback, parseUrl } from '../config/addresses/urls.ts'
import type { Config } from '../config/schema/schema.ts'
import { listProblems, type Problem, when } from '../problem.ts'

type Provider = Config['identityPlatform']

/** The site, and what calls to the provider need. */
export function checkProvider({ publicUrl, identityPlatform }: Config): Problem[] {
  const { apiKey, emulatorHost, endpoints } = identityPlatform
  return listProblems(
    when(parseUrl(publicUrl) === null, {
      path: 'publicUrl',
      message: 'is not a URL',
      hint: 'For example `https://app.example.com`.'
    }),
    ...Object.entries(endpoints).map(([name, url]) =>
      checkEndpoint(`identityPlatform.endpoints.${name}`, url)
    ),
    when(emulatorHost === null && apiKey === '', {
      path: 'identityPlatform.apiKey',
      message: 'is required',
      hint: 'The web API key of the project, or `apiKeyFile` with a file that contains it.'
    }),
    when(emulatorHost !== null && !/^(\[[0-9a-f:]+\]|[A-Za-z0-9.-]+):\d{1,5}$/.test(emulatorHost), {
      path: 'identityPlatform.emulatorHost',
      message: 'is not `host:port`',
      hint: 'For example `127.0.0.1:9099`, without a scheme or path.'
    }),
    needsTrial(identityPlatform) && !isTrialProject(identityPlatform) && UNSIGNED_TOKENS
  )
}

/** Endpoints must use https, or be on this machine. */
function checkEndpoint(path: string, value: string): Problem | null {
  const url = parseUrl(value)
  if (url === null) return { path, message: 'is not a URL', hint: 'Remove it for the real provider.' }
  if (url.protocol === 'https:' || isLoopback(url.hostname)) return null
  const hint = 'Tokens are sent there: use https, or a loopback address for tests.'
  return { path, message: 'is not https', hint }
}

/** A gateway with the emulator must be local. */
export function checkEmulatorIsLocal(config: Config): Problem | null {
  const { identityPlatform, publicUrl, listen } = config
  // Other projects are reported by `checkProvider`.
  if (!needsTrial(identityPlatform) || !isTrialProject(identityPlatform)) return null
  const isLocal =
    isLoopback(parseUrl(publicUrl)?.hostname ?? '') &&
    // The address of an inherited socket is unknown, and chosen on purpose.
    listen.fd === null &&
    isLoopback(listen.host === '::1' ? '[::1]' : listen.host)
  return isLocal ? null : UNSIGNED_TOKENS
}

const UNSIGNED_TOKENS: Problem = {
  path: 'identityPlatform.emulatorHost',
  message:
    'accepts unsigned tokens, so it goes with a loopback publicUrl and listen.host and a `demo-` project only',
  hint: 'Remove it in production. `emulatorAnywhere: true` overrides this.'
}

function needsTrial({ emulatorHost, emulatorAnywhere }: Provider): boolean {
  return emulatorHost !== null && !emulatorAnywhere
}

/** Demo projects exist only on emulators. https://firebase.google.com/docs/emulator-suite/connect_auth */
function isTrialProject({ projectId }: Provider): boolean {
  return projectId.startsWith('demo-')
}

/** Places of tenants must be application paths, each listed once. */
export function checkTenantPlaces({ identityPlatform, publicUrl, paths }: Config): Problem[] {
  const { home: _home, ...own } = paths
  const ownPaths = ['/_auth', ...Object.values(own)]
  const publicHost = parseUrl(publicUrl)?.hostname
  const places = Object.keys(identityPlatform.tenants)
  return places.flatMap((place, index) => {
    const path = `identityPlatform.tenants.${place}`
    const { escaped } = readPath(place)
    const same = places.slice(0, index).findLast((other) => foldPlace(other) === foldPlace(place))
    return listProblems(
      (!isPlain(escaped) || hasDotSegment(escaped)) && { path, message: NEVER_MATCHES, hint: PATH_HINT },
      ownPaths.some((mine) => escaped.startsWith(`${mine}/`) || escaped === mine) && {
        path,
        message: 'is a path of the gateway itself',
        hint: 'Choose a path of the application.'
      },
      when(place === publicHost, {
        path,
        message: 'is the host of publicUrl',
        hint: 'Its tenant is `identityPlatform.tenantId`; paths may have others.'
      }),
      when(same !== undefined, {
        path,
        message: `is the same place as ${same}`,
        hint: 'Keep one of the two.'
      })
    )
  })
}

/** Normalizes a place: `/Acme/*` equals `/acme`. */
function foldPlace(place: string): string {
  return place.startsWith('/') ? readPath(place).folded : place.toLowerCase()
}
