import { isPlainObject, parseJsonObject } from '../../config/json-members.ts'

/** The provider's word for whatever goes wrong with a blocking function of the project. */
export const BLOCKED = 'BLOCKING_FUNCTION_ERROR_RESPONSE'

/** A function's response other than 200, in production and by the emulator. Other texts are about calling it, such as a timeout. */
const ANSWERED =
  /^BLOCKING_FUNCTION_ERROR_RESPONSE ?: ?(?:HTTP Cloud Function returned an error:|\(\(HTTP request to \S+ returned HTTP error (\d{3}):) */

/** Statuses that come with 5xx: https://cloud.google.com/apis/design/errors */
const OF_TROUBLE: ReadonlySet<unknown> = new Set([
  'INTERNAL',
  'UNKNOWN',
  'DATA_LOSS',
  'UNIMPLEMENTED',
  'UNAVAILABLE',
  'DEADLINE_EXCEEDED'
])

/** Whether a function refused, rather than failed. `body`: the provider's error; the function's own text in it decides nothing. */
export function isRefusedByFunction(body: Record<string, unknown> | null): boolean {
  const message = isPlainObject(body?.error) ? String(body.error.message) : ''
  const [start, status] = ANSWERED.exec(message) ?? []
  if (start === undefined || Number(status) >= 500) return false
  const error = parseJsonObject(message.slice(start.length).replace(/\)\)$/, ''))?.error
  // Without an error in it, only the emulator says that it was the function's decision.
  if (!isPlainObject(error)) return status !== undefined
  return !OF_TROUBLE.has(error.status) && !(Number(error.code) >= 500)
}
