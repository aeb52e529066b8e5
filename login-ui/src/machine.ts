import type { Problem } from './auth/errors.ts'
import type { PasswordRule } from './auth/password-rules.ts'
import type { ActionMode, Language, Reason } from './page-config.ts'

/** A second factor of the account that signs in. */
export interface Factor {
  id: string
  kind: 'totp' | 'sms'
  /** Name given by the visitor, or the end of the phone number; null: none. */
  label: string | null
}

/** How far a link from a mail has come. Nothing is done before the visitor presses a button. */
export type ActionStep =
  /** The provider is asked whether the link is good. */
  | { name: 'checking' }
  /** `email`: whom it is for, null when the provider does not say. `newEmail`: for a change of address. */
  | { name: 'ready'; email: string | null; newEmail: string | null }
  /** A sign-in link, opened where the address that asked for it is not known. */
  | { name: 'ask-email' }
  | { name: 'done'; email: string | null }
  /** The link cannot be used; a new one can be asked for. */
  | { name: 'dead'; problem: Problem }

/** What the visitor sees. Tokens, passwords and codes are no part of it. */
export type Screen =
  | { name: 'sign-in' }
  | { name: 'sign-up' }
  | { name: 'forgot' }
  | { name: 'link' }
  /** "Check your email". `again`: the visitor asked more than once. */
  | { name: 'sent'; mail: 'reset' | 'link'; email: string; again?: true }
  /** Sign-in by phone. `number`: E.164, empty before there is one. `codes`: how many were sent to it; 0: the number is asked for. */
  | { name: 'phone'; number: string; codes: number }
  | { name: 'tenant' }
  /** Signed in: a passkey for the next time? `device`: what it is called at first; null: not known. */
  | { name: 'passkey'; device: string | null }
  /** The address must be verified first. `again`: the mail was sent more than once. */
  | { name: 'verify'; email: string; sent: boolean; again?: true }
  | { name: 'second-factor'; factors: readonly Factor[]; chosen: Factor; codeSent: boolean }
  /** `enrolment`: null until the provider gave a secret. */
  | { name: 'enrol'; required: boolean; enrolment: { secret: string; uri: string } | null }
  /** The address belongs to an account that signs in another way; `attempted`: the provider that was tried. */
  | { name: 'other-method'; email: string | null; attempted: string }
  /** Signed in another way: shall `attempted` open the same account from now on? */
  | { name: 'connect'; attempted: string }
  | { name: 'action'; mode: ActionMode | null; step: ActionStep }
  /** Signed in already. */
  | { name: 'account' }
  | { name: 'signed-out' }
  /** The session is open and the browser loads the redirect target; `slow`: for so long that a link is offered. */
  | { name: 'leaving'; slow: boolean }
  | { name: 'problem'; problem: Problem }

/** What the screen is doing. */
export type Status =
  | { name: 'ready' }
  /** The identity provider is asked. */
  | { name: 'submitting' }
  /** A provider's window is open; `provider`: its id. */
  | { name: 'waiting'; provider: string }
  /** Back from a provider by redirect. */
  | { name: 'returning' }
  /** The gateway is asked for a session. */
  | { name: 'exchanging' }
  /** `otherMode`: a way to try the same provider again (`provider`: its id), when the first one is blocked. */
  | {
      name: 'error'
      problem: Problem
      /** What is wrong with another field of the same form. */
      also?: Problem
      otherMode: { provider: string; mode: 'redirect' | 'popup' } | null
    }

/** Everything that decides what the page shows. */
export interface State {
  screen: Screen
  status: Status
  /** The notice before the first attempt. */
  reason: Reason | null
  /** As the browser reports, which may be wrong: attempts are still allowed. */
  offline: boolean
  /** Another tab has signed in: a link to the redirect target is offered, and what the visitor is doing goes on. */
  signedInElsewhere: boolean
  /** The address the visitor gave, kept from screen to screen. */
  email: string
  /** Shall the browser keep the session when it is closed? Counts only where visitors are asked. */
  remember: boolean
  /** What the provider asks of the new password that is typed; null: not known yet. */
  passwordRules: readonly PasswordRule[] | null
  /** Id of the organization that the visitor has chosen; null: none. */
  tenant: string | null
  /** Is the address that of whoever is asked to sign in once more, and no other wanted yet? */
  isKnown: boolean
  /** The way that was used last on this device: id of a provider, `link` or `phone`. Null: none is known, or it is not marked. */
  lastUsed: string | null
  /** May the visitor sign in with a passkey? Left out: not known yet. */
  passkeys?: boolean
  /** What the page speaks, with all its texts; null: what it came with, until the others are there. */
  language: Language | null
  /** Could the language that was chosen last not be loaded? */
  languageLost: boolean
}

