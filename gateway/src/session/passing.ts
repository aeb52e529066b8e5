import type { NoteActivity } from './activity.ts'
import { NO_COOKIES, type SessionCheck, signedIn } from './check-result.ts'
import type { Connections } from './connections/connections.ts'
import type { PresentCookie, SessionCookie } from './cookie/cookie.ts'
import type { Limits, Session } from './session.ts'

import { type SessionCache, type SplitValue, signatureOf } from './session-cache.ts'

export interface Passing {
  /** Admits a valid session; about once a minute its cookie is renewed to record activity. */
  pass(session: Session, reading: PresentCookie): SessionCheck
  /** `Set-Cookie` values that replace what the browser sent. */
  replaceCookie(value: string, session: Session, reading: PresentCookie): readonly string[]
  /** Caches the session of a value of our own, split as browsers will send it. */
  rememberEncrypted(value: string, session: Session): void
}

export interface PassingOptions {
  cookie: SessionCookie
  limits: Limits
  cached: SessionCache
  noteActivity: NoteActivity
  connections: Pick<Connections, 'follow'>
}

/** Admits valid sessions, with the cookie they have or a new one that notes this request. */
export function createPassing(options: PassingOptions): Passing {
  const { cookie, limits, cached, noteActivity, connections } = options
  const { origin } = cookie
  const splitEncrypted = (value: string): SplitValue => ({
    origin,
    value,
    parts: cookie.set(value, [], 1).length
  })

  function replaceCookie(value: string, session: Session, reading: PresentCookie): readonly string[] {
    return cookie.set(value, reading.names, limits.maxAgeSeconds(session))
  }

  return {
    replaceCookie,
    rememberEncrypted: (value, session) => cached.remember(splitEncrypted(value), session),

    pass(session, reading) {
      if (!limits.isNoteDue(session) && !cookie.isOtherFormat(reading.value, session))
        return signedIn(session, NO_COOKIES)
      const opened = cookie.open(reading)
      if (opened.kind !== 'open') return { kind: 'signed-out', code: 'INVALID_COOKIE_SIGNATURE' }
      const { state, cookieValue } = noteActivity(signatureOf(reading.value), {
        ...opened.state,
        id: session.id
      })
      const renewed = splitEncrypted(cookieValue)
      const known = cached.recall(renewed)
      const active = known ?? { ...session, activeAtSeconds: state.activeAtSeconds }
      if (known === undefined) cached.remember(renewed, active)
      connections.follow(active, { origin, value: cookieValue })
      return signedIn(active, replaceCookie(cookieValue, active, reading))
    }
  }
}
