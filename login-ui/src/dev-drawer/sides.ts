import { useLayoutEffect, useState } from 'react'

/** At the end or start side of the card, or below the page. */
export type Side = 'end' | 'start' | 'below'

/** Position of the card, in CSS pixels. */
export interface Place {
  left: number
  right: number
  viewportWidth: number
  direction: 'ltr' | 'rtl'
}

/** The side of the card with enough room, preferring the end side. */
export function findSide(place: Place, neededPx: number): Side {
  const { left, right, viewportWidth, direction } = place
  const atRight = viewportWidth - right
  const [atEnd, atStart] = direction === 'ltr' ? [atRight, left] : [left, atRight]
  if (atEnd >= neededPx) return 'end'
  return atStart >= neededPx ? 'start' : 'below'
}

/** The sides for elements of these widths, updated with the window. `below` until the card is measured. */
export function useSides<Name extends string>(widthsPx: Readonly<Record<Name, number>>) {
  const [place, setPlace] = useState<Place | null>(null)
  // Before paint, to avoid a layout shift.
  useLayoutEffect(() => {
    const look = () => setPlace(placeOfCard())
    look()
    const observer = new ResizeObserver(look)
    observer.observe(document.documentElement)
    return () => observer.disconnect()
  }, [])
  return (name: Name): Side => (place === null ? 'below' : findSide(place, widthsPx[name]))
}

function placeOfCard(): Place | null {
  const card = document.querySelector('main')?.getBoundingClientRect()
  if (card === undefined) return null
  const { clientWidth, dir } = document.documentElement
  const { left, right } = card
  return { left, right, viewportWidth: clientWidth, direction: dir === 'rtl' ? 'rtl' : 'ltr' }
}
