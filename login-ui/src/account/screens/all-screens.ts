import { changeScreens } from './change-screens.ts'
import { listScreens } from './list-screens.ts'
import { overviewScreen } from './overview.tsx'
import { buildAccountScreens } from './screens.ts'
import { wayScreens } from './way-screens.ts'

/** All screens, for server rendering. */
export const allAccountScreens = buildAccountScreens({
  overview: overviewScreen,
  ...changeScreens,
  ...wayScreens,
  ...listScreens
})
