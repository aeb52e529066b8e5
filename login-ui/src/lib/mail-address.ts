/** Gives the code of what is wrong with an address that is to be sent to the provider, null when nothing is. */
export function gapInEmail(email: string): string | null {
  if (email === '') return 'page/email-missing'
  return /^[^@]+@[^@]+$/.test(email) ? null : 'page/email-malformed'
}
