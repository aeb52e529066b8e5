import type { Problem } from '../auth/errors.ts'

/** What needs a proof of who is there, by the pages of the account page. */
export type AccountAction = 'password' | 'email' | 'second-step' | 'passkeys' | 'providers' | 'delete'

/** What the account page is doing. */
export type Phase =
  | { name: 'reading' }
  /** The visitor is asked to sign in once more. */
  | { name: 'proving'; action: AccountAction }
  /** The provider is asked for the change. */
  | { name: 'changing'; action: AccountAction }
  /** The provider has made the change; the gateway is given the newest tokens. */
  | { name: 'renewing'; action: AccountAction }
  /** The browser is on its way to another page. */
  | { name: 'leaving' }

/** Everything that decides what the forms of the account page show. Tokens, passwords and codes are no part of it. */
export interface AccountState {
  phase: Phase
  /** How long the last proof counts, in epoch milliseconds by the device's clock; null: there is none. */
  provedUntilMs: number | null
  /** Is there a proof for which nothing waited? The visitor had left the page for it, and asks for the change again. */
  isConfirmed: boolean
  /** Why the last change was refused; null: it was not. */
  problem: Problem | null
  /** The last change that was made, until the next begins; null: none. */
  done: AccountAction | null
}

/** Everything that changes the state. An event that has no meaning in a phase changes nothing. */
export type AccountEvent =
  | { type: 'asked-for-proof'; action: AccountAction }
  | { type: 'gave-up' }
  /** `goesOn`: with a change that waited for it. */
  | { type: 'proved'; untilMs: number; goesOn: boolean }
  /** The proof is forgotten, whatever it would have been good for. */
  | { type: 'proof-forgotten' }
  | { type: 'began'; action: AccountAction; nowMs: number }
  | { type: 'refused'; problem: Problem }
  /** The provider wants a newer proof: it is asked for at once. */
  | { type: 'too-old' }
  /** The change is made. `renews`: the gateway must have new tokens before anything else happens. */
  | { type: 'changed'; renews: boolean }
  | { type: 'renewed' }
  /** Something is typed anew, or another page is shown: what came of the last change is out of date. */
  | { type: 'edited' }
  | { type: 'left' }

const READING: Phase = { name: 'reading' }
const NOTHING_SAID = { isConfirmed: false, problem: null, done: null } as const

/** The state to begin with. `action`: what the visitor was about to do before a provider was asked, by leaving the page. */
export function firstAccountState(action: AccountAction | null): AccountState {
  const phase: Phase = action === null ? READING : { name: 'proving', action }
  return { phase, provedUntilMs: null, isConfirmed: false, problem: null, done: null }
}

/** Does the proof at hand still count? */
export function isProved({ provedUntilMs }: AccountState, nowMs: number): boolean {
  return provedUntilMs !== null && nowMs < provedUntilMs
}

/** Is an answer awaited, or the browser on its way? Then nothing new is begun. */
export function isAccountBusy({ phase }: AccountState): boolean {
  return phase.name === 'changing' || phase.name === 'renewing' || phase.name === 'leaving'
}

/** The state after `event`. Pure; gives the same object where nothing changes. */
export function reduceAccount(state: AccountState, event: AccountEvent): AccountState {
  const { phase } = state
  if (phase.name === 'leaving') return state
  switch (event.type) {
    case 'asked-for-proof':
      return phase.name === 'reading'
        ? { ...state, phase: { name: 'proving', action: event.action }, ...NOTHING_SAID }
        : state
    case 'gave-up':
      return phase.name === 'proving' ? { ...state, phase: READING } : state
    case 'proved':
      return phase.name === 'proving'
        ? { ...state, phase: READING, provedUntilMs: event.untilMs, isConfirmed: !event.goesOn }
        : state
    case 'proof-forgotten':
      return state.provedUntilMs === null ? state : { ...state, provedUntilMs: null, isConfirmed: false }
    case 'began':
      return phase.name === 'reading' && isProved(state, event.nowMs)
        ? { ...state, phase: { name: 'changing', action: event.action }, ...NOTHING_SAID }
        : state
    case 'edited':
      return state.problem === null && state.done === null && !state.isConfirmed
        ? state
        : { ...state, ...NOTHING_SAID }
    case 'left':
      return { ...state, phase: { name: 'leaving' }, provedUntilMs: null }
    case 'renewed':
      return phase.name === 'renewing' ? { ...state, phase: READING, done: phase.action } : state
  }
  return phase.name === 'changing' ? reduceChange(state, phase.action, event) : state
}

/** What the provider answers to a change. */
type ChangeEvent = Extract<AccountEvent, { type: 'refused' | 'too-old' | 'changed' }>

function reduceChange(state: AccountState, action: AccountAction, event: ChangeEvent): AccountState {
  switch (event.type) {
    case 'refused':
      return { ...state, phase: READING, problem: event.problem }
    case 'too-old':
      return { ...state, phase: { name: 'proving', action }, provedUntilMs: null }
    case 'changed':
      return event.renews
        ? { ...state, phase: { name: 'renewing', action } }
        : { ...state, phase: READING, done: action }
  }
}
