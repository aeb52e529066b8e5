import { applicationsScreen } from './applications.tsx'
import { sessionsScreen } from './sessions.tsx'

/** One file for what the gateway lists. */
export const listScreens = { sessions: sessionsScreen, applications: applicationsScreen }
