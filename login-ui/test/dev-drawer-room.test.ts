import t from 'tap'
import { findSide, type Place } from '../src/dev-drawer/sides.ts'

t.test('dev drawer: beside the card if there is room, at the end first, otherwise below', async (t) => {
  const middle: Place = { left: 440, right: 840, viewportWidth: 1280, direction: 'ltr' }
  const split: Place = { left: 760, right: 1160, viewportWidth: 1280, direction: 'ltr' }
  const rows: readonly [place: Place, neededPx: number, side: string][] = [
    [middle, 440, 'end'],
    [middle, 441, 'below'],
    [{ ...middle, direction: 'rtl' }, 440, 'end'],
    [split, 120, 'end'],
    [split, 416, 'start'],
    [split, 761, 'below'],
    [{ ...split, direction: 'rtl' }, 416, 'end'],
    [{ ...split, left: 120, right: 520, direction: 'rtl' }, 416, 'start']
  ]
  for (const [place, neededPx, side] of rows)
    t.equal(findSide(place, neededPx), side, `${JSON.stringify(place)} ${neededPx}`)
})
