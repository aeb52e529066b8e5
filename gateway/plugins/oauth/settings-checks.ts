import { createPublicKey } from 'node:crypto'
import { createRequire } from 'node:module'
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
import { listProblems, listTexts, type Problem } from '../../src/problem.ts'
import { findRedirectFault } from './redirect-uris.ts'
import type { OauthConfig } from './settings.ts'

type Client = OauthConfig['authorizationServer']['clients'][number]

const PACKAGE = 'oidc-provider'
const PATH = 'authorizationServer'

/** Clients must have addresses that only they receive codes at, and grants a place where every process finds them. */
export function checkAuthorizationServer(config: OauthConfig): Problem[] {
  const { enabled, clients, clientMetadata, defaultResource } = config.authorizationServer
  const resources = listApplications(config).filter(({ resource }) => resource !== null)
  if (!enabled)
    return resources.slice(0, 1).map(({ key }) => ({
      path: `${key}.resource`,
      message: 'has no effect: there is no authorization server that issues tokens for it',
      hint: 'Set `authorizationServer.enabled`.'
    }))
  const ids = clients.map(({ id }) => id)
  const isWildcard = ({ host }: Application) => host?.startsWith('*.') === true
  return listProblems(
    !isInstalled() && {
      path: PATH,
      message: `needs the package \`${PACKAGE}\`, which is not installed`,
      hint: `Install it beside the gateway: \`npm install ${PACKAGE}@9\`.`
    },
    !listsSessions(config) && {
      path: PATH,
      message:
        'needs `store.url` with several workers: each would know only its own codes and refresh tokens',
      hint: 'Set `store.url`, or `workers: 1`.'
    },
    ...resources.filter(isWildcard).map(({ key }) => ({
      path: `${key}.resource`,
      message: 'needs a host without a wildcard, as tokens are for one address',
      hint: 'Add an application for each host whose address clients ask for.'
    })),
    defaultResource !== null &&
      !resources.some(({ name }) => name === defaultResource) && {
        path: `${PATH}.defaultResource`,
        message: 'is not the name of an application with `resource`',
        hint: 'Use the `name` of one in `applications`.'
      },
    ...clients.flatMap((client, index) => checkClient(client, `${PATH}.clients[${index}]`)),
    ...ids.map(
      (id, index) =>
        ids.indexOf(id) !== index && {
          path: `${PATH}.clients[${index}].id`,
          message: 'is used twice',
          hint: 'Choose another id.'
        }
    ),
    ...clientMetadata.privateNetworks.map(
      (network, index) =>
        !isNetwork(network) && {
          path: `${PATH}.clientMetadata.privateNetworks[${index}]`,
          message: 'is not a CIDR',
          hint: 'Such as `10.0.0.0/8`.'
        }
    )
  )
}

/** Warnings about a valid authorization server. */
export function listAuthorizationServerWarnings(config: OauthConfig): string[] {
  const { authorizationServer, applications, store } = config
  const { enabled, clients, clientMetadata } = authorizationServer
  if (!enabled) return []
  return listTexts(
    ...clients.map(({ redirectUris }, index) => {
      const own = redirectUris.filter((uri) => !/^https?:/i.test(uri))
      const key = `${PATH}.clients[${index}].redirectUris`
      return (
        own.length > 0 &&
        `${key}: another program on the device of a visitor can register the scheme of ${own.join(', ')} and get the code, which PKCE alone protects; prefer http on 127.0.0.1`
      )
    }),
    ...listApplications(config).flatMap(listUnknownScopes),
    ...applications.map(
      ({ resource }, index) =>
        typeof resource === 'object' &&
        !resource.enabled &&
        `applications[${index}].resource: no effect without \`enabled: true\``
    ),
    store?.url == null &&
      'authorizationServer: without `store.url`, codes, consents and refresh tokens are in memory, and clients have to ask again after a restart',
    clientMetadata.allow.includes('*') &&
      'authorizationServer.clientMetadata.allow: with `*`, any https host may name a client, and only visitors decide which one they trust; name the hosts of your clients'
  )
}

/** Rules of a resource with scopes that it does not have, which no client can get. */
function listUnknownScopes({ resource, access, accessPath, key }: Application): (string | false)[] {
  if (resource === null) return []
  return access.rules.map(({ allow }, index) => {
    const named = typeof allow === 'object' ? listScopes(readCondition(allow)) : []
    const missing = named.filter((scope) => !resource.scopes.includes(scope))
    const rule = `${accessPath}.rules[${index}]`
    return (
      missing.length > 0 &&
      `${rule}: no client can get ${missing.join(', ')}; list it in \`${key}.resource.scopes\``
    )
  })
}

/** Without loading it. */
function isInstalled(): boolean {
  try {
    return createRequire(import.meta.url).resolve(PACKAGE) !== ''
  } catch {
    return false
  }
}

function checkClient(client: Client, path: string): Problem[] {
  const { secret, jwks, jwksUri, backchannelLogoutUri: logoutUri } = client
  const credentials = [secret, jwks, jwksUri].filter((one) => one != null)
  const isPublic = credentials.length === 0
  const listed = (['redirectUris', 'postLogoutRedirectUris'] as const).flatMap((key) =>
    client[key].map((uri, index) => ({ uri, at: `${key}[${index}]`, mayBeProgram: isPublic }))
  )
  // It is the gateway that sends there, so no scheme of a program will do.
  const addresses =
    logoutUri == null
      ? listed
      : [...listed, { uri: logoutUri, at: 'backchannelLogoutUri', mayBeProgram: false }]
  return listProblems(
    credentials.length > 1 && {
      path,
      message: 'has more than one credential',
      hint: 'Keep one of `secret`, `jwks` and `jwksUri`.'
    },
    jwksUri != null &&
      parseUrl(jwksUri)?.protocol !== 'https:' && {
        path: `${path}.jwksUri`,
        message: 'is not an https address',
        hint: 'Or write the keys into `jwks`.'
      },
    ...(jwks?.keys ?? []).map(
      (key, index) =>
        !isPublicKey(key) && {
          path: `${path}.jwks.keys[${index}]`,
          message: 'is not a public key (EC, Ed25519, or RSA of at least 2048 bits)',
          hint: 'Private keys and secrets stay with the client.'
        }
    ),
    ...addresses.map(({ uri, at, mayBeProgram }) => {
      const message = findRedirectFault(uri, mayBeProgram)
      const hint =
        'Use https, http on 127.0.0.1, [::1] or localhost, or for a public client the scheme of a program.'
      return message !== null && { path: `${path}.${at}`, message, hint }
    })
  )
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
export function readOauthSecrets({ authorizationServer: { clients, registration } }: OauthConfig): Problem[] {
  const { initialAccessToken, initialAccessTokenFile } = registration
  const name = `${PATH}.registration.initialAccessToken`
  return [
    ...clients.flatMap((client, index) =>
      readLongSecret(
        `${PATH}.clients[${index}].secret`,
        client.secretFile ?? null,
        client.secret != null,
        (text) => {
          client.secret = text
          return text.length < MIN_TOKEN_CHARS ? TOO_SHORT : null
        }
      )
    ),
    ...readLongSecret(name, initialAccessTokenFile, initialAccessToken !== null, (text) => {
      registration.initialAccessToken = text
      return findTokenFault(text)
    })
  ]
}
