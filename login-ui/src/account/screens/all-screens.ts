import { changeScreens } from './change-screens.ts'
import { overviewScreen } from './overview.tsx'
import { buildAccountScreens } from './screens.ts'
import { wayScreens } from './way-screens.ts'

/** Every screen, for rendering on the server. */
export const allAccountScreens = buildAccountScreens({
  overview: overviewScreen,
  ...changeScreens,
  ...wayScreens
})
