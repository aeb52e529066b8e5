import { listProblems, type Problem } from '../../problem.ts'
import { coversHost } from '../access-rules.ts'
import type { OwnAddresses } from '../addresses/own-address.ts'
import { isPublicSuffix, isThisMachine, normalizeHost, parseUrl } from '../addresses/urls.ts'
import { listUpstreams } from '../applications.ts'
import { ARRIVE_PATH, createHandOverTest } from '../hand-over.ts'
import type { ApplicationConfig, Config, UpstreamConfig } from '../schema/schema.ts'
import { checkAccessRules, checkCors, checkRuleHosts } from './access-checks.ts'
import { checkAccents, checkBrandFiles } from './login-appearance-checks.ts'
import { checkDestinations } from './login-host-checks.ts'
import { hasBadSegment } from './server-checks.ts'
import {
  checkIdentityHeaders,
  checkPassHeaders,
  checkUpstreamIsElsewhere,
  checkUpstreamTls,
  checkUpstreamUrl
} from './upstream-checks.ts'

type Applications = Pick<Config, 'applications'>

/** Host name used to check an application's appearance. */
const AS_HOST = 'application'

/** Either a single application or a list with distinct names. */
export function checkApplicationNames({
  applications,
  upstream
}: Applications & Pick<Config, 'upstream'>): Problem[] {
  const twice = applications.map(({ name }, index) => {
    const first = applications.findIndex((other) => other.name === name)
    return (
      first !== index && {
        path: `applications[${index}].name`,
        message: `is the same as applications[${first}].name`,
        hint: 'Choose another one: it identifies applications in logs and metrics.'
      }
    )
  })
  const both = upstream !== null && applications.length > 0
  return listProblems(
    both && {
      path: 'upstream',
      message: 'cannot be combined with `applications`',
      hint: 'Move it to an application without `host`, which is on the host of `publicUrl`.'
    },
    ...twice
  )
}

/** Applications must have distinct, reachable places. */
export function checkApplicationPlaces(
  config: Applications & Pick<Config, 'publicUrl' | 'cookie' | 'forwardAuth'>
): Problem[] {
  const { applications, publicUrl } = config
  const publicHost = normalizeHost(parseUrl(publicUrl)?.hostname ?? '')
  const hosts = applications.map(({ host }) => host ?? publicHost)
  return applications.flatMap((one, index) => {
    const path = `applications[${index}]`
    const host = hosts[index] ?? ''
    const first = applications.findIndex(
      (other, at) => at < index && other.path === one.path && coversHost(hosts[at], host)
    )
    return listProblems(
      first !== -1 && {
        path,
        message: `is never reached: applications[${first}] has its host and path`,
        hint: 'Put the more specific host first, or use a different path.'
      },
      hasBadSegment(one.path) && {
        path: `${path}.path`,
        message: 'is not a canonical path, so it would never match',
        hint: 'Write it decoded, without `;`, `//` or dot segments.'
      },
      host.startsWith('*.') &&
        isPublicSuffix(host.slice(2)) && {
          path: `${path}.host`,
          message: 'covers hosts of others',
          hint: 'Use hosts below a domain of your own.'
        },
      (one.upstream ?? null) === null &&
        !config.forwardAuth.enabled && {
          path: `${path}.upstream`,
          message: 'is missing, and forwardAuth.enabled is false: the application would be unreachable',
          hint: 'Set `upstream.url`, or `forwardAuth.enabled`.'
        }
    )
  })
}

/** Providers of applications must be offered by the login page. */
export function checkApplicationProviders({
  applications,
  login
}: Applications & Pick<Config, 'login'>): Problem[] {
  const offered = login.providers.map(({ id }) => id)
  return applications.flatMap(({ login: own }, index) =>
    (own?.providers ?? []).flatMap((id, at) =>
      offered.includes(id)
        ? []
        : [
            {
              path: `applications[${index}].login.providers[${at}]`,
              message: 'is not one of login.providers',
              hint: `Configured: ${offered.join(', ') || 'none'}.`
            }
          ]
    )
  )
}

/** Sections of an application follow the same rules as the top-level ones. */
export function checkApplicationSections(
  config: Applications & OwnAddresses & Pick<Config, 'access' | 'identityHeaders' | 'forwardAuth' | 'cors'>
): Problem[] {
  return config.applications.flatMap((one, index) =>
    listOwnProblems(one, config).map((problem) => ({
      ...problem,
      path: `applications[${index}].${problem.path.replace(`login.hosts.${AS_HOST}`, 'login')}`
    }))
  )
}

function listOwnProblems(
  { upstream = null, access, identityHeaders, cors, login }: ApplicationConfig,
  config: Applications & OwnAddresses & Pick<Config, 'access' | 'identityHeaders' | 'forwardAuth' | 'cors'>
): Problem[] {
  const own = {
    ...config,
    upstream,
    access: access ?? config.access,
    identityHeaders: identityHeaders ?? config.identityHeaders,
    cors: cors ?? config.cors
  }
  const looks = { login: { ...config.login, hosts: login === undefined ? {} : { [AS_HOST]: login } } }
  const ofLooks = [checkAccents(looks), checkBrandFiles(looks), checkDestinations(looks)].flat()
  return [
    ...listProblems(checkUpstreamUrl(own), checkUpstreamIsElsewhere(own)),
    ...checkUpstreamTls(own),
    ...checkPassHeaders(own),
    ...(access === undefined ? [] : [checkAccessRules(own), checkRuleHosts(own)].flat()),
    ...(cors === undefined ? [] : checkCors(own)),
    ...(identityHeaders === undefined ? [] : checkIdentityHeaders(own)),
    ...ofLooks.filter(({ path }) => path.startsWith(`login.hosts.${AS_HOST}.`))
  ]
}

/** Warnings about insecure but valid settings of applications; each begins with its key path. */
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
          `${path}.url: http to another machine sends identities and responses unencrypted, and anyone on the network path can change them; use https, or isolate that network`
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
          `${path}.default: \`${level}\` admits everyone where no rule matches; list such paths in \`${path}.rules\` and keep the default \`signed-in\``
        ]
      : []
  )
}

/** Hosts that sessions are handed over to but whose requests do not reach the gateway. */
function listUnroutedArrivals(config: Config): string[] {
  const isHandOver = createHandOverTest(config)
  return config.applications.flatMap(({ host, upstream = null }, index) =>
    host !== undefined && upstream === null && isHandOver(host)
      ? [
          `applications[${index}].host: the session cookie is not sent to ${host}, so sessions are handed over at ${ARRIVE_PATH} there, and without \`upstream\` another proxy serves that host: route its \`/_auth/\` to the gateway without an auth request, or use a host below \`cookie.domain\`; otherwise sign-in loops`
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
        `${path}: has no effect, as no issuer of \`bearer\` applies there: every token is forwarded; remove it`
      ]
    if (headers.authorization != null)
      return [
        `${path}: has no effect, as \`identityHeaders.authorization\` replaces the token; remove one of them`
      ]
    return [
      `${path}: bearer tokens of issuers not in \`bearer\` reach the application unverified, so it must verify them itself`
    ]
  })
}

function isPlainToElsewhere({ url, unixSocket }: UpstreamConfig): boolean {
  return unixSocket === null && url.startsWith('http:') && !isThisMachine(new URL(url).hostname)
}
