import { type Condition, readCondition } from '../conditions.ts'
import type { WrittenCondition } from '../schema/conditions.ts'
import type { Config } from '../schema/schema.ts'
import { allowedSignInProviders } from '../sign-in-providers.ts'
import { listAcceptedTenants } from '../tenants.ts'
import {
  type Conjunction,
  type Literal,
  listUnknown,
  type Sessions,
  whyContradictory
} from './contradictions.ts'

/** A part of a condition that holds for no session. */
export interface Impossible {
  /** Where it stands in the condition, such as `.any[1]`; `''`: the condition itself. */
  part: string
  reason: string
}

/** Conditions that would become longer than this are taken for possible. */
const MOST_CONJUNCTIONS = 256

/** Finds parts of conditions that can never hold: they contradict themselves, or what the configuration lets in. */
export function createFindImpossible(config: Config): (written: WrittenCondition) => Impossible[] {
  const sessions = describeSessions(config)

  function find(condition: Condition, part: string): Impossible[] {
    const reason = whyImpossible(condition, sessions)
    if (reason !== null) return [{ part, reason }]
    switch (condition.kind) {
      case 'all':
      case 'any':
        return condition.members.flatMap((member, index) =>
          find(member, `${part}.${condition.kind}[${index}]`)
        )
      case 'tenant':
      case 'provider':
        return listUnknown(condition, sessions).map((why) => ({ part, reason: why }))
      default:
        return []
    }
  }

  return (written) => find(readCondition(written), '')
}

function describeSessions(config: Config): Sessions {
  const { session, login } = config
  const verified: Literal = { fact: { kind: 'emailVerified', is: true }, holds: true }
  const second: Literal = { fact: { kind: 'secondFactor', is: true }, holds: true }
  return {
    tenants: listAcceptedTenants(config),
    providers: allowedSignInProviders(config),
    certain: [
      ...(session.requireVerifiedEmail ? [verified] : []),
      ...(login.mfa.totp === 'required' ? [second] : [])
    ]
  }
}

function whyImpossible(condition: Condition, sessions: Sessions): string | null {
  const ways = expand(condition, true)
  if (ways === null) return null
  if (ways.length === 0) return 'an empty `any` holds for nobody'
  const reasons = ways.map((way) => whyContradictory(way, sessions))
  return reasons.includes(null) ? null : (reasons[0] ?? null)
}

/** The ways for a condition, or its opposite, to hold; null: they are too many. */
function expand(condition: Condition, holds: boolean): Conjunction[] | null {
  switch (condition.kind) {
    case 'not':
      return expand(condition.member, !holds)
    case 'all':
    case 'any': {
      const members = condition.members.map((member) => expand(member, holds))
      return (condition.kind === 'all') === holds ? combineAll(members) : listAny(members)
    }
    default:
      return [[{ fact: condition, holds }]]
  }
}

function combineAll(members: readonly (Conjunction[] | null)[]): Conjunction[] | null {
  let combined: Conjunction[] = [[]]
  for (const ways of members) {
    if (ways === null || combined.length * ways.length > MOST_CONJUNCTIONS) return null
    combined = combined.flatMap((before) => ways.map((way) => [...before, ...way]))
  }
  return combined
}

function listAny(members: readonly (Conjunction[] | null)[]): Conjunction[] | null {
  const ways: Conjunction[] = []
  for (const member of members) {
    if (member === null || ways.length + member.length > MOST_CONJUNCTIONS) return null
    ways.push(...member)
  }
  return ways
}
