import { importPKCS8, SignJWT } from 'jose'
import type { Test } from 'tap'
import type { StandInOptions } from '../../stand-in/options.ts'
import type { StandIn } from '../../stand-in/stand-in.ts'
import { startTestStandIn } from '../fixtures/stand-in.ts'

export const NOW = 1_800_000_000
const IDENTITY_TOOLKIT_AUDIENCE =
  'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit'
export const JWK_PATH = '/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'
const CLOUD_PLATFORM = 'https://www.googleapis.com/auth/cloud-platform'

/** An answer of the stand-in; its body is parsed when it is JSON. */
export interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: bodies are compared member by member
  body: any
}

/** Sends a request as a browser or a client library does. */
export async function send(url: string, init: RequestInit = {}): Promise<Answer> {
  const answer = await fetch(url, init)
  const text = await answer.text()
  const isJson = (answer.headers.get('content-type') ?? '').includes('json') && text !== ''
  return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text }
}

/** Posts JSON. */
export function postJson(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  return send(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body)
  })
}

/** Posts a form. */
export function postForm(url: string, form: Record<string, string>): Promise<Answer> {
  return send(url, { method: 'POST', body: new URLSearchParams(form) })
}

/** A stand-in with the account `alice`, whose clock stands still at `NOW`. */
export async function start(t: Test, options: Partial<StandInOptions> = {}): Promise<StandIn> {
  const standIn = await startTestStandIn(t, { projectId: 'demo-gate', now: () => NOW, ...options })
  standIn.accounts.create({ uid: 'alice', email: 'Alice@example.com', password: 'secret1' })
  return standIn
}

/** A call of `accounts:` with the API key; `action` such as `signUp`. */
export function signInCall(standIn: StandIn, action: string, body: unknown): Promise<Answer> {
  const { endpoints, apiKey } = standIn
  return postJson(`${endpoints.identityToolkit}/v1/accounts:${action}?key=${apiKey}`, body)
}

/** The refresh call. */
export function refresh(standIn: StandIn, refreshToken: string): Promise<Answer> {
  const { endpoints, apiKey } = standIn
  return postForm(`${endpoints.secureToken}/v1/token?key=${apiKey}`, {
    grant_type: 'refresh_token',
    refresh_token: refreshToken
  })
}

/** A JWT of the service account; `privateKey` in PEM, default its own. */
async function signJwt(
  { serviceAccount }: StandIn,
  claims: Record<string, unknown>,
  privateKey = serviceAccount.private_key
): Promise<string> {
  const { client_email: email } = serviceAccount
  const key = await importPKCS8(privateKey, 'RS256')
  const payload = { iss: email, iat: NOW, exp: NOW + 3600, ...claims }
  return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', typ: 'JWT' }).sign(key)
}

/** A custom token with these claims. */
export function signCustomToken(
  standIn: StandIn,
  claims: Record<string, unknown>,
  key?: string
): Promise<string> {
  const whole = { aud: IDENTITY_TOOLKIT_AUDIENCE, sub: standIn.serviceAccount.client_email, ...claims }
  return signJwt(standIn, whole, key)
}

/** The call that exchanges an assertion for an access token. */
export async function requestAccessToken(
  standIn: StandIn,
  claims: Record<string, unknown> = {},
  key?: string
): Promise<Answer> {
  const whole = { aud: standIn.serviceAccount.token_uri, scope: CLOUD_PLATFORM, ...claims }
  return postForm(standIn.endpoints.oauthToken, {
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: await signJwt(standIn, whole, key)
  })
}

/** An admin call; `path` below the project. */
export type AdminCall = (path: string, body: unknown) => Promise<Answer>

/** Admin calls with an access token of the service account. */
export async function openAdmin(standIn: StandIn): Promise<AdminCall> {
  const { body } = await requestAccessToken(standIn)
  const base = `${standIn.endpoints.identityToolkit}/v1/projects/${standIn.projectId}`
  return (path, json) => postJson(`${base}/${path}`, json, { authorization: `Bearer ${body.access_token}` })
}
