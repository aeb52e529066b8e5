import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { type Dispatcher, request } from 'undici'
import { PROJECT_ID } from './emulator-process.ts'

/** What a sign-in at the emulator gives. */
export interface SignIn {
  uid: string
  idToken: string
  refreshToken: string
}

/** An account with the password it was made with. */
export interface TestAccount extends SignIn {
  email: string
  password: string
}

/** The emulator's record of an account, as far as the checks look at it. */
export interface AccountRecord {
  disabled: boolean
  /** Epoch seconds. */
  validSince: number
}

/** The emulator's REST calls: those of a page (by API key) and those of the project (as owner). */
export interface EmulatorAccounts {
  /** A new account with an address of its own. */
  signUp(more?: object): Promise<TestAccount>
  signUpAnonymously(): Promise<SignIn>
  signIn(account: TestAccount): Promise<SignIn>
  /** Signs in somebody new with Google, whose id tokens the emulator takes as JSON text. */
  signInWithGoogle(): Promise<SignIn>
  signInWithToken(customToken: string): Promise<SignIn>
  /** Sets members of the account as `accounts:update` takes them. */
  update(uid: string, changes: object, tenantId?: string): Promise<void>
  delete(uid: string): Promise<void>
  /** Null: there is no such account. */
  lookUp(uid: string): Promise<AccountRecord | null>
  /** Makes a tenant whose accounts sign in by password; gives its id. */
  createTenant(): Promise<string>
}

interface SendOptions {
  /** In the name of the project; else by API key, as a page. */
  asOwner: boolean
  method?: Dispatcher.HttpMethod
}

function createSender(host: string) {
  return async function send(
    path: string,
    body: object,
    { asOwner, method = 'POST' }: SendOptions
  ): Promise<Record<string, unknown>> {
    const response = await request(`http://${host}/identitytoolkit.googleapis.com/${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(asOwner ? { authorization: 'Bearer owner' } : { 'x-goog-api-key': 'emulator' })
      },
      body: JSON.stringify(body)
    })
    const text = await response.body.text()
    if (response.statusCode !== 200) throw new Error(`emulator: ${path} gave ${response.statusCode} ${text}`)
    return { ...JSON.parse(text) }
  }
}

/** The calls to the emulator at `host`. They reject with its answer when it refuses. */
export function createEmulatorAccounts(host: string): EmulatorAccounts {
  const send = createSender(host)
  const asPage = async (action: string, body: object): Promise<SignIn> => {
    const response = await send(
      `v1/accounts:${action}`,
      { returnSecureToken: true, ...body },
      { asOwner: false }
    )
    const { localId, idToken, refreshToken } = response
    return { uid: String(localId), idToken: String(idToken), refreshToken: String(refreshToken) }
  }
  const asOwner = (action: string, body: object, pool = '') =>
    send(`v1/projects/${PROJECT_ID}${pool}/accounts:${action}`, body, { asOwner: true })

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
      // The emulator reads the clock twice: when a second ends in between, it takes its own token for a revoked one.
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
    async signInWithToken(token) {
      const tokens = await asPage('signInWithCustomToken', { token })
      return { ...tokens, uid: String(decodeJwt(tokens.idToken).sub) }
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
      const path = `v2/projects/${PROJECT_ID}/tenants`
      const tenant = await send(path, { displayName: 'check', allowPasswordSignup: true }, { asOwner: true })
      return String(tenant.name).split('/').pop() ?? ''
    }
  }
}

/** Has unknown addresses and wrong passwords answered alike, as the provider does and the emulator does not by itself. */
export async function protectAddresses(host: string): Promise<void> {
  const send = createSender(host)
  const path = `v2/projects/${PROJECT_ID}/config?updateMask=emailPrivacyConfig.enableImprovedEmailPrivacy`
  const config = { emailPrivacyConfig: { enableImprovedEmailPrivacy: true } }
  await send(path, config, { asOwner: true, method: 'PATCH' })
}

/** An unsigned id token as the emulator makes them, with some claims and members of the header exchanged. */
export function forgeUnsigned(idToken: string, claims: object, header: object = {}): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  return `${encode({ alg: 'none', typ: 'JWT', ...header })}.${encode({ ...decodeJwt(idToken), ...claims })}.`
}

/** A claim of an id token that is a number. */
export function readSeconds(idToken: string, claim: 'iat' | 'exp' | 'auth_time'): number {
  return Number(decodeJwt(idToken)[claim])
}
