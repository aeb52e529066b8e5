import type { Plugin } from '../../src/commands/command-line/command.ts'
import { isHttps } from '../../src/config/addresses/urls.ts'
import type { Config } from '../../src/config/schema/schema.ts'
import { reservePath } from '../../src/http/routes.ts'
import { OFFER_PATH, PROVE_PATH, REGISTER_PATH } from './paths.ts'
import { checkDeviceBinding, listDeviceWarnings } from './settings-checks.ts'

/** Browsers accept all of it over https alone. */
function binds(config: Pick<Config, 'publicUrl' | 'session'>): boolean {
  return config.session.deviceBinding.mode !== 'off' && isHttps(config)
}

/** Binds sessions to the devices of their browsers. */
export const deviceBindingPlugin: Plugin = {
  name: 'device-binding',
  settings: { check: checkDeviceBinding, listWarnings: listDeviceWarnings },
  bindSessions(options) {
    return binds(options.config)
      ? import('./binding.ts').then(({ createDeviceBinding }) => createDeviceBinding(options))
      : undefined
  },
  async registerEndpoints(_app, options) {
    if (!binds(options.config))
      return options.addRoutes('other', (scope) => {
        for (const path of [OFFER_PATH, REGISTER_PATH, PROVE_PATH]) reservePath(scope, path)
      })
    const { registerDeviceEndpoints } = await import('./endpoints.ts')
    options.addRoutes('other', (scope) => registerDeviceEndpoints(scope, options))
  }
}
