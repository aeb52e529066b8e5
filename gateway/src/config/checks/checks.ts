/** All checks of config values beyond their shape, in the order in which problems are reported. */

import { listProblems, type Problem } from '../../problem.ts'
import { checkNetworks } from '../addresses/networks.ts'
import type { Config, LoginPageConfig } from '../schema/schema.ts'
import { checkStore } from '../store.ts'
import { checkAccessRules, checkCors } from './access-checks.ts'
import { checkApplicationSections, checkApplications, checkClearCookies } from './application-checks.ts'
import { checkAuthorizationServer } from './authorization-server-checks.ts'
import { checkForwardAuth, checkOrigins } from './forward-auth-checks.ts'
import { checkEmulatorIsLocal, checkProvider, checkTenantPlaces } from './identity-platform-checks.ts'
import { checkAppearance } from './login-appearance-checks.ts'
import { checkDestinations, checkLoginHosts, checkPageEmulator, checkSignIn } from './login-checks.ts'
import { checkDurationBuckets, checkHstsPreload, checkListeners, checkPaths } from './server-checks.ts'
import { checkCookie, checkSession } from './session-checks.ts'
import { checkAppCheck, checkAssertion, checkBearer, checkClientSdk } from './token-checks.ts'
import { checkIdentityHeaders, checkUpstream, checkUpstreamHeaders } from './upstream-checks.ts'

/** All problems of a config of the right shape. */
export function checkConfig(config: Config): Problem[] {
  return [
    ...checkLoginPageConfig(config),
    ...checkUpstream(config),
    ...checkCookie(config),
    ...checkAssertion(config),
    ...checkAuthorizationServer(config),
    ...checkApplications(config),
    ...checkClearCookies(config),
    ...checkOrigins(config),
    ...checkUpstreamHeaders(config),
    ...checkStore(config)
  ]
}

/** Problems relevant for the login page. */
export function checkLoginPageConfig(config: LoginPageConfig): Problem[] {
  return listProblems(
    ...checkProvider(config),
    ...checkHstsPreload(config),
    checkEmulatorIsLocal(config),
    ...checkPaths(config),
    ...checkListeners(config),
    checkDurationBuckets(config),
    ...checkAccessRules(config),
    ...checkCors(config),
    ...checkClientSdk(config),
    ...checkNetworks('trustedProxies', config.trustedProxies),
    ...checkApplicationSections(config),
    ...checkForwardAuth(config),
    ...checkIdentityHeaders(config),
    ...checkBearer(config),
    ...checkSession(config),
    ...checkTenantPlaces(config),
    ...checkAppCheck(config),
    ...checkSignIn(config),
    ...checkLoginHosts(config),
    ...checkAppearance(config),
    checkPageEmulator(config),
    ...checkDestinations(config)
  )
}
