import { listProblems, type Problem } from '../../problem.ts'
import { asksForAppCheck } from '../access-rules.ts'
import { isLoopback, parseUrl } from '../addresses/urls.ts'
import { projectNumberOf } from '../bearer-issuers.ts'
import type { LoginPageConfig } from '../schema/schema.ts'
import { listAccessSections } from './access-checks.ts'

/** App Check must be set up for what uses it, and debug tokens must not be published. */
export function checkAppCheck(config: LoginPageConfig): Problem[] {
  const { login, identityPlatform, publicUrl } = config
  const { appId, appIds } = identityPlatform.appCheck
  const { siteKey, debugToken } = login.appCheck
  const isTrial =
    identityPlatform.projectId.startsWith('demo-') || isLoopback(parseUrl(publicUrl)?.hostname ?? '')
  return listProblems(
    (siteKey !== null || debugToken !== null) &&
      appId === null && {
        path: 'identityPlatform.appCheck.appId',
        message: 'is required by `login.appCheck`',
        hint: 'The app id of the project’s web app, as in the console’s project settings.'
      },
    debugToken !== null &&
      !isTrial && {
        path: 'login.appCheck.debugToken',
        message: 'would let every visitor pass App Check: the page contains it',
        hint: 'Remove it, and use `siteKey`. Debug tokens are for a `publicUrl` on loopback or a `demo-` project.'
      },
    appIds.length > 0 &&
      projectNumberOf(identityPlatform.appCheck) === null && {
        path: 'identityPlatform.appCheck.projectNumber',
        message: 'is required: the app ids do not have one project number',
        hint: 'The number in the console’s project settings, not the id.'
      },
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
