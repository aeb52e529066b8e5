import { BROWSER } from './browser.ts'
import { CLIENT_SDK } from './client-sdk.ts'
import { DEVICE_BINDING } from './device-binding.ts'
import { HAND_OVER } from './hand-over.ts'
import { IDENTITY } from './identity.ts'
import type { Journey } from './journey.ts'
import { PATHS } from './paths.ts'
import { REFUSALS } from './refusals.ts'
import { SESSIONS } from './sessions.ts'
import { SEVERAL_APPLICATIONS } from './several-applications.ts'
import { SIGNING_IN } from './signing-in.ts'
import { STREAMS } from './streams.ts'
import { UPGRADES } from './upgrades.ts'

/** Every journey, in order of execution. */
export const JOURNEYS: readonly Journey[] = [
  ...SIGNING_IN,
  ...IDENTITY,
  ...SESSIONS,
  ...CLIENT_SDK,
  ...REFUSALS,
  ...PATHS,
  ...UPGRADES,
  ...STREAMS,
  ...SEVERAL_APPLICATIONS,
  ...HAND_OVER,
  ...DEVICE_BINDING,
  ...BROWSER
]
