import { listFileIssues, listFiles } from '../../../src/commands/setup.ts'
import { readPackageJson } from '../../../src/config/package-files.ts'
import { readBuild } from '../../../src/operations/runtime.ts'
import { type Problem, problemText } from '../../../src/problem.ts'
import { keyFingerprintOf } from '../../../src/session/cookie/signature-keys.ts'
import { count, defineCheck, evaluate, fail, isOlder, skip, warn } from '../check.ts'

/** More than a rotation needs: each is tried on every cookie with an invalid signature. */
const MAX_KEYS = 3
const MEBIBYTE = 1024 * 1024
/** Memory besides the session cache: 170 MiB after 120,000 requests, plus bursts. */
const OWN_BYTES = 256 * MEBIBYTE
/** Older ones are past their end of life. https://nodejs.org/en/about/previous-releases */
const OLDEST_MAINTAINED_NODE = '22.0'

export const CONFIGURATION_CHECKS = {
  /** File and variables are valid. */
  CONFIG: defineCheck([], (_config, { inspected: { problems, warnings, hash }, file }) =>
    evaluate(
      `${file ?? 'variables alone'}: ${hash === null ? count(problems.length, 'problem') : `valid, hash ${hash}`}`,
      ...problems.map(toFailure),
      ...warnings.map((warning) => warn(warning, ''))
    )
  ),

  /** Configured files are readable, and secret ones only by the gateway. */
  FILES: defineCheck([], async (_config, context) => {
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
  }),

  /** Signature keys: present, not too many, no duplicates. */
  KEYS: defineCheck([], (_config, { inspected }) => {
    const problems = inspected.problems.filter(({ path }) => path.startsWith('cookie.signatureKeys'))
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
  }),

  /** Enough open files and memory. */
  LIMITS: defineCheck(['session'], ({ session: { cacheBytes } }, { machine }) => {
    const { memoryBytes, openFilesWarning } = machine
    const [has, needs, cache] = [memoryBytes, cacheBytes + OWN_BYTES, cacheBytes].map(toMebibytes)
    return evaluate(
      `memory ${has} MiB, of which sessions may take ${cache} MiB`,
      openFilesWarning !== null && warn(openFilesWarning, ''),
      memoryBytes < cacheBytes + OWN_BYTES &&
        warn(
          `the gateway may need ${needs} MiB: session.cacheBytes and about 256 MiB of its own`,
          'raise the memory limit, or lower session.cacheBytes'
        )
    )
  }),

  /** Supported versions of the gateway and Node. */
  VERSION: defineCheck([], (_config, { machine: { nodeVersion } }) => {
    const leastNode = String(Object(Object(readPackageJson('package.json')).engines).node).replace(/^>=/, '')
    const tooOld = `this version needs Node ${leastNode} or later`
    return evaluate(
      `gatehouse ${readBuild().version}, Node ${nodeVersion}`,
      isOlder(nodeVersion, leastNode)
        ? fail(tooOld, 'install a newer Node, or use the container image')
        : isOlder(nodeVersion, OLDEST_MAINTAINED_NODE) &&
            warn('this Node is past its end of life', 'use a current LTS of Node in production')
    )
  })
}

export function toFailure(problem: Problem) {
  return fail(problemText(problem), problem.hint)
}

const toMebibytes = (bytes: number) => Math.floor(bytes / MEBIBYTE)
