import { passkeysScreen } from './passkeys.tsx'
import { providersScreen } from './providers.tsx'
import { secondStepScreen } from './second-step.tsx'

/** Providers, second steps and passkeys: one file. */
export const wayScreens = {
  providers: providersScreen,
  'second-step': secondStepScreen,
  passkeys: passkeysScreen
}
