import { overviewScreen } from './overview.tsx'
import { type AccountScreens, buildAccountScreens } from './screens.ts'

/** Gives the screens of a browser: the overview at once, the others when they are needed. */
export function lazyAccountScreens(): AccountScreens {
  return buildAccountScreens({ overview: overviewScreen })
}
