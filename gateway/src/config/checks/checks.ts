import type { Problem } from '../../problem.ts'
import type { Config } from '../schema/schema.ts'
import { checkAccessRules, checkRuleHosts } from './access-checks.ts'
import {
  checkApplicationNames,
  checkApplicationPlaces,
  checkApplicationProviders,
  checkApplicationSections
} from './application-checks.ts'
import { checkBearerIssuers, checkTokenHeaders, checkTokenPlaces } from './bearer-checks.ts'
import { type Check, check, isSound } from './check.ts'
import { checkCors } from './cors-checks.ts'
import {
  checkAskers,
  checkListenersDiffer,
  checkOrigins,
  checkRequestsComeIn,
  checkSharedDomain
} from './forward-auth-checks.ts'
import {
  checkApiKey,
  checkEmulatorHost,
  checkEmulatorIsLocal,
  checkEmulatorProject,
  checkEndpoints,
  checkTenantPlaces
} from './identity-platform-checks.ts'
import { checkCertificateFiles, checkListenPlace } from './listen-checks.ts'
import { checkAccents, checkBrandFiles, checkFont } from './login-appearance-checks.ts'
import { checkDestinations, checkLoginHosts, checkTenantChoice } from './login-host-checks.ts'
import {
  checkHelperUrl,
  checkMethods,
  checkPageEmulator,
  checkPhone,
  checkProviders,
  checkTotpIssuer
} from './login-sign-in-checks.ts'
import { checkDefaultLocale, checkTexts } from './login-text-checks.ts'
import { checkPasskeys } from './passkey-checks.ts'
import {
  checkDurationBuckets,
  checkHstsPreload,
  checkPaths,
  checkPortsDiffer,
  checkPublicUrl,
  checkRedirectParameter,
  checkTrustedProxies
} from './server-checks.ts'
import {
  checkCookieDomain,
  checkCookieFormat,
  checkCookieName,
  checkHandOver,
  checkIdleLimit,
  checkSameSite,
  checkSignatureKeys,
  checkSignInProviders
} from './session-checks.ts'
import { checkStore } from './store-checks.ts'
import {
  checkIdentityHeaders,
  checkPassHeaders,
  checkUpstreamIsElsewhere,
  checkUpstreamUrl
} from './upstream-checks.ts'
import { checkUpstreamTls } from './upstream-tls-checks.ts'

/** What `isOwnAddress` looks at. */
const OWN_ADDRESSES = [
  'login.tenants',
  'login.hosts',
  'identityPlatform.tenants',
  'applications',
  'publicUrl',
  'listen',
  'management'
] as const
const LOGIN_HOSTS = ['login.tenants', 'login.hosts', 'identityPlatform.tenants', 'publicUrl'] as const

