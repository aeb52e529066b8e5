/** Tokens that the gateway accepts or issues: bearer tokens, App Check, custom tokens, the assertion. */

import type { KeyObject } from 'node:crypto'
import { asksForAppCheck } from '../access/access-rules.ts'
import { checkCondition, checkHosts, listAccessSections } from '../access/settings-checks.ts'
import { isHttps, isLoopback, parseUrl } from '../config/addresses/urls.ts'
import { mergeIdentityHeaders, RESERVED_CLAIMS, STATED_CLAIMS } from '../config/defaults.ts'
import type { BearerIssuer, Config, LoginPageConfig } from '../config/schema/schema.ts'
import { readPrivateKey } from '../http/tls-files.ts'
import { listProblems, type Problem, when } from '../problem.ts'
import { isMessageHeader } from '../upstream/settings-checks.ts'
import { isKeyAddress, projectIssuer, projectNumberOf } from './issuers.ts'

const MIN_RSA_BITS = 2048

const HINTS = {
  ES256: 'Make one with `openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256`.',
  RS256: 'Make one with `openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048`.'
}

/** The keys of the assertion must be of its algorithm. */
export function checkAssertion({ assertion }: Pick<Config, 'assertion'>): Problem[] {
  const { algorithm, privateKeys } = assertion
  const path = 'assertion.privateKeys'
  return listProblems(
    ...privateKeys.flatMap((pem, index) => checkKey(pem, algorithm, `${path}[${index}]`)),
    when(algorithm === 'RS256' && privateKeys.length === 0, {
      path,
      message: 'has no key: only those of ES256 can be derived from the signature keys',
      hint: HINTS.RS256
    })
  )
}

function checkKey(pem: string, algorithm: Config['assertion']['algorithm'], path: string): Problem[] {
  const read = readPrivateKey(pem, path)
  if (read.kind === 'invalid') return read.problems
  const message = algorithm === 'RS256' ? findRsaFault(read.key) : findCurveFault(read.key)
  return message === null ? [] : [{ path, message, hint: HINTS[algorithm] }]
}

