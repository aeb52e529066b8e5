/** `gatehouse explain`: how the gateway would decide about requests, by its own functions. The only call is to look up a visitor. */

import { isIP } from 'node:net'
import {
  CommandError,
  EXIT,
  type ExitCode,
  orInterrupted,
  unwrapOrExit,
  wrongUsage
} from '../../src/commands/command-error.ts'
import {
  type Arguments,
  type Call,
  readChoice,
  readObject,
  readSources
} from '../../src/commands/command-line/command.ts'
import { safeJson, stripControls, write } from '../../src/commands/io.ts'
import { openProvider, providerError } from '../../src/commands/provider.ts'
import { loadConfig } from '../../src/config/load.ts'
import type { Config } from '../../src/config/schema/schema.ts'
import { readKey } from '../../src/identity-platform/accounts/accounts.ts'
import { buildRequest, type ListDefaults, readRequests, splitPlace } from './asked-request.ts'
import { ENTRANCES } from './entrances.ts'
import { createExplainer, type Explainer, type Explanation } from './explainer.ts'
import type { Visitor } from './visitor.ts'

const DEVICES = ['bound', 'unbound'] as const

/** `gatehouse explain`. */
export async function explain(call: Call): Promise<ExitCode> {
  const { io, args } = call
  const isList = args.text('check') !== undefined
  if (!isList && args.words.length !== 2)
    throw wrongUsage('which request? Write METHOD PATH, such as GET /admin')
  if (isList && args.words.length > 0) throw wrongUsage('--check takes no request')
  const { config } = unwrapOrExit(loadConfig(readSources(call)))
  const device = readChoice(args, 'device', DEVICES)
  const isBound = device === undefined ? undefined : device === 'bound'
  const explainer = await createExplainer(config, io.now, call.plugins, isBound)
  try {
    return await (isList ? check : explainOne)(call, config, explainer)
  } finally {
    await explainer.close()
  }
}

async function explainOne(call: Call, config: Config, explainer: Explainer): Promise<ExitCode> {
  const { io, args } = call
  const [method = '', place = ''] = args.words
  const { host, client, headers } = readDefaults(args, config)
  const request = buildRequest({ method, client, ...splitPlace(place, host) }, headers)
  const by = readChoice(args, 'by', ENTRANCES)
  const explanation = await explainer.explain(request, await readVisitor(call), by)
  await write(io.stdout, args.flag('json') ? `${safeJson(explanation)}\n` : renderExplanation(explanation))
  return EXIT.done
}

async function check(call: Call, config: Config, explainer: Explainer): Promise<ExitCode> {
  const { io, args } = call
  const file = args.text('check') ?? '-'
  const requests = await readRequests(io, file, readDefaults(args, config))
  const by = readChoice(args, 'by', ENTRANCES)
  const unclear = requests.find(({ expected }) => expected === null)
  if (unclear !== undefined)
    throw new CommandError(EXIT.usage, `${file}:${unclear.number}: has no expectation`)
  const differences = []
  const lines = []
  for (const { number: line, text, request, visitor, expected } of requests) {
    const { outcome } = await explainer.explain(request, visitor, by)
    if ([outcome.kind, outcome.code, String(outcome.status)].includes(String(expected))) continue
    differences.push({ line, request: text, expected, outcome })
    lines.push(`${file}:${line}: ${text}: expected ${expected}, is ${describeOutcome(outcome)}`)
  }
  const shown = lines.map((line) => `${stripControls(line)}\n`).join('')
  const found = { checked: requests.length, differences }
  await write(io.stdout, args.flag('json') ? `${safeJson(found)}\n` : shown)
  return lines.length === 0 ? EXIT.done : EXIT.failed
}

function readDefaults(args: Arguments, { publicUrl }: Config): ListDefaults {
  const headers = args.texts('header').map((line) => {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/.exec(line) ?? []
    if (name === undefined || value === undefined)
      throw wrongUsage("--header needs one header, such as 'accept: text/html'")
    return [name, value.trim()] as const
  })
  const client = args.text('client')
  if (client !== undefined && isIP(client) === 0)
    throw wrongUsage('--client needs an address, such as 192.0.2.1')
  return { host: args.text('host') ?? new URL(publicUrl).host, client, headers }
}

