import type { Plugin } from '../../src/commands/command-line/command.ts'

/** State that gateways share in a Redis or Valkey server. */
export const storePlugin: Plugin = {
  name: 'store',
  openSharedState: (config) =>
    config.store === null ? undefined : import('./store-state.ts').then(({ openStore }) => openStore(config))
}