function findRsaFault({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string | null {
  if (asymmetricKeyType !== 'rsa') return 'is not an RSA key, which RS256 signs with'
  const { modulusLength = 0 } = asymmetricKeyDetails ?? {}
  return modulusLength < MIN_RSA_BITS ? `is shorter than ${MIN_RSA_BITS} bits` : null
}

function findCurveFault({ asymmetricKeyDetails }: KeyObject): string | null {
  return asymmetricKeyDetails?.namedCurve === 'prime256v1'
    ? null
    : 'is not a key of P-256, which ES256 signs with'
}

/** Keys of issuers must be fetchable, their headers carry nothing else, and their applications exist. */
export function checkBearer(config: LoginPageConfig): Problem[] {
  const { bearer, identityPlatform, identityHeaders } = config
  const identity = mergeIdentityHeaders(identityHeaders)
  const names = config.applications.map(({ name }) => name)
  return [
    ...bearer.flatMap((entry, index) =>
      entry.issuer === projectIssuer(identityPlatform)
        ? checkProjectEntry(`bearer[${index}]`, entry, identityPlatform.projectId)
        : checkForeignEntry(`bearer[${index}]`, entry)
    ),
    ...bearer.flatMap(({ headers }, index) =>
      checkTokenHeaders(`bearer[${index}].headers`, headers, identity)
    ),
    ...bearer.flatMap((entry, index) => checkApplications(`bearer[${index}].applications`, entry, names))
  ]
}

function checkTokenHeaders(key: string, headers: readonly string[], identity: object): Problem[] {
  return headers.flatMap((name, at) => {
    const path = `${key}[${at}]`
    const isIdentity = Object.hasOwn(identity, name)
    return listProblems(
      when(name === 'authorization', {
        path,
        message: 'is always read',
        hint: 'Remove it: `headers` are additional ones.'
      }),
      when(isMessageHeader(name) || isIdentity || name.startsWith('x-gatehouse-'), {
        path,
        message: 'is used for something else',
        hint: 'Use a header that only carries a token of this issuer.'
      })
    )
  })
}

function checkApplications(key: string, { applications }: BearerIssuer, names: readonly string[]): Problem[] {
  const hint =
    names.length === 0
      ? 'Remove it: there is a single application without a name.'
      : `Use one of ${names.join(', ')}.`
  const problems = applications.map(
    (name, at) => !names.includes(name) && { path: `${key}[${at}]`, message: 'is not an application', hint }
  )
  return listProblems(...problems)
}

function checkProjectEntry(path: string, { audiences, jwksUri }: BearerIssuer, projectId: string): Problem[] {
  return listProblems(
    when(audiences.length !== 1 || audiences[0] !== projectId, {
      path: `${path}.audiences`,
      message: 'must be exactly the project, the audience of its id tokens',
      hint: `Use [${projectId}].`
    }),
    when(jwksUri !== null, {
      path: `${path}.jwksUri`,
      message: 'has no effect for id tokens of the project',
      hint: 'Remove it: their certificates are at `identityPlatform.endpoints.certificates`.'
    })
  )
}

function checkForeignEntry(path: string, { issuer, jwksUri }: BearerIssuer): Problem[] {
  const message = 'is not a URL from which keys may be fetched'
  const hint = 'Use https; http is only for an issuer on this machine.'
  return listProblems(
    !isFetchable(issuer) && { path: `${path}.issuer`, message, hint },
    jwksUri !== null && !isFetchable(jwksUri) && { path: `${path}.jwksUri`, message, hint }
  )
}

function isFetchable(text: string): boolean {
  const url = parseUrl(text)
  return url !== null && isKeyAddress(url)
}

/** App Check must be set up for what uses it, and debug tokens must not be published. */
export function checkAppCheck(config: LoginPageConfig): Problem[] {
  const { login, identityPlatform, publicUrl } = config
  const { appId, appIds } = identityPlatform.appCheck
  const { siteKey, debugToken } = login.appCheck
  const isTrial =
    identityPlatform.projectId.startsWith('demo-') || isLoopback(parseUrl(publicUrl)?.hostname ?? '')
  return listProblems(
    when((siteKey !== null || debugToken !== null) && appId === null, {
      path: 'identityPlatform.appCheck.appId',
      message: 'is required by `login.appCheck`',
      hint: 'The app id of the project’s web app, as in the console’s project settings.'
    }),
    when(debugToken !== null && !isTrial, {
      path: 'login.appCheck.debugToken',
      message: 'would let every visitor pass App Check: the page contains it',
      hint: 'Remove it, and use `siteKey`. Debug tokens are for a `publicUrl` on loopback or a `demo-` project.'
    }),
    when(appIds.length > 0 && projectNumberOf(identityPlatform.appCheck) === null, {
      path: 'identityPlatform.appCheck.projectNumber',
      message: 'is required: the app ids do not have one project number',
      hint: 'The number in the console’s project settings, not the id.'
    }),
    ...listAccessSections(config).map(
      ({ key, access }) =>
        appIds.length === 0 &&
        access.rules.some(({ allow }) => typeof allow === 'object' && asksForAppCheck(allow)) && {
          path: `${key}.rules`,
          message: 'require App Check tokens, but no app id is accepted',
          hint: 'List the apps in `identityPlatform.appCheck.appIds`.'
        }
    )
  )
}

/** Hosts must be of the gateway, the condition valid, and the claims ones that a custom token may carry. */
export function checkClientSdk(config: LoginPageConfig): Problem[] {
  const { allow, claims } = config.clientSdk
  const hosts = config.clientSdk.hosts.map((host, index) => ({ host, path: `clientSdk.hosts[${index}]` }))
  return listProblems(
    ...checkHosts(hosts, 'is not a host of this gateway', config),
    ...(typeof allow === 'object' ? checkCondition(allow, 'clientSdk.allow') : []),
    when(typeof allow === 'object' && asksForAppCheck(allow), {
      path: 'clientSdk.allow',
      message: 'cannot ask for an App Check token',
      hint: 'Use `appCheck` in access rules.'
    }),
    ...claims.map((name, index) => checkClaim(name, `clientSdk.claims[${index}]`))
  )
}

function checkClaim(name: string, path: string): Problem | null {
  const [first = ''] = name.split('.')
  if (RESERVED_CLAIMS.has(first) || first === '__proto__')
    return {
      path,
      message: 'is reserved: custom tokens with such a claim are refused',
      hint: `Reserved by the provider: ${[...RESERVED_CLAIMS].join(', ')}.`
    }
  if (first !== name)
    return {
      path,
      message: 'is a path',
      hint: 'Name the claim at the top level, which is carried as a whole.'
    }
  return STATED_CLAIMS.includes(name)
    ? { path, message: 'is in every id token of the client SDK anyway', hint: 'Remove it.' }
    : null
}

/** What `clientSdk.enabled` opens beyond its endpoint, and requirements that hardly anyone can meet. */
export function listClientSdkWarnings(config: Config): string[] {
  const { bearer, clientSdk, identityPlatform, login, logout } = config
  if (!clientSdk.enabled) return []
  const isCleared = isHttps(config) && logout.clearSiteData.includes('storage')
  const ofProject = projectIssuer(identityPlatform)
  return [
    !isCleared &&
      'clientSdk.enabled: a sign-out leaves the client SDK of the application signed in, unless it is `/logout?everywhere=1` or the page signs out both ways; with an https publicUrl, `logout.clearSiteData: [storage]` deletes what it has stored',
    bearer.some(({ issuer }) => issuer === ofProject) &&
      'clientSdk.enabled: `bearer` accepts id tokens of the project, so those of the client SDK give access without a session, also after a sign-out; list the applications that need them in `bearer[].applications`',
    clientSdk.require.secondFactor &&
      login.mfa.totp === 'off' &&
      'clientSdk.require.secondFactor: with `login.mfa.totp: off`, only visitors with a second factor set up elsewhere get custom tokens; set `optional` or `required`'
  ].filter((warning) => warning !== false)
}
