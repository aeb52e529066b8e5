import type { Plugin } from '../../src/commands/command-line/command.ts'

/** The panel of the login page with what a test provider reveals. Not with a real one. */
export const devDrawerPlugin: Plugin = {
  name: 'dev-drawer',
  registerEndpoints(_app, { testProvider, origins, config, addRoutes }) {
    if (testProvider === null) return undefined
    return import('./dev-drawer.ts').then(({ registerDevDrawer }) =>
      addRoutes(
        'other',
        (scope) => registerDevDrawer(scope, testProvider, { origins, loginPath: config.paths.login }),
        { isOnSignInSite: true }
      )
    )
  }
}
