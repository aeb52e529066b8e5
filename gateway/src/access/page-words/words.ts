import type { PageLanguage } from '../../http/page.ts'

/** Codes that have words of their own; the others are one thing or another to a visitor, as `IN_GENERAL` says. */
export type ShownCode =
  | 'USER_DISABLED'
  | 'FORBIDDEN'
  | 'ORIGIN_MISMATCH'
  | 'RATE_LIMITED'
  | 'NOT_FOUND'
  | 'UNKNOWN_HOST'
  | 'PROVIDER_UNAVAILABLE'
  | 'VERDICT_CHANGED'
  | 'UPSTREAM_UNREACHABLE'
  | 'UPSTREAM_BUSY'
  | 'UPSTREAM_TIMEOUT'
  | 'INTERNAL_ERROR'
  | 'SIGN_IN_METHOD_NOT_ALLOWED'
  | 'EMAIL_UNVERIFIED'
  | 'SECOND_FACTOR_REQUIRED'
  | 'STEP_UP_REQUIRED'
  | 'TENANT_MISMATCH'
  | 'NO_SERVICE_ACCOUNT'

/** The words of the gateway's plain pages in one language. `{slots}` are replaced; every text has those of the English one. */
export interface PageWords {
  language: PageLanguage
  /** Asks before a sign-out. */
  signOut: { title: string; text: string; submit: string; stay: string }
  /** Sends a session to another host; `text` has `{host}`. */
  handOver: { title: string; text: string; submit: string }
  /** Says that a session has not arrived. */
  notHandedOver: { title: string; late: string; withoutCookies: string; retry: string }
  /** Keeps a form; `lost` without script, `kept` with it. */
  keepForm: { title: string; text: string; lost: string; kept: string; signIn: string }
  /** Sends a kept form; `none`: there is none in this tab; `others`: of another account. */
  sendForm: {
    title: string
    none: string
    offer: string
    others: string
    send: string
    back: string
  }
  /** Says what is in a form: `goesTo` has `{address}`, `more` has `{count}`. */
  shownForm: { goesTo: string; hidden: string; more: string }
  /** Titles of pages about refusals and failures. */
  refusal: {
    disabled: string
    noAccess: string
    notFound: string
    again: string
    providerAway: string
    tooMany: string
    busy: string
    silent: string
    failed: string
    refused: string
    secondFactor: string
  }
  /** What they say of a code. */
  because: Readonly<Record<ShownCode, string>>
  /** What they say of the codes that are one thing to a visitor, such as a session that cannot be used any more; `head`: too many cookies. */
  inGeneral: { signIn: string; request: string; slow: string; large: string; head: string }
  /** What else they say; `sendAgain` where a form may not have arrived; `signedInAs` has `{name}`. */
  more: {
    nothingLost: string
    sendAgain: string
    nobody: string
    noSecondFactor: string
    signedInAs: string
  }
  /** Their links and buttons. */
  ways: {
    retry: string
    start: string
    signIn: string
    signOut: string
    otherAccount: string
    switchAccount: string
    otherWay: string
    addSecondFactor: string
  }
}
