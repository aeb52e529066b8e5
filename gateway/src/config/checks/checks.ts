import { BlockList } from 'node:net'
import type { Problem } from '../../problem.ts'
import { coversMethod } from '../access-rules.ts'
import { addNetwork } from '../addresses/networks.ts'
import { isLoopback } from '../addresses/own-address.ts'
import { parseUrl } from '../addresses/url.ts'
import { checkHsts } from '../response-headers.ts'
import type { AccessRule, Config } from '../schema/schema.ts'
import { isSound } from '../schema/shape.ts'
import { checkSignInProviders } from '../sign-in-providers.ts'
import { judgeSignatureKey } from '../signature-keys.ts'
import { checkAuthHelper } from './auth-helper-check.ts'
import type { Check, Report } from './check.ts'
import { COOKIE_CHECKS } from './cookie-checks.ts'
import { HEADER_CHECKS } from './header-checks.ts'
import { LOGIN_CHECKS } from './login-checks.ts'
import { checkRedirectParameter } from './redirect-parameter-check.ts'
import { checkUpstream } from './upstream-checks.ts'

const LEAST_IDLE_SECONDS = 120

/** What a rule's path can match: plain characters, and others percent-encoded; see the canonical path in access/. */
const CANONICAL_RULE = /^\/(?:[A-Za-z0-9._~!$&'()+,=:@/-]|%[89A-F][0-9A-F])*\*?$/i

const CHECKS: readonly Check[] = [
  { reads: ['publicUrl'], check: checkPublicUrl },
  { reads: ['upstream.url', 'listen', 'management'], check: checkUpstream },
  { reads: ['identityPlatform.endpoints'], check: checkEndpoints },
  { reads: ['cookie.signatureKeys', 'cookie.signatureKeysFile'], check: checkSignatureKeys },
  { reads: ['hsts'], check: checkHsts },
  ...COOKIE_CHECKS,
  {
    reads: ['identityPlatform.apiKey', 'identityPlatform.apiKeyFile', 'identityPlatform.emulatorHost'],
    check: checkApiKey
  },
  {
    reads: ['identityPlatform.emulatorHost', 'identityPlatform.projectId', 'publicUrl', 'listen.host'],
    check: checkEmulator
  },
  { reads: ['paths'], check: checkPaths },
  { reads: ['redirectParameter'], check: checkRedirectParameter },
  { reads: ['listen.port', 'management.port'], check: checkPorts },
  { reads: ['access.rules'], check: checkRules },
  { reads: ['trustedProxies'], check: checkNetworks },
  ...HEADER_CHECKS,
  { reads: ['session.idleSeconds'], check: checkIdleLimit },
  {
    reads: ['session.signInProviders', 'login.methods', 'login.providers', 'identityPlatform.allowAnonymous'],
    check: checkSignInProviders
  },
  { reads: ['identityPlatform.tenants', 'publicUrl', 'paths'], check: checkTenants },
  {
    reads: [
      'login.federated.helperUrl',
      'login.tenants',
      'login.hosts',
      'identityPlatform.tenants',
      'publicUrl',
      'listen',
      'management'
    ],
    check: checkAuthHelper
  },
  ...LOGIN_CHECKS
]

/**
 * Every problem that shows only when values are understood. `shapeProblems`: what `validateShape` found; parts that
 * are broken there are not looked at again.
 */
export function findContradictions(config: Config, shapeProblems: readonly Problem[]): Problem[] {
  const problems: Problem[] = []
  const report: Report = (path, message, hint) => problems.push({ path, message, hint })
  for (const { reads, check } of CHECKS) {
    if (reads.every((path) => isSound(path, shapeProblems))) check(config, report)
  }
  return problems
}

function checkPublicUrl({ publicUrl }: Config, report: Report): void {
  if (parseUrl(publicUrl) === null) report('publicUrl', 'is not a URL', 'Such as `https://app.example.com`.')
}

function checkEndpoints({ identityPlatform }: Config, report: Report): void {
  for (const [name, value] of Object.entries(identityPlatform.endpoints)) {
    const url = parseUrl(value)
    const path = `identityPlatform.endpoints.${name}`
    if (url === null) report(path, 'is not a URL', 'Leave it out for the real provider.')
    else if (url.protocol !== 'https:' && !isLoopback(url.hostname)) {
      report(path, 'is not https', 'Tokens travel there: use https, or a loopback address for tests.')
    }
  }
}

function checkSignatureKeys({ cookie }: Config, report: Report): void {
  const hint = 'Make one with `gatehouse keys generate`.'
  if (cookie.signatureKeys.length === 0) {
    report('cookie.signatureKeys', 'holds no key: sessions cannot be signed', hint)
  }
  cookie.signatureKeys.forEach((key, index) => {
    const complaint = judgeSignatureKey(key)
    if (complaint !== null) report(`cookie.signatureKeys[${index}]`, complaint, hint)
  })
}

function checkApiKey({ identityPlatform }: Config, report: Report): void {
  if (identityPlatform.emulatorHost === null && identityPlatform.apiKey === '') {
    report(
      'identityPlatform.apiKey',
      'is required',
      'The web API key of the project; `apiKeyFile` names a file that holds it.'
    )
  }
}

function checkEmulator({ identityPlatform, publicUrl, listen }: Config, report: Report): void {
  const { emulatorHost, emulatorAnywhere, projectId } = identityPlatform
  if (emulatorHost === null) return
  if (!/^(\[[0-9a-f:]+\]|[A-Za-z0-9.-]+):\d{1,5}$/.test(emulatorHost)) {
    report(
      'identityPlatform.emulatorHost',
      'is not `host:port`',
      'Such as `127.0.0.1:9099`, without a scheme or a path.'
    )
  }
  const local =
    isLoopback(parseUrl(publicUrl)?.hostname ?? '') &&
    isLoopback(listen.host === '::1' ? '[::1]' : listen.host) &&
    projectId.startsWith('demo-')
  if (!local && !emulatorAnywhere) {
    report(
      'identityPlatform.emulatorHost',
      'accepts unsigned tokens, so it goes with a loopback publicUrl and listen.host and a `demo-` project only',
      'Remove it in production. `emulatorAnywhere: true` insists.'
    )
  }
}

function checkIdleLimit({ session }: Config, report: Report): void {
  if (session.idleSeconds > 0 && session.idleSeconds < LEAST_IDLE_SECONDS) {
    report(
      'session.idleSeconds',
      `is shorter than ${LEAST_IDLE_SECONDS}`,
      'Requests are noted once a minute only; 0 means no limit.'
    )
  }
}

function checkTenants({ identityPlatform, publicUrl, paths }: Config, report: Report): void {
  const seen = new Map<string, string>()
  const { home: _home, ...own } = paths
  for (const place of Object.keys(identityPlatform.tenants)) {
    const path = `identityPlatform.tenants.${place}`
    if (/\/\.{1,2}(\/|$)/.test(place)) report(path, 'has a dot segment', 'No request has such a path.')
    const folder = place.replace(/\*$/, '')
    if (['/_auth', ...Object.values(own)].some((mine) => folder.startsWith(`${mine}/`) || place === mine))
      report(path, 'is an address of the gateway itself', 'Choose a path of the application.')
    if (place === parseUrl(publicUrl)?.hostname)
      report(
        path,
        'is the host of publicUrl',
        'Its tenant is `identityPlatform.tenantId`; paths may have others.'
      )
    const folded = place.replace(/\/?\*?$/, '').toLowerCase()
    const other = seen.get(folded)
    if (other !== undefined) report(path, `is the same place as ${other}`, 'Keep one of the two.')
    seen.set(folded, place)
  }
}

function checkPaths({ paths }: Config, report: Report): void {
  const seen = new Map<string, string>()
  for (const [name, value] of Object.entries(paths)) {
    if (/\/\/|\/\.{1,2}(\/|$)/.test(value)) {
      report(`paths.${name}`, 'has an empty or a dot segment', 'Such as `/login`.')
    }
    if (value.startsWith(`${paths.login}/`))
      report(
        `paths.${name}`,
        'is below paths.login, where the screens of the login page are',
        'Choose a path beside it.'
      )
    if (value.startsWith('/__/') || value === '/.well-known/change-password')
      report(`paths.${name}`, 'is an address that the gateway uses itself', 'Choose another path.')
    if (name === 'home') continue
    if (value === paths.home)
      report('paths.home', `is the same as paths.${name}`, 'Visitors would be sent round in circles.')
    const other = seen.get(value)
    if (other !== undefined)
      report(`paths.${name}`, `is the same as paths.${other}`, 'Every endpoint needs a path of its own.')
    if (value === '/' || value.endsWith('/'))
      report(`paths.${name}`, 'ends with a slash', 'Such as `/login`.')
    if (value.startsWith('/_auth/assets/') || value === '/_auth/jwks.json')
      report(`paths.${name}`, 'is an address that the gateway uses itself', 'Choose another path.')
    seen.set(value, name)
  }
}

function checkRules({ access }: Config, report: Report): void {
  access.rules.forEach((rule, index) => {
    const path = `access.rules[${index}]`
    if (!CANONICAL_RULE.test(rule.path) || /\/\/|\/\.{1,2}(\/|$)/.test(rule.path)) {
      report(
        `${path}.path`,
        'is spelled as no canonical path is, so it would never match',
        'Write it decoded, without `;`, `//` and dot segments.'
      )
    }
    const { allow } = rule
    if (typeof allow === 'object' && allow.allowUnverified !== undefined && allow.claim !== 'email')
      report(
        `${path}.allow.allowUnverified`,
        'goes with the claim `email` alone',
        'Nothing verifies other claims: leave it out.'
      )
    const earlier = access.rules.slice(0, index).findIndex((other) => covers(other, rule))
    if (earlier !== -1) {
      report(path, `is never reached: access.rules[${earlier}] matches first`, 'Put the narrower rule first.')
    }
  })
}

/** Does one rule match every request that another one matches? */
function covers(wide: AccessRule, narrow: AccessRule): boolean {
  const allMethods =
    wide.methods === undefined || narrow.methods?.every((method) => coversMethod(wide.methods, method))
  const folder = wide.path.endsWith('/*') ? wide.path.slice(0, -1) : null
  return (
    allMethods === true && (wide.path === narrow.path || (folder !== null && narrow.path.startsWith(folder)))
  )
}

function checkPorts({ listen, management }: Config, report: Report): void {
  if (listen.port !== 0 && listen.port === management.port) {
    report(
      'management.port',
      'is the same as listen.port',
      'Visitors must not reach the management listener.'
    )
  }
}

function checkNetworks({ trustedProxies }: Config, report: Report): void {
  const list = new BlockList()
  trustedProxies.forEach((network, index) => {
    try {
      addNetwork(list, network)
    } catch {
      report(`trustedProxies[${index}]`, 'is not a network', 'Such as `10.0.0.0/8` or `fd00::/8`.')
    }
  })
}
