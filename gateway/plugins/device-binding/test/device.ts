import { CompactSign, exportJWK, generateKeyPair, type JWK } from 'jose'
import type { StandIn } from '../../../stand-in/stand-in.ts'
import {
  cookieHeader,
  startGateway,
  type TestGateway,
  type TestGatewayOptions
} from '../../../test/fixtures/gateway.ts'
import type { Teardown } from '../../../test/fixtures/provider/stand-in.ts'
import { type SendOptions, send } from '../../../test/fixtures/wire/http-client.ts'

export const ORIGIN = 'https://app.example.com'
export const SESSION = '__Host-gatehouse'
export const PROOF = `${SESSION}-device`
export const REGISTER = '/_auth/device/register'
export const REFRESH = '/_auth/device/refresh'

export type Device = Awaited<ReturnType<typeof createDevice>>

/** A browser's key, and what it signs. */
export async function createDevice(alg = 'ES256') {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  const jwk = await exportJWK(publicKey)
  const bytes = (text = '') => Buffer.from(text, 'base64url')
  return {
    jwk,
    /** As session cookies have it: the point compressed. */
    key: Buffer.from([2 + ((bytes(jwk.y).at(-1) ?? 0) & 1), ...bytes(jwk.x)]).toString('base64url'),
    privateKey,
    /** A proof. `header`, `payload`: what differs. */
    sign: (challenge: string, header: Record<string, unknown> = {}, payload: object = { jti: challenge }) =>
      new CompactSign(Buffer.from(JSON.stringify(payload)))
        .setProtectedHeader({ alg, typ: 'dbsc+jwt', ...header })
        .sign(privateKey),
    /** A proof that registers the key. */
    register: (challenge: string, more: { jwk?: JWK; header?: Record<string, unknown> } = {}) =>
      new CompactSign(Buffer.from(JSON.stringify({ jti: challenge })))
        .setProtectedHeader({ alg, typ: 'dbsc+jwt', jwk: more.jwk ?? jwk, ...more.header })
        .sign(privateKey)
  }
}

/** The challenge in a header of a response; empty: none. */
export const challengeIn = (response: Response) =>
  /challenge="([^"]+)"/.exec(response.headers.get('secure-session-registration') ?? '')?.[1] ??
  /^"([^"]+)"/.exec(response.headers.get('secure-session-challenge') ?? '')?.[1] ??
  ''

/** One cookie of a `Cookie` header, as a pair; empty: it is not there. */
export const pairOf = (header: string, name: string) =>
  header.split('; ').find((pair) => pair.startsWith(`${name}=`)) ?? ''

/** What a browser keeps after a response. */
export function keep(cookies: string, response: Response): string {
  const jar = new Map(
    cookies
      .split('; ')
      .filter(Boolean)
      .map((pair) => [pair.split('=', 1)[0], pair])
  )
  for (const line of response.headers.getSetCookie()) {
    const [pair = ''] = line.split(';', 1)
    const name = pair.split('=', 1)[0]
    if (line.includes('Max-Age=0')) jar.delete(name)
    else jar.set(name, pair)
  }
  return [...jar.values()].join('; ')
}

/** What visitors of a gateway do. `now`: epoch seconds. */
export function createVisits({
  url,
  provider,
  now
}: Pick<TestGateway, 'url' | 'now'> & { provider: Pick<StandIn, 'signIn'> }) {
  /** A sign-in as the page does it. */
  async function begin(uid = 'ada') {
    const { idToken, refreshToken } = await provider.signIn(uid, { authTimeSeconds: nextSecond() })
    const response = await send(`${url}/_auth/session`, {
      method: 'POST',
      headers: { authorization: `Bearer ${idToken}`, origin: ORIGIN, 'content-type': 'application/json' },
      body: JSON.stringify({ refreshToken })
    })
    return { response, cookies: cookieHeader(response), challenge: challengeIn(response) }
  }
  let back = 0
  const nextSecond = () => {
    back += 1
    return Math.floor(now()) - back
  }

  const call = (
    path: string,
    cookies: string,
    headers: Record<string, string> = {},
    more: SendOptions = {}
  ) => send(`${url}${path}`, { ...more, headers: { cookie: cookies, ...headers } })
  const post = (path: string, cookies: string, headers: Record<string, string> = {}) =>
    call(path, cookies, headers, { method: 'POST' })

  /** Registers a device for a session; returns the response and the cookies after it. */
  async function register(begun: { cookies: string; challenge: string }, device: Device) {
    const jwt = await device.register(begun.challenge)
    const response = await post(REGISTER, begun.cookies, { 'secure-session-response': jwt })
    const text = await response.clone().text()
    return { response, cookies: keep(begun.cookies, response), body: text === '' ? {} : JSON.parse(text) }
  }

  /** A visitor whose session is bound. */
  async function bind(uid?: string) {
    const begun = await begin(uid)
    const device = await createDevice()
    const registered = await register(begun, device)
    const id: string = registered.body.session_identifier
    const ask = (cookies = registered.cookies, headers: Record<string, string> = {}) =>
      post(REFRESH, cookies, { 'sec-secure-session-id': id, ...headers })
    return {
      begun,
      device,
      ...registered,
      id,
      ask,
      /** Proves the device once more, as its browser does. */
      async prove(cookies = registered.cookies, by = device) {
        const asked = await ask(cookies)
        const response = await ask(cookies, { 'secure-session-response': await by.sign(challengeIn(asked)) })
        return { response, cookies: keep(cookies, response) }
      }
    }
  }

  return { begin, bind, register, call, post }
}

/** A gateway that binds sessions, and its visitors. `deviceBinding`: keys of `session.deviceBinding`. */
export async function signInToBind(
  t: Teardown,
  deviceBinding: Record<string, unknown> = {},
  { config = {}, ...options }: TestGatewayOptions = {}
) {
  const settings = Object.entries({ mode: 'when-supported', ...deviceBinding })
  const gateway = await startGateway(t, {
    publicUrl: ORIGIN,
    ...options,
    config: {
      ...Object.fromEntries(settings.map(([key, value]) => [`session.deviceBinding.${key}`, value])),
      ...config
    }
  })
  if (options.beside === undefined) gateway.provider.accounts.create({ uid: 'ada', email: 'ada@example.com' })
  return {
    ...gateway,
    ...createVisits(gateway),
    /** Events of this name that have been logged, once all responses have ended. */
    async events(name: string) {
      await gateway.settled()
      return gateway.logLines({ event: name })
    }
  }
}

/** Status and code of a response. */
export async function resultOf(response: Response): Promise<string> {
  const text = await response.text()
  const code = text.startsWith('{') ? JSON.parse(text).code : undefined
  return [response.status, code].filter(Boolean).join(' ')
}
