import type { Address, PageConfig } from '../contract.ts'

/** Texts that only some pages need. Those for links from mails alone are more than a tenth of all texts. */
const OPTIONAL_TEXTS: readonly { keys: RegExp; isNeeded: (config: PageConfig) => boolean }[] = [
  { keys: /^noscript\./, isNeeded: () => false },
  { keys: /^(account-[\w-]+|proof)\./, isNeeded: ({ accountPage }) => accountPage !== null },
  { keys: /^account\./, isNeeded: ({ address }) => address === 'account' },
  { keys: /^signed-out\./, isNeeded: ({ address }) => address === 'signed-out' },
  // The reason is of the address; the other notices may come at any time.
  { keys: /^notice\.(?!offline|elsewhere)/, isNeeded: ({ reason }) => reason !== null },
  { keys: /^action\.\w+\./, isNeeded: ({ address }) => address === 'action' },
  {
    keys: /^field\.rules/,
    isNeeded: ({ accountPage, address, methods }) =>
      methods.signup || accountPage !== null || address === 'action'
  },
  {
    keys: /^terms\./,
    isNeeded: ({ links, methods }) => methods.signup && (links.terms ?? links.privacy) !== null
  },
  { keys: /^field\.remember$/, isNeeded: ({ remember }) => remember },
  {
    keys: /^last-used\./,
    isNeeded: ({ lastUsed, providers, methods }) =>
      lastUsed && (providers.length > 0 || methods.emailLink || methods.phone || methods.passkey !== 'off')
  },
  { keys: /\.passkey$/, isNeeded: ({ methods }) => methods.passkey !== 'off' },
  { keys: /\.phone$/, isNeeded: ({ accountPage, methods }) => methods.phone || accountPage !== null },
  { keys: /^notice\.(expired|signed-out|revoked|link-used|js)$/, isNeeded: ({ reason }) => reason !== null },
  { keys: /^notice\.(step-up|second-factor)/, isNeeded: ({ reason }) => reason === 'step-up' },
  { keys: /^tenant\./, isNeeded: ({ tenant }) => tenant.choose.length > 0 }
]

/**
 * Texts that come after the page, in a file for each language: most visitors see none of them. `firstAt`: where they may be
 * seen at once.
 */
const LATER_TEXTS: readonly { keys: RegExp; firstAt: readonly Address[] }[] = [
  { keys: /^problem\.policy\./, firstAt: ['sign-up', 'problem'] },
  // These are shown when a file cannot be loaded, or the link that led here says nothing.
  { keys: /^problem\.(?!policy\.|network\.|unknown\.|link-unknown\.|reference)/, firstAt: ['problem'] },
  { keys: /^forgot\./, firstAt: ['forgot'] },
  { keys: /^link\./, firstAt: ['link'] },
  { keys: /^sign-up\./, firstAt: ['sign-up'] },
  { keys: /^(second-factor|enrol|sent|verify|phone|connect|other-method|passkey)\./, firstAt: [] }
]

/** The texts that pages leave out, at one address or another. */
export function pickLaterTexts(texts: PageConfig['texts']): Partial<PageConfig['texts']> {
  return keep(texts, (key) => LATER_TEXTS.some(({ keys }) => keys.test(key)))
}

/** The texts that a page may show before it has the later ones. A preview may show anything. */
export function pickTexts(config: PageConfig): Partial<PageConfig['texts']> {
  const { accountPage, preview } = config
  if (preview !== null) return config.texts
  const unused = [
    ...OPTIONAL_TEXTS.filter(({ isNeeded }) => !isNeeded(config)),
    // Changes ask for another sign-in, in place.
    ...(accountPage === null ? LATER_TEXTS : []).filter(({ firstAt }) => !firstAt.includes(config.address))
  ]
  return keep(config.texts, (key) => !unused.some(({ keys }) => keys.test(key)))
}

function keep(texts: PageConfig['texts'], isWanted: (key: string) => boolean): Partial<PageConfig['texts']> {
  return Object.fromEntries(Object.entries(texts).filter(([key]) => isWanted(key)))
}
