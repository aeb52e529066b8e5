import { asksForAppCheck } from '../../src/access/rules/conditions.ts'
import { checkCondition, checkHosts } from '../../src/access/settings-checks.ts'
import { isHttps } from '../../src/config/addresses/urls.ts'
import { RESERVED_CLAIMS, STATED_CLAIMS } from '../../src/config/defaults.ts'
import type { Config } from '../../src/config/schema/schema.ts'
import { projectIssuer } from '../../src/machines/issuers.ts'
import { listProblems, listTexts, type Problem, when } from '../../src/problem.ts'

/** Hosts must be of the gateway, the condition valid, and the claims ones that a custom token may carry. */
export function checkClientSdk(config: Config): Problem[] {
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
  return listTexts(
    !isCleared &&
      'clientSdk.enabled: a sign-out leaves the client SDK of the application signed in, unless it is `/logout?everywhere=1` or the page signs out both ways; with an https publicUrl, `logout.clearSiteData: [storage]` deletes what it has stored',
    bearer.some(({ issuer }) => issuer === ofProject) &&
      'clientSdk.enabled: `bearer` accepts id tokens of the project, so those of the client SDK give access without a session, also after a sign-out; list the applications that need them in `bearer[].applications`',
    clientSdk.require.secondFactor &&
      login.mfa.totp === 'off' &&
      'clientSdk.require.secondFactor: with `login.mfa.totp: off`, only visitors with a second factor set up elsewhere get custom tokens; set `optional` or `required`'
  )
}
