import { once } from '../../src/async.ts'
import type { Plugin } from '../../src/commands/command-line/command.ts'
import { type GoogleCredentials, readFileOfType } from './credential-file.ts'
import { findDefaultCredentials } from './default-credentials.ts'

/** Google credentials that are no service account key. */
export const googlePlugin: Plugin = {
  name: 'google',
  credentials: {
    read: readFileOfType,
    find: findDefaultCredentials,
    open(credentials: GoogleCredentials, options) {
      const load = once(() =>
        import('./source.ts').then(({ createSource }) => createSource(credentials, options))
      )
      return {
        fetchAccessToken: async (...call) => (await load()).fetchAccessToken(...call),
        fetchIdToken: async (...call) => (await load()).fetchIdToken(...call),
        issuer: async () => (await load()).issuer(),
        sign: async (...call) => (await load()).sign(...call)
      }
    }
  }
}
