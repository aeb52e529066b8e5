/** The link of a mail as it came, before the address bar is cleaned. */
export interface ActionLink {
  /** The whole address, for sign-in links. */
  href: string
  /** Empty when the link carries none. */
  code: string
}

/** Reads the link that opened the page. What it is for, the gateway says: `PageConfig.action`. */
export function readActionLink(href: string): ActionLink {
  return { href, code: new URL(href).searchParams.get('oobCode') ?? '' }
}
