import { type PageEvent, reduce, type State } from './machine.ts'

/** Holds a state. Made for `useSyncExternalStore`: `state` gives the same object until something changes. */
export interface StoreOf<S, E> {
  state(): S
  dispatch(event: E): void
  /** Calls `listener` after each change; the function given back ends that. */
  subscribe(listener: () => void): () => void
}

/** That of the login page. */
export type Store = StoreOf<State, PageEvent>

/**
 * Gives a store. The state is kept outside of React, so that a second press of a button sees the state after the first one,
 * whether it is rendered yet or not.
 */
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

/** Gives the login page's one store. */
export function createStore(first: State): Store {
  return createStoreOf(first, reduce)
}