/** Every check, in the order of their problems. */
const CHECKS: readonly Check[] = [
  check(['publicUrl'], checkPublicUrl),
  check(['upstream.url', 'upstream.unixSocket'], checkUpstreamUrl),
  check(['upstream.url', 'upstream.unixSocket', ...OWN_ADDRESSES], checkUpstreamIsElsewhere),
  check(['upstream'], checkUpstreamTls),
  check(['identityPlatform.endpoints'], checkEndpoints),
  check(['cookie.signatureKeys', 'cookie.signatureKeysFile'], checkSignatureKeys),
  check(['hsts'], checkHstsPreload),
  check(['cookie.name', 'cookie.allowPlainName', 'publicUrl'], checkCookieName),
  check(['cookie.sameSite', 'publicUrl'], checkSameSite),
  check(['cookie.format', 'login.remember'], checkCookieFormat),
  check(['cookie.sameSite', 'cookie.domain', 'applications', 'publicUrl'], checkHandOver),
  check(['cookie.name', 'cookie.domain', 'publicUrl'], checkCookieDomain),
  check(
    ['identityPlatform.apiKey', 'identityPlatform.apiKeyFile', 'identityPlatform.emulatorHost'],
    checkApiKey
  ),
  check(['identityPlatform.emulatorHost'], checkEmulatorHost),
  check(['identityPlatform.emulatorHost', 'identityPlatform.projectId'], checkEmulatorProject),
  check(
    ['identityPlatform.emulatorHost', 'identityPlatform.projectId', 'publicUrl', 'listen'],
    checkEmulatorIsLocal
  ),
  check(['paths', 'account.enabled'], checkPaths),
  check(['redirectParameter'], checkRedirectParameter),
  check(['listen'], checkListenPlace),
  check(['listen.tls', 'forwardAuth.enabled', 'forwardAuth.listen'], checkCertificateFiles),
  check(['listen', 'management.port'], checkPortsDiffer),
  check(['metrics.durationBuckets'], checkDurationBuckets),
  check(['access.rules'], checkAccessRules),
  check(['access.rules', 'forwardAuth.origins', 'applications', ...LOGIN_HOSTS], checkRuleHosts),
  check(['cors'], checkCors),
  check(['trustedProxies'], checkTrustedProxies),
  check(['upstream', 'applications', 'forwardAuth.enabled'], checkRequestsComeIn),
  check(['applications', 'upstream'], checkApplicationNames),
  check(['applications', 'publicUrl', 'cookie.domain', 'forwardAuth.enabled'], checkApplicationPlaces),
  check(['applications', 'login.providers'], checkApplicationProviders),
  check(
    ['access', 'identityHeaders', 'cors', 'forwardAuth.origins', ...OWN_ADDRESSES],
    checkApplicationSections
  ),
  check(['forwardAuth.enabled', 'forwardAuth.trustedProxies', 'trustedProxies'], checkAskers),
  check(['forwardAuth.listen', 'forwardAuth.grpc', 'listen', 'management.port'], checkListenersDiffer),
  check(['forwardAuth.origins', 'cookie.domain', 'publicUrl'], checkOrigins),
  check(['forwardAuth.enabled', 'cookie.domain'], checkSharedDomain),
  check(['identityHeaders'], checkIdentityHeaders),
  check(['bearer', 'identityPlatform.projectId'], checkBearerIssuers),
  check(['bearer', 'identityHeaders'], checkTokenHeaders),
  check(['bearer', 'applications'], checkTokenPlaces),
  check(['upstream.passHeaders', 'identityHeaders'], checkPassHeaders),
  check(['session.idleSeconds'], checkIdleLimit),
  check(['store'], checkStore),
  check(
    ['session.signInProviders', 'login.methods', 'login.providers', 'identityPlatform.allowAnonymous'],
    checkSignInProviders
  ),
  check(['identityPlatform.tenants', 'publicUrl', 'paths'], checkTenantPlaces),
  check(['login.federated.helperUrl', ...OWN_ADDRESSES], checkHelperUrl),
  check(['login.methods', 'login.providers'], checkMethods),
  check(['login.methods', 'login.mfa'], checkPhone),
  check([...LOGIN_HOSTS, 'applications'], checkPasskeys),
  check(['login.providers'], checkProviders),
  check(['login.mfa', 'login.brand.name'], checkTotpIssuer),
  check([...LOGIN_HOSTS, 'applications'], checkLoginHosts),
  check(LOGIN_HOSTS, checkTenantChoice),
  check(['login.theme', 'login.hosts'], checkAccents),
  check(['login.theme.font'], checkFont),
  check(
    ['login.brand', 'login.hosts', 'login.providers', 'login.theme.cssFile', 'login.theme.fontFile'],
    checkBrandFiles
  ),
  check(['login.locales'], checkDefaultLocale),
  check(['login.locales'], checkTexts),
  check(['login.emulator', 'identityPlatform.emulatorHost'], checkPageEmulator),
  check(['login.destinations', 'login.hosts'], checkDestinations)
]

/**
 * Every problem that shows only when values are understood; of a partial configuration, those of the sections that it has.
 * `shapeProblems`: what `readShape` found; parts that are broken there are not looked at again.
 */
export function checkMeaning(config: Partial<Config>, shapeProblems: readonly Problem[]): Problem[] {
  return CHECKS.filter(({ reads }) => reads.every((path) => isSound(path, shapeProblems))).flatMap((one) =>
    one.run(config)
  )
}
