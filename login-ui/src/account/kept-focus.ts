import { type RefObject, useLayoutEffect, useRef } from 'react'

/** For a node that an action inside it may remove: focus then moves to the page's heading. */
export function useKeptFocus<E extends HTMLElement>(): RefObject<E | null> {
  const root = useRef<E>(null)
  useLayoutEffect(() => {
    const { current } = root
    // React runs this cleanup before it removes the node.
    return () => {
      if (current?.contains(document.activeElement)) document.querySelector<HTMLElement>('main h1')?.focus()
    }
  }, [])
  return root
}
