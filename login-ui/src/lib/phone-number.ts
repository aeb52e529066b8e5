/**
 * Gives a typed phone number in E.164, such as `+15555550100`; null: it cannot be one, or has no country code. The provider
 * knows better which numbers there are. https://www.itu.int/rec/T-REC-E.164
 */
export function readPhoneNumber(typed: string): string | null {
  // Full-width digits and signs become ASCII ones. The zero in `+44 (0)20` is dialled inside the country only.
  const number = typed
    .normalize('NFKC')
    .replace(/\(0\)/, '')
    .replace(/[^\d+a-z]/gi, '')
  return /^\+[1-9]\d{6,14}$/.test(number) ? number : null
}
