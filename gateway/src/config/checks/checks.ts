/** All checks of config values beyond their shape, in the order in which problems are reported. */

import { checkAuthorizationServer } from '../../../plugins/oauth/settings-checks.ts'
import {
  checkApplicationSections,
  checkApplications,
  checkClearCookies
} from '../../access/application-checks.ts'
import { checkAccessRules, checkCors } from '../../access/settings-checks.ts'
import { checkForwardAuth, checkOrigins } from '../../forward-auth/settings-checks.ts'
import {
  checkDurationBuckets,
  checkHstsPreload,
  checkListeners,
  checkPaths
} from '../../http/settings-checks.ts'
import {
  checkEmulatorIsLocal,
  checkProvider,
  checkTenantPlaces
} from '../../identity-platform/settings-checks.ts'
import { checkAppearance } from '../../login-page/appearance/settings-checks.ts'
import {
  checkDestinations,
  checkLoginHosts,
  checkPageEmulator,
  checkSignIn
} from '../../login-page/settings-checks.ts'
import { checkAppCheck, checkAssertion, checkBearer, checkClientSdk } from '../../machines/settings-checks.ts'
import { listProblems, type Problem } from '../../problem.ts'
import { checkCookie, checkSession } from '../../session/settings-checks.ts'
import { checkStore } from '../../shared-state/settings-checks.ts'
import { checkIdentityHeaders, checkUpstream, checkUpstreamHeaders } from '../../upstream/settings-checks.ts'
import { checkNetworks } from '../addresses/networks.ts'
import type { Config, LoginPageConfig } from '../schema/schema.ts'

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
