import { coversHost, coversMethod, coversPath } from '../access-rules.ts'
import type { WrittenCondition } from '../schema/conditions.ts'
import type { AccessRule, Config } from '../schema/schema.ts'
import { listAccessSections } from './access-checks.ts'

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

/** Rules covered by a single earlier one, and conditions with an empty `any`. Does not examine satisfiability in general. */
export function findDeadRules(config: Pick<Config, 'access' | 'applications'>): DeadRule[] {
  return listAccessSections(config).flatMap(({ key, access: { rules } }) =>
    rules.flatMap((rule, index) => findDeadAt(rule, rules.slice(0, index), key))
  )
}

function findDeadAt(rule: AccessRule, earlier: readonly AccessRule[], section: string): DeadRule[] {
  const index = earlier.length
  const found = { rule: index + 1, key: `${section}.rules[${index}]`, path: rule.path }
  const before = earlier.findIndex((other) => covers(other, rule))
  if (before !== -1)
    return [{ ...found, part: null, reason: `rule ${before + 1} before it covers the same place` }]
  const parts = typeof rule.allow === 'object' ? listEmptyParts(rule.allow, 'allow') : []
  return parts.map((part) => ({ ...found, part, reason: `${part} never holds: \`any\` is empty` }))
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
function listEmptyParts(condition: WrittenCondition, part: string): string[] {
  if (condition.any?.length === 0) return [part]
  return (['all', 'any'] as const).flatMap((kind) =>
    (condition[kind] ?? []).flatMap((member, index) => listEmptyParts(member, `${part}.${kind}[${index}]`))
  )
}
