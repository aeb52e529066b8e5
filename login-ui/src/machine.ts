import type { Factor } from './account/contract.ts'
import type { Problem } from './auth/errors.ts'
import type { PasswordRule } from './auth/password-policy.ts'
import type { ActionMode, Language, Reason } from './page-config.ts'

/** Progress of a mail link. Nothing happens until the visitor presses a button. */
export type ActionStep =
  /** Checking the link at the provider. */
  | { name: 'checking' }
  /** `email`: its owner; null: not provided. `newEmail`: for a change of address. */
  | { name: 'ready'; email: string | null; newEmail: string | null }
  /** A sign-in link, opened where the requesting address is unknown. */
  | { name: 'ask-email' }
  | { name: 'done'; email: string | null }
  /** The link is unusable; a new one can be requested. */
  | { name: 'dead'; problem: Problem }

/** What the visitor sees. Contains no tokens, passwords or codes. */
export type Screen =
  /** `step`: the address is given and the password is asked for; omitted: the first one, or both at once. */
  | { name: 'sign-in'; step?: 'password' }
  | { name: 'sign-up' }
  | { name: 'forgot' }
  | { name: 'link' }
  /** "Check your email". `again`: requested more than once. */
  | { name: 'sent'; mail: 'reset' | 'link'; email: string; again?: true }
  /** Sign-in by phone. `number`: E.164, may be empty. `codes`: number sent to it; 0: the number is being entered. */
  | { name: 'phone'; number: string; codes: number }
  | { name: 'tenant' }
  /** Signed in: offers a passkey. */
  | { name: 'passkey' }
  /** The address must be verified first. `again`: the mail was sent more than once. */
  | { name: 'verify'; email: string; sent: boolean; again?: true }
  /** `codes`: text messages sent for the chosen factor. */
  | { name: 'second-factor'; factors: readonly Factor[]; chosen: Factor; codes: number }
  /** `enrolment`: null until the provider returns a secret. */
  | { name: 'enrol'; required: boolean; enrolment: { secret: string; uri: string } | null }
  /** The address belongs to an account with another sign-in method; `attempted`: the provider tried. */
  | { name: 'other-method'; email: string | null; attempted: string }
  /** Signed in another way: should `attempted` open the same account from now on? */
  | { name: 'connect'; attempted: string }
  | { name: 'action'; mode: ActionMode | null; step: ActionStep }
  /** The project's own code refused the sign-in. `message`: its reason, if it may be shown, otherwise empty. */
  | { name: 'refused'; message: string }
  /** Signed in already. */
  | { name: 'account' }
  | { name: 'signed-out' }
  /** The session is open and the browser loads the redirect target; `slow`: long enough to offer a link. */
  | { name: 'leaving'; slow: boolean }
  | { name: 'problem'; problem: Problem }

/** Another way to reach the same provider. */
export interface OtherMode {
  /** Its id. */
  provider: string
  mode: 'redirect' | 'popup'
}

export type Status =
  | { name: 'ready' }
  /** Calling the identity provider. */
  | { name: 'submitting' }
  /** A provider's window is open; `provider`: its id. */
  | { name: 'waiting'; provider: string }
  /** Back from a provider's redirect. */
  | { name: 'returning' }
  /** Calling the gateway for a session. */
  | { name: 'exchanging' }
  /** `also`: a problem of another field of the same form. `otherMode`: if the first way to a provider is blocked. */
  | { name: 'error'; problem: Problem; also?: Problem; otherMode: OtherMode | null }

/** Everything that decides what the page shows. */
export interface State {
  screen: Screen
  status: Status
  /** The notice before the first attempt. */
  reason: Reason | null
  /** As reported by the browser, possibly wrongly: attempts are still allowed. */
  offline: boolean
  /** Another tab has signed in: offers a link to the redirect target without interrupting. */
  signedInElsewhere: boolean
  /** The visitor's address, kept between screens. */
  email: string
  /** Whether to keep the session when the browser closes, if the visitor is asked. */
  remember: boolean
  /** Rules for the new password being typed; null: unknown yet. */
  passwordRules: readonly PasswordRule[] | null
  /** Id of the chosen organization; null: none. */
  tenant: string | null
  /** Whether the address is that of the account to sign in again, not changed by the visitor. */
  isKnown: boolean
  /** The last used method on this device: a provider id, `link` or `phone`. Null: unknown, or not marked. */
  lastUsed: string | null
  /** Whether passkeys are available; omitted: unknown yet. */
  passkeys?: boolean
  /** The page's language with all texts; null: the initial one, until the others are loaded. */
  language: Language | null
  /** Whether the language chosen last failed to load. */
  languageLost: boolean
}

/** Events that count whatever the page shows. */
type EventAnywhere =
  | { type: 'typed'; email: string }
  | { type: 'chose-to-remember'; remember: boolean }
  /** Another account is to sign in. */
  | { type: 'chose-other-account' }
  | { type: 'recalled'; lastUsed: string | null }
  | { type: 'passkeys-found'; passkeys: boolean }
  | { type: 'reloaded' }
  /** The browser has not left in time. */
  | { type: 'leave-timed-out' }
  /** Restored from the back-forward cache: pending work has ended. */
  | { type: 'restored' }
  | { type: 'went-offline' }
  | { type: 'came-online' }
  /** Another language was chosen. Null: it could not be loaded. */
  | { type: 'language-changed'; language: Language | null }

