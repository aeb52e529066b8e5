import type { Plugin } from '../../src/commands/command-line/command.ts'
import type { AuthorizationServerOptions } from './provider.ts'
import {
  checkAuthorizationServer,
  listAuthorizationServerWarnings,
  readOauthSecrets
} from './settings-checks.ts'

/** OAuth 2.0 and OpenID Connect for other programs. */
export const oauthPlugin: Plugin = {
  name: 'oauth',
  settings: {
    readSecrets: readOauthSecrets,
    check: checkAuthorizationServer,
    listWarnings: listAuthorizationServerWarnings
  },
  registerEndpoints(app, options: AuthorizationServerOptions) {
    return options.config.authorizationServer.enabled
      ? import('./authorization-server.ts').then(({ registerAuthorizationServer }) =>
          registerAuthorizationServer(app, options)
        )
      : undefined
  }
}
