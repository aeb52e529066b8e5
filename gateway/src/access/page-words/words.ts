import type { ErrorCode } from '../../errors.ts'
import type { PageLanguage } from '../../http/page.ts'

/** Codes whose pages exist in every language: visitors meet them without any doing of theirs. The others are English. */
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
    busy: string
    silent: string
    failed: string
    refused: string
    secondFactor: string
  }
  /** What they say of a code; null: what the error catalogue says, in English. */
  because: Readonly<Record<ShownCode, string> & Partial<Record<ErrorCode, string>>> | null
  /** What else they say; `signedInAs` has `{name}`. */
  more: { nothingLost: string; nobody: string; noSecondFactor: string; signedInAs: string }
  /** Their links and buttons. */
  ways: {
    retry: string
    start: string
    help: string
    signIn: string
    signOut: string
    otherAccount: string
    switchAccount: string
    otherWay: string
    addSecondFactor: string
  }
}
