import type { Plugin } from '../../src/commands/command-line/command.ts'
import type { PluginEndpoints } from '../../src/own-routes.ts'

/** The panel of the login page with what a test provider reveals. Not with a real one. */
export const devDrawerPlugin: Plugin = {
  name: 'dev-drawer',
  async registerEndpoints(_app, options) {
    const provider = await findProvider(options)
    if (provider === null) return
    const { origins, config } = options
    const { registerDevDrawer } = await import('./dev-drawer.ts')
    options.addRoutes(
      'other',
      (scope) => registerDevDrawer(scope, provider, { origins, loginPath: config.paths.login }),
      { isOnSignInSite: true }
    )
  }
}

/** That of the demo, or the emulator; null: a real provider. */
async function findProvider({ testProvider, platform, tenancy, config }: PluginEndpoints) {
  const { emulatorHost } = config.identityPlatform
  if (testProvider !== null || emulatorHost === null) return testProvider
  const { openEmulator } = await import('./emulator.ts')
  return openEmulator(platform, emulatorHost, tenancy.tenantIds)
}