async function readVisitor(call: Call): Promise<Visitor> {
  const { io, args } = call
  const claims = readObject(args, 'claims')
  const bearer = readObject(args, 'bearer')
  const user = args.text('user')
  const given = [args.flag('anonymous'), claims, bearer, user].filter((one) => one !== undefined)
  if (given.length > 1) throw wrongUsage('--anonymous, --claims, --bearer and --user cannot be combined')
  if (bearer !== undefined) return { kind: 'bearer', claims: bearer }
  if (claims !== undefined) return { kind: 'claims', claims }
  return user === undefined ? { kind: 'anonymous' } : await orInterrupted(io.signal, lookUp(call, user))
}

async function lookUp(call: Call, user: string): Promise<Visitor> {
  const { platform, tenantId } = await openProvider(call)
  try {
    const result = await platform.accountsOf(tenantId).lookUp(readKey(user, 'uid'))
    if (result.kind !== 'found') throw providerError(result.failure, stripControls(user))
    return { kind: 'account', record: result.record }
  } finally {
    await platform.close()
  }
}

/** Explanations of outcomes whose status is not enough. */
const WORDS: Readonly<Record<Explanation['outcome']['kind'], string>> = {
  allow: 'to the application',
  preflight: 'response by the gateway: the origin is in cors.origins',
  own: 'an address of the gateway itself',
  login: 'redirect to the login page',
  unauthenticated: 'JSON',
  forbidden: 'page load: page, else JSON',
  unavailable: 'page load: page, else JSON',
  failed: 'page load: page, else JSON'
}

/** An explanation for people: the request, then a name and a value per line. Ends with a line break. */
function renderExplanation(explanation: Explanation): string {
  const { method, host, path, by, readings, pages, visitor, tenants, rules, outcome } = explanation
  const others = readings.filter((reading) => reading !== path).join(' ')
  const row = (name: string, value: string | null) =>
    value === null || value === '' ? [] : [`  ${name.padEnd(17)} ${value}`]
  const lines = [
    `${method} ${path}`,
    ...(others === '' ? [] : [`has other readings: ${others}`]),
    ...row('host', `${host}   by ${by}`),
    ...row('application', explanation.application),
    ...row('visitor', describeVisitor(visitor)),
    ...row('tenant', tenants && `${describeTenants(tenants)}   ${tenants.keys.join(', ')}`),
    ...rules.flatMap((one) => row(`rule ${one.rule}`, `${one.path.padEnd(18)} ${one.reason}`)),
    ...pages.flatMap((page) =>
      row('also judged as', `${page.path.padEnd(18)} by ${page.ruleKey ?? 'the default'}`)
    ),
    ...row('outcome', `${describeOutcome(outcome)}   ${outcome.detail ?? WORDS[outcome.kind]}`),
    ...row('application sees', explanation.identityHeaders.join(', ')),
    ...row('removed', explanation.removedHeaders.join(', '))
  ]
  return lines.map((line) => `${stripControls(line).trimEnd()}\n`).join('')
}

/** Names a rule as `check-config` does. */
function describeOutcome({ kind, status, code, rule, ruleKey }: Explanation['outcome']): string {
  const decider = rule === null || ruleKey === null ? null : `by rule ${rule} (${ruleKey})`
  return [kind, status, code, decider].filter((part) => part !== null).join(' ')
}

function describeVisitor(visitor: Explanation['visitor']): string {
  if (visitor === null) return 'anonymous'
  return visitor.tenant === null ? visitor.uid : `${visitor.uid} of tenant ${visitor.tenant}`
}

function describeTenants({ accepted }: NonNullable<Explanation['tenants']>): string {
  if (accepted === 'any') return 'any'
  if (accepted === 'none') return 'none: the readings belong to different tenants'
  return accepted.map((tenantId) => tenantId ?? 'the project').join(', ')
}
