import { overviewScreen } from './overview.tsx'
import { type AccountScreens, buildAccountScreens } from './screens.ts'

/** Screens in a browser: the overview at once, the others on demand. */
export function lazyAccountScreens(): AccountScreens {
  const changes = () => import('./change-screens.ts').then((file) => file.changeScreens)
  const ways = () => import('./way-screens.ts').then((file) => file.wayScreens)
  const lists = () => import('./list-screens.ts').then((file) => file.listScreens)
  return buildAccountScreens(
    { overview: overviewScreen },
    {
      password: changes,
      email: changes,
      delete: changes,
      providers: ways,
      'second-step': ways,
      passkeys: ways,
      sessions: lists,
      applications: lists
    }
  )
}
