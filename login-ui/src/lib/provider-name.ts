import type { PageConfig } from '../page-config.ts'

/** Display name of a provider; its id if not configured. */
export function providerName({ providers }: PageConfig, id: string): string {
  return providers.find((provider) => provider.id === id)?.name ?? id
}
