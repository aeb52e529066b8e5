import type { Journey } from './journey.ts'
import { SIGNING_IN } from './signing-in.ts'

/** Every journey. */
export const JOURNEYS: readonly Journey[] = [...SIGNING_IN]
