import type { PageConfig } from '../contract.ts'

/** Texts that only some pages need. Those for links from mails are a good tenth of all, and behind an address alone. */
const SELDOM: readonly { keys: RegExp; isNeeded: (config: PageConfig) => boolean }[] = [
  { keys: /^noscript\./, isNeeded: () => false },
  { keys: /^action\.\w+\./, isNeeded: ({ address }) => address === 'action' },
  { keys: /^tenant\./, isNeeded: ({ tenant }) => tenant.choose.length > 0 },
  { keys: /^(connect|other-method)\./, isNeeded: ({ providers }) => providers.length > 0 }
]

/** The texts that a page may come to show: they travel with each one. A preview may show anything. */
export function pickTexts(config: PageConfig): PageConfig['texts'] {
  if (config.preview !== null) return config.texts
  const unused = SELDOM.filter(({ isNeeded }) => !isNeeded(config))
  const kept = Object.entries(config.texts).filter(([key]) => !unused.some(({ keys }) => keys.test(key)))
  return Object.fromEntries(kept) as PageConfig['texts']
}
