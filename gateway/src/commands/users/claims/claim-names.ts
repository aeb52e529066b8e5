import { RESERVED_CLAIMS } from '../../../identity-platform/tokens/claims.ts'

/**
 * Claims that the provider itself puts into id tokens beside the reserved ones. It would take them as custom claims,
 * and an application could not tell whose word they are.
 */
export const STANDARD_CLAIMS: ReadonlySet<string> = new Set([
  'email',
  'email_verified',
  'name',
  'phone_number',
  'picture',
  'provider_id',
  'user_id'
])

/** Why these names cannot be claims; null when they can. */
export function complainAboutNames(names: readonly string[]): string | null {
  if (names.includes('')) return 'a claim needs a name'
  const reserved = names.filter((name) => RESERVED_CLAIMS.has(name))
  if (reserved.length > 0) return `reserved by the provider: ${reserved.join(', ')}`
  const standard = names.filter((name) => STANDARD_CLAIMS.has(name))
  if (standard.length === 0) return null
  return `${standard.join(', ')}: id tokens have ${standard.length === 1 ? 'a claim' : 'claims'} of that name already; use another`
}

/** What cannot be a claim, for help texts. */
export const FORBIDDEN_NAMES_TEXT = `Reserved by the provider: ${[...RESERVED_CLAIMS].join(', ')}.
Taken by id tokens: ${[...STANDARD_CLAIMS].join(', ')}.`
