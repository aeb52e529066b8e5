import { coversHost, coversMethod, coversPath } from '../access-rules.ts'
import type { WrittenCondition } from '../schema/conditions.ts'
import type { AccessRule, Config } from '../schema/schema.ts'

/** An unreachable rule, or an unsatisfiable condition. */
export interface DeadRule {
  /** Number within its section, from 1. */
  rule: number
  /** Key path such as `applications[1].access.rules[0]`. */
  key: string
  /** Part of the condition, such as `allow.any[1]`; null: the whole rule. */
  part: string | null
  path: string
  reason: string
}

/**
 * Finds rules covered by a single earlier one, and conditions with an empty `any`. Does not examine coverage
 * by several rules, or satisfiability in general.
 */
export function findDeadRules({ access, applications }: Pick<Config, 'access' | 'applications'>): DeadRule[] {
  const own = applications.flatMap((one, index) =>
    one.access === undefined ? [] : [{ key: `applications[${index}].access`, rules: one.access.rules }]
  )
  return [{ key: 'access', rules: access.rules }, ...own].flatMap(({ key, rules }) =>
    rules.flatMap((_, index) => findDeadAt(rules, index, `${key}.rules[${index}]`))
  )
}

function findDeadAt(rules: readonly AccessRule[], index: number, key: string): DeadRule[] {
  const rule = rules[index]
  if (rule === undefined) return []
  const found = { rule: index + 1, key, path: rule.path }
  const before = rules.slice(0, index).findIndex((other) => covers(other, rule))
  if (before !== -1)
    return [{ ...found, part: null, reason: `rule ${before + 1} before it covers the same place` }]
  const parts = typeof rule.allow === 'object' ? listEmptyParts(rule.allow, 'allow') : []
  return parts.map((part) => ({
    ...found,
    part,
    reason: `${part} never holds: \`any\` is empty`
  }))
}

export function listDeadRuleWarnings(config: Config): string[] {
  return findDeadRules(config).map(({ key, part, reason }) =>
    part === null ? `${key}: is never reached: ${reason}; remove it, or move it first` : `${key}: ${reason}`
  )
}

function covers(wide: AccessRule, narrow: AccessRule): boolean {
  return (
    coversPath(wide.path, narrow.path) &&
    (narrow.host === undefined ? wide.host === undefined : coversHost(wide.host, narrow.host)) &&
    (narrow.methods === undefined
      ? wide.methods === undefined
      : narrow.methods.every((method) => coversMethod(wide.methods, method)))
  )
}

/** Key paths of empty `any` conditions, except below `not`, where they always hold. */
function listEmptyParts({ all, any }: WrittenCondition, part: string): string[] {
  if (any?.length === 0) return [part]
  const members = [
    ...(all ?? []).map((member, index) => ({ member, at: `${part}.all[${index}]` })),
    ...(any ?? []).map((member, index) => ({ member, at: `${part}.any[${index}]` }))
  ]
  return members.flatMap(({ member, at }) => listEmptyParts(member, at))
}
