import { isThisMachine } from '../addresses/urls.ts'
import { listUpstreams } from '../applications.ts'
import { ARRIVE_PATH, createHandOverTest } from '../hand-over.ts'
import type { Config, UpstreamConfig } from '../schema/schema.ts'

/** Settings of each application that work, but take a protection away; each line begins with its key path. */
export function listApplicationWarnings(config: Config): string[] {
  return [
    ...listPlainUpstreams(config),
    ...listOpenDefaults(config),
    ...listUnroutedArrivals(config),
    ...listUnknownBearers(config)
  ]
}

function listPlainUpstreams(config: Config): string[] {
  return listUpstreams(config).flatMap(({ path, upstream }) =>
    isPlainToElsewhere(upstream)
      ? [
          `${path}.url: http to another machine sends identities and answers in clear, and whoever stands between can change them; use https, or let nobody else into that network`
        ]
      : []
  )
}

function listOpenDefaults({ access, applications }: Config): string[] {
  const own = applications.flatMap((one, index) =>
    one.access === undefined ? [] : [{ path: `applications[${index}].access`, level: one.access.default }]
  )
  return [{ path: 'access', level: access.default }, ...own].flatMap(({ path, level }) =>
    level === 'public' || level === 'optional'
      ? [
          `${path}.default: \`${level}\` lets everybody pass where no rule matches; name such paths in \`${path}.rules\` and leave the default at \`signed-in\``
        ]
      : []
  )
}

/** Hosts that need sessions handed over, although the gateway gets none of their requests by itself. */
function listUnroutedArrivals(config: Config): string[] {
  const isHandOver = createHandOverTest(config)
  return config.applications.flatMap(({ host, upstream = null }, index) =>
    host !== undefined && upstream === null && isHandOver(host)
      ? [
          `applications[${index}].host: the session cookie does not go to ${host}, so sessions are handed over at ${ARRIVE_PATH} there, and without \`upstream\` another proxy has that host: let the proxy pass \`/_auth/\` of this host to the gateway without asking, or use a host below \`cookie.domain\`; else its visitors are sent to sign in for ever`
        ]
      : []
  )
}

function listUnknownBearers(config: Config): string[] {
  const { applications, bearer } = config
  const places = [
    {
      path: 'passUnknownBearer',
      name: null,
      isOn: config.passUnknownBearer,
      headers: config.identityHeaders
    },
    ...applications.flatMap(
      ({ name, passUnknownBearer, identityHeaders = config.identityHeaders }, index) => {
        const path = `applications[${index}].passUnknownBearer`
        return passUnknownBearer === undefined
          ? []
          : [{ path, name, isOn: passUnknownBearer, headers: identityHeaders }]
      }
    )
  ]
  return places.flatMap(({ path, name, isOn, headers }) => {
    if (!isOn) return []
    const counts = bearer.some(
      (one) => name === null || one.applications.length === 0 || one.applications.includes(name)
    )
    if (!counts)
      return [
        `${path}: has no effect, as no issuer of \`bearer\` counts there: every token passes; leave it out`
      ]
    if (headers.authorization != null)
      return [
        `${path}: has no effect, as \`identityHeaders.authorization\` replaces the token; leave one of them out`
      ]
    return [
      `${path}: bearer tokens of issuers that \`bearer\` does not name reach the application unverified, so it has to verify them itself`
    ]
  })
}

function isPlainToElsewhere({ url, unixSocket }: UpstreamConfig): boolean {
  return unixSocket === null && url.startsWith('http:') && !isThisMachine(new URL(url).hostname)
}
