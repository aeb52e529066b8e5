import type { Plugin } from '../../src/commands/plugin.ts'

/** OAuth 2.0 and OpenID Connect for other programs. */
export const oauthPlugin: Plugin = {
  name: 'oauth',
  registerEndpoints(app, options) {
    return options.config.authorizationServer.enabled
      ? import('./authorization-server.ts').then(({ registerAuthorizationServer }) =>
          registerAuthorizationServer(app, options)
        )
      : undefined
  }
}
