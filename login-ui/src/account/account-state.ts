import type { Problem } from '../auth/errors.ts'
import type { AccountPageName } from './contract.ts'

/** Changes that need a proof, by account page. */
export type AccountAction = Exclude<AccountPageName, 'overview'>

export type Phase =
  | { name: 'reading' }
  /** The visitor has to sign in once more. */
  | { name: 'proving'; action: AccountAction }
  /** The provider is called. */
  | { name: 'changing'; action: AccountAction }
  /** The change is made; the gateway receives the newest tokens. */
  | { name: 'renewing'; action: AccountAction }
  /** The browser is loading another page. */
  | { name: 'leaving' }

/** What the forms of the account page show. Contains no tokens, passwords or codes. */
export interface AccountState {
  phase: Phase
  /** Expiry of the last proof, in epoch milliseconds by the device's clock; null: none. */
  provedUntilMs: number | null
  /**
   * Whether a proof is valid that no change was waiting for: the visitor had left the page for it and must
   * request the change again.
   */
  isConfirmed: boolean
  /** Why the last change failed; null: it did not. */
  problem: Problem | null
  /** The last completed change, until the next begins; null: none. */
  done: AccountAction | null
}

/** Events without a meaning in the current phase change nothing. */
export type AccountEvent =
  | { type: 'asked-for-proof'; action: AccountAction }
  | { type: 'cancelled' }
  /** `continues`: a change was waiting for it. */
  | { type: 'proved'; untilMs: number; continues: boolean }
  /** The proof was dropped. */
  | { type: 'proof-forgotten' }
  | { type: 'began'; action: AccountAction; nowMs: number }
  | { type: 'refused'; problem: Problem }
  /** The provider requires a newer proof. */
  | { type: 'too-old' }
  /** The change is made. `renews`: the gateway needs new tokens before anything else. */
  | { type: 'changed'; renews: boolean }
  | { type: 'renewed' }
  /** The last result is outdated, after typing or a page change. */
  | { type: 'edited' }
  | { type: 'navigated-away' }

const READING: Phase = { name: 'reading' }
const NOTHING_SAID = { isConfirmed: false, problem: null, done: null } as const

/** `action`: what the visitor was about to do before leaving the page for a provider. */
export function firstAccountState(action: AccountAction | null): AccountState {
  const phase: Phase = action === null ? READING : { name: 'proving', action }
  return { phase, provedUntilMs: null, isConfirmed: false, problem: null, done: null }
}

export function isProved({ provedUntilMs }: AccountState, nowMs: number): boolean {
  return provedUntilMs !== null && nowMs < provedUntilMs
}

/** Whether a call is running or the browser is leaving; nothing new may begin then. */
export function isAccountBusy({ phase }: AccountState): boolean {
  return phase.name === 'changing' || phase.name === 'renewing' || phase.name === 'leaving'
}

/** Pure; returns the same object if nothing changes. */
export function reduceAccount(state: AccountState, event: AccountEvent): AccountState {
  const { phase } = state
  if (phase.name === 'leaving') return state
  switch (event.type) {
    case 'asked-for-proof':
      return phase.name === 'reading'
        ? { ...state, phase: { name: 'proving', action: event.action }, ...NOTHING_SAID }
        : state
    case 'cancelled':
      return phase.name === 'proving' ? { ...state, phase: READING } : state
    case 'proved':
      return phase.name === 'proving'
        ? { ...state, phase: READING, provedUntilMs: event.untilMs, isConfirmed: !event.continues }
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
    case 'navigated-away':
      return { ...state, phase: { name: 'leaving' }, provedUntilMs: null }
    case 'renewed':
      return phase.name === 'renewing' ? { ...state, phase: READING, done: phase.action } : state
  }
  return phase.name === 'changing' ? reduceChange(state, phase.action, event) : state
}

/** Outcomes of a change at the provider. */
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
