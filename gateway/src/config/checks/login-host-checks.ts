import { listProblems, type Problem } from '../../problem.ts'
import { parseUrl } from '../addresses/urls.ts'
import { listApplicationHosts } from '../applications.ts'
import type { Config, LoginPageConfig } from '../schema/schema.ts'
import { hasBadSegment } from './server-checks.ts'

/** Hosts must be hosts of the gateway, with the tenants they have elsewhere; tenants are offered once. */
export function checkLoginHosts(config: LoginPageConfig): Problem[] {
  const { login, identityPlatform } = config
  const hosts = listHosts(config)
  const notUsed = (path: string): Problem => ({
    path,
    message: 'is not a host that visitors use',
    hint: `Hosts of this gateway: ${hosts.join(', ')}. For others use \`identityPlatform.tenants\`.`
  })
  const ofPages = Object.keys(login.hosts).map(
    (host) => !hosts.includes(host) && notUsed(`login.hosts.${host}`)
  )
  const ofTenants = Object.entries(login.tenants.byHost).map(([host, tenant]) => {
    const path = `login.tenants.byHost.${host}`
    if (!hosts.includes(host)) return notUsed(path)
    const owner = Object.hasOwn(identityPlatform.tenants, host) ? identityPlatform.tenants[host] : tenant
    return (
      owner !== tenant && {
        path,
        message: 'is not the tenant that the host has in `identityPlatform.tenants`',
        hint: 'No one could sign in there: remove it here, or use the same tenant.'
      }
    )
  })
  const { choose } = login.tenants
  const ofChoices = choose.map(({ id }, index) => {
    const first = choose.findIndex((other) => other.id === id)
    return (
      first !== index && {
        path: `login.tenants.choose[${index}].id`,
        message: `is the same as login.tenants.choose[${first}].id`,
        hint: 'Keep one of the two.'
      }
    )
  })
  return listProblems(...ofPages, ...ofTenants, ...ofChoices)
}

/** Destinations must be valid request paths. */
export function checkDestinations({ login }: Pick<Config, 'login'>): Problem[] {
  const everywhere = { path: 'login.destinations', destinations: login.destinations }
  const ofHosts = Object.entries(login.hosts).map(([host, { destinations = {} }]) => ({
    path: `login.hosts.${host}.destinations`,
    destinations
  }))
  return [everywhere, ...ofHosts].flatMap(({ path, destinations }) =>
    listProblems(...Object.keys(destinations).map((place) => checkDestination(place, `${path}.${place}`)))
  )
}

function checkDestination(place: string, path: string): Problem | null {
  if (place !== '/' && place.endsWith('/'))
    return {
      path,
      message: 'ends with a slash',
      hint: `Write \`${place.replace(/\/+$/, '') || '/'}\`: it includes everything below.`
    }
  if (!hasBadSegment(place)) return null
  return {
    path,
    message: 'has an empty or a dot segment',
    hint: 'Use a path such as `/reports`: no request has this one.'
  }
}

/** Hosts, without ports, of `publicUrl`, tenants and applications. */
function listHosts({ publicUrl, identityPlatform, applications }: LoginPageConfig): string[] {
  const publicHost = parseUrl(publicUrl)?.hostname ?? []
  return [
    publicHost,
    ...Object.keys(identityPlatform.tenants).filter((place) => !place.startsWith('/')),
    ...listApplicationHosts({ applications })
  ].flat()
}
