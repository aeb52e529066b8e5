import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { isPlainObject } from './json-members.ts'
import type { Config } from './schema/schema.ts'
import { ENVIRONMENT_KEYS } from './sources/environment.ts'

const HASH_DIGITS = 12
const SECRETS = new Set([
  'identityPlatform.apiKey',
  'identityPlatform.credentials',
  'cookie.signatureKeys',
  'assertion.privateKeys'
])
/** Where a process listens and writes says nothing about its decisions, and two on one machine may not share it. */
const ADDRESS = /^(audit\.to|(listen|management|forwardAuth\.(listen|grpc))\.(host|port|unix|fd))$/

/** 12 digits of the effective config without secrets, file contents, addresses of listeners and `audit.to`. */
export function hashConfig(config: unknown): string {
  const values = listValues(config).filter(([path]) => !SECRETS.has(path) && !ADDRESS.test(path))
  // Independent of key order.
  const texts = values.map(([path, value]) => [path, JSON.stringify(value, sortNames) ?? ''])
  return hash('sha256', JSON.stringify(texts), 'hex').slice(0, HASH_DIGITS)
}

/** Sorted paths of keys whose values differ, including secrets; never the values. */
export function listChangedKeys(before: Config, after: Config): string[] {
  const former = new Map(listValues(before))
  const latter = new Map(listValues(after))
  const paths = new Set([...former.keys(), ...latter.keys()])
  return [...paths]
    .filter((path) => !isDeepStrictEqual(former.get(path), latter.get(path)))
    .flatMap((path) =>
      path === 'applications' ? listChangedApplications(before.applications, after.applications) : path
    )
    .sort()
}

/** Paths of the entries that are new or differ; `applications` if others were removed or moved. */
function listChangedApplications(former: Config['applications'], latter: Config['applications']): string[] {
  const before = new Map(former.map((one) => [one.name, one]))
  const changed = latter.flatMap((one, index) =>
    isDeepStrictEqual(before.get(one.name), one) ? [] : `applications[${index}] (${one.name})`
  )
  const isInPlace = former.every(({ name }, index) => latter[index]?.name === name)
  return isInPlace ? changed : ['applications', ...changed]
}

function listValues(node: unknown, path = ''): [path: string, value: unknown][] {
  if (!isPlainObject(node) || OPEN_MAPS.has(path)) return [[path, node]]
  return Object.keys(node)
    .sort()
    .flatMap((key) => listValues(node[key], path === '' ? key : `${path}.${key}`))
}

/** Objects with arbitrary keys, compared as one value. */
const OPEN_MAPS = new Set(
  ENVIRONMENT_KEYS.filter(
    ({ keyPath: map, type }) =>
      type === 'object' && !ENVIRONMENT_KEYS.some(({ keyPath }) => keyPath.startsWith(`${map}.`))
  ).map(({ keyPath }) => keyPath)
)

/** A replacer for JSON whose objects have their keys in order. */
function sortNames(_name: string, value: unknown): unknown {
  if (!isPlainObject(value)) return value
  // The content of a file.
  const names = Object.keys(value)
    .filter((name) => name !== 'value' || (value.valueFile ?? null) === null)
    .sort()
  return Object.fromEntries(names.map((name) => [name, value[name]]))
}

/** A digest of settings, including secrets. Ignores what JSON cannot represent. */
export function fingerprintOf(...settings: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(settings), 'base64url')
}

/** Reuses the latest or the active instance while its fingerprint is unchanged. `drop`: for the active one only on `activate`. */
export function createReuse<T>(drop: (former: T) => void = () => {}) {
  type Kept = { fingerprint: string; made: T } | null
  let latest: Kept = null
  let active: Kept = null

  function rollback(): void {
    if (latest !== null && latest !== active) drop(latest.made)
  }

  function give(fingerprint: string, make: () => T): T {
    if (latest?.fingerprint === fingerprint) return latest.made
    rollback()
    latest = active?.fingerprint === fingerprint ? active : { fingerprint, made: make() }
    return latest.made
  }

  return Object.assign(give, {
    activate() {
      if (active !== null && active !== latest) drop(active.made)
      active = latest
    },
    revert() {
      rollback()
      latest = active
    }
  })
}
