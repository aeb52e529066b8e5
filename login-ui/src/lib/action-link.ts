/** The mail link before the address bar is cleaned. */
export interface ActionLink {
  /** The whole address, for sign-in links. */
  href: string
  /** Empty if the link has none. */
  code: string
}

/** Reads the link that opened the page. The gateway says what it is for: `PageConfig.action`. */
export function readActionLink(href: string): ActionLink {
  return { href, code: new URL(href).searchParams.get('oobCode') ?? '' }
}
