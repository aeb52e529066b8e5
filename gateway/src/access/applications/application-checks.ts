import { hasDotSegment, isPlain, NEVER_MATCHES, PATH_HINT, readPath } from '../../config/addresses/paths.ts'
import { coversHost, hostOf, isPublicSuffix, isThisMachine } from '../../config/addresses/urls.ts'
import { listApplications, listUpstreams } from '../../config/applications.ts'
import type { Config } from '../../config/schema/schema.ts'
import { listProblems, listTexts, type Problem, when } from '../../problem.ts'
import { ARRIVE_PATH, cookieNamesOf, createHandOverTest } from '../../session/cookie/names.ts'
import { recognizeFramework } from '../rules/frameworks.ts'
import { coversMethod, coversPath } from '../rules/rule-paths.ts'
import { listAccessSections } from '../settings-checks.ts'

/** There must be a single application, several with distinct names and places, or forward auth. */
export function checkApplications(config: Config): Problem[] {
  const { applications, upstream, forwardAuth } = config
  const twice = applications.map(({ name }, index) => {
    const first = applications.findIndex((other) => other.name === name)
    return when(first !== index, {
      path: `applications[${index}].name`,
      message: `is the same as applications[${first}].name`,
      hint: 'Choose another one: it identifies applications in logs and metrics.'
    })
  })
  return listProblems(
    when(upstream === null && applications.length === 0 && !forwardAuth.enabled, {
      path: 'upstream.url',
      message: 'is required: the gateway has nothing to protect',
      hint: 'Set `upstream.url`, `applications` or `forwardAuth.enabled`.'
    }),
    when(upstream !== null && applications.length > 0, {
      path: 'upstream',
      message: 'cannot be combined with `applications`',
      hint: 'Move it to an application without `host`, which is on the host of `publicUrl`.'
    }),
    ...twice,
    ...checkPlaces(config)
  )
}

function checkPlaces({ applications, publicUrl, forwardAuth }: Config): Problem[] {
  const hosts = applications.map(({ host }) => host ?? hostOf(publicUrl))
  return applications.flatMap((one, index) => {
    const path = `applications[${index}]`
    const host = hosts[index] ?? ''
    const { escaped, folded } = readPath(one.path)
    const first = applications.findIndex(
      (other, at) => at < index && readPath(other.path).folded === folded && coversHost(hosts[at], host)
    )
    return listProblems(
      when(first !== -1, {
        path,
        message: `is never reached: applications[${first}] has its host and path`,
        hint: 'Put the more specific host first, or use a different path.'
      }),
      when(!isPlain(escaped) || hasDotSegment(escaped), {
        path: `${path}.path`,
        message: NEVER_MATCHES,
        hint: PATH_HINT
      }),
      when(host.startsWith('*.') && isPublicSuffix(host.slice(2)), {
        path: `${path}.host`,
        message: 'covers hosts of others',
        hint: 'Use hosts below a domain of your own.'
      }),
      when((one.upstream ?? null) === null && !forwardAuth.enabled, {
        path: `${path}.upstream`,
        message: 'is missing, and forwardAuth.enabled is false: the application would be unreachable',
        hint: 'Set `upstream.url`, or `forwardAuth.enabled`.'
      })
    )
  })
}

/** The gateway's own cookies are not an application's. */
export function checkClearCookies(config: Config): Problem[] {
  const bases = Object.values(cookieNamesOf(config))
  const isOwn = (name: string) =>
    bases.some((base) => name.startsWith(base) || (name.endsWith('*') && base.startsWith(name.slice(0, -1))))
  const lists = [
    { path: 'clearCookies', names: config.clearCookies },
    ...config.applications.map(({ clearCookies = [] }, index) => ({
      path: `applications[${index}].clearCookies`,
      names: clearCookies
    }))
  ]
  return lists.flatMap(({ path, names }) =>
    names.flatMap((name, index) =>
      listProblems(
        when(isOwn(name), {
          path: `${path}[${index}]`,
          message: `covers a cookie of the gateway: ${bases[0]}`,
          hint: 'Name the session cookies of the application only; those of the gateway end by themselves.'
        })
      )
    )
  )
}

/** Warnings about insecure but valid settings of applications; each begins with its key path. */
export function listApplicationWarnings(config: Config): string[] {
  return [
    ...listPlainUpstreams(config),
    ...listOpenDefaults(config),
    ...listUnroutedArrivals(config),
    ...listUnknownBearers(config),
    ...listFrameworkWarnings(config),
    ...listIdlePosts(config),
    ...listSharedUpstreams(config)
  ]
}

