import { ERROR_CATALOGUE, type ErrorCode } from '../errors.ts'
import type { PageIcon } from '../http/page-icons.ts'

/** By status: what is closed, not there, only late, or out of reach. */
const ICONS: ReadonlyMap<number, PageIcon> = new Map([
  [401, 'lock'],
  [403, 'lock'],
  [404, 'lost'],
  [408, 'wait'],
  [429, 'wait'],
  [502, 'away'],
  [503, 'wait'],
  [504, 'wait']
])

/** The icon of the page about a code. */
export function iconOf(code: ErrorCode): PageIcon {
  if (code === 'PROVIDER_UNAVAILABLE') return 'away'
  return ICONS.get(ERROR_CATALOGUE[code].status) ?? 'warning'
}
