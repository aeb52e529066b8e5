import { parseUrl } from '../config/addresses/urls.ts'
import { BEGIN_PATH, BEGIN_TARGET_PARAMETER } from './begin-address.ts'
import { FORM_PATH, FORM_TARGET_PARAMETER } from './kept-forms/form-address.ts'

/** What is asked of the application. */
export interface Destination {
  method: 'GET' | 'POST'
  url: URL
}

/**
 * What a visitor with this redirect target will ask the application for: of a kept form, to send it; of a new attempt to get a session,
 * what comes after it. `origin`: the one that a path belongs to.
 */
export function destinationOf(redirectTarget: string, origin: string): Destination {
  const page = new URL(redirectTarget, origin)
  const url = page.pathname === BEGIN_PATH ? (targetOf(page, BEGIN_TARGET_PARAMETER) ?? page) : page
  const form = url.pathname === FORM_PATH ? targetOf(url, FORM_TARGET_PARAMETER) : null
  return form === null ? { method: 'GET', url } : { method: 'POST', url: form }
}

/** What a page of ours leads to; null: nothing of its own origin. */
function targetOf({ searchParams, origin }: URL, parameter: string): URL | null {
  const target = searchParams.get(parameter)
  const url = target?.startsWith('/') === true ? parseUrl(target, origin) : null
  return url?.origin === origin ? url : null
}
