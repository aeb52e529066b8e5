import { type PageEvent, reduce, type State } from './machine.ts'

/** Holds the state. Made for `useSyncExternalStore`: `state` gives the same object until something changes. */
export interface Store {
  state(): State
  dispatch(event: PageEvent): void
  /** Calls `listener` after each change; the function given back ends that. */
  subscribe(listener: () => void): () => void
}

/**
 * Gives the page's one store. The state is kept outside of React, so that a second press of a button sees the state after
 * the first one, whether it is rendered yet or not.
 */
export function createStore(first: State): Store {
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
