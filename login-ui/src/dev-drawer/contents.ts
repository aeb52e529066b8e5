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
  const body: unknown = await response.json()
  if (!isContents(body)) throw new Error('not the contents of a test provider')
  return body
}

/** List items are not checked: page and gateway have the same version. */
function isContents(value: unknown): value is DrawerContents {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['users', 'mails', 'codes', 'examples'].every((name) => Array.isArray(Reflect.get(value, name)))
  )
}
