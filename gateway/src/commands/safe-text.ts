/** C0 and C1 controls, which terminals obey, and bidirectional marks. */
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g
/** Characters that `JSON.stringify` does not escape, but terminals or line readers obey. */
const UNESCAPED = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** Removes terminal controls from untrusted text: a display name must not move the cursor. */
export function stripControls(text: string): string {
  return text.replace(CONTROLS, '')
}

/** One-line JSON that is safe to print. */
export function safeJson(value: unknown, indent = 0): string {
  return (JSON.stringify(value, null, indent) ?? 'null').replace(
    UNESCAPED,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
  )
}
