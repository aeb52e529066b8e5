import type { PageConfig } from '../page-config.ts'

/** Gives the name of a provider for the visitor; the id of one that is not configured. */
export function providerName({ providers }: PageConfig, id: string): string {
  return providers.find((provider) => provider.id === id)?.name ?? id
}
