import type { PageLanguage } from '../../http/page.ts'

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
  /** Sends a kept form; `none`: there is none in this tab; `others`: of another account; `account` has `{account}`. */
  sendForm: {
    title: string
    none: string
    offer: string
    others: string
    account: string
    send: string
    back: string
  }
  /** Says what is in a form: `goesTo` has `{address}`, `more` has `{count}`. */
  shownForm: { goesTo: string; hidden: string; more: string }
}
