import type { PageConfig } from '../page-config.ts'

export interface DrawerUser {
  uid: string
  email: string | null
  name: string | null
  tenantId: string | null
  disabled: boolean
  emailVerified: boolean
  hasPassword: boolean
  /** Kinds of its second factors. The drawer's sign-in skips them. */
  secondFactors: readonly ('totp' | 'sms')[]
}

/** An unsent mail. `type`: the provider's word, such as `PASSWORD_RESET`. `link`: points to this page. */
export interface DrawerMail {
  email: string
  type: string
  link: string
}

/** A second-step code. `validSeconds`: null: no expiry, or unknown. */
export interface DrawerCode {
  recipient: string
  code: string
  validSeconds: number | null
}

/** An example to try. `rule`: the rule that decides there, as written. */
export interface DrawerExample {
  url: string
  title: string
  text: string
  rule: string
}

/** The test provider's data, newest first. */
export interface DrawerContents {
  users: readonly DrawerUser[]
  /** Shared by all accounts that have one; null: unknown. */
  password: string | null
  mails: readonly DrawerMail[]
  codes: readonly DrawerCode[]
  examples: readonly DrawerExample[]
}

/** Fetches the test provider's data through the gateway. Rejects on an unexpected response. */
export async function fetchContents(path: string): Promise<DrawerContents> {
  const response = await fetch(path, { headers: { accept: 'application/json' }, cache: 'no-store' })
  if (!response.ok) throw new Error(`status ${response.status}`)
  const body = Object(await response.json())
  // List items are not checked: page and gateway have the same version.
  const isFilled = ['users', 'mails', 'codes', 'examples'].every((name) => Array.isArray(body[name]))
  if (!isFilled) throw new Error('not the contents of a test provider')
  return body
}

/** Polling interval in milliseconds. */
const pauseMs = 2000

/** Browser functions for polling, injectable for tests. */
export type PollingBrowser = ReturnType<typeof thisBrowser>

/** Polls while the page is visible, one call at a time. Returns a stop function. `look` handles its own errors. */
export function poll(look: () => Promise<void>, browser: PollingBrowser = thisBrowser()): () => void {
  let cancel = () => {}
  let isLooking = false
  let isOver = false

  async function next(): Promise<void> {
    cancel()
    if (isOver || isLooking || !browser.isVisible()) return
    isLooking = true
    await look()
    isLooking = false
    if (!isOver && browser.isVisible()) cancel = browser.after(pauseMs, () => void next())
  }

  const stopListening = browser.onVisibility(() => void next())
  void next()
  return () => {
    isOver = true
    cancel()
    stopListening()
  }
}

function thisBrowser() {
  return {
    isVisible: (): boolean => document.visibilityState === 'visible',
    /** Calls `listener` when the page is hidden or shown; returns an unsubscribe function. */
    onVisibility(listener: () => void): () => void {
      document.addEventListener('visibilitychange', listener)
      return () => document.removeEventListener('visibilitychange', listener)
    },
    /** Runs `task` after `ms`; returns a cancel function. */
    after(ms: number, task: () => void): () => void {
      const timer = setTimeout(task, ms)
      return () => clearTimeout(timer)
    }
  }
}

/** Tenants that the page accepts. `current`: the tenant to sign in to; null: the project itself, or not chosen yet. */
export interface PageTenants extends Pick<PageConfig['tenant'], 'choose' | 'byEmailDomain'> {
  current: string | null
}

/** The accounts of one tenant. `name`: null if there is only one list. */
export interface Pool {
  name: string | null
  users: readonly DrawerUser[]
}

/**
 * The accounts that the page accepts: by organization, or without a choice those of the one tenant or the
 * project. Others would be sent back to the page after signing in.
 */
export function listPools(users: readonly DrawerUser[], tenants: PageTenants): readonly Pool[] {
  const { choose, byEmailDomain, current } = tenants
  const named = new Map<string | null, string>([
    ...Object.values(byEmailDomain).map((id): [string, string] => [id, id]),
    ...choose.map(({ id, name }): [string, string] => [id, name])
  ])
  const of = (id: string | null) => users.filter(({ tenantId }) => tenantId === id)
  if (named.size === 0) return [{ name: null, users: of(current) }]
  return [...named].flatMap(([id, name]) => (of(id).length === 0 ? [] : [{ name, users: of(id) }]))
}
