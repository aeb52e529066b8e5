/** C0 and C1 controls, which terminals obey, and the marks that turn the direction of text. */
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g
/** What `JSON.stringify` leaves as it is although terminals or readers of lines obey it. */
const UNESCAPED = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** A text of somebody else without what a terminal would obey: a display name must not move the cursor. */
export function stripControls(text: string): string {
  return text.replace(CONTROLS, '')
}

/** JSON on one line that means the same and is safe to print. */
export function safeJson(value: unknown, indent = 0): string {
  return (JSON.stringify(value, null, indent) ?? 'null').replace(
    UNESCAPED,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
  )
}
