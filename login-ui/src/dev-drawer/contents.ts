/** An account of the test provider. */
export interface DrawerUser {
  uid: string
  email: string | null
  name: string | null
  tenantId: string | null
  disabled: boolean
  /** Does it have a second factor? Signing in from the drawer leaves that out. */
  secondFactor: boolean
}

/** What the test provider knows, newest first. */
export interface DrawerContents {
  users: readonly DrawerUser[]
  /** `type`: the provider's word, such as `PASSWORD_RESET`. `link`: address of the page itself. */
  mails: readonly { email: string; type: string; link: string }[]
  codes: readonly { phoneNumber: string; code: string }[]
  /** What there is to try; `rule`: the rule that decides there, as it is written. */
  examples: readonly { url: string; title: string; text: string; rule: string }[]
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
