import { checkAccessRules, checkCors } from '../../access/settings-checks.ts'
import { checkIdentityHeaders } from '../../identity/settings-checks.ts'
import { checkAccents, checkBrandFiles } from '../../login-page/appearance/settings-checks.ts'
import { checkDestinations } from '../../login-page/settings-checks.ts'
import { listProblems, type Problem, when } from '../../problem.ts'
import { checkUpstream, checkUpstreamHeaders } from '../../upstream/settings-checks.ts'
import type { ApplicationConfig, Config } from '../schema/schema.ts'

/** Host name used to check an application's appearance. */
const AS_HOST = 'application'

/** Applications may only offer providers of the login page; their sections follow the top-level rules. */
export function checkApplicationSections(config: Config): Problem[] {
  const offered = config.login.providers.map(({ id }) => id)
  const ofProviders = config.applications.flatMap(({ login }, index) =>
    (login?.providers ?? []).map((id, at) =>
      when(!offered.includes(id), {
        path: `applications[${index}].login.providers[${at}]`,
        message: 'is not one of login.providers',
        hint: `Configured: ${offered.join(', ') || 'none'}.`
      })
    )
  )
  const ofSections = config.applications.flatMap((one, index) =>
    listOwnProblems(one, config).map((problem) => ({
      ...problem,
      path: `applications[${index}].${problem.path.replace(`login.hosts.${AS_HOST}`, 'login')}`
    }))
  )
  return listProblems(...ofProviders, ...ofSections)
}

function listOwnProblems(
  { upstream = null, access, identityHeaders, cors, login }: ApplicationConfig,
  config: Config
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
    ...checkUpstream(own),
    ...checkUpstreamHeaders(own),
    ...(access === undefined ? [] : checkAccessRules(own)),
    ...(cors === undefined ? [] : checkCors(own)),
    ...(identityHeaders === undefined ? [] : checkIdentityHeaders(own)),
    ...ofLooks.filter(({ path }) => path.startsWith(`login.hosts.${AS_HOST}.`))
  ]
}
