/** Can this be an email address? The provider knows better; it is not asked about what cannot be one. */
export function isEmail(text: string): boolean {
  return /^[^@]+@[^@]+$/.test(text)
}
