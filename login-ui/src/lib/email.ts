/** Whether this can be an email address at all; the provider checks the rest. */
export function isEmail(text: string): boolean {
  return /^[^@]+@[^@]+$/.test(text)
}
