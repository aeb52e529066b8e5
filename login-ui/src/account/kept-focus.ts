import { type RefObject, useLayoutEffect, useRef } from 'react'

/** For a node that may go while it has the focus, by what is done in it: the heading of the page then gets the focus. */
export function useKeptFocus<E extends HTMLElement>(): RefObject<E | null> {
  const root = useRef<E>(null)
  useLayoutEffect(() => {
    const { current } = root
    // React ends this effect before it takes the node away.
    return () => {
      if (current?.contains(document.activeElement)) document.querySelector<HTMLElement>('main h1')?.focus()
    }
  }, [])
  return root
}
