import type { Config } from './schema/schema.ts'

/** The only cookie that Firebase Hosting passes on: https://firebase.google.com/docs/hosting/manage-cache#using_cookies */
export const HOSTING_COOKIE = '__session'

/** True if the session cookie is the only one that reaches the gateway, so that others would be set in vain. */
export function hasOneCookie({ cookie }: Pick<Config, 'cookie'>): boolean {
  return cookie.name === HOSTING_COOKIE
}
