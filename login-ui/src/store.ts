import { type PageEvent, reduce, type State } from './machine.ts'

/** A state container for `useSyncExternalStore`: `state` returns the same object until something changes. */
export interface StoreOf<S, E> {
  state(): S
  dispatch(event: E): void
  /** Calls `listener` after each change; returns an unsubscribe function. */
  subscribe(listener: () => void): () => void
}

/** The login page's. */
export type Store = StoreOf<State, PageEvent>

/** The state is outside of React, so a second press of a button sees the state after the first, rendered or not. */
export function createStoreOf<S, E>(first: S, reduce: (state: S, event: E) => S): StoreOf<S, E> {
  const listeners = new Set<() => void>()
  let state = first
  return {
    state: () => state,
    dispatch(event) {
      const next = reduce(state, event)
      if (next === state) return
      state = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }
  }
}

export function createStore(first: State): Store {
  return createStoreOf(first, reduce)
}
