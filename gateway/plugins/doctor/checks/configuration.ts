import { listFileIssues, listFiles } from '../../../src/commands/setup.ts'
import { readPackageJson } from '../../../src/config/package-files.ts'
import { readBuild } from '../../../src/operations/build.ts'
import { type Problem, problemText } from '../../../src/problem.ts'
import { keyFingerprintOf } from '../../../src/session/cookie/signature-keys.ts'
import { defineCheck } from '../check.ts'
import { count, evaluate, fail, type Issue, isOlder, skip, warn } from '../finding.ts'

/** More than a rotation needs: each is tried on every cookie with an invalid signature. */
const MAX_KEYS = 3

/** File and variables are valid. */
export const configCheck = defineCheck('CONFIG', { reads: [] }, (_config, { inspected, file }) => {
  const { problems, warnings, hash } = inspected
  const source = file ?? 'variables alone'
  return evaluate(
    `${source}: ${hash === null ? count(problems.length, 'problem') : `valid, hash ${hash}`}`,
    ...problems.map(toFailure),
    ...warnings.map((warning) => warn(warning, ''))
  )
})

/** Signature keys: present, not too many, no duplicates. */
export const keysCheck = defineCheck('KEYS', { reads: [] }, (_config, { inspected }) => {
  const problems = inspected.problems.filter(({ path }) => isOfKeys(path))
  if (problems.length > 0) return evaluate(count(problems.length, 'problem'), ...problems.map(toFailure))
  const { cookie } = inspected.config
  if (cookie === undefined) return skip('not checked: cookie is invalid, see CONFIG')
  const { signatureKeys: keys } = cookie
  const shortest = Math.min(...keys.map((key) => Buffer.byteLength(key)))
  const fingerprints = keys.map(keyFingerprintOf).join(', ')
  return evaluate(
    keys.length === 1
      ? `1 key of ${shortest} bytes, fingerprint ${fingerprints}`
      : `${keys.length} keys, the shortest of ${shortest} bytes, fingerprints ${fingerprints}`,
    new Set(keys).size < keys.length &&
      warn('a signature key is listed twice', 'list each key once: a rotation needs two different keys'),
    keys.length > MAX_KEYS &&
      warn(
        `there are ${keys.length} signature keys, and a rotation needs two`,
        'drop keys whose sessions have all expired'
      )
  )
})

function isOfKeys(path: string): boolean {
  return path.startsWith('cookie.signatureKeys')
}

export function toFailure(problem: Problem): Issue {
  return fail(problemText(problem), problem.hint)
}

const MEBIBYTE = 1024 * 1024
/** Memory besides the session cache: 170 MiB after 120,000 requests, plus bursts. */
const OWN_BYTES = 256 * MEBIBYTE
/** Older ones are past their end of life. https://nodejs.org/en/about/previous-releases */
const OLDEST_MAINTAINED_NODE = '22.0'

/** Enough open files and memory. */
export const limitsCheck = defineCheck('LIMITS', { reads: ['session'] }, ({ session }, { machine }) => {
  const { memoryBytes, openFilesWarning } = machine
  const neededBytes = session.cacheBytes + OWN_BYTES
  return evaluate(
    `memory ${toMebibytes(memoryBytes)} MiB, of which sessions may take ${toMebibytes(session.cacheBytes)} MiB`,
    openFilesWarning !== null && warn(openFilesWarning, ''),
    memoryBytes < neededBytes &&
      warn(
        `the gateway may need ${toMebibytes(neededBytes)} MiB: session.cacheBytes and about 256 MiB of its own`,
        'raise the memory limit, or lower session.cacheBytes'
      )
  )
})

/** Supported versions of the gateway and Node. */
export const versionCheck = defineCheck('VERSION', { reads: [] }, (_config, { machine }) => {
  const { nodeVersion } = machine
  const { engines } = Object(readPackageJson('package.json'))
  const leastNode = String(Object(engines).node).replace(/^>=/, '')
  const tooOld = isOlder(nodeVersion, leastNode)
  return evaluate(
    `gatehouse ${readBuild().version}, Node ${nodeVersion}`,
    tooOld &&
      fail(
        `this version needs Node ${leastNode} or later`,
        'install a newer Node, or use the container image'
      ),
    !tooOld &&
      isOlder(nodeVersion, OLDEST_MAINTAINED_NODE) &&
      warn('this Node is past its end of life', 'use a current LTS of Node in production')
  )
})

function toMebibytes(bytes: number): number {
  return Math.floor(bytes / MEBIBYTE)
}

/** Configured files are readable, and secret ones only by the gateway. */
export const filesCheck = defineCheck('FILES', { reads: [] }, async (_config, context) => {
  const { problems } = context.inspected
  const unreadable = problems.filter(({ path }) => path.endsWith('File') || path === context.file)
  const files = listFiles(context)
  if (files.length + unreadable.length === 0) return skip('the configuration names no files')
  const issues = await listFileIssues(context)
  return evaluate(
    count(files.length, 'file'),
    ...unreadable.map(toFailure),
    ...issues.map(({ isFatal, cause, fix }) => (isFatal ? fail(cause, fix) : warn(cause, fix)))
  )
})
