import { createPublicKey } from 'node:crypto'
import { listScopes, readCondition } from '../../src/access/rules/conditions.ts'
import { isNetwork } from '../../src/config/addresses/networks.ts'
import { parseUrl } from '../../src/config/addresses/urls.ts'
import { type Application, listApplications } from '../../src/config/applications.ts'
import { listsSessions } from '../../src/config/sources/platform.ts'
import {
  findTokenFault,
  MIN_TOKEN_CHARS,
  readLongSecret,
  TOO_SHORT
} from '../../src/config/sources/secrets.ts'
import { listProblems, type Problem, when } from '../../src/problem.ts'
import { findRedirectFault } from './redirect-uris.ts'
import type { OauthConfig } from './settings.ts'

const PACKAGE = 'oidc-provider'

/** Clients must have addresses that only they receive codes at, and grants a place where every process finds them. */
export function checkAuthorizationServer(config: OauthConfig): Problem[] {
  const { enabled, clients, clientMetadata, defaultResource } = config.authorizationServer
  const path = 'authorizationServer'
  if (!enabled) {
    const resource = listApplications(config).find((one) => one.resource !== null)
    return listProblems(
      when(resource !== undefined, {
        path: `${resource?.key}.resource`,
        message: 'has no effect: there is no authorization server that issues tokens for it',
        hint: 'Set `authorizationServer.enabled`.'
      })
    )
  }
  const ids = clients.map(({ id }) => id)
  return listProblems(
    when(!isInstalled(), {
      path,
      message: `needs the package \`${PACKAGE}\`, which is not installed`,
      hint: `Install it beside the gateway: \`npm install ${PACKAGE}@9\`.`
    }),
    when(!listsSessions(config), {
      path,
      message:
        'needs `store.url` with several workers: each would know only its own codes and refresh tokens',
      hint: 'Set `store.url`, or `workers: 1`.'
    }),
    ...listApplications(config).map(({ resource, host, key }) =>
      when(resource !== null && host?.startsWith('*.') === true, {
        path: `${key}.resource`,
        message: 'needs a host without a wildcard, as tokens are for one address',
        hint: 'Add an application for each host whose address clients ask for.'
      })
    ),
    when(
      defaultResource !== null &&
        !listApplications(config).some(({ name, resource }) => name === defaultResource && resource !== null),
      {
        path: `${path}.defaultResource`,
        message: 'is not the name of an application with `resource`',
        hint: 'Use the `name` of one in `applications`.'
      }
    ),
    ...clients.flatMap((client, index) => checkClient(client, `${path}.clients[${index}]`)),
    ...ids.map((id, index) =>
      when(ids.indexOf(id) !== index, {
        path: `${path}.clients[${index}].id`,
        message: 'is used twice',
        hint: 'Choose another id.'
      })
    ),
    ...clientMetadata.privateNetworks.map((network, index) =>
      when(!isNetwork(network), {
        path: `${path}.clientMetadata.privateNetworks[${index}]`,
        message: 'is not a CIDR',
        hint: 'Such as `10.0.0.0/8`.'
      })
    )
  )
}

/** Warnings about a valid authorization server. */
export function listAuthorizationServerWarnings(config: OauthConfig): string[] {
  const { authorizationServer, applications, store } = config
  const { enabled, clients, clientMetadata } = authorizationServer
  if (!enabled) return []
  return [
    ...clients.flatMap(({ redirectUris }, index) => {
      const own = redirectUris.filter((uri) => !/^https?:/i.test(uri))
      return own.length === 0
        ? []
        : `authorizationServer.clients[${index}].redirectUris: another program on the device of a visitor can register the scheme of ${own.join(', ')} and get the code, which PKCE alone protects; prefer http on 127.0.0.1`
    }),
    ...listApplications(config).flatMap(listUnknownScopes),
    ...applications.flatMap(({ resource }, index) =>
      typeof resource === 'object' && !resource.enabled
        ? `applications[${index}].resource: no effect without \`enabled: true\``
        : []
    ),
    ...(store?.url == null
      ? [
          'authorizationServer: without `store.url`, codes, consents and refresh tokens are in memory, and clients have to ask again after a restart'
        ]
      : []),
    ...(clientMetadata.allow.includes('*')
      ? [
          'authorizationServer.clientMetadata.allow: with `*`, any https host may name a client, and only visitors decide which one they trust; name the hosts of your clients'
        ]
      : [])
  ]
}

