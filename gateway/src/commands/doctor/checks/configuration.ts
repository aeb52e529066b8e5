import type { Config } from '../../../config/schema/schema.ts'
import { keyFingerprintOf } from '../../../config/signature-keys.ts'
import { type Problem, problemText } from '../../../problem.ts'
import { defineCheck } from '../check.ts'
import { count, evaluate, fail, type Issue, type Result, skip, warn } from '../finding.ts'

/** More than a rotation needs: each is tried on every cookie with an invalid signature. */
const MAX_KEYS = 3

/** File and variables are valid. */
export const configCheck = defineCheck('CONFIG', { reads: [] }, (_config, { inspected, file }) => {
  const { problems, warnings, hash } = inspected
  const source = file ?? 'variables alone'
  const weaknesses = warnings.filter((warning) => !isOfCookie(warning))
  return evaluate(
    `${source}: ${hash === null ? count(problems.length, 'problem') : `valid, hash ${hash}`}`,
    ...problems.map(toFailure),
    ...weaknesses.map((warning) => warn(warning, ''))
  )
})

/** Signature keys: present, not too many, no duplicates. */
export const keysCheck = defineCheck('KEYS', { reads: [] }, (_config, { inspected }) => {
  const problems = inspected.problems.filter(({ path }) => isOfKeys(path))
  if (problems.length > 0) return evaluate(count(problems.length, 'problem'), ...problems.map(toFailure))
  const { cookie } = inspected.config
  return cookie === undefined
    ? skip('not checked: cookie is invalid, see CONFIG')
    : checkKeys(cookie.signatureKeys)
})

/** Browsers accept the session cookie and protect it. */
export const cookieCheck = defineCheck('COOKIE', { reads: [] }, (_config, { inspected }) => {
  const problems = inspected.problems.filter(({ path }) => path.startsWith('cookie.') && !isOfKeys(path))
  if (problems.length > 0) return evaluate(count(problems.length, 'problem'), ...problems.map(toFailure))
  const { cookie, publicUrl } = inspected.config
  if (cookie === undefined || publicUrl === undefined)
    return skip('not checked: cookie or publicUrl is invalid, see CONFIG')
  const weaknesses = inspected.warnings.filter(isOfCookie)
  return evaluate(describeCookie(cookie, publicUrl), ...weaknesses.map((warning) => warn(warning, '')))
})

function isOfKeys(path: string): boolean {
  return path.startsWith('cookie.signatureKeys')
}

function isOfCookie(warning: string): boolean {
  return warning.startsWith('cookie.') || warning.startsWith('publicUrl: http ')
}

function checkKeys(keys: readonly string[]): Result {
  const shortest = Math.min(...keys.map((key) => Buffer.byteLength(key)))
  const fingerprints = keys.map(keyFingerprintOf).join(', ')
  return evaluate(
    keys.length === 1
      ? `1 key of ${shortest} bytes, fingerprint ${fingerprints}`
      : `${keys.length} keys, the shortest of ${shortest} bytes, fingerprints ${fingerprints}`,
    new Set(keys).size < keys.length &&
      warn('a signature key is listed twice', 'list each key once: a rotation needs two different keys'),
    keys.length > MAX_KEYS &&
      warn(
        `there are ${keys.length} signature keys, and a rotation needs two`,
        'drop keys whose sessions have all expired'
      )
  )
}

function describeCookie({ domain, sameSite }: Config['cookie'], publicUrl: string): string {
  const secure = publicUrl.startsWith('https:') ? 'Secure' : 'not Secure, because publicUrl is http'
  const reach = domain === null ? 'only for the host of publicUrl' : `for ${domain} and all its subdomains`
  return `${secure}, SameSite=${sameSite}, ${reach}`
}

export function toFailure(problem: Problem): Issue {
  return fail(problemText(problem), problem.hint)
}
