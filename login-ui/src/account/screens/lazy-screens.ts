import { overviewScreen } from './overview.tsx'
import { type AccountScreens, buildAccountScreens } from './screens.ts'

/** Screens in a browser: the overview at once, the others on demand. */
export function lazyAccountScreens(): AccountScreens {
  const changes = () => import('./change-screens.ts').then((file) => file.changeScreens)
  const ways = () => import('./way-screens.ts').then((file) => file.wayScreens)
  return buildAccountScreens(
    { overview: overviewScreen },
    {
      password: async () => (await changes()).password,
      email: async () => (await changes()).email,
      delete: async () => (await changes()).delete,
      providers: async () => (await ways()).providers,
      'second-step': async () => (await ways())['second-step'],
      passkeys: async () => (await ways()).passkeys,
      sessions: () => import('./sessions.tsx').then((file) => file.sessionsScreen)
    }
  )
}
