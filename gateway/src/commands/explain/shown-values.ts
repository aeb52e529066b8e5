import { safeJson } from '../safe-text.ts'

const LONGEST_VALUE_CHARS = 80

/** A value as JSON, cut; `(not shown)` for what may hold an email address or a phone number. */
export function showValue(value: unknown): string {
  const text = safeJson(value)
  return /@|\+\d/.test(text) ? '(not shown)' : text.slice(0, LONGEST_VALUE_CHARS)
}
