import { useLayoutEffect, useState } from 'react'

/** Beside the card, where lines end or where they begin, or below the page. */
export type Side = 'end' | 'start' | 'below'

/** Where the card is, in CSS pixels. */
export interface Place {
  left: number
  right: number
  viewportWidth: number
  direction: 'ltr' | 'rtl'
}

/** The side of the card that has room for something so many pixels wide; the end of lines before their beginning. */
export function findSide(place: Place, neededPx: number): Side {
  const { left, right, viewportWidth, direction } = place
  const atRight = viewportWidth - right
  const [atEnd, atStart] = direction === 'ltr' ? [atRight, left] : [left, atRight]
  if (atEnd >= neededPx) return 'end'
  return atStart >= neededPx ? 'start' : 'below'
}

/** The sides for things of these widths, which change as the window does. `below` until the card was looked at. */
export function useSides<Name extends string>(widthsPx: Readonly<Record<Name, number>>) {
  const [place, setPlace] = useState<Place | null>(null)
  // Before it is painted: a drawer that moves to its side would be a layout shift.
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
