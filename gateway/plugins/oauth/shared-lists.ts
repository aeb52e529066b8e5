import { Fault } from '../../src/errors.ts'
import type { SharedState } from '../../src/shared-state/shared-state.ts'

export type RecordState = Pick<SharedState, 'addToList' | 'readList' | 'countCall' | 'singleFlight'>

/** While the store is away, which is tried more often. */
const RETRY_AFTER_SECONDS = 5

/** The texts of a list, by their expiry. Throws `STORE_UNAVAILABLE` while the store is unreachable. */
export async function readTexts(
  shared: Pick<RecordState, 'readList'>,
  list: string
): Promise<readonly string[]> {
  const reading = await shared.readList(list)
  if (reading.kind === 'unavailable') throw unavailable(reading.detail)
  return reading.kind === 'list' ? reading.texts : []
}

export const unavailable = (detail: string) =>
  new Fault('STORE_UNAVAILABLE', { detail, retryAfterSeconds: RETRY_AFTER_SECONDS })