/** Paths of `crossSitePosts` at which nothing would be posted again, or lost without a session. */
function listIdlePosts(config: Config): string[] {
  const all = listApplications(config)
  return listAccessSections(config).flatMap(
    ({ key, access: { crossSitePosts = [], rules, default: usual } }) =>
      crossSitePosts.flatMap((path) => {
        const own = all.filter(
          ({ accessPath, folder }) => accessPath === key && coversPath(`${folder}*`, path)
        )
        const found = rules.find((one) => coversMethod(one.methods, 'POST') && coversPath(one.path, path))
        const level = found?.host === undefined ? (found?.allow ?? usual) : usual
        const at = `${key}.crossSitePosts: ${path}`
        if (own.length === 0) return `${at} is a path of no application with these rules; correct it`
        if (own.every(({ upstream }) => upstream === null))
          return `${at} has no effect, as another proxy delivers the application and keeps the form; remove it`
        if (level === 'public' || level === 'optional' || level === 'deny')
          return `${at} has no effect, as the rule for it is \`${level}\`; remove it, or demand a session`
        return config.keepForms.enabled
          ? []
          : `${at} loses forms of visitors whose session has ended; set keepForms.enabled`
      })
  )
}

/** Below a folder that is taken off, every path of the server can be asked for. */
function listSharedUpstreams({ applications }: Config): string[] {
  return applications.flatMap(({ name, stripPath, upstream }, index) => {
    const others = applications.filter(
      (other) => other.name !== name && other.upstream?.url === upstream?.url
    )
    return stripPath && upstream !== undefined && others.length > 0
      ? `applications[${index}].stripPath: reaches every path of its server, which ${others.map((other) => other.name).join(', ')} has too, without the rules of that application; use another server, or repeat those rules`
      : []
  })
}

function listPlainUpstreams(config: Config): string[] {
  return listUpstreams(config)
    .filter(
      ({ upstream: { url, unixSocket } }) =>
        unixSocket === null && url.startsWith('http:') && !isThisMachine(new URL(url).hostname)
    )
    .map(
      ({ path }) =>
        `${path}.url: http to another machine sends identities and responses unencrypted, and anyone on the network path can change them; use https, or isolate that network`
    )
}

function listOpenDefaults(config: Config): string[] {
  return listAccessSections(config)
    .filter(({ access }) => access.default === 'public' || access.default === 'optional')
    .map(
      ({ key, access }) =>
        `${key}.default: \`${access.default}\` admits everyone where no rule matches; list such paths in \`${key}.rules\` and keep the default \`signed-in\``
    )
}

/** Hosts that sessions are handed over to but whose requests do not reach the gateway. */
function listUnroutedArrivals(config: Config): string[] {
  const isHandOver = createHandOverTest(config)
  return config.applications.flatMap(({ host, upstream = null }, index) =>
    host !== undefined && upstream === null && isHandOver(host)
      ? `applications[${index}].host: the session cookie is not sent to ${host}, so sessions are handed over at ${ARRIVE_PATH} there, and without \`upstream\` another proxy serves that host: route its \`/_auth/\` to the gateway without an auth request, or use a host below \`cookie.domain\`; otherwise sign-in loops`
      : []
  )
}

function listUnknownBearers(config: Config): string[] {
  const { applications, bearer, identityHeaders: general } = config
  const own = applications.map(({ name, passUnknownBearer, identityHeaders = general }, index) => ({
    path: `applications[${index}].passUnknownBearer`,
    isOn: passUnknownBearer ?? false,
    headers: identityHeaders,
    issuers: bearer.filter((one) => one.applications.length === 0 || one.applications.includes(name))
  }))
  const top = { path: 'passUnknownBearer', isOn: config.passUnknownBearer, headers: general, issuers: bearer }
  return [top, ...own]
    .filter(({ isOn }) => isOn)
    .map(({ path, headers, issuers }) => {
      if (issuers.length === 0)
        return `${path}: has no effect, as no issuer of \`bearer\` applies there: every token is forwarded; remove it`
      if (headers.authorization != null)
        return `${path}: has no effect, as \`identityHeaders.authorization\` replaces the token; remove one of them`
      return `${path}: bearer tokens of issuers not in \`bearer\` reach the application unverified, so it must verify them itself`
    })
}

/** Frameworks that the rules suggest, and requests that no one can send; see `gateway/docs/framework-paths.md`. */
function listFrameworkWarnings(config: Config): string[] {
  const found = listApplications(config).flatMap(({ key, framework, publicActions, access }) => {
    const at = key === null ? '' : `${key}.`
    if (framework === null) {
      const likely = recognizeFramework(access.rules.map(({ path }) => path).join('\n'))
      return listTexts(
        likely !== null &&
          `${at}framework: the rules look like those for \`${likely}\`, which has other addresses for its pages that these rules do not cover; set it`,
        publicActions && `${at}publicActions: no effect without \`framework\`; set it, or remove the key`
      )
    }
    const { rules } = access
    const posts = rules.filter(({ host, methods }) => host === undefined && coversMethod(methods, 'POST'))
    const last = posts.findIndex(({ path }) => path === '/*')
    const reached = last === -1 ? [...posts, { allow: access.default }] : posts.slice(0, last + 1)
    const denies = reached.some(({ allow }) => allow === 'deny')
    return denies && !publicActions && HAS_ACTIONS.has(framework)
      ? `${at}publicActions: a rule or the default denies POST, so every server action or form of \`${framework}\` whose page the path does not say gets 403; set it if the application checks their callers`
      : []
  })
  return [...new Set(found)]
}

/** Frameworks that choose handlers by more than the path. */
const HAS_ACTIONS: ReadonlySet<string> = new Set(['nextjs', 'react-router', 'wordpress'])
