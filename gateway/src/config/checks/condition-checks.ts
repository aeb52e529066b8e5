import { listProblems, type Problem } from '../../problem.ts'
import { UNIX_PEER } from '../addresses/networks.ts'
import { CONDITION_KINDS, isEmailClaim, listOf } from '../conditions.ts'
import type { WrittenCondition } from '../schema/conditions.ts'
import { isNetwork } from './server-checks.ts'

const MOST_NESTED = 8
/** Exactly one `@`, and visible ASCII: what identity headers and conditions take for an address. */
const ADDRESS = /^[\x21-\x3f\x41-\x7e]+@[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i
const DOMAIN = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i
const FORMS = [
  {
    kind: 'email',
    isGood: (value: string) => ADDRESS.test(value),
    message: 'is no email address',
    hint: 'Such as `ada@example.com`; whole domains are `emailDomain`.'
  },
  {
    kind: 'emailDomain',
    isGood: (value: string) => DOMAIN.test(value),
    message: 'is no domain',
    hint: 'Such as `example.com`, without `@` and `*`.'
  },
  {
    kind: 'network',
    isGood: (value: string) => value !== UNIX_PEER && isNetwork(value),
    message: 'is not a network',
    hint: 'Such as `10.0.0.0/8` or `fd00::/8`.'
  }
] as const
const KINDS = CONDITION_KINDS.map((kind) => `\`${kind}\``).join(', ')

/** A condition is of one kind, its keys belong together, and its values are what they are called. `depth`: of this one. */
export function checkCondition(written: WrittenCondition, path: string, depth = 1): Problem[] {
  if (depth > MOST_NESTED)
    return [{ path, message: `is nested more than ${MOST_NESTED} deep`, hint: 'Write it as several rules.' }]
  const kinds = CONDITION_KINDS.filter((kind) => written[kind] !== undefined)
  if (kinds.length !== 1) return [wrongKinds(path, kinds)]
  const { all, any, not } = written
  const members = (['all', 'any'] as const).flatMap((kind) =>
    (written[kind] ?? []).flatMap((member, index) =>
      checkCondition(member, `${path}.${kind}[${index}]`, depth + 1)
    )
  )
  return [
    ...checkCompany(written, path),
    ...(all === undefined && any === undefined && not === undefined ? checkValues(written, path) : members),
    ...(not === undefined ? [] : checkCondition(not, `${path}.not`, depth + 1))
  ]
}

function wrongKinds(path: string, kinds: readonly string[]): Problem {
  return kinds.length === 0
    ? { path, message: 'names no condition', hint: `Name one: ${KINDS}.` }
    : {
        path,
        message: `is several conditions at once: ${kinds.join(', ')}`,
        hint: 'Put them into `all` or `any`: [ { … }, { … } ].'
      }
}

/** Keys that say more about another one stand beside it. */
function checkCompany(
  { claim, oneOf, present, email, emailDomain, ...rest }: WrittenCondition,
  path: string
) {
  const isAddress = email !== undefined || emailDomain !== undefined
  return listProblems(
    claim === undefined &&
      oneOf !== undefined && {
        path: `${path}.oneOf`,
        message: 'goes with `claim` alone',
        hint: 'Other conditions take their values themselves: `uid: [ … ]`.'
      },
    claim === undefined &&
      present !== undefined && {
        path: `${path}.present`,
        message: 'goes with `claim` alone',
        hint: 'Write `claim: NAME` beside it.'
      },
    claim !== undefined &&
      (oneOf === undefined) === (present === undefined) && {
        path,
        message: 'needs either `oneOf` or `present` beside `claim`',
        hint: 'Such as `{ claim: role, oneOf: [admin] }` or `{ claim: role, present: true }`.'
      },
    rest.allowUnverified !== undefined &&
      !isAddress &&
      !(claim !== undefined && isEmailClaim(claim)) && {
        path: `${path}.allowUnverified`,
        message: 'goes with `email`, `emailDomain` and the claim `email` alone',
        hint: 'Nothing verifies other claims: leave it out.'
      }
  )
}

function checkValues(written: WrittenCondition, path: string): Problem[] {
  return FORMS.flatMap(({ kind, isGood, message, hint }) => {
    const values = written[kind] ?? []
    return listOf(values).flatMap((value, index) => {
      const place = typeof values === 'string' ? '' : `[${index}]`
      return isGood(value) ? [] : [{ path: `${path}.${kind}${place}`, message, hint }]
    })
  })
}
