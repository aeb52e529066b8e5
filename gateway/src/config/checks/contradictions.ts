import { type Condition, isEmailClaim } from '../conditions.ts'

type Fact = Exclude<Condition, { kind: 'all' | 'any' | 'not' }>

/** A fact, or its opposite. */
export interface Literal {
  fact: Fact
  holds: boolean
}

/** Facts that have to be true of one session. */
export type Conjunction = readonly Literal[]

/** What the sessions of a configuration can be. */
export interface Sessions {
  /** Null stands for the project itself. */
  tenants: ReadonlySet<string | null>
  providers: ReadonlySet<string>
  /** What is true of all of them. */
  certain: Conjunction
}

/** Values that a session has one of, asked for or excluded. */
interface ValueSet {
  values: readonly string[]
  holds: boolean
}

type NameKind = 'uid' | 'tenant' | 'provider' | 'email' | 'emailDomain'

/** Why no session of the configuration has all of this; null: nothing is found. */
export function whyContradictory(way: Conjunction, { tenants, providers, certain }: Sessions): string | null {
  const all = [...certain, ...way]
  return (
    whySwitched(all) ??
    whyNoName(all, 'uid', null) ??
    whyNoName(all, 'tenant', tenants) ??
    whyNoName(all, 'provider', providers) ??
    whyNoAddress(all) ??
    whyExcluded(all)
  )
}

/** Why each of these tenants or providers is none of the configuration; none while all of them are. */
export function listUnknown(
  { kind, values }: { kind: 'tenant' | 'provider'; values: readonly string[] },
  { tenants, providers }: Sessions
): string[] {
  const known: ReadonlySet<string | null> = kind === 'tenant' ? tenants : providers
  return values.filter((value) => !known.has(value)).map((value) => whyUnknown(kind, value))
}

function whyUnknown(kind: NameKind, value: string): string {
  return kind === 'tenant'
    ? `tenant ${value} is not configured, so none of its sessions is accepted`
    : `provider ${value} is not allowed to sign in`
}

/** Switches that stand both ways. An address that is asked about has to be verified. */
function whySwitched(all: Conjunction): string | null {
  const states = new Set(all.flatMap(statesOf))
  for (const kind of ['emailVerified', 'secondFactor'])
    if (states.has(`${kind} true`) && states.has(`${kind} false`))
      return `${kind}: false contradicts what else is asked for or what the configuration demands of every session`
  return null
}

function statesOf({ fact, holds }: Literal): string[] {
  if (fact.kind === 'emailVerified' || fact.kind === 'secondFactor')
    return [`${fact.kind} ${fact.is === holds}`]
  return asksVerified(fact) ? ['emailVerified true'] : []
}

function asksVerified(fact: Fact): boolean {
  if (!('allowUnverified' in fact) || fact.allowUnverified) return false
  return 'claim' in fact ? isEmailClaim(fact.claim) : true
}

/** `known`: all that there are; null: there may be any. */
function whyNoName(
  all: Conjunction,
  kind: NameKind,
  known: ReadonlySet<string | null> | null
): string | null {
  const sets = setsOf(all, kind)
  const foreign = sets.find(
    ({ values, holds }) => holds && known !== null && !values.some((one) => known.has(one))
  )
  if (foreign !== undefined) return whyUnknown(kind, foreign.values.join(', '))
  return listLeft(sets, known)?.length === 0
    ? `no ${kind} is left: one part excludes what another asks for`
    : null
}

function setsOf(all: Conjunction, kind: NameKind): ValueSet[] {
  return all.flatMap(({ fact, holds }) => (fact.kind === kind ? [{ values: fact.values, holds }] : []))
}

/** The values that all of the sets leave; null: there may be any. */
function listLeft(
  sets: readonly ValueSet[],
  known: ReadonlySet<string | null> | null
): (string | null)[] | null {
  const from = known ?? sets.find(({ holds }) => holds)?.values
  if (from === undefined || sets.length === 0) return null
  const isIn = (values: readonly string[], value: string | null) => value !== null && values.includes(value)
  return [...from].filter((value) => sets.every(({ values, holds }) => isIn(values, value) === holds))
}

/** The domain of an address is not its own matter. */
function whyNoAddress(all: Conjunction): string | null {
  const domains = setsOf(all, 'emailDomain')
  const reason = whyNoName(all, 'email', null) ?? whyNoName(all, 'emailDomain', null)
  const emails = listLeft(setsOf(all, 'email'), null)
  if (reason !== null || emails === null) return reason
  const left = emails.filter((email) => {
    const domain = email?.slice(email.indexOf('@') + 1) ?? ''
    return domains.every(({ values, holds }) => values.includes(domain) === holds)
  })
  return left.length === 0 ? 'no email is left: none has a domain that is asked for' : null
}

/** Claims may hold several values, and networks lie within each other: what is asked for is excluded as it is written. */
function whyExcluded(all: Conjunction): string | null {
  const lists = all.flatMap(({ fact, holds }) => {
    if (fact.kind === 'network') return [{ name: 'network', values: fact.values, holds }]
    return fact.kind === 'claim' ? [{ name: `claim ${fact.claim}`, values: fact.oneOf, holds }] : []
  })
  const torn = lists.find(({ name, values, holds }) => {
    const excluded = lists
      .filter((other) => !other.holds && other.name === name)
      .flatMap((other) => other.values)
    return holds && values.every((value) => excluded.includes(value))
  })
  return torn === undefined ? whyMissing(all) : `${torn.name}: one part excludes what another asks for`
}

/** A claim that would have to be there and not to be there. */
function whyMissing(all: Conjunction): string | null {
  const missing = all.flatMap(({ fact, holds }) =>
    fact.kind === 'present' && fact.is !== holds ? [fact] : []
  )
  const there = all.flatMap(({ fact, holds }) =>
    (fact.kind === 'claim' && holds) || (fact.kind === 'present' && fact.is === holds) ? [fact.claim] : []
  )
  const torn = missing.find((fact) => asksVerified(fact) || there.includes(fact.claim))
  return torn === undefined ? null : `claim ${torn.claim} would have to be there and missing`
}
