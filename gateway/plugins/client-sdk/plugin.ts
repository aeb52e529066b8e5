import type { Plugin } from '../../src/commands/command-line/command.ts'
import { reservePath } from '../../src/http/routes.ts'
import { checkClientSdk, listClientSdkWarnings } from './settings-checks.ts'

/** Where scripts of the application get a custom token for the client SDK. */
const CLIENT_SDK_PATH = '/_auth/firebase-token'

/** Custom tokens for Firebase's client SDK on the application's pages. */
export const clientSdkPlugin: Plugin = {
  name: 'client-sdk',
  settings: { check: checkClientSdk, listWarnings: listClientSdkWarnings },
  async registerEndpoints(_app, options) {
    if (!options.config.clientSdk.enabled)
      return options.addRoutes('other', (scope) => reservePath(scope, CLIENT_SDK_PATH))
    const { registerClientSdk } = await import('./client-sdk.ts')
    options.addRoutes('other', (scope) => registerClientSdk(scope, CLIENT_SDK_PATH, options))
  }
}
