import { RESERVED_CLAIMS } from '../../config/defaults.ts'
import { parseJsonObject } from '../../config/json-members.ts'
import { findInexactNumber } from '../../identity-platform/accounts/user-record.ts'
import { checkAccountClaims } from '../../identity-platform/tokens/claims.ts'
import { type Problem, problemText } from '../../problem.ts'
import { CommandError, EXIT, wrongUsage } from '../command-error.ts'
import type { Arguments } from '../command-line/command.ts'

/** Unreserved claims of id tokens. Accepted as custom claims, but applications could not tell who set them. */
const STANDARD_CLAIMS: ReadonlySet<string> = new Set([
  'email',
  'email_verified',
  'name',
  'phone_number',
  'picture',
  'provider_id',
  'user_id'
])

/** Forbidden claim names, for help texts. */
export const FORBIDDEN_NAMES_TEXT = `Reserved by the provider: ${[...RESERVED_CLAIMS].join(', ')}.

Used by id tokens: ${[...STANDARD_CLAIMS].join(', ')}.`

/** When a change takes effect, for help texts and messages. */
export const CLAIMS_EFFECT_TEXT =
  'Sessions pick it up at their next refresh, within the hour, or at once by POST /_auth/refresh?force=1.'

const MAX_SHOWN_NUMBER = 40

/** Checks claim names. `path` of the problem is empty. */
export function checkClaimNames(names: readonly string[]): Problem | null {
  if (names.includes('')) return problem('a claim needs a name')
  const reserved = names.filter((name) => RESERVED_CLAIMS.has(name))
  if (reserved.length > 0) return problem(`reserved by the provider: ${reserved.join(', ')}`)
  const standard = names.filter((name) => STANDARD_CLAIMS.has(name))
  if (standard.length === 0) return null
  const claims = standard.length === 1 ? 'a claim' : 'claims'
  return problem(`${standard.join(', ')}: id tokens have ${claims} of that name already; use another`)
}

/** Checks that JSON parsing preserves all numbers. `path` of the problem is empty. */
export function checkNumbers(json: string): Problem | null {
  const literal = findInexactNumber(json)
  if (literal === null) return null
  const shown = literal.length > MAX_SHOWN_NUMBER ? `${literal.slice(0, MAX_SHOWN_NUMBER)}…` : literal
  return problem(`${shown} is a number that would lose precision: quote it as text, "${shown}"`)
}

function problem(message: string): Problem {
  return { path: '', message, hint: '' }
}

/** An option that is a JSON object; undefined if not given. */
export function readObject(args: Arguments, name: string): Record<string, unknown> | undefined {
  const text = args.text(name)
  if (text === undefined) return undefined
  const value = parseJsonObject(text)
  if (value === null) throw wrongUsage(`--${name} needs a JSON object, such as '{"role":"admin"}'`)
  const problem = checkNumbers(text)
  if (problem !== null) throw wrongUsage(`--${name}: ${problem.message}`)
  return value
}

/** The claims of `--claims`, checked; undefined if not given. */
export function readClaims(
  args: Arguments,
  check: (claims: Record<string, unknown>) => Problem | null = checkAccountClaims
): Record<string, unknown> | undefined {
  const claims = readObject(args, 'claims')
  if (claims === undefined) return undefined
  const problem = checkClaimNames(Object.keys(claims)) ?? check(claims)
  if (problem !== null) throw new CommandError(EXIT.usage, `--claims: ${problemText(problem)}`)
  return claims
}
