import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { type Dispatcher, request } from 'undici'
import { PROJECT_ID } from './emulator-process.ts'

/** Where the emulator serves the calls of Identity Platform. */
export const IDENTITY_TOOLKIT = '/identitytoolkit.googleapis.com'
const OWNER = { asOwner: true } as const

/** The result of a sign-in at the emulator. */
export interface SignIn {
  uid: string
  idToken: string
  refreshToken: string
}

/** An account and its initial password. */
export interface TestAccount extends SignIn {
  email: string
  password: string
}

/** The record of an account in the emulator, as far as the checks use it. */
export interface AccountRecord {
  disabled: boolean
  /** Epoch seconds. */
  validSince: number
}

/** REST calls to the emulator: those of a page (API key) and those of the project (owner). */
export interface EmulatorAccounts {
  /** A new account with a unique email address. */
  signUp(more?: object): Promise<TestAccount>
  signUpAnonymously(): Promise<SignIn>
  signIn(account: TestAccount): Promise<SignIn>
  /** Signs in a new visitor with Google, whose id tokens the emulator accepts as JSON text. */
  signInWithGoogle(): Promise<SignIn>
  /** Sets members of the account in the format of `accounts:update`. */
  update(uid: string, changes: object, tenantId?: string): Promise<void>
  delete(uid: string): Promise<void>
  /** Null if there is no such account. */
  lookUp(uid: string): Promise<AccountRecord | null>
  /** Creates a tenant with password sign-in; returns its id. */
  createTenant(): Promise<string>
}

interface AskOptions {
  /** On behalf of the project; otherwise by API key, as a page. */
  asOwner?: boolean
  /** Default: `POST`, or `GET` without a body. */
  method?: Dispatcher.HttpMethod
}

/** The response of the emulator at `host` to a call. Rejects with it when it refuses. */
export async function askEmulator(
  host: string,
  path: string,
  body?: object,
  { asOwner = false, method = body === undefined ? 'GET' : 'POST' }: AskOptions = {}
): Promise<Record<string, unknown>> {
  const response = await request(`http://${host}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(asOwner ? { authorization: 'Bearer owner' } : { 'x-goog-api-key': 'emulator' })
    },
    body: body === undefined ? null : JSON.stringify(body)
  })
  const text = await response.body.text()
  if (response.statusCode !== 200) throw new Error(`emulator: ${path} gave ${response.statusCode} ${text}`)
  return { ...JSON.parse(text) }
}

/** The calls to the emulator at `host`. They reject with its response when it refuses. */
export function createEmulatorAccounts(host: string): EmulatorAccounts {
  const asPage = async (action: string, body: object): Promise<SignIn> => {
    const path = `${IDENTITY_TOOLKIT}/v1/accounts:${action}`
    const response = await askEmulator(host, path, { returnSecureToken: true, ...body })
    const { localId, idToken, refreshToken } = response
    return { uid: String(localId), idToken: String(idToken), refreshToken: String(refreshToken) }
  }
  const asOwner = (action: string, body: object, pool = '') =>
    askEmulator(host, `${IDENTITY_TOOLKIT}/v1/projects/${PROJECT_ID}${pool}/accounts:${action}`, body, OWNER)

  async function lookUp(uid: string): Promise<AccountRecord | null> {
    const { users } = await asOwner('lookup', { localId: [uid] })
    if (!Array.isArray(users)) return null
    const [user = {}] = users
    return {
      disabled: Reflect.get(Object(user), 'disabled') === true,
      validSince: Number(Reflect.get(Object(user), 'validSince'))
    }
  }

  return {
    async signUp(more = {}) {
      const email = `visitor-${randomUUID()}@example.com`
      const password = randomUUID()
      const signedUp = await asPage('signUp', { email, password, ...more })
      // The emulator reads the clock twice; if a second ends in between, it treats its new token as revoked.
      const isRevoked =
        readSeconds(signedUp.idToken, 'auth_time') < ((await lookUp(signedUp.uid))?.validSince ?? 0)
      return {
        email,
        password,
        ...(isRevoked ? await asPage('signInWithPassword', { email, password }) : signedUp)
      }
    },
    signUpAnonymously: () => asPage('signUp', {}),
    signIn: ({ email, password }) => asPage('signInWithPassword', { email, password }),
    signInWithGoogle: () => {
      const sub = randomUUID()
      const idToken = JSON.stringify({ sub, email: `${sub}@example.com`, email_verified: true })
      const postBody = new URLSearchParams({ providerId: 'google.com', id_token: idToken }).toString()
      return asPage('signInWithIdp', { requestUri: 'http://localhost', postBody })
    },
    async update(uid, changes, tenantId) {
      const pool = tenantId === undefined ? '' : `/tenants/${tenantId}`
      await asOwner('update', { localId: uid, ...changes }, pool)
    },
    async delete(uid) {
      await asOwner('delete', { localId: uid })
    },
    lookUp,
    async createTenant() {
      const path = `${IDENTITY_TOOLKIT}/v2/projects/${PROJECT_ID}/tenants`
      const settings = { displayName: 'check', allowPasswordSignup: true }
      const tenant = await askEmulator(host, path, settings, OWNER)
      return String(tenant.name).split('/').pop() ?? ''
    }
  }
}

/** Makes the emulator respond alike to unknown emails and wrong passwords, as the provider does. */
export async function protectAddresses(host: string): Promise<void> {
  const mask = 'emailPrivacyConfig.enableImprovedEmailPrivacy'
  const path = `${IDENTITY_TOOLKIT}/v2/projects/${PROJECT_ID}/config?updateMask=${mask}`
  const config = { emailPrivacyConfig: { enableImprovedEmailPrivacy: true } }
  await askEmulator(host, path, config, { ...OWNER, method: 'PATCH' })
}

/** An unsigned id token as of the emulator, with some claims and header members replaced. */
export function forgeUnsigned(idToken: string, claims: object, header: object = {}): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  return `${encode({ alg: 'none', typ: 'JWT', ...header })}.${encode({ ...decodeJwt(idToken), ...claims })}.`
}

/** A numeric claim of an id token. */
export function readSeconds(idToken: string, claim: 'iat' | 'exp' | 'auth_time'): number {
  return Number(decodeJwt(idToken)[claim])
}
