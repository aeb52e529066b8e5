/** Where a kept form is sent from after sign-in. The one page of the gateway's own that is a redirect target. */
export const FORM_PATH = '/_auth/form'

/** Says what the form was posted to; the form itself and its fields are in no URL. */
export const FORM_TARGET_PARAMETER = 'to'

/** The redirect target of somebody who signs in to send a form. `key`: the name of the form in the tab, which no server sees. */
export function formAddress(target: string, key: string): string {
  return `${FORM_PATH}?${FORM_TARGET_PARAMETER}=${encodeURIComponent(target)}#${key}`
}

/** What is asked of the application. */
export interface Destination {
  method: 'GET' | 'POST'
  url: URL
}

/**
 * What a visitor with this redirect target will ask the application for: of a kept form, to send it. `origin`: the one that a
 * path belongs to.
 */
export function destinationOf(redirectTarget: string, origin: string): Destination {
  const page: Destination = { method: 'GET', url: new URL(redirectTarget, origin) }
  const { pathname, searchParams, origin: own } = page.url
  const target = pathname === FORM_PATH ? searchParams.get(FORM_TARGET_PARAMETER) : null
  if (target === null || !target.startsWith('/') || !URL.canParse(target, own)) return page
  const url = new URL(target, own)
  return url.origin === own ? { method: 'POST', url } : page
}
