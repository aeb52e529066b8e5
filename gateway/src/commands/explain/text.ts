import { safeJson, stripControls } from '../safe-text.ts'
import type { ExplainedOutcome, Explanation } from './explainer.ts'

/** What each outcome comes to, where its status does not say it. */
const WORDS: Readonly<Record<ExplainedOutcome['kind'], string>> = {
  allow: 'to the application',
  preflight: 'answered by the gateway: the origin is in cors.origins',
  own: 'an address of the gateway itself',
  login: 'redirect to the login page',
  unauthenticated: 'JSON',
  forbidden: 'page load: page, else JSON',
  unavailable: 'page load: page, else JSON',
  failed: 'page load: page, else JSON'
}

/** An explanation for people: the request, then a name and a value a line. Ends with a line break. */
export function renderExplanation(explanation: Explanation): string {
  const { method, host, path, by, readings, visitor, tenants, rules, outcome, identityHeaders, application } =
    explanation
  const others = readings.filter((reading) => reading !== path)
  const lines = [
    `${method} ${path}`,
    ...(others.length === 0 ? [] : [`has other readings: ${others.join(' ')}`]),
    row('host', `${host}   by ${by}`),
    ...(application === null ? [] : [row('application', application)]),
    row('visitor', visitor === null ? 'nobody' : describeVisitor(visitor)),
    ...(tenants === null
      ? []
      : [row('tenant', `${describeTenants(tenants.accepted)}   ${tenants.keys.join(', ')}`)]),
    ...rules.map(({ rule, path: rulePath, reason }) =>
      row(`rule ${rule}`, `${rulePath.padEnd(18)} ${reason}`)
    ),
    row('outcome', `${describeOutcome(outcome)}   ${outcome.detail ?? WORDS[outcome.kind]}`),
    ...(identityHeaders.length === 0 ? [] : [row('application sees', identityHeaders.join(', '))])
  ]
  return lines.map((line) => `${stripControls(line).trimEnd()}\n`).join('')
}

/** The outcome in a few words: kind, status, code, rule. */
export function describeOutcome({ kind, status, code, rule, ruleKey }: ExplainedOutcome): string {
  return [kind, status, code, rule === null || ruleKey === null ? null : `by ${nameRule(rule, ruleKey)}`]
    .filter((part) => part !== null)
    .join(' ')
}

/** A rule as people count, and as the problems of `check-config` name it. `rule`: from 1. */
export function nameRule(rule: number, key: string): string {
  return `rule ${rule} (${key})`
}

function row(name: string, value: string): string {
  return `  ${name.padEnd(17)} ${value}`
}

function describeVisitor({ uid, tenant }: NonNullable<Explanation['visitor']>): string {
  return tenant === null ? uid : `${uid} of tenant ${tenant}`
}

function describeTenants(accepted: NonNullable<Explanation['tenants']>['accepted']): string {
  if (accepted === 'any') return 'any'
  if (accepted === 'none') return 'none: the readings are of different tenants'
  return accepted.map((tenantId) => tenantId ?? 'the project').join(', ')
}

/** The same as one line of JSON. */
export function renderJson(value: object): string {
  return `${safeJson(value)}\n`
}