/** Rules of a resource with scopes that it does not have, which no client can get. */
function listUnknownScopes({ resource, access, accessPath, key }: Application): string[] {
  if (resource === null) return []
  return access.rules.flatMap(({ allow }, index) => {
    const named = typeof allow === 'object' ? listScopes(readCondition(allow)) : []
    const missing = named.filter((scope) => !resource.scopes.includes(scope))
    return missing.length === 0
      ? []
      : `${accessPath}.rules[${index}]: no client can get ${missing.join(', ')}; list it in \`${key}.resource.scopes\``
  })
}

/** Without loading it. */
function isInstalled(): boolean {
  try {
    return import.meta.resolve(PACKAGE) !== ''
  } catch {
    return false
  }
}

function checkClient(client: OauthConfig['authorizationServer']['clients'][number], path: string): Problem[] {
  const { secret, jwks, jwksUri } = client
  const credentials = [secret, jwks, jwksUri].filter((one) => one != null)
  const isPublic = credentials.length === 0
  const addresses = (['redirectUris', 'postLogoutRedirectUris'] as const).flatMap((key) =>
    client[key].map((uri, index) => ({ uri, at: `${path}.${key}[${index}]`, isPublic }))
  )
  const { backchannelLogoutUri: logout } = client
  // It is the gateway that sends there, so no scheme of a program will do.
  const fetched = logout == null ? [] : [{ uri: logout, at: `${path}.backchannelLogoutUri`, isPublic: false }]
  const ofCredentials = listProblems(
    when(credentials.length > 1, {
      path,
      message: 'has more than one credential',
      hint: 'Keep one of `secret`, `jwks` and `jwksUri`.'
    }),
    when(jwksUri != null && parseUrl(jwksUri)?.protocol !== 'https:', {
      path: `${path}.jwksUri`,
      message: 'is not an https address',
      hint: 'Or write the keys into `jwks`.'
    }),
    ...(jwks?.keys ?? []).map((key, index) =>
      when(!isPublicKey(key), {
        path: `${path}.jwks.keys[${index}]`,
        message: 'is not a public key (EC, Ed25519, or RSA of at least 2048 bits)',
        hint: 'Private keys and secrets stay with the client.'
      })
    )
  )
  const hint =
    'Use https, http on 127.0.0.1, [::1] or localhost, or for a public client the scheme of a program.'
  const ofAddresses = [...addresses, ...fetched].flatMap(({ uri, at, isPublic: mayBeProgram }) => {
    const message = findRedirectFault(uri, mayBeProgram)
    return message === null ? [] : [{ path: at, message, hint }]
  })
  return [...ofCredentials, ...ofAddresses]
}

function isPublicKey(key: Readonly<Record<string, unknown>>): boolean {
  if ('d' in key || 'k' in key) return false
  try {
    const { asymmetricKeyDetails } = createPublicKey({ key, format: 'jwk' })
    return (asymmetricKeyDetails?.modulusLength ?? 2048) >= 2048
  } catch {
    return false
  }
}

/** Fills in secrets of clients and the token for their registration from files. */
export function readOauthSecrets({ authorizationServer }: OauthConfig): Problem[] {
  return [
    ...authorizationServer.clients.flatMap((client, index) => {
      const name = `authorizationServer.clients[${index}].secret`
      return readLongSecret(name, client.secretFile ?? null, client.secret != null, (text) => {
        client.secret = text
        return text.length < MIN_TOKEN_CHARS ? TOO_SHORT : null
      })
    }),
    ...readInitialAccessToken(authorizationServer)
  ]
}

/** Fills in the token for registrations of clients from its file. */
function readInitialAccessToken({ registration }: OauthConfig['authorizationServer']): Problem[] {
  const { initialAccessToken, initialAccessTokenFile } = registration
  const name = 'authorizationServer.registration.initialAccessToken'
  return readLongSecret(name, initialAccessTokenFile, initialAccessToken !== null, (text) => {
    registration.initialAccessToken = text
    return findTokenFault(text)
  })
}
