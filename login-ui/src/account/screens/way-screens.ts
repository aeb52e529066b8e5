import { passkeysScreen } from './passkeys.tsx'
import { providersScreen } from './providers.tsx'
import { secondStepScreen } from './second-step.tsx'

/** One file for providers, second steps and passkeys. */
export const wayScreens = {
  providers: providersScreen,
  'second-step': secondStepScreen,
  passkeys: passkeysScreen
}
