import type { Problem } from './auth/errors.ts'
import type { Reason } from './page-config.ts'

/** Where the page is. Tokens and what the visitor typed are no part of it. */
export type State =
  /** `reason`: what to say before the first try. */
  | { name: 'ready'; reason: Reason | null }
  /** The browser says so; it may be wrong, so that a try is still allowed. */
  | { name: 'offline' }
  /** The identity provider is asked. */
  | { name: 'submitting' }
  /** The gateway is asked for a session. */
  | { name: 'exchanging' }
  /** The session stands and the browser is on its way; `slow`: for so long that a link must help. */
  | { name: 'leaving'; slow: boolean }
  | { name: 'error'; problem: Problem }

/** What can happen to the page. */
export type PageEvent =
  | { type: 'submitted' }
  | { type: 'signed-in' }
  | { type: 'session-opened' }
  | { type: 'failed'; problem: Problem }
  | { type: 'still-here' }
  | { type: 'went-offline' }
  | { type: 'came-online' }

/** Gives the first state; `reason` is what brought the visitor here. */
export function initialState(reason: Reason | null, online: boolean): State {
  return online ? { name: 'ready', reason } : { name: 'offline' }
}

/** True while a submit must not start another try. */
export function isBusy(state: State): boolean {
  return state.name === 'submitting' || state.name === 'exchanging' || state.name === 'leaving'
}

/** Gives the state after `event`. An event that has no place in `state` gives the same object back. */
export function reduce(state: State, event: PageEvent): State {
  switch (event.type) {
    case 'submitted':
      return isBusy(state) ? state : { name: 'submitting' }
    case 'signed-in':
      return state.name === 'submitting' ? { name: 'exchanging' } : state
    case 'session-opened':
      return state.name === 'exchanging' ? { name: 'leaving', slow: false } : state
    case 'failed':
      return state.name === 'leaving' ? state : { name: 'error', problem: event.problem }
    case 'still-here':
      return state.name === 'leaving' ? { name: 'leaving', slow: true } : state
    case 'went-offline':
      return isBusy(state) ? state : { name: 'offline' }
    case 'came-online':
      return state.name === 'offline' ? { name: 'ready', reason: null } : state
  }
}
