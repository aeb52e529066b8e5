/** Whether this can be an email address at all; the provider checks the rest. */
export function isEmail(text: string): boolean {
  return /^[^@]+@[^@]+$/.test(text)
}

/** A typed address as it is sent: without spaces around it, and in the characters of other keyboards and systems as ASCII or NFC. */
export function readEmail(typed: string): string {
  return typed.normalize('NFKC').replaceAll('\u3002', '.').trim()
}