/** Everything that changes the state. An event that has no meaning in a state changes nothing: `reduce` gives the same object. */
export type PageEvent =
  | { type: 'typed'; email: string }
  | { type: 'chose-to-remember'; remember: boolean }
  | { type: 'password-judged'; rules: readonly PasswordRule[] }
  /** Somebody else wants to sign in. */
  | { type: 'chose-other-account' }
  | { type: 'recalled'; lastUsed: string | null }
  | { type: 'passkeys-found'; passkeys: boolean }
  /** The visitor goes to another screen. `tenant`: with this organization chosen; by default as before. */
  | { type: 'shown'; screen: Screen; tenant?: string | null }
  /** The identity provider is asked. */
  | { type: 'submitted' }
  | { type: 'window-opened'; provider: string }
  | { type: 'returned' }
  /** The identity provider has signed the account in; now the gateway is asked. */
  | { type: 'signed-in' }
  /** The answer leads to this screen. */
  | { type: 'answered'; screen: Screen }
  /** `screen`: where to go on; by default the present one. */
  | {
      type: 'failed'
      problem: Problem
      also?: Problem
      otherMode?: { provider: string; mode: 'redirect' | 'popup' } | null
      screen?: Screen
    }
  | { type: 'cancelled' }
  /** The gateway has opened the session. */
  | { type: 'session-opened' }
  /** There is a session already, whoever opened it. */
  | { type: 'session-found' }
  /** The browser has not left in time. */
  | { type: 'leave-timed-out' }
  /** Back from the browser's back-forward cache, where whatever was under way has ended. */
  | { type: 'restored' }
  | { type: 'signed-in-elsewhere' }
  | { type: 'went-offline' }
  | { type: 'came-online' }
  /** Another language was chosen. Null: it could not be loaded. */
  | { type: 'spoke'; language: Language | null }

const READY: Status = { name: 'ready' }
const SIGN_IN: Screen = { name: 'sign-in' }

/** Is an answer awaited, or the browser on its way? Then nothing new is begun. */
export function isBusy({ screen, status }: State): boolean {
  return screen.name === 'leaving' || isAsking(status)
}

/** The state after `event`. Pure. */
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
    case 'went-offline':
      return state.offline ? state : { ...state, offline: true }
    case 'came-online':
      return state.offline ? reconnect(state) : state
    case 'restored':
      return restore(state)
    case 'leave-timed-out':
      return markSlow(state)
    case 'spoke':
      return {
        ...state,
        language: event.language ?? state.language,
        languageLost: event.language === null
      }
  }
  // While the browser leaves, only the events above count.
  return state.screen.name === 'leaving' ? state : reduceHere(state, event)
}

type EventHere = Exclude<
  PageEvent,
  {
    type:
      | 'typed'
      | 'chose-to-remember'
      | 'chose-other-account'
      | 'recalled'
      | 'passkeys-found'
      | 'went-offline'
      | 'came-online'
      | 'restored'
      | 'leave-timed-out'
      | 'spoke'
  }
>

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
    case 'answered':
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
  return name === 'submitting' || name === 'waiting' || name === 'returning' || name === 'exchanging'
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

/** What failed for want of a connection may be tried again. */
function reconnect(state: State): State {
  const { status } = state
  const isOver = status.name === 'error' && status.problem.kind === 'network'
  return { ...state, offline: false, status: isOver ? READY : status }
}

function restore(state: State): State {
  if (state.screen.name === 'leaving') return { ...state, screen: SIGN_IN, status: READY }
  return isAsking(state.status) ? { ...state, status: READY } : state
}
