import type { PageConfig } from '../page-config.ts'

/** The gateway links App Check's file where the page uses it. */
const file = 'link[href*="/app-check-sdk-"]'

/**
 * Headers of a call to the provider: with an App Check token if the page uses App Check. Without one if it gets none; the provider
 * then decides. Never rejects.
 */
export async function appCheckHeaders({ provider }: Pick<PageConfig, 'provider'>): Promise<HeadersInit> {
  if (provider.appCheck === null) return {}
  try {
    const href = document.querySelector<HTMLLinkElement>(file)?.href ?? ''
    const sdk = await globalThis.gatehousePrelude?.loadAppCheck(href)
    return sdk === undefined ? {} : { 'x-firebase-appcheck': await sdk.attest(provider) }
  } catch {
    return {}
  }
}
