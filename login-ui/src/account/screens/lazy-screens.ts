import { overviewScreen } from './overview.tsx'
import { type AccountScreens, buildAccountScreens } from './screens.ts'

/** Gives the screens of a browser: the overview at once, the others when they are needed. */
export function lazyAccountScreens(): AccountScreens {
  const changes = () => import('./change-screens.ts').then((file) => file.changeScreens)
  return buildAccountScreens(
    { overview: overviewScreen },
    {
      password: async () => (await changes()).password,
      email: async () => (await changes()).email,
      delete: async () => (await changes()).delete
    }
  )
}
