/** All checks of config values beyond their shape, in the order in which problems are reported. */

import type { Problem } from '../../problem.ts'
import type { Config, LoginPageConfig, ProviderConfig } from '../schema/schema.ts'
import { checkAccessRules, checkCors, checkRuleHosts } from './access-checks.ts'
import {
  checkApplicationNames,
  checkApplicationPlaces,
  checkApplicationProviders,
  checkApplicationSections
} from './application-checks.ts'
import { checkBearerIssuers, checkTokenHeaders, checkTokenPlaces } from './bearer-checks.ts'
import {
  checkAuthProxies,
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
import {
  checkAccents,
  checkBrandFiles,
  checkDefaultLocale,
  checkFont,
  checkTexts
} from './login-appearance-checks.ts'
import { checkDestinations, checkLoginHosts, checkTenantChoice } from './login-host-checks.ts'
import {
  checkHelperUrl,
  checkMethods,
  checkPageEmulator,
  checkPasskeys,
  checkPhone,
  checkProviders,
  checkTotpIssuer
} from './login-sign-in-checks.ts'
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
  checkUpstreamTls,
  checkUpstreamUrl
} from './upstream-checks.ts'

type Check<C> = (config: C) => Problem | null | Problem[]

const OF_PROVIDER: readonly Check<ProviderConfig>[] = [
  checkPublicUrl,
  checkEndpoints,
  checkApiKey,
  checkEmulatorHost,
  checkEmulatorProject
]

const OF_LOGIN_PAGE: readonly Check<LoginPageConfig>[] = [
  ...OF_PROVIDER,
  checkHstsPreload,
  checkEmulatorIsLocal,
  checkPaths,
  checkRedirectParameter,
  checkListenPlace,
  checkCertificateFiles,
  checkPortsDiffer,
  checkDurationBuckets,
  checkAccessRules,
  checkRuleHosts,
  checkCors,
  checkTrustedProxies,
  checkApplicationProviders,
  checkApplicationSections,
  checkAuthProxies,
  checkListenersDiffer,
  checkIdentityHeaders,
  checkBearerIssuers,
  checkTokenHeaders,
  checkTokenPlaces,
  checkIdleLimit,
  checkSignInProviders,
  checkTenantPlaces,
  checkHelperUrl,
  checkMethods,
  checkPhone,
  checkPasskeys,
  checkProviders,
  checkTotpIssuer,
  checkLoginHosts,
  checkTenantChoice,
  checkAccents,
  checkFont,
  checkBrandFiles,
  checkDefaultLocale,
  checkTexts,
  checkPageEmulator,
  checkDestinations
]

const CHECKS: readonly Check<Config>[] = [
  ...OF_LOGIN_PAGE,
  checkUpstreamUrl,
  checkUpstreamIsElsewhere,
  checkUpstreamTls,
  checkSignatureKeys,
  checkCookieName,
  checkSameSite,
  checkCookieFormat,
  checkHandOver,
  checkCookieDomain,
  checkRequestsComeIn,
  checkApplicationNames,
  checkApplicationPlaces,
  checkOrigins,
  checkSharedDomain,
  checkPassHeaders,
  checkStore
]

/** All problems of a config of the right shape. */
export function checkConfig(config: Config): Problem[] {
  return run(CHECKS, config)
}

/** Problems relevant for the login page. */
export function checkLoginPageConfig(config: LoginPageConfig): Problem[] {
  return run(OF_LOGIN_PAGE, config)
}

/** Problems relevant for account commands. */
export function checkProviderConfig(config: ProviderConfig): Problem[] {
  return run(OF_PROVIDER, config)
}

function run<C>(checks: readonly Check<C>[], config: C): Problem[] {
  return checks.flatMap((check) => check(config) ?? [])
}
