/**
 * What sessions know of devices that they are bound to (Device Bound Session Credentials, https://w3c.github.io/webappsec-dbsc/): the
 * field of the cookie, and the door of the plugin that checks proofs. Without a plugin that binds, nothing here runs.
 */

import { LRUCache } from 'lru-cache'
import type { Config } from '../config/schema/schema.ts'
import type { Fault } from '../errors.ts'
import type { AuthRequest } from '../http/auth-request.ts'
import type { Runtime } from '../operations/runtime.ts'
import type { SharedState } from '../shared-state/shared-state.ts'
import type { SessionCookie } from './cookie/cookie.ts'
import { readFields } from './revocation/revocations.ts'
import type { Session } from './session.ts'
import { atMost } from './session-cache.ts'

/** Field of a session cookie: the public key that it is bound to, or until when a device is awaited, in epoch seconds. */
export const DEVICE_FIELD = /^(?:k\.[\w-]{44}|u\.\d{1,12})$/

/** `key`: P-256 point, compressed, in base64url. */
export const deviceOfKey = (key: string): string => `k.${key}`

export const awaitedDevice = (untilSeconds: number): string => `u.${Math.floor(untilSeconds)}`

/** The key that a session is bound to; null: it is not. */
export function keyOfDevice({ device }: Pick<Session, 'device'>): string | null {
  return device?.startsWith('k.') === true ? device.slice(2) : null
}

/** True for a session of a browser that is bound to no device, and no longer awaits one. */
export function lacksDevice(session: Pick<Session, 'device' | 'bearer'>, nowSeconds: number): boolean {
  if (session.bearer !== undefined || keyOfDevice(session) !== null) return false
  return session.device === undefined || nowSeconds >= Number(session.device.slice(2))
}

/** The last proof that passed with a cached session. */
export interface AcceptedProof {
  /** Of the cookie beside the session's. */
  value: string
  /** Epoch seconds. */
  untilSeconds: number
  /** What it is limited to besides the session; empty: nothing. */
  from: string
  /** A digest of the network and the browser that sent it. */
  sender: string
}

/** Why a session does not pass. */
export interface Unproven {
  kind: 'unproven'
  fault: Fault
  session: Session
  setCookies: readonly string[]
  /** `again`: the same request passes at once, with newer cookies; `after-proof`: once a page of this origin asks; `final`: after another sign-in. */
  passes: 'again' | 'after-proof' | 'final'
}

/** The devices of the sessions at one origin. */
export interface DevicesAtOrigin {
  /** Checks what came beside the cookie of a session that has not ended. Null: it passes. No I/O; for a proof that has passed, no cryptography. */
  check(session: Session, cookieHeader: string | undefined, from: AuthRequest | undefined): Unproven | null
  /** Headers of the response that sets the cookie of a session that awaits a device. */
  offer(session: Session): Readonly<Record<string, string>>
  /** Address of this origin that makes the offer to a page of it, then leads on to `to`. */
  offerAt(to: string): string
  /** `Set-Cookie` values that delete what is beside the session cookie. */
  clear(): readonly string[]
}

/** Binds the sessions of one configuration. */
export interface DeviceBinding {
  at(cookie: SessionCookie): DevicesAtOrigin
  /** Field of a new cookie. */
  awaited(): string
}

/** Part of the gateway that binds sessions to devices. */
export interface DevicePlugin {
  /** Undefined: the configuration asks for none. */
  bindSessions?(options: {
    config: Config
    runtime: Pick<Runtime, 'now' | 'report'>
    bound(): BoundSessions
  }): Promise<DeviceBinding> | undefined
}

/** By the first plugin that binds them; null: none does. */
export async function bindSessions(
  plugins: readonly DevicePlugin[],
  options: Parameters<NonNullable<DevicePlugin['bindSessions']>>[0]
): Promise<DeviceBinding | null> {
  for (const plugin of plugins) {
    const binding = await plugin.bindSessions?.(options)
    if (binding !== undefined) return binding
  }
  return null
}

const BOUND_TOPIC = 'sessions.bound'
const MAX_BOUND = 100_000

/** The cookies that were replaced by bound ones. */
export type BoundSessions = ReturnType<typeof createBoundSessions>

/**
 * Cookies that have been replaced by bound ones, at any process of this gateway, and no longer pass. The oldest of more than
 * 100,000 pass again, until their session ends or has to be bound.
 */
export function createBoundSessions(shared: Pick<SharedState, 'publish' | 'subscribe'>, now: () => number) {
  const boundAt = new LRUCache<string, number>(atMost(MAX_BOUND))
  const keyOf = ({ id, device = '' }: Pick<Session, 'id' | 'device'>, origin: string) =>
    `${id} ${device} ${origin}`
  shared.subscribe(BOUND_TOPIC, (text) => {
    const [key, seconds] = readFields(text)
    if (typeof key === 'string' && typeof seconds === 'number') boundAt.set(key, seconds)
  })
  return {
    /** Refuses the session's unbound cookie from now on. `expiresAtSeconds`: when the session ends (epoch seconds). */
    add: (
      session: Pick<Session, 'id' | 'device'>,
      origin: string,
      expiresAtSeconds: number
    ): Promise<boolean> =>
      shared.publish(BOUND_TOPIC, JSON.stringify([keyOf(session, origin), now()]), expiresAtSeconds),
    /** Epoch seconds; undefined: it was not replaced. */
    boundAtSeconds: (session: Pick<Session, 'id' | 'device'>, origin: string): number | undefined =>
      boundAt.size === 0 ? undefined : boundAt.get(keyOf(session, origin))
  }
}
