/**
 * The door of the plugin that binds sessions to devices (Device Bound Session Credentials, https://w3c.github.io/webappsec-dbsc/).
 * Without a plugin that binds, nothing here runs.
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

/** Why a session does not pass. */
export interface Unproven {
  kind: 'unproven'
  fault: Fault
  session: Session
  setCookies: readonly string[]
  /** `again`: the same request passes at once, with newer cookies; `after-proof`: once a page of this origin asks; `final`: after another sign-in. */
  passes: 'again' | 'after-proof' | 'final'
  /** Of the response that asks for the same request again. */
  headers?: Readonly<Record<string, string>>
}

/** The devices of the sessions at one origin. */
export interface DevicesAtOrigin {
  /** Whether a cached session passes by what is known of it: one comparison of strings. False: `check` decides. */
  passesAgain(session: Session, cookieHeader: string | undefined, from: AuthRequest | undefined): boolean
  /** Checks what came beside the cookie of a session that has not ended. Null: it passes. No I/O. */
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
const NO_OPTIONS = {}

/** The cookies that were replaced by bound ones. */
export type BoundSessions = ReturnType<typeof createBoundSessions>

/**
 * Cookies that have been replaced by bound ones, at any process of this gateway, and no longer pass. The oldest of more than
 * 100,000 pass again, until their session ends or has to be bound.
 */
export function createBoundSessions(shared: Pick<SharedState, 'publish' | 'subscribe'>, now: () => number) {
  /** By the id of the session: when its cookies were replaced, by their device and origin. */
  const boundAt = new LRUCache<string, Readonly<Record<string, number>>>(atMost(MAX_BOUND))
  const nameOf = ({ device = '' }: Pick<Session, 'device'>, origin: string) => `${device} ${origin}`
  shared.subscribe(BOUND_TOPIC, (text) => {
    const [id, name, seconds] = readFields(text)
    if (typeof id !== 'string' || typeof name !== 'string' || typeof seconds !== 'number') return
    boundAt.set(id, { ...boundAt.get(id), [name]: seconds })
  })
  return {
    /** Refuses the session's unbound cookie from now on. `expiresAtSeconds`: when the session ends (epoch seconds). */
    add: (
      session: Pick<Session, 'id' | 'device'>,
      origin: string,
      expiresAtSeconds: number
    ): Promise<boolean> =>
      shared.publish(
        BOUND_TOPIC,
        JSON.stringify([session.id, nameOf(session, origin), now()]),
        expiresAtSeconds
      ),
    /** Epoch seconds; undefined: it was not replaced. */
    boundAtSeconds: (session: Pick<Session, 'id' | 'device'>, origin: string): number | undefined =>
      boundAt.size === 0 ? undefined : boundAt.get(session.id, NO_OPTIONS)?.[nameOf(session, origin)]
  }
}
