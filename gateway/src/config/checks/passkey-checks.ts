import { isIP } from 'node:net'
import { listProblems, type Problem } from '../../problem.ts'
import { listOwnHosts, type OwnHosts } from '../addresses/own-address.ts'
import { isHttps, isPublicSuffix, parseUrl } from '../addresses/urls.ts'
import type { Config } from '../schema/schema.ts'

type LoginHosts = OwnHosts & Pick<Config, 'applications'>

/** The hosts that have the login page: with `applications`, that of `publicUrl` alone. */
export function listLoginHosts(config: LoginHosts): string[] {
  const { publicUrl, applications } = config
  return applications.length === 0 ? listOwnHosts(config) : [parseUrl(publicUrl)?.hostname ?? '']
}

/** May passkeys that belong to this RP ID be used at the host? https://www.w3.org/TR/webauthn-3/#scope */
export function coversLoginHost(relyingPartyId: string, host: string): boolean {
  return host === relyingPartyId || host.endsWith(`.${relyingPartyId}`)
}

/** Browsers would use passkeys at every host that has the login page, and would take the RP ID that is named. */
export function checkPasskeys(config: LoginHosts): Problem[] {
  const { methods, passkeys } = config.login
  if (methods.passkey === 'off') return []
  const { relyingPartyId } = passkeys
  const hosts = listLoginHosts(config)
  return listProblems(
    !isSecure(config) && {
      path: 'login.methods.passkey',
      message: `needs https, and \`publicUrl\` is ${config.publicUrl}`,
      hint: 'Browsers have passkeys on https pages alone, and for tests on `http://localhost`.'
    },
    ...hosts.filter(isAddress).map((host) => ({
      path: 'login.methods.passkey',
      message: `needs a host name, and ${host} is an IP address`,
      hint: 'Passkeys belong to names: let visitors come by one, for tests by `localhost`.'
    })),
    ...(relyingPartyId === null ? [] : checkRelyingPartyId(relyingPartyId, hosts))
  )
}

function checkRelyingPartyId(relyingPartyId: string, hosts: readonly string[]): Problem[] {
  const path = 'login.passkeys.relyingPartyId'
  const strange = hosts.filter((host) => !isAddress(host) && !coversLoginHost(relyingPartyId, host))
  return listProblems(
    relyingPartyId !== 'localhost' &&
      isPublicSuffix(relyingPartyId) && {
        path,
        message: `is ${relyingPartyId}, below which anybody can register a name`,
        hint: 'Browsers refuse it: take the name of your own below it.'
      },
    ...strange.map((host) => ({
      path,
      message: `is ${relyingPartyId}, which is neither ${host} nor a domain above it`,
      hint: 'Browsers refuse it there: it is the host of the login page, or a domain above all such hosts.'
    }))
  )
}

function isSecure(config: Pick<Config, 'publicUrl'>): boolean {
  return isHttps(config) || parseUrl(config.publicUrl)?.hostname === 'localhost'
}

function isAddress(host: string): boolean {
  return host.startsWith('[') || isIP(host) !== 0
}
