import { listProblems, type Problem } from '../../problem.ts'
import { isLoopback, parseUrl } from '../addresses/urls.ts'
import type { Config } from '../schema/schema.ts'
import { hasDotSegment } from './server-checks.ts'

type Provider = Pick<Config, 'identityPlatform'>

/** Endpoints must use https, or be on this machine. */
export function checkEndpoints({ identityPlatform }: Provider): Problem[] {
  return Object.entries(identityPlatform.endpoints).flatMap(([name, value]) => {
    const url = parseUrl(value)
    const path = `identityPlatform.endpoints.${name}`
    if (url === null) return { path, message: 'is not a URL', hint: 'Remove it for the real provider.' }
    if (url.protocol === 'https:' || isLoopback(url.hostname)) return []
    return {
      path,
      message: 'is not https',
      hint: 'Tokens are sent there: use https, or a loopback address for tests.'
    }
  })
}

/** The web API key is required, except with the emulator. */
export function checkApiKey({ identityPlatform }: Provider): Problem | null {
  if (identityPlatform.emulatorHost !== null || identityPlatform.apiKey !== '') return null
  return {
    path: 'identityPlatform.apiKey',
    message: 'is required',
    hint: 'The web API key of the project, or `apiKeyFile` with a file that contains it.'
  }
}

/** The emulator address must be `host:port`. */
export function checkEmulatorHost({ identityPlatform: { emulatorHost } }: Provider): Problem | null {
  if (emulatorHost === null || /^(\[[0-9a-f:]+\]|[A-Za-z0-9.-]+):\d{1,5}$/.test(emulatorHost)) return null
  return {
    path: 'identityPlatform.emulatorHost',
    message: 'is not `host:port`',
    hint: 'For example `127.0.0.1:9099`, without a scheme or path.'
  }
}

/** The emulator requires a demo project. */
export function checkEmulatorProject({ identityPlatform }: Provider): Problem | null {
  return needsTrial(identityPlatform) && !isTrialProject(identityPlatform) ? UNSIGNED_TOKENS : null
}

/** A gateway with the emulator must be local. */
export function checkEmulatorIsLocal({
  identityPlatform,
  publicUrl,
  listen
}: Pick<Config, 'identityPlatform' | 'publicUrl' | 'listen'>): Problem | null {
  // Other projects are reported by `checkEmulatorProject`.
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

function needsTrial({ emulatorHost, emulatorAnywhere }: Config['identityPlatform']): boolean {
  return emulatorHost !== null && !emulatorAnywhere
}

/** Demo projects exist only on emulators. https://firebase.google.com/docs/emulator-suite/connect_auth */
function isTrialProject({ projectId }: Config['identityPlatform']): boolean {
  return projectId.startsWith('demo-')
}

/** Places of tenants must be application paths, each listed once. */
export function checkTenantPlaces({
  identityPlatform,
  publicUrl,
  paths
}: Pick<Config, 'identityPlatform' | 'publicUrl' | 'paths'>): Problem[] {
  const { home: _home, ...own } = paths
  const ownPaths = ['/_auth', ...Object.values(own)]
  const publicHost = parseUrl(publicUrl)?.hostname
  const places = Object.keys(identityPlatform.tenants)
  return places.flatMap((place, index) => {
    const path = `identityPlatform.tenants.${place}`
    const folder = place.replace(/\*$/, '')
    const same = places.slice(0, index).findLast((other) => foldPlace(other) === foldPlace(place))
    return listProblems(
      hasDotSegment(place) && { path, message: 'has a dot segment', hint: 'No request has such a path.' },
      ownPaths.some((mine) => folder.startsWith(`${mine}/`) || place === mine) && {
        path,
        message: 'is a path of the gateway itself',
        hint: 'Choose a path of the application.'
      },
      place === publicHost && {
        path,
        message: 'is the host of publicUrl',
        hint: 'Its tenant is `identityPlatform.tenantId`; paths may have others.'
      },
      same !== undefined && {
        path,
        message: `is the same place as ${same}`,
        hint: 'Keep one of the two.'
      }
    )
  })
}

/** Normalizes a place: `/Acme/*` equals `/acme`. */
function foldPlace(place: string): string {
  return place.replace(/\/?\*?$/, '').toLowerCase()
}
