import type { Problem } from '../../problem.ts'
import { parseJson, setValueAt } from '../json-members.ts'
import { publishedSchema, type SchemaNode } from '../schema/published-schema.ts'

export interface EnvironmentKey {
  /** Such as `GATEHOUSE_UPSTREAM_CONNECT_TIMEOUT_MS`. */
  variable: string
  /** Such as `upstream.connectTimeoutMs`. */
  keyPath: string
  type: string
  /** Whether `null` means null. For texts it is text. */
  isNullable: boolean
  /** Of a word in place of a list; null if none. */
  word: string | null
}

/** Suffixes of Kubernetes service variables. */
const SERVICE_LINK =
  /_(SERVICE_HOST|SERVICE_PORT(_[A-Z0-9_]+)?|PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)$/
const SERVICE_ADDRESS = /^(tcp|udp|sctp):\/\//

/** All keys of a schema with their variables, including nullable sections. `keyPath`: of the node. */
export function listEnvironmentKeys(node: SchemaNode, keyPath = ''): EnvironmentKey[] {
  if (node.properties === undefined) return [describeKey(node, keyPath)]
  const inner = Object.entries(node.properties).flatMap(([name, child]) =>
    listEnvironmentKeys(child, keyPath === '' ? name : `${keyPath}.${name}`)
  )
  return Array.isArray(node.type) ? [describeKey(node, keyPath), ...inner] : inner
}

function describeKey(node: SchemaNode, keyPath: string): EnvironmentKey {
  const [type = 'string', ...others] = [node.type ?? 'string'].flat()
  const words = keyPath.replaceAll('.', '_').replace(/[A-Z]/g, (letter) => `_${letter}`)
  return {
    variable: `GATEHOUSE_${words.toUpperCase()}`,
    keyPath,
    type,
    isNullable: type !== 'string' && others.includes('null'),
    word: others.includes('string') ? (node.pattern ?? null) : null
  }
}

export const ENVIRONMENT_KEYS: readonly EnvironmentKey[] = listEnvironmentKeys(publishedSchema)

/** Variables of the process, by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Overlays `GATEHOUSE_…` variables on the file's keys. Lists are comma-separated or JSON, objects JSON. Empty and unknown ones are ignored. */
export function overlayEnvironment(input: Record<string, unknown>, env: Environment) {
  const merged = structuredClone(input)
  for (const key of ENVIRONMENT_KEYS) {
    const value = env[key.variable]
    if (value === undefined || !isSet(key, env)) continue
    setValueAt(merged, key.keyPath, parseValue(value, key))
    // A secret from the environment overrides both forms in the file.
    const other = otherForm(key.variable)
    const otherKey = ENVIRONMENT_KEYS.find((candidate) => candidate.variable === other)
    if (otherKey !== undefined && !env[other]) setValueAt(merged, otherKey.keyPath, undefined)
  }
  return merged
}

/** Adds to each problem the variable that its value came from; the most specific one, if several apply. */
export function nameVariables(problems: readonly Problem[], env: Environment): Problem[] {
  const set = ENVIRONMENT_KEYS.filter((key) => isSet(key, env))
  return problems.map((problem) => {
    const sources = set.filter(({ keyPath }) => isAtOrWithin(problem.path, keyPath))
    const [source] = sources.sort((one, other) => other.keyPath.length - one.keyPath.length)
    return source === undefined ? problem : { ...problem, variable: source.variable }
  })
}

function isSet({ variable }: EnvironmentKey, env: Environment): boolean {
  const value = env[variable] ?? ''
  return value !== '' && !isServiceLink(variable, value)
}

/** True for a variable that Kubernetes sets for a service: gatehouse-listen yields `GATEHOUSE_LISTEN_PORT=tcp://10.0.0.1:80`. */
function isServiceLink(name: string, value: string): boolean {
  return SERVICE_LINK.test(name) || (name.endsWith('_PORT') && SERVICE_ADDRESS.test(value))
}

/** `…_KEY` <-> `…_KEY_FILE` */
function otherForm(variable: string): string {
  return variable.endsWith('_FILE') ? variable.slice(0, -'_FILE'.length) : `${variable}_FILE`
}

/** Unparsable values remain text, for validation to report. */
function parseValue(value: string, { type, isNullable, word }: EnvironmentKey): unknown {
  if (isNullable && value === 'null') return null
  if (word !== null && new RegExp(word).test(value)) return value
  if (type === 'integer') return /^-?\d+$/.test(value) ? Number(value) : value
  if (type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value
  if (type !== 'array' && type !== 'object') return value
  const looksLikeJson = /^\s*[[{]/.test(value)
  if (!looksLikeJson) return type === 'array' ? value.split(',').map((item) => item.trim()) : value
  return parseJson(value) ?? value
}

/** True if the key path `inner` equals `outer` or is below it. */
export function isAtOrWithin(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`)
}

/** Max edits for a name to count as misspelt. */
const MAX_EDITS = 2

/** Unknown variables. A near miss is a problem, because a protective setting would be ignored; others are warnings. `isRead`: of a section. */
export function checkUnknownVariables(env: Environment, isRead: (section: string) => boolean) {
  const findings: { problems: Problem[]; warnings: string[] } = { problems: [], warnings: [] }
  const used = ENVIRONMENT_KEYS.filter((key) => isSet(key, env)).map(({ variable }) => variable)
  const keys = ENVIRONMENT_KEYS.filter(({ keyPath }) => isRead(keyPath.split('.', 1)[0] ?? ''))
  const variables = keys.map(({ variable }) => variable)
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith('GATEHOUSE_') || !value || used.includes(name)) continue
    const nearest = findNearestName(name, variables, MAX_EDITS)
    if (isServiceLink(name, value))
      findings.warnings.push(
        `environment: ${name} is set by Kubernetes for a service and is ignored; \`enableServiceLinks: false\` keeps such variables out of the pod`
      )
    else if (nearest === null)
      findings.warnings.push(`environment: ${name} is not a configuration key and is ignored`)
    else {
      const hint = `Did you mean ${nearest}?`
      findings.problems.push({ path: name, message: 'is not a configuration key', hint })
    }
  }
  return findings
}

/** The most similar name; null if none is close. `mostEdits`: default: a third of the length. */
export function findNearestName(
  misspelt: string,
  names: readonly string[],
  mostEdits: number = misspelt.length / 3
): string | null {
  const wanted = misspelt.toLowerCase()
  const [nearest] = names
    .map((name) => ({ name, distance: countEdits(wanted, name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  return nearest !== undefined && nearest.distance <= mostEdits ? nearest.name : null
}

/** Levenshtein distance. */
function countEdits(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [row, letter] of [...from].entries()) {
    const current = [row + 1]
    for (const [column, other] of [...to].entries()) {
      const change = (previous[column] ?? 0) + (letter === other ? 0 : 1)
      current.push(Math.min(change, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1))
    }
    previous = current
  }
  return previous.at(-1) ?? 0
}
