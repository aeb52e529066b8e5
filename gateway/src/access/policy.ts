import { coversHost, coversMethod } from '../config/access-rules.ts'
import { normalizeHost } from '../config/addresses/urls.ts'
import type { AccessRule, Config } from '../config/schema/schema.ts'
import type { RequestTarget } from '../http/target.ts'
import type { Claims } from '../identity-platform/tokens/id-token.ts'
import { hasVerifiedEmail } from '../session/sign-in/rules.ts'

export type ClaimCondition = Exclude<AccessRule['allow'], string>

/** What a request needs in order to pass. */
export interface Demand {
  session: boolean
  /** All of them must hold. */
  conditions: readonly ClaimCondition[]
}

/** What a request needs. `hostname`: that of the visitor, in any spelling. */
export type Policy = (method: string, target: RequestTarget, hostname: string) => Demand

interface Rule {
  allow: AccessRule['allow']
  isFor(method: string, hostname: string): boolean
  matches(path: string): boolean
  /** Whether the rule could be meant by one of the other readings of a path. */
  couldMean(readings: readonly string[]): boolean
}

const PUBLIC: Demand = { session: false, conditions: [] }
const SIGNED_IN: Demand = { session: true, conditions: [] }

/**
 * The rules of `access`: the first that matches decides. A rule is taken at its word, byte for byte, when it lets
 * somebody pass; rules before it that only another reading of the path would match (`/ADMIN`, `/%61dmin`) add
 * what they demand. A path that is not canonical needs a session whatever the rules say.
 */
export function buildPolicy({ rules, default: fallback }: Config['access']): Policy {
  const compiled = rules.map(compileRule)
  if (compiled.length === 0) {
    return (_method, target) => (fallback === 'public' && target.canonical ? PUBLIC : SIGNED_IN)
  }
  const namesHosts = rules.some(({ host }) => host !== undefined)
  return (method, target, hostname) => {
    const host = namesHosts ? normalizeHost(hostname) : hostname
    const demands: AccessRule['allow'][] = target.canonical ? [] : ['signed-in']
    for (const rule of compiled) {
      if (!rule.isFor(method, host)) continue
      if (target.canonical && rule.matches(target.path)) return combine([...demands, rule.allow])
      if (rule.couldMean(target.readings)) demands.push(rule.allow)
    }
    return combine([...demands, fallback])
  }
}

/** Does the session satisfy every condition? An e-mail address is worth something only when it is verified. */
export function satisfies(claims: Claims, conditions: readonly ClaimCondition[]): boolean {
  return conditions.every(({ claim, oneOf, allowUnverified = false }) => {
    if (claim === 'email' && !allowUnverified && !hasVerifiedEmail(claims)) return false
    const value = Object.hasOwn(claims, claim) ? claims[claim] : undefined
    const values: unknown[] = Array.isArray(value) ? value : [value]
    return values.some((member) => oneOf.some((allowed) => allowed === member))
  })
}

function combine(demands: readonly AccessRule['allow'][]): Demand {
  const conditions = demands.filter((demand) => typeof demand === 'object')
  if (conditions.length > 0) return { session: true, conditions }
  return demands.includes('signed-in') ? SIGNED_IN : PUBLIC
}

function compileRule({ path, host, methods, allow }: AccessRule): Rule {
  const isFolder = path.endsWith('/*')
  const folder = isFolder ? path.slice(0, -1) : path
  const folded = path.toLowerCase().replace(/\/\*?$/, '')
  return {
    allow,
    isFor: (method, hostname) => coversHost(host, hostname) && coversMethod(methods, method),
    matches: (candidate) => (isFolder ? candidate.startsWith(folder) : candidate === path),
    couldMean: (readings) =>
      readings.some((reading) =>
        isFolder ? `${reading}/`.startsWith(`${folded}/`) : reading === (folded === '' ? '/' : folded)
      )
  }
}
