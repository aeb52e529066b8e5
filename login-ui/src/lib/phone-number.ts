/**
 * A typed phone number in E.164, such as `+15555550100`; null: invalid, or without a country code. The
 * provider knows better which numbers exist. https://www.itu.int/rec/T-REC-E.164
 */
export function readPhoneNumber(typed: string): string | null {
  // Full-width digits and signs become ASCII. The zero in `+44 (0)20` is for domestic calls only.
  const number = typed
    .normalize('NFKC')
    .replace(/\(0\)/, '')
    .replace(/[^\d+a-z]/gi, '')
    .replace(/^00(?=[1-9])/, '+')
  // All of North America has ten digits.
  return /^\+(?:1\d{10}|[2-9]\d{6,14})$/.test(number) ? number : null
}