/** Events that change nothing while the browser leaves. */
type EventHere =
  | { type: 'password-judged'; rules: readonly PasswordRule[] }
  /** The visitor goes to another screen. `tenant`: the chosen organization; default: unchanged. */
  | { type: 'shown'; screen: Screen; tenant?: string | null }
  /** Calls the identity provider. */
  | { type: 'submitted' }
  | { type: 'window-opened'; provider: string }
  | { type: 'returned' }
  /** Signed in at the identity provider; the gateway is next. */
  | { type: 'signed-in' }
  /** The response leads to this screen. */
  | { type: 'screen-received'; screen: Screen }
  /** `screen`: where to continue; default: the current one. */
  | { type: 'failed'; problem: Problem; also?: Problem; otherMode?: OtherMode | null; screen?: Screen }
  | { type: 'cancelled' }
  /** The gateway has opened the session. */
  | { type: 'session-opened' }
  /** There is a session already, from any source. */
  | { type: 'session-found' }
  | { type: 'signed-in-elsewhere' }

/** Events without a meaning in the current state change nothing: `reduce` returns the same object. */
export type PageEvent = EventAnywhere | EventHere

/** Waiting for the visitor. */
export const READY: Status = { name: 'ready' }
/** The first screen of most visits. */
export const SIGN_IN: Screen = { name: 'sign-in' }
/** The second one where the address comes first; the same for every address, known or not. */
export const ASK_PASSWORD: Screen = { name: 'sign-in', step: 'password' }

/** Whether a call is running or the browser is leaving; nothing new may begin then. */
export function isBusy({ screen, status }: State): boolean {
  return screen.name === 'leaving' || isAsking(status)
}

/** Pure. */
export function reduce(state: State, event: PageEvent): State {
  switch (event.type) {
    case 'typed':
      return event.email === state.email ? state : { ...state, email: event.email }
    case 'chose-to-remember':
      return event.remember === state.remember ? state : { ...state, remember: event.remember }
    case 'chose-other-account':
      return state.isKnown ? { ...state, isKnown: false, email: '' } : state
    case 'recalled':
      return event.lastUsed === state.lastUsed ? state : { ...state, lastUsed: event.lastUsed }
    case 'passkeys-found':
      return { ...state, passkeys: event.passkeys }
    case 'reloaded':
      return state.reason === null ? { ...state, reason: 'reloaded' } : state
    case 'went-offline':
      return state.offline ? state : { ...state, offline: true }
    case 'came-online':
      return state.offline ? reconnect(state) : state
    case 'restored':
      return restore(state)
    case 'leave-timed-out':
      return markSlow(state)
    case 'language-changed':
      return { ...state, language: event.language ?? state.language, languageLost: event.language === null }
  }
  return state.screen.name === 'leaving' ? state : reduceHere(state, event)
}

function reduceHere(state: State, event: EventHere): State {
  const asking = isAsking(state.status)
  switch (event.type) {
    case 'shown': {
      const { screen, tenant = state.tenant } = event
      return { ...state, screen, tenant, status: READY, passwordRules: null, languageLost: false }
    }
    case 'password-judged':
      return { ...state, passwordRules: event.rules }
    case 'submitted':
      return asking ? state : begin(state, { name: 'submitting' })
    case 'window-opened':
      return asking ? state : begin(state, { name: 'waiting', provider: event.provider })
    case 'returned':
      return asking ? state : { ...begin(state, { name: 'returning' }), screen: SIGN_IN }
    case 'signed-in':
      return asking && state.status.name !== 'exchanging'
        ? { ...state, status: { name: 'exchanging' } }
        : state
    case 'screen-received':
      return asking ? { ...state, screen: event.screen, status: READY } : state
    case 'failed': {
      const { problem, also, otherMode = null, screen = state.screen } = event
      const status: Status = { name: 'error', problem, otherMode, ...(also === undefined ? {} : { also }) }
      return { ...state, screen, status }
    }
    case 'cancelled':
      return asking ? { ...state, status: READY } : state
    case 'session-opened':
      return state.status.name === 'exchanging' ? leave(state) : state
    case 'session-found':
      return leave(state)
    case 'signed-in-elsewhere':
      return state.signedInElsewhere ? state : { ...state, signedInElsewhere: true }
  }
}

function isAsking({ name }: Status): boolean {
  return name !== 'ready' && name !== 'error'
}

function begin(state: State, status: Status): State {
  return { ...state, status, reason: null, languageLost: false }
}

function leave(state: State): State {
  return { ...state, screen: { name: 'leaving', slow: false }, status: READY }
}

function markSlow(state: State): State {
  const { screen } = state
  return screen.name !== 'leaving' || screen.slow ? state : { ...state, screen: { ...screen, slow: true } }
}

/** A request that failed for lack of a connection may be retried. */
function reconnect(state: State): State {
  const { status } = state
  const isOver = status.name === 'error' && status.problem.kind === 'network'
  return { ...state, offline: false, status: isOver ? READY : status }
}

function restore(state: State): State {
  if (state.screen.name === 'leaving') return { ...state, screen: SIGN_IN, status: READY }
  return isAsking(state.status) ? { ...state, status: READY } : state
}
