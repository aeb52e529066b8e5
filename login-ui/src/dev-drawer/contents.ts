/** An account of the test provider. */
export interface DrawerUser {
  uid: string
  email: string | null
  name: string | null
  tenantId: string | null
  disabled: boolean
  emailVerified: boolean
  hasPassword: boolean
  /** Kinds of its second factors. Signing in from the drawer leaves them out. */
  secondFactors: readonly ('totp' | 'sms')[]
}

/** A mail that was not sent. `type`: the provider's word, such as `PASSWORD_RESET`. `link`: address of the page itself. */
export interface DrawerMail {
  email: string
  type: string
  link: string
}

/** A code of a second step. `validSeconds`: null when it does not end by itself, or nobody knows. */
export interface DrawerCode {
  recipient: string
  code: string
  validSeconds: number | null
}

/** Something to try; `rule`: the rule that decides there, as it is written. */
export interface DrawerExample {
  url: string
  title: string
  text: string
  rule: string
}

/** What the test provider knows, newest first. */
export interface DrawerContents {
  users: readonly DrawerUser[]
  /** Of every account that has one; null: nobody knows. */
  password: string | null
  mails: readonly DrawerMail[]
  codes: readonly DrawerCode[]
  examples: readonly DrawerExample[]
}

/** Fetches what the test provider knows from the gateway. Rejects when it does not answer as it should. */
export async function fetchContents(path: string): Promise<DrawerContents> {
  const response = await fetch(path, { headers: { accept: 'application/json' }, cache: 'no-store' })
  if (!response.ok) throw new Error(`status ${response.status}`)
  const body: unknown = await response.json()
  if (!isContents(body)) throw new Error('not the contents of a test provider')
  return body
}

/** What stands in the lists is not looked at: page and gateway are of one version. */
function isContents(value: unknown): value is DrawerContents {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['users', 'mails', 'codes', 'examples'].every((name) => Array.isArray(Reflect.get(value, name)))
  )
}
