import type { Plugin } from '../../src/commands/command-line/command.ts'

/** The account page, where visitors see and change their own account, and its endpoints. */
export const accountPagePlugin: Plugin = {
  name: 'account-page',
  registerEndpoints(_app, options) {
    if (!options.config.account.enabled) return undefined
    return Promise.all([import('./account.ts'), import('./page.ts')]).then(
      ([{ registerAccount }, { registerAccountPages }]) => {
        options.addRoutes('account', (scope) => registerAccount(scope, options))
        options.addRoutes('account', (scope) => registerAccountPages(scope, options, options.pages), {
          isOnSignInSite: true
        })
      }
    )
  }
}
